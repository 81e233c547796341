/// What a server says when it refuses something.
public struct ValidationError: Hashable, Sendable {
  /// The reason, in words that may be shown.
  public var error: String
  /// More about it, where it is about signing in.
  public var errorDescription: String?
  /// What is wrong with which field.
  public var details: [String: [Detail]]

  /// Makes a refusal.
  public init(error: String = "", errorDescription: String? = nil, details: [String: [Detail]] = [:]) {
    self.error = error
    self.errorDescription = errorDescription
    self.details = details
  }

  /// What is wrong with a field.
  public struct Detail: Hashable, Sendable {
    /// What is wrong.
    public var error: Code
    /// The same in words that may be shown.
    public var description: String

    /// Makes a detail.
    public init(error: Code = .unknown(""), description: String = "") {
      self.error = error
      self.description = description
    }
  }

  /// What can be wrong with a field.
  public enum Code: OpenEnum {
    /// Its mail host is not let in.
    case blocked
    /// Its mail host cannot be reached.
    case unreachable
    /// Somebody else has it.
    case taken
    /// Nobody may have it.
    case reserved
    /// It was not agreed to.
    case accepted
    /// It is missing.
    case blank
    /// It is malformed.
    case invalid
    /// It is too long.
    case tooLong
    /// It is too short.
    case tooShort
    /// It is not one of those that can be chosen.
    case inclusion
    /// Something that this version does not know.
    case unknown(String)

    /// Those with a name.
    public static let known: [Code] = [
      .blocked, .unreachable, .taken, .reserved, .accepted, .blank, .invalid, .tooLong, .tooShort, .inclusion,
    ]

    /// The server's word.
    public var rawValue: String {
      switch self {
      case .blocked: "ERR_BLOCKED"
      case .unreachable: "ERR_UNREACHABLE"
      case .taken: "ERR_TAKEN"
      case .reserved: "ERR_RESERVED"
      case .accepted: "ERR_ACCEPTED"
      case .blank: "ERR_BLANK"
      case .invalid: "ERR_INVALID"
      case .tooLong: "ERR_TOO_LONG"
      case .tooShort: "ERR_TOO_SHORT"
      case .inclusion: "ERR_INCLUSION"
      case .unknown(let word): word
      }
    }
  }
}

extension ValidationError {
  /// All that the server says, for a person: the reason, and what is wrong with which field where the reason leaves it out.
  public var words: String {
    let reason = errorDescription ?? error
    var sentences = reason.isEmpty ? [] : [reason]
    for field in details.keys.sorted() {
      for detail in details[field] ?? [] where !detail.description.isEmpty {
        guard !sentences.contains(where: { $0.contains(detail.description) }) else { continue }
        // With a code come words that go on from the field's name; without one, a whole sentence.
        sentences.append(
          detail.error == .unknown("") ? detail.description : "\(field) \(detail.description)")
      }
    }
    return ErrorMessages.joined(sentences)
  }
}

extension ValidationError: Codable {
  enum CodingKeys: String, CodingKey, CaseIterable {
    case error, details
    case errorDescription = "error_description"
  }

  /// What Laravel calls the same, and so Pixelfed.
  private enum LaravelKeys: String, CodingKey {
    case errors
  }

  /// Reads what a server sent, leniently: whatever kind of JSON it is, what has words in it is the reason.
  public init(from decoder: any Decoder) throws {
    let json: Fields<CodingKeys>?
    do { json = try decoder.fields(CodingKeys.self) } catch { json = nil }
    let words: ErrorMessages? = json?.entity(.error)
    let description = json?.word(.errorDescription)
    if let words, !words.sentences.isEmpty {
      error = words.text
    } else {
      let rest = try ErrorMessages(from: decoder).text
      // What describes an error is kept beside it, and is not the error.
      error = rest == description ? words?.code ?? "" : rest
    }
    errorDescription = description
    details = json.map(Self.details) ?? [:]
    guard json != nil else { return }
    details.merge(Self.details(try decoder.fields(LaravelKeys.self))) { documented, _ in documented }
  }

  /// Writes the refusal as Mastodon does, without details where there are none.
  public func encode(to encoder: any Encoder) throws {
    var json = encoder.container(keyedBy: CodingKeys.self)
    try json.encode(error, forKey: .error)
    try json.encodeIfPresent(errorDescription, forKey: .errorDescription)
    if !details.isEmpty { try json.encode(details, forKey: .details) }
  }
}

extension ValidationError.Detail: Codable {
  enum CodingKeys: String, CodingKey, CaseIterable {
    case error, description
  }

  /// Reads what a server sent, leniently.
  public init(from decoder: any Decoder) throws {
    let json = try decoder.fields(CodingKeys.self)
    error = json.choice(.error) ?? .unknown("")
    description = json.text(.description)
  }
}

extension ValidationError {
  private static func details(_ json: Fields<CodingKeys>) -> [String: [Detail]] {
    json.dictionary(.details) { $0.listIfPresent($1) }
  }

  /// Laravel has words for each field, and no codes.
  private static func details(_ json: Fields<LaravelKeys>) -> [String: [Detail]] {
    json.dictionary(.errors) { fields, name in
      let words: [String]? = fields.listIfPresent(name) ?? fields.word(name).map { [$0] }
      return words?.map { Detail(description: $0) }
    }
  }
}

public struct ValidationError: Hashable, Sendable {
  public var error: String = ""
  /// A longer message, for sign-in errors.
  public var errorDescription: String?
  public var details: [String: [Detail]] = [:]

  public struct Detail: Hashable, Sendable {
    public var error: Code = .unknown("")
    public var description: String = ""
  }

  public enum Code: OpenEnum {
    /// Its mail host is not let in.
    case blocked
    /// Its mail host cannot be reached.
    case unreachable
    case taken
    case reserved
    /// It was not agreed to.
    case accepted
    case blank
    case invalid
    case tooLong
    case tooShort
    /// It is not one of those that can be chosen.
    case inclusion
    /// Something that this version does not know.
    case unknown(String)

    public static let names: KeyValuePairs<Code, String> = [
      .blocked: "ERR_BLOCKED", .unreachable: "ERR_UNREACHABLE", .taken: "ERR_TAKEN", .reserved: "ERR_RESERVED",
      .accepted: "ERR_ACCEPTED", .blank: "ERR_BLANK", .invalid: "ERR_INVALID", .tooLong: "ERR_TOO_LONG",
      .tooShort: "ERR_TOO_SHORT", .inclusion: "ERR_INCLUSION",
    ]
  }

  /// The complete message: the reason, and field errors that the reason does not contain.
  public var words: String {
    let reason = errorDescription ?? error
    var sentences = reason.isEmpty ? [] : [reason]
    for field in details.keys.sorted() {
      for detail in details[field] ?? [] where !detail.description.isEmpty {
        guard !sentences.contains(where: { $0.contains(detail.description) }) else { continue }
        // With a code, messages continue from the field's name; without one they are sentences.
        sentences.append(
          detail.error == .unknown("") ? detail.description : "\(field) \(detail.description)")
      }
    }
    return ErrorMessages.joined(sentences)
  }
}

extension ValidationError: Decodable {
  /// Decodes any JSON leniently: any text in it is the message.
  public init(from decoder: any Decoder) throws {
    let json: Fields?
    do { json = try decoder.fields() } catch { json = nil }
    let words: ErrorMessages? = json?.entity("error")
    let description = json?.word("error_description")
    if let words, !words.sentences.isEmpty {
      error = words.text
    } else {
      let rest = try ErrorMessages(from: decoder).text
      // `error_description` is stored separately.
      error = rest == description ? words?.code ?? "" : rest
    }
    errorDescription = description
    details = json.map(Self.details) ?? [:]
  }
}

extension ValidationError.Detail: DecodableEntity {
  public init(_ json: Fields) throws {
    error = json.choice("error") ?? .unknown("")
    description = json.text("description")
  }
}

extension ValidationError {
  private static func details(_ json: Fields) -> [String: [Detail]] {
    // Laravel, which Pixelfed uses, sends messages for each field in `errors`, without codes.
    let plain: [String: [Detail]] = json.dictionary("errors") { fields, name in
      let words: [String]? = fields.listIfPresent(name) ?? fields.word(name).map { [$0] }
      return words?.map { Detail(description: $0) }
    }
    return plain.merging(json.dictionary("details") { $0.listIfPresent($1) }) { _, documented in documented }
  }
}

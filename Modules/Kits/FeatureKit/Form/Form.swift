import TerminalKit

/// A form: fields that the user fills in one by one, in any order, and saves or discards as a whole.
///
/// Every value is a text or a list of texts, so that all forms share one view, one set of commands and one way to
/// validate. What a value means beyond its ``Kind-swift.enum`` is decided by ``FormModel``'s `prepare`.
public struct Form: Hashable, Sendable {
  /// The fields in the order in which they are shown; number N is at index N - 1.
  public private(set) var fields: [Field]

  public init(_ fields: [Field]) { self.fields = fields }

  public struct Field: Hashable, Sendable, Identifiable {
    public let name: Name
    /// The summary: one line without a full stop.
    public let summary: String
    /// The summary in the help of its command, which names no account or server.
    public let help: String
    public let kind: Kind
    /// Whether the form cannot be saved without it.
    public let isRequired: Bool
    public internal(set) var values: [String]
    /// The values before anything was changed.
    public internal(set) var original: [String]

    /// The name, which is unique in the form.
    public var id: Name { name }

    /// Creates a field with its values.
    ///
    /// - Parameter help: The summary in the help of its command; `nil` for the same one.
    public init(
      _ name: Name, _ summary: String, _ kind: Kind, isRequired: Bool = false, values: [String] = [],
      help: String? = nil
    ) {
      self.name = name
      self.summary = summary
      self.help = help ?? summary
      self.kind = kind
      self.isRequired = isRequired
      self.values = values
      original = values
    }

    public var isChanged: Bool { values != original }

    /// The name of a field, as it is typed: one lower-case word.
    public struct Name: RawRepresentable, Hashable, Sendable, CustomStringConvertible {
      public let rawValue: String

      public init(rawValue: String) { self.rawValue = rawValue }

      public var description: String { rawValue }
    }
  }

  public enum Kind: Hashable, Sendable {
    /// A text on one line with at most `limit` characters.
    case text(limit: Int)
    case flag
    case choice([String])
    case choices([String])
    /// At most `limit` words, separated by spaces or commas.
    case words(limit: Int)
    /// At most `limit` phrases, separated by commas.
    case phrases(limit: Int)

    /// Whether it is a text of whole sentences, to which a semicolon belongs, and not a name.
    public var isProse: Bool { if case .text(let limit) = self { limit >= 400 } else { false } }

    /// Whether it has several values.
    public var isMany: Bool {
      switch self {
      case .text, .flag, .choice: false
      case .choices, .words, .phrases: true
      }
    }

    /// The accepted words; empty for any text.
    public var choices: [String] {
      switch self {
      case .flag: ["yes", "no"]
      case .choice(let words), .choices(let words): words
      case .text, .words, .phrases: []
      }
    }
  }
}

// MARK: - Reading

extension Form {
  public var isChanged: Bool { fields.contains(where: \.isChanged) }

  /// The text of a field; empty if the field is empty or missing.
  public func text(_ name: Field.Name) -> String { list(name).first ?? "" }

  /// Whether the value of a field is `yes`.
  public func flag(_ name: Field.Name) -> Bool { text(name) == "yes" }

  public func list(_ name: Field.Name) -> [String] { fields.first { $0.name == name }?.values ?? [] }

  public func isChanged(_ name: Field.Name) -> Bool { fields.contains { $0.name == name && $0.isChanged } }

  /// The text of a field that was changed; `nil` for one that stays as it is.
  public func changed(_ name: Field.Name) -> String? { isChanged(name) ? text(name) : nil }

  /// The values that were added to a field and removed from it here, applied to those that it has by now.
  public func merged(_ name: Field.Name, into current: [String]) -> [String] {
    guard let field = fields.first(where: { $0.name == name }), field.isChanged else { return current }
    func isIn(_ value: String, _ values: [String]) -> Bool {
      values.contains { $0.lowercased() == value.lowercased() }
    }
    let kept = current.filter { !isIn($0, field.original) || isIn($0, field.values) }
    return kept + field.values.filter { !isIn($0, field.original) && !isIn($0, kept) }
  }

  /// Returns the field with this name, unique prefix of a name, or number.
  ///
  /// - Throws: ``AppError/usage(_:suggestion:)`` that lists the fields.
  public func field(_ word: String) throws -> Field {
    if let field = known(word) { return field }
    let names = fields.map(\.name.rawValue)
    throw AppError.unlisted(
      "No field “\(word)”.", word: word, among: names, choices: "Fields: \(names.joined(separator: ", ")).")
  }

  func known(_ word: String) -> Field? {
    let wanted = word.lowercased()
    if let number = Int(wanted), fields.indices.contains(number - 1) { return fields[number - 1] }
    if let exact = fields.first(where: { $0.name.rawValue == wanted }) { return exact }
    let found = fields.filter { !wanted.isEmpty && $0.name.rawValue.hasPrefix(wanted) }
    return found.count == 1 ? found[0] : nil
  }

  /// The first required field that is empty.
  public var missing: Field? { fields.first { $0.isRequired && $0.values.allSatisfy(\.isEmpty) } }
}

// MARK: - Changing

extension Form {
  /// Parses the text typed for a field into values of the field's kind.
  ///
  /// - Throws: ``AppError/validation(_:suggestion:)`` with the accepted values.
  public static func values(typed text: String, for field: Field) throws -> [String] {
    let line = text.split(whereSeparator: \.isNewline).joined(separator: " ").trimmed
    switch field.kind {
    case .text(let limit):
      guard line.count <= limit else {
        throw AppError.validation(
          "\(field.name) is \(line.count - limit) characters too long.", suggestion: "Use at most \(limit).")
      }
      return line.isEmpty ? [] : [line]
    case .flag:
      guard let isOn = Choice.isOn(line) else { throw Self.refusal(of: line, for: field) }
      return [isOn ? "yes" : "no"]
    case .choice(let words): return [try pick(line, from: words, for: field)]
    case .choices(let words):
      return try Self.parts(line).flatMap { Self.spelledOut($0, in: words) }.map {
        try pick($0, from: words, for: field)
      }
    case .words: return Self.parts(line)
    case .phrases: return line.split(separator: ",").map { String($0).trimmed }.filter { !$0.isEmpty }
    }
  }

  /// Sets the values of a field, without duplicates.
  ///
  /// - Throws: ``AppError/validation(_:suggestion:)`` if there are too many; then nothing changes.
  public mutating func set(_ name: Field.Name, to values: [String]) throws {
    guard let index = fields.firstIndex(where: { $0.name == name }) else { return }
    var seen: Set<String> = []
    let values = values.filter { seen.insert($0.lowercased()).inserted }
    switch fields[index].kind {
    case .words(let limit), .phrases(let limit):
      guard values.count <= limit else {
        throw AppError.validation(
          "\(name) takes at most \(limit) values.",
          suggestion: "Remove one first: remove \(name) \(fields[index].values.first ?? "").")
      }
    default: break
    }
    fields[index].values = values
  }

  public mutating func remove(_ values: [String], from name: Field.Name) -> [String] {
    guard let index = fields.firstIndex(where: { $0.name == name }) else { return [] }
    let gone = Set(values.map { $0.lowercased() })
    let removed = fields[index].values.filter { gone.contains($0.lowercased()) }
    fields[index].values.removeAll { gone.contains($0.lowercased()) }
    return removed
  }

  public mutating func reset(_ name: Field.Name) {
    for index in fields.indices where fields[index].name == name { fields[index].values = fields[index].original }
  }

  /// The same form after saving: its values are the original ones.
  public var settled: Form {
    var form = self
    for index in form.fields.indices { form.fields[index].original = form.fields[index].values }
    return form
  }

  /// The words of a line; quotes keep several together.
  private static func parts(_ line: String) -> [String] {
    var isQuoted = false
    return line.split { character in
      if character == "\"" { isQuoted.toggle() }
      return !isQuoted && (character.isWhitespace || character == ",")
    }.map { $0.filter { $0 != "\"" } }.filter { !$0.isEmpty }
  }

  /// The numbers of a range such as `1-3`, in a field whose choices are numbers.
  private static func spelledOut(_ part: String, in words: [String]) -> [String] {
    guard words.allSatisfy({ Int($0) != nil }), let numbers = ReferenceSyntax.numbers(part) else { return [part] }
    return numbers.map(String.init)
  }

  private static func pick(_ word: String, from words: [String], for field: Field) throws -> String {
    guard let choice = Choice.find(word, among: words) else { throw refusal(of: word, for: field) }
    return choice
  }

  private static func refusal(of word: String, for field: Field) -> AppError {
    .unlisted(
      word.isEmpty ? "\(field.name) needs a value." : "\(field.name) cannot be “\(word)”.", word: word,
      among: field.kind.choices)
  }
}

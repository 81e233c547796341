import TerminalKit

/// A few fields that a person fills in, one by one and in any order, and keeps or leaves as a whole.
///
/// Data alone: each value is text, or several texts, so that one view, one set of verbs and one way to check serve every
/// form. What a field's text means beyond its ``Kind-swift.enum`` is for ``FormModel``'s `prepare`.
public struct Form: Hashable, Sendable {
  /// The fields in the order in which they are shown; number N is the one at N - 1.
  public private(set) var fields: [Field]

  /// Makes a form.
  public init(_ fields: [Field]) { self.fields = fields }

  /// One line of a form.
  public struct Field: Hashable, Sendable, Identifiable {
    /// The name that is typed: one lower-case word.
    public let name: String
    /// What it is for, as one line without a full stop.
    public let summary: String
    /// What can stand in it.
    public let kind: Kind
    /// Whether the form cannot be kept without it.
    public let isRequired: Bool
    /// What stands in it.
    public internal(set) var values: [String]
    /// What stood in it before anything was changed.
    public internal(set) var original: [String]

    /// Its name, which no other field of the form has.
    public var id: String { name }

    /// Makes a field with what stands in it.
    public init(_ name: String, _ summary: String, _ kind: Kind, isRequired: Bool = false, values: [String] = []) {
      self.name = name
      self.summary = summary
      self.kind = kind
      self.isRequired = isRequired
      self.values = values
      original = values
    }

    /// Whether it is not what it was.
    public var isChanged: Bool { values != original }
  }

  /// What can stand in a field.
  public enum Kind: Hashable, Sendable {
    /// A text of at most so many characters, on one line.
    case text(limit: Int)
    /// Yes or no.
    case flag
    /// One of these words.
    case choice([String])
    /// Some of these words.
    case choices([String])
    /// At most so many words, parted by spaces or commas.
    case words(limit: Int)
    /// At most so many phrases, parted by commas.
    case phrases(limit: Int)

    /// Whether several values can stand in it.
    public var isMany: Bool {
      switch self {
      case .text, .flag, .choice: false
      case .choices, .words, .phrases: true
      }
    }

    /// The words that can be typed, where there are only a few.
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
  /// Whether anything is not what it was.
  public var isChanged: Bool { fields.contains(where: \.isChanged) }

  /// The one text of a field; empty where nothing stands in it, or where there is no such field.
  public func text(_ name: String) -> String { list(name).first ?? "" }

  /// Whether a field says yes.
  public func flag(_ name: String) -> Bool { text(name) == "yes" }

  /// Everything that stands in a field.
  public func list(_ name: String) -> [String] { fields.first { $0.name == name }?.values ?? [] }

  /// Whether a field is not what it was.
  public func isChanged(_ name: String) -> Bool { fields.contains { $0.name == name && $0.isChanged } }

  /// The field of this name, of a beginning of it that no other has, or of this number.
  ///
  /// - throws: ``AppError/usage(_:suggestion:)`` that names the fields.
  public func field(_ word: String) throws -> Field {
    if let field = known(word) { return field }
    let wanted = word.lowercased()
    let near = fields.map(\.name).filter { EditDistance.between(wanted, $0) <= max(1, min(2, wanted.count / 2)) }
    let names = "Fields: \(fields.map(\.name).joined(separator: ", "))."
    throw AppError.usage(
      Sanitizer.clean("No field “\(word)”."),
      suggestion: near.first.map { "Did you mean \($0)? \(names)" } ?? names)
  }

  func known(_ word: String) -> Field? {
    let wanted = word.lowercased()
    if let number = Int(wanted), fields.indices.contains(number - 1) { return fields[number - 1] }
    if let exact = fields.first(where: { $0.name == wanted }) { return exact }
    let found = fields.filter { !wanted.isEmpty && $0.name.hasPrefix(wanted) }
    return found.count == 1 ? found[0] : nil
  }

  /// The first field that has to be filled in and is not.
  public var missing: Field? { fields.first { $0.isRequired && $0.values.allSatisfy(\.isEmpty) } }
}

// MARK: - Changing

extension Form {
  /// Splits what was typed for a field into its values and checks each by the field's kind.
  ///
  /// - throws: ``AppError/validation(_:suggestion:)`` in one sentence, with what can be typed.
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
      switch line.lowercased() {
      case "yes", "y", "on", "true": return ["yes"]
      case "no", "n", "off", "false": return ["no"]
      default: throw Self.refusal(of: line, for: field)
      }
    case .choice(let words): return [try pick(line, from: words, for: field)]
    case .choices(let words):
      return try Self.parts(line).flatMap { Self.spelledOut($0, in: words) }.map {
        try pick($0, from: words, for: field)
      }
    case .words: return Self.parts(line)
    case .phrases: return line.split(separator: ",").map { String($0).trimmed }.filter { !$0.isEmpty }
    }
  }

  /// Puts values into a field, each once.
  ///
  /// - throws: ``AppError/validation(_:suggestion:)`` if there are too many of them; nothing changes then.
  public mutating func set(_ name: String, to values: [String]) throws {
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

  /// Takes values out of a field; answers those that were in it.
  public mutating func remove(_ values: [String], from name: String) -> [String] {
    guard let index = fields.firstIndex(where: { $0.name == name }) else { return [] }
    let gone = Set(values.map { $0.lowercased() })
    let removed = fields[index].values.filter { gone.contains($0.lowercased()) }
    fields[index].values.removeAll { gone.contains($0.lowercased()) }
    return removed
  }

  /// Puts a field back to what it was.
  public mutating func reset(_ name: String) {
    for index in fields.indices where fields[index].name == name { fields[index].values = fields[index].original }
  }

  /// The same form with nothing to be kept: what stands in it now is what it was.
  public var settled: Form {
    var form = self
    for index in form.fields.indices { form.fields[index].original = form.fields[index].values }
    return form
  }

  private static func parts(_ line: String) -> [String] {
    line.split { $0.isWhitespace || $0 == "," }.map(String.init)
  }

  /// Each number of `1-3`, where numbers are what can stand there.
  private static func spelledOut(_ part: String, in words: [String]) -> [String] {
    guard words.allSatisfy({ Int($0) != nil }), let numbers = ReferenceSyntax.numbers(part) else { return [part] }
    return numbers.map(String.init)
  }

  private static func pick(_ word: String, from words: [String], for field: Field) throws -> String {
    let wanted = word.lowercased()
    if words.contains(wanted) { return wanted }
    let beginnings = words.filter { !wanted.isEmpty && $0.hasPrefix(wanted) }
    guard beginnings.count == 1 else { throw refusal(of: word, for: field) }
    return beginnings[0]
  }

  private static func refusal(of word: String, for field: Field) -> AppError {
    .validation(
      Sanitizer.clean(word.isEmpty ? "\(field.name) needs a value." : "\(field.name) cannot be “\(word)”."),
      suggestion: "Use \(field.kind.choices.joined(separator: ", ")).")
  }
}

extension String {
  fileprivate var trimmed: String {
    guard let last = lastIndex(where: { !$0.isWhitespace }) else { return "" }
    return String(self[...last].drop(while: \.isWhitespace))
  }
}

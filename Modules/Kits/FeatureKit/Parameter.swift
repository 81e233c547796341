public import TerminalKit

/// The description of a parameter for help and completion.
public struct ParameterDescription: Hashable, Sendable {
  /// The name: upper case for an argument (`N`, `TEXT`), lower case for an option (`cw`).
  public var name: String
  public var form: Form
  public var isOptional: Bool
  /// Whether it is an option that can be given several times.
  public var isRepeatable: Bool
  /// The letter of an option without a value that may be typed in place of its name, before a text: `-e`.
  public var short: Character?

  /// Whether its value may be a text for others, which the history file does not keep.
  public var isConfidential = false

  /// Whether it takes every word that is left, with all options but the program's, as another program gets them.
  public var passesOptions = false

  /// The form of an argument.
  public enum Form: Hashable, Sendable {
    /// A reference to something of these kinds, or several if `many`.
    case reference(kinds: [Reference.Kind], many: Bool)
    case choice([String])
    case word
    /// A whole number within bounds.
    case integer(ClosedRange<Int>)
    /// All words of the command that are left, except options: a name, or words to search for.
    case phrase
    /// The rest of the line, except options.
    case text
    /// The rest of the line as typed, options and semicolons included.
    case line
    /// `--name`, or `--name VALUE` if `value` is given; `choices` are the accepted values, or empty for any.
    case flag(value: String?, choices: [String])
  }

  public init(
    name: String, form: Form, isOptional: Bool = false, isRepeatable: Bool = false, short: Character? = nil
  ) {
    self.short = short
    self.name = name
    self.form = form
    self.isOptional = isOptional
    self.isRepeatable = isRepeatable
  }

  /// The same parameter, which can be omitted.
  public var asOptional: ParameterDescription {
    var description = self
    description.isOptional = true
    return description
  }

  public var isFlag: Bool { if case .flag = form { true } else { false } }
  /// Whether it takes the rest of the line, whatever that contains.
  public var isText: Bool { form == .text || form == .line }
  /// Whether it takes every word that is left.
  public var takesRest: Bool { isText || form == .phrase }
  public var takesValue: Bool { if case .flag(let value, _) = form { value != nil } else { false } }

  /// The usage: `N…`, `[--cw WARNING]`.
  public var usage: String {
    switch form {
    case .flag(let value, _): "[--\(name)\(value.map { " \($0)" } ?? "")]"
    case .reference(_, many: true): isOptional ? "[\(name)…]" : "\(name)…"
    case .word where passesOptions: name
    case .choice, .integer, .line, .phrase, .reference, .text, .word: isOptional ? "[\(name)]" : name
    }
  }
}

@MainActor
public struct Parameter<Value: Sendable> {
  /// The descriptions: one, or one for each option of a group.
  public let descriptions: [ParameterDescription]
  /// Parses the value from the next words of the reader.
  ///
  /// Throws ``AppError/usage(_:suggestion:)`` if the argument is missing or invalid.
  public let parse: @MainActor (ArgumentReader) async throws -> Value

  public init(_ description: ParameterDescription, parse: @escaping @MainActor (ArgumentReader) async throws -> Value) {
    descriptions = [description]
    self.parse = parse
  }

  public init(
    group descriptions: [ParameterDescription], parse: @escaping @MainActor (ArgumentReader) async throws -> Value
  ) {
    self.descriptions = descriptions
    self.parse = parse
  }

  /// The same argument as a value of another type.
  public func map<Other>(_ transform: @escaping @MainActor (Value) throws -> Other) -> Parameter<Other> {
    Parameter<Other>(group: descriptions) { reader in try transform(try await parse(reader)) }
  }
}

extension Parameter where Value == String {
  /// The rest of the line, at least one character.
  public static func text(_ name: String = "TEXT") -> Parameter {
    Parameter(ParameterDescription(name: name, form: .text)) { reader in
      guard let text = reader.text(), !text.isEmpty else { throw reader.refusal("Put the text after the command.") }
      return text
    }
  }

  /// A name of one or several words, at least one; a semicolon ends it.
  public static func phrase(_ name: String) -> Parameter {
    Parameter(ParameterDescription(name: name, form: .phrase)) { reader in
      guard let text = reader.phrase(), !text.isEmpty else { throw reader.refusal("\(name) is missing.") }
      return text
    }
  }

  public static func word(_ name: String) -> Parameter {
    Parameter(ParameterDescription(name: name, form: .word)) { reader in
      guard let word = reader.next() else { throw reader.refusal("\(name) is missing.") }
      return word
    }
  }

  /// One of a few words, or an unambiguous prefix of one.
  public static func choice(_ name: String, _ choices: [String]) -> Parameter {
    Parameter(ParameterDescription(name: name, form: .choice(choices))) { reader in
      guard let word = reader.next() else {
        throw reader.refusal("\(name) is missing: use \(choices.joined(separator: ", ")).")
      }
      return try pick(word, from: choices, reader: reader)
    }
  }

  /// The choice that a word names or begins, in whatever case; `on` is `yes`.
  ///
  /// - Throws: ``AppError/usage(_:suggestion:)`` for none, or more than one.
  public static func pick(_ word: String, from choices: [String], reader: ArgumentReader) throws -> String {
    guard let choice = Choice.find(word, among: choices) else {
      throw AppError.unlisted("“\(word)” is not one of the choices.", word: word, among: choices)
    }
    return choice
  }
}

extension Parameter where Value == String? {
  /// The rest of the line as typed, if any: options and semicolons are part of it.
  public static func optionalLine(_ name: String) -> Parameter {
    Parameter(ParameterDescription(name: name, form: .line, isOptional: true)) { $0.source() }
  }

  /// The rest of the line, if any.
  public static func optionalText(_ name: String = "TEXT") -> Parameter {
    Parameter(ParameterDescription(name: name, form: .text, isOptional: true)) { $0.text() }
  }

  /// A name of one or several words, if any; a semicolon ends it.
  ///
  /// - Parameter isConfidential: Whether it may say what only the user should know, which the history file does not keep.
  public static func optionalPhrase(_ name: String, isConfidential: Bool = false) -> Parameter {
    var description = ParameterDescription(name: name, form: .phrase, isOptional: true)
    description.isConfidential = isConfidential
    return Parameter(description) { $0.phrase() }
  }

  public static func optionalWord(_ name: String) -> Parameter {
    Parameter(ParameterDescription(name: name, form: .word, isOptional: true)) { $0.next() }
  }

  /// One of a few words, optionally.
  public static func optionalChoice(_ name: String, _ choices: [String]) -> Parameter {
    Parameter(ParameterDescription(name: name, form: .choice(choices), isOptional: true)) { reader in
      guard let word = reader.next() else { return nil }
      return try Parameter<String>.pick(word, from: choices, reader: reader)
    }
  }

  /// An optional `--name VALUE`, where the value is one of the choices if there are any.
  public static func option(_ name: String, _ value: String, choices: [String] = []) -> Parameter {
    Parameter(ParameterDescription(name: name, form: .flag(value: value, choices: choices), isOptional: true)) {
      reader in
      guard let word = reader.flag(name), !choices.isEmpty else { return reader.flag(name) }
      return try Parameter<String>.pick(word, from: choices, reader: reader)
    }
  }
}

extension Parameter where Value == [String] {
  /// `--name VALUE`, given any number of times.
  ///
  /// - Parameter isConfidential: Whether a value may be a text for others, which the history file does not keep.
  public static func options(_ name: String, _ value: String, isConfidential: Bool = false) -> Parameter {
    let form = ParameterDescription.Form.flag(value: value, choices: [])
    var description = ParameterDescription(name: name, form: form, isOptional: true, isRepeatable: true)
    description.isConfidential = isConfidential
    return Parameter(description) { $0.flags(name) }
  }
}

extension Parameter where Value == Bool {
  /// `--name`, given or not.
  public static func flag(_ name: String, short: Character? = nil) -> Parameter {
    Parameter(ParameterDescription(name: name, form: .flag(value: nil, choices: []), isOptional: true, short: short)) {
      $0.flag(name) != nil
    }
  }
}

extension Parameter where Value == Int? {
  /// `--name N` within bounds, if it was given.
  public static func integerOption(_ name: String, _ range: ClosedRange<Int>) -> Parameter {
    Parameter(ParameterDescription(name: name, form: .flag(value: "N", choices: []), isOptional: true)) { reader in
      try number(name, range, reader)
    }
  }

  static func number(_ name: String, _ range: ClosedRange<Int>, _ reader: ArgumentReader) throws -> Int? {
    guard let word = reader.flag(name) else { return nil }
    guard let number = Int(word), range.contains(number) else {
      throw reader.refusal("--\(name) takes a number from \(range.lowerBound) to \(range.upperBound).")
    }
    return number
  }
}

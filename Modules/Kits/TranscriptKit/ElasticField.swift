/// A kind of field that may differ when a session is played again.
public enum ElasticField: String, CaseIterable, Hashable, Sendable {
  /// A time or a duration: `4 min`, `21 Nov 14:02`, `2026-11-21T11:17:00.000Z`.
  case time
  /// An id: ten or more digits, 16 or more letters and digits, or digits in quotes as in JSON.
  case id
  case number
  /// Anything on the line.
  case text

  /// The placeholder in a file.
  public var placeholder: String { "<\(rawValue)>" }
  /// The name in the header.
  var plural: String { self == .text ? rawValue : rawValue + "s" }
}

/// Compares lines in which some fields may differ.
enum ElasticLine {
  /// The line that stands for any number of lines.
  static let lines = "<lines>"

  /// Whether a line of a file describes a line that was printed.
  ///
  /// A placeholder makes all fields of its kind on that line elastic.
  static func matches(_ expected: String, _ actual: String, elastic: Set<ElasticField>) -> Bool {
    if expected == actual { return true }
    let fields = elastic.union(ElasticField.allCases.filter { expected.contains($0.placeholder) })
    guard !fields.isEmpty else { return false }
    let wanted = reduced(expected, fields)
    let found = reduced(actual, fields)
    return fields.contains(.text) ? isMatch(wanted, found) : wanted == found
  }

  /// The line with placeholders in the places of its elastic fields, and with single spaces.
  static func reduced(_ line: String, _ fields: Set<ElasticField>) -> String {
    var result = ""
    var scanner = FieldScanner(line)
    while let character = scanner.peek {
      if character == " " {
        scanner.skip { $0 == " " }
        if !scanner.isAtEnd, !result.isEmpty { result += " " }
        continue
      }
      let field = scanner.isAtWord ? fields.first { $0 != .text && scanner.take($0) } : nil
      if let field {
        result += field.placeholder
      } else {
        result.append(character)
        scanner.advance()
      }
    }
    return result
  }

  /// Whether a text matches one with `<text>` in it.
  private static func isMatch(_ pattern: String, _ text: String) -> Bool {
    var parts = pattern.split(separator: ElasticField.text.placeholder, omittingEmptySubsequences: false)[...]
    guard let first = parts.popFirst(), let last = parts.popLast() else { return pattern == text }
    guard text.hasPrefix(first) else { return false }
    var rest = text[...].dropFirst(first.count)
    for part in parts where !part.isEmpty {
      guard let range = rest.firstRange(of: part) else { return false }
      rest = rest[range.upperBound...]
    }
    return rest.hasSuffix(last)
  }
}

/// Finds times, ids and numbers in a line.
private struct FieldScanner {
  private let characters: [Character]
  private var index = 0

  init(_ line: String) { characters = Array(line) }

  var isAtEnd: Bool { index >= characters.count }
  var peek: Character? { isAtEnd ? nil : characters[index] }
  /// Whether a word begins here.
  var isAtWord: Bool {
    guard let character = peek, Self.isWord(character) || character == "<" else { return false }
    return index == 0 || !Self.isWord(characters[index - 1])
  }

  mutating func advance() { index += 1 }

  mutating func skip(_ predicate: (Character) -> Bool) {
    while let character = peek, predicate(character) { index += 1 }
  }

  /// Continues after a field of this kind, if there is one here.
  mutating func take(_ field: ElasticField) -> Bool {
    let start = index
    if literal(field.placeholder) { return true }
    let isTaken =
      switch field {
      case .time: time()
      case .id: id()
      case .number: !run(\.isNumber).isEmpty && isAtWordEnd
      case .text: false
      }
    if !isTaken { index = start }
    return isTaken
  }

  private var isAtWordEnd: Bool { peek.map { !Self.isWord($0) } ?? true }

  private mutating func literal(_ text: String) -> Bool {
    let text = Array(text)
    guard index + text.count <= characters.count, Array(characters[index..<(index + text.count)]) == text else {
      return false
    }
    index += text.count
    return true
  }

  private mutating func run(_ predicate: (Character) -> Bool) -> String {
    let start = index
    skip(predicate)
    return String(characters[start..<index])
  }

  private mutating func word() -> String { run(\.isLetter) }

  private mutating func optional(_ step: (inout FieldScanner) -> Bool) {
    let start = index
    if !step(&self) { index = start }
  }

  private mutating func time() -> Bool {
    let start = index
    if peek?.isLetter == true {
      let first = word()
      if first == "now", isAtWordEnd { return true }
      if first == "just", literal(" now"), isAtWordEnd { return true }
      return false
    }
    let digits = run(\.isNumber)
    guard !digits.isEmpty else { return false }
    if digits.count == 4, literal("-") { return date() }
    if literal(":") {
      index = start
      return clock()
    }
    optional { $0.literal(" ") }
    let name = word()
    guard isAtWordEnd else { return false }
    if Self.months.contains(String(name.prefix(3))) {
      optional { $0.literal(" ") && $0.run(\.isNumber).count == 4 && $0.isAtWordEnd && $0.peek != ":" }
      optional { scanner in
        scanner.optional { $0.literal(" at") }
        return scanner.literal(" ") && scanner.clock()
      }
      return true
    }
    guard Self.units.contains(name) else { return false }
    optional { $0.literal(" ago") && $0.isAtWordEnd }
    return true
  }

  /// The rest of an ISO 8601 date.
  private mutating func date() -> Bool {
    guard run(\.isNumber).count == 2, literal("-"), run(\.isNumber).count == 2 else { return false }
    optional { scanner in
      guard scanner.literal("T") || scanner.literal(" "), scanner.clock() else { return false }
      scanner.optional { $0.literal(".") && !$0.run(\.isNumber).isEmpty }
      scanner.optional { $0.literal("Z") }
      return true
    }
    return true
  }

  private mutating func clock() -> Bool {
    guard (1...2).contains(run(\.isNumber).count), literal(":"), run(\.isNumber).count == 2 else { return false }
    optional { $0.literal(":") && $0.run(\.isNumber).count == 2 }
    return true
  }

  private mutating func id() -> Bool {
    let isQuoted = index > 0 && characters[index - 1] == "\""
    let word = run(Self.isWord)
    if word.allSatisfy(\.isNumber) { return word.count >= 10 || (isQuoted && peek == "\"") }
    return word.count >= 16 && word.contains(where: \.isNumber) && word.allSatisfy(\.isASCII)
  }

  private static func isWord(_ character: Character) -> Bool {
    character.isLetter || character.isNumber || character == "_"
  }

  private static let months: Set = [
    "Jan", "Feb", "Mar", "Apr", "May", "Jun", "Jul", "Aug", "Sep", "Oct", "Nov", "Dec",
  ]
  private static let units: Set = [
    "ms", "s", "min", "h", "d", "w", "y", "second", "seconds", "minute", "minutes", "hour", "hours", "day", "days",
    "week", "weeks", "month", "months", "year", "years",
  ]
}

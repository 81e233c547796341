/// A text with variables, such as `$name: $text, $time`.
///
/// A variable without a value is left out together with the text between it and the variable before.
public struct TextTemplate: Hashable, Sendable {
  public enum Mistake: Error, Equatable, Sendable {
    case unknownVariable(String)
    case noVariables
  }

  private enum Piece: Hashable {
    case text(String)
    case variable(String)
  }

  private var pieces: [Piece] = []

  public var variables: Set<String> {
    Set(pieces.compactMap { if case .variable(let name) = $0 { name } else { nil } })
  }

  /// Reads a template; `$name` and `${name}` are variables, `$$` is a dollar sign.
  public init(_ source: String, variables: [String]) throws(Mistake) {
    var rest = Sanitizer.clean(source).split(separator: "\n").joined(separator: " ")[...]
    var text = ""
    while let character = rest.popFirst() {
      guard character == "$", let next = rest.first else {
        text.append(character)
        continue
      }
      if next == "$" {
        text.append(rest.removeFirst())
        continue
      }
      let hasBraces = next == "{"
      if hasBraces { rest.removeFirst() }
      let name = String(rest.prefix { $0 == "_" || $0.isLetter || $0.isNumber })
      rest = rest.dropFirst(name.count)
      if hasBraces, rest.first == "}" { rest.removeFirst() }
      // A price is not a variable.
      if !hasBraces, name.isEmpty || name.first?.isNumber == true {
        text += "$" + name
        continue
      }
      guard variables.contains(name.lowercased()) else { throw Mistake.unknownVariable(name) }
      if !text.isEmpty { pieces.append(.text(text)) }
      text = ""
      pieces.append(.variable(name.lowercased()))
    }
    guard !pieces.isEmpty else { throw Mistake.noVariables }
    if !text.isEmpty { pieces.append(.text(text)) }
  }

  /// The text with values in place of the variables.
  ///
  /// Punctuation of the template is dropped after a value that ends with a sentence, and set off from an address.
  public func filled(_ value: (String) -> String) -> String {
    var result = ""
    var separator = ""
    var hasValue = false
    for piece in pieces {
      switch piece {
      case .text(let text): separator += text
      case .variable(let name):
        let value = value(name)
        guard !value.isEmpty else {
          separator = hasValue ? "" : separator
          continue
        }
        result = Self.appended(separator, to: result) + value
        separator = ""
        hasValue = true
      }
    }
    return Self.appended(separator, to: result)
  }

  private static func appended(_ separator: String, to text: String) -> String {
    guard let first = separator.first, let last = text.last, ",.;:".contains(first) else { return text + separator }
    if Sentence.endsInValue(text) { return text + (separator.count > 1 ? " –" : "") + separator.dropFirst() }
    return Sentence.isEnding(last) ? text + separator.dropFirst() : text + separator
  }
}

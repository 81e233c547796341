/// JSON lists as text, which keeps what the server wrote.
enum JSONList {
  /// The text between the brackets of a list; `nil` for anything else.
  static func content(of json: String) -> Substring? {
    var text = json[...]
    while text.first?.isWhitespace == true { text.removeFirst() }
    while text.last?.isWhitespace == true { text.removeLast() }
    guard text.count >= 2, text.first == "[", text.last == "]" else { return nil }
    text = text.dropFirst().dropLast()
    while text.first?.isWhitespace == true { text.removeFirst() }
    return text
  }

  /// Several lists as one; `nil` if one of them is not a list.
  static func joined(_ lists: [String]) -> String? {
    let contents = lists.map(content)
    guard contents.allSatisfy({ $0 != nil }) else { return nil }
    return "[" + contents.compactMap(\.self).filter { !$0.isEmpty }.joined(separator: ",") + "]"
  }
}

/// The members of JSON that nobody may read over a shoulder or in a bug report.
enum SecretFields {
  static let names: Set<String> = [
    "access_token", "refresh_token", "id_token", "client_secret", "token", "password", "auth",
  ]

  /// The text with the strings of such members replaced; everything else stays as it is.
  static func hidden(in json: String) -> String {
    guard names.contains(where: { json.contains("\"\($0)\"") }) else { return json }
    var result = String.UnicodeScalarView()
    var rest = json.unicodeScalars[...]
    var (previous, isValue) = ("", false)
    // By scalars: a mark after a quote would otherwise be one character with it.
    while let sign = rest.first {
      guard sign == "\"" else {
        if sign == ":" { isValue = true } else if !sign.properties.isWhitespace { (previous, isValue) = ("", false) }
        result.append(sign)
        rest.removeFirst()
        continue
      }
      let string = string(at: rest)
      rest = rest[string.endIndex...]
      result.append(
        contentsOf: isValue && names.contains(previous) ? "\"(hidden)\"".unicodeScalars : .init(string))
      (previous, isValue) = (String(string.dropFirst().dropLast()), false)
    }
    return String(result)
  }

  /// The string that the text begins with, with its quotes.
  private static func string(at text: Substring.UnicodeScalarView) -> Substring.UnicodeScalarView {
    var isEscaped = false
    var index = text.index(after: text.startIndex)
    while index < text.endIndex {
      let sign = text[index]
      index = text.index(after: index)
      if sign == "\"", !isEscaped { break }
      isEscaped = sign == "\\" && !isEscaped
    }
    return text[..<index]
  }
}

enum SafeFileName {
  /// The longest name in bytes, including its extension.
  static let limit = 120

  /// Returns a safe name without path components, control characters or a leading dot; never empty, and with an
  /// extension that fits the type.
  static func make(_ wished: String, mimeType: String?) -> String {
    let last = wished.split(whereSeparator: { $0 == "/" || $0 == "\\" }).last.map(String.init) ?? ""
    var scalars = String.UnicodeScalarView()
    for scalar in last.unicodeScalars where isAllowed(scalar) { scalars.append(scalar) }
    var name = trimmed(String(scalars))
    var ending = MediaType.ending(of: name)
    if !ending.isEmpty {
      if isEnding(ending) { name = trimmed(String(name.dropLast(ending.count + 1))) } else { ending = "" }
    }
    if let mimeType, !MediaType.suits(ending, mimeType) || ending.isEmpty {
      ending = MediaType.ending(for: mimeType) ?? ending
    }
    if name.isEmpty { name = "media" }
    let room = limit - (ending.isEmpty ? 0 : ending.utf8.count + 1)
    while name.utf8.count > room { name.removeLast() }
    return ending.isEmpty ? name : name + "." + ending
  }

  /// Returns the name with a number, for when it is taken.
  static func numbered(_ name: String, _ number: Int) -> String {
    let ending = MediaType.ending(of: name)
    guard !ending.isEmpty else { return "\(name)-\(number)" }
    return "\(name.dropLast(ending.count + 1))-\(number).\(ending)"
  }

  private static func isEnding(_ text: String) -> Bool {
    text.utf8.count <= 8
      && text.unicodeScalars.allSatisfy { $0.isASCII && ($0.properties.isAlphabetic || ("0"..."9").contains($0)) }
  }

  /// No control or format characters, and nothing with a meaning to shells or other systems.
  private static func isAllowed(_ scalar: Unicode.Scalar) -> Bool {
    switch scalar.properties.generalCategory {
    case .control, .format, .lineSeparator, .paragraphSeparator, .surrogate, .privateUse, .unassigned: false
    default: !#"/\:*?"<>|"#.unicodeScalars.contains(scalar)
    }
  }

  /// Without dots, spaces and dashes at the ends: a leading dash would read as an option.
  private static func trimmed(_ name: String) -> String {
    func isEdge(_ character: Character) -> Bool { character == "." || character == "-" || character.isWhitespace }
    var rest = name.drop(while: isEdge)
    while let last = rest.last, isEdge(last) { rest.removeLast() }
    return String(rest)
  }
}

import EditLine

/// Completes the path of a file, one folder at a time.
struct PathCompletion {
  /// An entry of a folder.
  typealias Entry = (name: String, isFolder: Bool)

  /// Lists a folder; empty if it cannot be read.
  var entries: (_ folder: String) -> [Entry]

  /// The candidates for a path as far as it is typed, as they are typed: in quotes where there is a space.
  func candidates(for typed: String, isQuoted: Bool = false) -> [Completion.Candidate] {
    if typed == "~" { return [Completion.Candidate("~/", isComplete: false)] }
    let slash = typed.lastIndex(of: "/")
    let folder = slash.map { String(typed[...$0]) } ?? ""
    let beginning = slash.map { String(typed[typed.index(after: $0)...]) } ?? typed
    let found = entries(folder.isEmpty ? "." : folder)
      .filter { $0.name.hasPrefix(beginning) && (beginning.hasPrefix(".") || !$0.name.hasPrefix(".")) }
      // A name with control characters cannot be typed.
      .filter { !$0.name.unicodeScalars.contains { $0.properties.generalCategory == .control } }
      .sorted { $0.name < $1.name }
    let paths = found.map { ($0.name + ($0.isFolder ? "/" : ""), isFolder: $0.isFolder) }
    let needsQuotes = isQuoted || paths.contains { (folder + $0.0).contains(where: Self.needsQuotes) }
    return paths.map { name, isFolder in
      let path = folder + name
      guard needsQuotes else { return Completion.Candidate(path, label: name, isComplete: !isFolder) }
      let escaped = path.replacing("\\", with: "\\\\").replacing("\"", with: "\\\"")
      // The quotes stay open while the path goes on, or while there is a choice.
      let isWhole = !isFolder && paths.count == 1
      return Completion.Candidate("\"\(escaped)\(isWhole ? "\"" : "")", label: name, isComplete: isWhole)
    }
  }

  private static func needsQuotes(_ character: Character) -> Bool {
    character.isWhitespace || "\";'\\".contains(character)
  }
}

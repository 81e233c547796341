import EditLine

/// Completes the path of a file, one folder at a time.
struct PathCompletion {
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
    let needsQuotes = isQuoted || paths.contains { Completion.Candidate.needsQuotes(folder + $0.0) }
    return paths.map { name, isFolder in
      let path = folder + name
      guard needsQuotes else { return Completion.Candidate(path, label: name, isComplete: !isFolder) }
      let escaped = Completion.Candidate.escaped(path)
      // The quotes stay open while the path goes on, or while there is a choice.
      let isWhole = !isFolder && paths.count == 1
      return Completion.Candidate("\"\(escaped)\(isWhole ? "\"" : "")", label: name, isComplete: isWhole)
    }
  }
}

extension Completion.Candidate {
  /// The same candidate as it is typed as one word: in quotes where the command language needs them.
  func quoted(always: Bool) -> Self {
    guard always || Self.needsQuotes(text) else { return self }
    return Self("\"\(Self.escaped(text))\"", summary: summary, label: label ?? text, isComplete: isComplete)
  }

  fileprivate static func needsQuotes(_ word: String) -> Bool {
    word.contains { $0.isWhitespace || "\";'\\".contains($0) }
  }

  /// A word as it stands between quotes.
  fileprivate static func escaped(_ word: String) -> String {
    word.replacing("\\", with: "\\\\").replacing("\"", with: "\\\"")
  }
}

/// Going through the history with Up and Down: the entries that begin with what was typed before the cursor.
struct HistoryWalk {
  private let beginning: String
  private let original: (text: String, cursor: Int)
  /// The entry that is shown, or the number of entries for the original line.
  private var index: Int
  /// The line as it was left; another one ends the walk.
  private(set) var shown: String
  /// Whether an entry is shown rather than the line that was typed.
  private(set) var isAtEntry = false

  /// Starts at a line that was typed.
  init(_ text: String, before: String, entries: [String]) {
    beginning = before
    original = (text, before.unicodeScalars.count)
    index = entries.count
    shown = text
  }

  /// The next line in a direction and the place of its cursor; nil at the end.
  mutating func step(up: Bool, in entries: [String]) -> (text: String, cursor: Int)? {
    var next = index
    while true {
      next += up ? -1 : 1
      guard entries.indices.contains(next) else { break }
      let entry = entries[next]
      // A line that is in the history twice in a row of hits is shown once.
      guard entry != shown, entry != original.text, entry.utf8.starts(with: beginning.utf8) else { continue }
      (index, isAtEntry) = (next, true)
      shown = entry
      return (entry, entry.unicodeScalars.count)
    }
    guard !up, index < entries.count else { return nil }
    (index, isAtEntry) = (entries.count, false)
    shown = original.text
    return original
  }
}

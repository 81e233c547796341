/// The candidates of a completion in rows below the line, and which of them is chosen.
struct CompletionMenu {
  private let candidates: [(name: String, summary: String?)]
  /// The chosen candidate; nil until one is.
  private(set) var selection: Int?

  static func maximumRows(_ size: TerminalSize) -> Int { max(3, min(10, size.rows / 3)) }

  init(_ candidates: [(name: String, summary: String?)]) { self.candidates = candidates }

  /// Chooses the next candidate, or the one before; the first follows the last.
  mutating func choose(next: Bool) {
    let count = candidates.count
    selection = selection.map { ($0 + (next ? 1 : count - 1)) % count } ?? (next ? 0 : count - 1)
  }

  /// The rows, each a little narrower than the terminal; what is said of a candidate has the secondary rendition.
  func rows(_ size: TerminalSize, secondary: String = "2", width: (Character) -> Int) -> [[Prompt.Run]] {
    let maximum = Self.maximumRows(size)
    func measure(_ text: String) -> Int { text.reduce(0) { $0 + width($1) } }
    let room = max(4, size.columns - 2)
    let isList = candidates.contains { $0.summary != nil }
    let limit = isList ? room / 2 : room
    let isLong = candidates.contains { measure($0.name) > limit }
    let candidates = isLong ? shortened : candidates
    var widest = min(candidates.reduce(0) { max($0, measure($1.name)) }, limit)
    let columns = isList ? 1 : max(1, (room + 2) / (widest + 3))
    let capacity = maximum * columns
    let start = (selection ?? 0) / capacity * capacity
    let shown = Array(start..<min(start + capacity, candidates.count))
    // A long name that is not shown takes no room from what is said of the others.
    if isList { widest = min(shown.reduce(0) { max($0, measure(candidates[$1].name)) }, limit) }
    let height = (shown.count + columns - 1) / columns
    var rows = (0..<height).map { row in
      stride(from: row, to: shown.count, by: height).flatMap { index in
        let candidate = candidates[shown[index]]
        let isChosen = shown[index] == selection
        let name = Self.cut(candidate.name, to: widest, width)
        let hasMore = isList ? candidate.summary != nil : index + height < shown.count
        let gap = hasMore ? String(repeating: " ", count: widest - measure(name) + (isList ? 2 : 1)) : ""
        let summary = candidate.summary.map { Self.cut($0, to: room - widest - 2, width) } ?? ""
        return [
          Prompt.Run(isChosen ? "›" : " "), Prompt.Run(name, rendition: isChosen ? "7" : ""),
          Prompt.Run(gap), Prompt.Run(summary, rendition: secondary),
        ]
      }
    }
    let others = candidates.count - shown.count
    if others > 0 { rows.append([Prompt.Run(" … and \(others) more", rendition: secondary)]) }
    return rows
  }

  /// The candidates without the beginning that all of them have, up to a place where a word begins.
  private var shortened: [(name: String, summary: String?)] {
    guard var common = candidates.first?.name[...] else { return candidates }
    for (name, _) in candidates { common = common.prefix(zip(common, name).prefix { $0 == $1 }.count) }
    let start = common.lastIndex { !$0.isLetter && !$0.isNumber }.map { common[...$0].count } ?? 0
    guard start > 1 else { return candidates }
    return candidates.map { ("…" + $0.name.dropFirst(start), $0.summary) }
  }

  static func cut(_ text: String, to columns: Int, _ width: (Character) -> Int) -> String {
    guard text.reduce(0, { $0 + width($1) }) > columns else { return text }
    var kept = ""
    var room = columns - 1
    for character in text {
      room -= width(character)
      guard room >= 0 else { break }
      kept.append(character)
    }
    return kept + "…"
  }
}

/// A recorded session beside the same one played again.
public struct TranscriptComparison: Sendable {
  private enum Row {
    /// In both; the recorded line, which may have placeholders.
    case kept(String)
    /// Only in the record.
    case removed(String)
    /// Only in what was played.
    case added(String)
    /// In the record, and not compared: a live line, or `<lines>`.
    case elastic(String)
    /// Only in what was played, in the place of `<lines>`.
    case covered
  }

  private let rows: [Row]

  /// Compares a record with what was played.
  public init(of recorded: Transcript, with played: Transcript) {
    let elastic = recorded.elastic
    // What is typed is the same in both, so that each response is compared with its own.
    let (old, new) = (Self.responses(in: recorded.lines), Self.responses(in: played.lines))
    rows =
      old.count == new.count
      ? zip(old, new).flatMap { Self.rows(of: $0, with: $1, elastic) }
      : Self.rows(of: recorded.lines[...], with: played.lines[...], elastic)
  }

  /// The lines, divided before each one that is typed.
  private static func responses(in lines: [String]) -> [ArraySlice<String>] {
    var responses: [ArraySlice<String>] = []
    var start = lines.startIndex
    for index in lines.indices.dropFirst() where Transcript.isTyped(lines[index]) {
      responses.append(lines[start..<index])
      start = index
    }
    return responses + [lines[start...]]
  }

  /// The number of lines above which a response that differs counts as a whole: to compare such would take minutes.
  private static let limit = 4000

  private static func rows(
    of recorded: ArraySlice<String>, with played: ArraySlice<String>, _ elastic: Set<ElasticField>
  ) -> [Row] {
    // The lines that are compared, and those that stand before each of them.
    var compared: [String] = []
    var before: [Int: [String]] = [:]
    for line in recorded {
      if line.hasPrefix(Transcript.liveSign) || line == ElasticLine.lines {
        before[compared.count, default: []].append(line)
      } else {
        compared.append(line)
      }
    }
    let played = Array(played)
    var removed: Set<Int> = []
    var added: Set<Int> = []
    if compared.count + played.count > limit {
      if compared != played { (removed, added) = (Set(compared.indices), Set(played.indices)) }
    } else {
      let difference = played.difference(from: compared) { old, new in
        ElasticLine.matches(old, new, elastic: elastic)
      }
      for change in difference {
        switch change {
        case .remove(let offset, _, _): removed.insert(offset)
        case .insert(let offset, _, _): added.insert(offset)
        }
      }
    }
    var rows: [Row] = []
    var old = 0
    var new = 0
    while old <= compared.count {
      let above = before.removeValue(forKey: old) ?? []
      rows += above.map(Row.elastic)
      let isCovered = above.contains(ElasticLine.lines)
      // What is removed comes first, as in any diff.
      if old < compared.count, removed.contains(old), !isCovered {
        rows.append(.removed(compared[old]))
        old += 1
        continue
      }
      while new < played.count, added.contains(new) {
        rows.append(isCovered ? .covered : .added(played[new]))
        new += 1
      }
      if old < compared.count {
        if removed.contains(old) {
          rows.append(.removed(compared[old]))
        } else {
          rows.append(.kept(compared[old]))
          new += 1
        }
      }
      old += 1
    }
    return rows
  }

  /// Whether nothing differs but what may.
  public var isEqual: Bool {
    rows.allSatisfy { row in
      switch row {
      case .removed, .added: false
      case .kept, .elastic, .covered: true
      }
    }
  }

  /// The record with what was played in the places that differ; placeholders and live lines stay.
  public var updated: String {
    rows.compactMap { row in
      switch row {
      case .kept(let line), .added(let line), .elastic(let line): line
      case .removed, .covered: nil
      }
    }.joined(separator: "\n")
  }

  /// The differences as a unified diff with three lines around each, empty if there are none.
  public func unifiedDiff(old: String, new: String) -> String {
    let changed = rows.indices.filter { index in
      switch rows[index] {
      case .removed, .added: true
      case .kept, .elastic, .covered: false
      }
    }
    guard !changed.isEmpty else { return "" }
    var ranges: [Range<Int>] = []
    for index in changed {
      let range = max(index - 3, 0)..<min(index + 4, rows.count)
      if let last = ranges.last, last.upperBound >= range.lowerBound {
        ranges[ranges.count - 1] = last.lowerBound..<range.upperBound
      } else {
        ranges.append(range)
      }
    }
    return "--- \(old)\n+++ \(new)\n" + ranges.map(hunk).joined()
  }

  private func hunk(_ range: Range<Int>) -> String {
    func counts(_ rows: ArraySlice<Row>) -> (old: Int, new: Int) {
      rows.reduce(into: (0, 0)) { counts, row in
        switch row {
        case .kept: counts = (counts.0 + 1, counts.1 + 1)
        case .removed, .elastic: counts.0 += 1
        case .added, .covered: counts.1 += 1
        }
      }
    }
    let start = counts(rows[..<range.lowerBound])
    let size = counts(rows[range])
    let lines = rows[range].compactMap { row -> String? in
      switch row {
      case .kept(let line), .elastic(let line): " " + line
      case .removed(let line): "-" + line
      case .added(let line): "+" + line
      case .covered: nil
      }
    }
    return "@@ -\(start.old + 1),\(size.old) +\(start.new + 1),\(size.new) @@\n"
      + lines.map { $0 + "\n" }.joined()
  }
}

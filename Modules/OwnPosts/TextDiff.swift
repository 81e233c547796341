/// The differences of two texts, word by word, with white space as words.
struct TextDiff: Hashable, Sendable {
  enum Part: Hashable, Sendable {
    case kept(String)
    /// Only in the old text.
    case removed(String)
    case added(String)
  }

  /// The parts in order; where a part was replaced, what was removed comes first.
  let parts: [Part]

  /// Whether the texts differ.
  var isEmpty: Bool { parts.allSatisfy { if case .kept = $0 { true } else { false } } }

  /// Compares two texts.
  ///
  /// Very long texts are compared as a whole, since the time grows with the product of their lengths.
  init(from old: String, to new: String) {
    let (before, after) = (Self.words(old), Self.words(new))
    let start = zip(before, after).prefix { $0 == $1 }.count
    let end = zip(before.dropFirst(start).reversed(), after.dropFirst(start).reversed()).prefix { $0 == $1 }.count
    let (a, b) = (Array(before[start..<before.count - end]), Array(after[start..<after.count - end]))
    var parts: [Part] = before[..<start].map { .kept($0) }
    if a.count * b.count > 4_000_000 {
      parts += a.map { .removed($0) } + b.map { .added($0) }
    } else {
      parts += Self.changes(a, b)
    }
    parts += before[(before.count - end)...].map { .kept($0) }
    self.parts = Self.joined(parts)
  }

  /// Words and the white space between them.
  private static func words(_ text: String) -> [String] {
    var words: [String] = []
    var wasSpace: Bool?
    for character in text {
      let isSpace = character.isWhitespace
      if isSpace == wasSpace, !character.isNewline {
        words[words.count - 1].append(character)
      } else {
        words.append(String(character))
      }
      wasSpace = isSpace
    }
    return words
  }

  /// The shortest changes, by the longest common subsequence.
  private static func changes(_ a: [String], _ b: [String]) -> [Part] {
    guard !a.isEmpty, !b.isEmpty else { return a.map { .removed($0) } + b.map { .added($0) } }
    var lengths = Array(repeating: Array(repeating: 0, count: b.count + 1), count: a.count + 1)
    for i in stride(from: a.count - 1, through: 0, by: -1) {
      for j in stride(from: b.count - 1, through: 0, by: -1) {
        lengths[i][j] = a[i] == b[j] ? lengths[i + 1][j + 1] + 1 : max(lengths[i + 1][j], lengths[i][j + 1])
      }
    }
    var parts: [Part] = []
    var (i, j) = (0, 0)
    while i < a.count || j < b.count {
      if i < a.count, j < b.count, a[i] == b[j] {
        parts.append(.kept(a[i]))
        (i, j) = (i + 1, j + 1)
      } else if i < a.count, j == b.count || lengths[i + 1][j] >= lengths[i][j + 1] {
        parts.append(.removed(a[i]))
        i += 1
      } else {
        parts.append(.added(b[j]))
        j += 1
      }
    }
    return parts
  }

  /// Joins neighbours: runs of changes with only white space between them become one removal and one addition.
  private static func joined(_ parts: [Part]) -> [Part] {
    var result: [Part] = []
    var (removed, added, space) = ("", "", "")
    func flush() {
      if !removed.isEmpty { result.append(.removed(removed)) }
      if !added.isEmpty { result.append(.added(added)) }
      if !space.isEmpty { keep(space) }
      (removed, added, space) = ("", "", "")
    }
    func keep(_ text: String) {
      if case .kept(let last) = result.last {
        result[result.count - 1] = .kept(last + text)
      } else {
        result.append(.kept(text))
      }
    }
    for part in parts {
      switch part {
      case .removed(let text):
        removed += (removed.isEmpty && added.isEmpty ? "" : space) + text
        if !space.isEmpty, !added.isEmpty { added += space }
        space = ""
      case .added(let text):
        if !space.isEmpty, !removed.isEmpty { removed += space }
        added += (removed.isEmpty && added.isEmpty ? "" : space) + text
        space = ""
      case .kept(let text):
        let isOpen = !removed.isEmpty || !added.isEmpty
        if isOpen, space.isEmpty, text.allSatisfy(\.isWhitespace), !text.contains(where: \.isNewline) {
          space = text
        } else {
          flush()
          keep(text)
        }
      }
    }
    flush()
    return result
  }
}

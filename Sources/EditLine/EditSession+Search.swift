internal import CEditLine

/// A search in the history while it is being typed.
private struct Search {
  var pattern = ""
  /// The entry that is shown, nil before the first hit.
  var hit: Int?
  var hasFailed = false

  /// Searches from an entry on, in steps of 1 or -1, for the next that contains the pattern.
  mutating func look(in entries: [String], from start: Int, by step: Int) {
    hasFailed = false
    guard !pattern.isEmpty else { return }
    let wanted = pattern.lowercased()
    var index = start
    while entries.indices.contains(index) {
      if entries[index].lowercased().contains(wanted) {
        hit = index
        return
      }
      index += step
    }
    hasFailed = true
  }

  /// The place of the pattern in the hit, in scalars.
  func offset(in entry: String) -> Int {
    let lowercased = entry.lowercased()
    guard let range = lowercased.firstRange(of: pattern.lowercased()) else { return 0 }
    let characters = lowercased.distance(from: lowercased.startIndex, to: range.lowerBound)
    return entry.prefix(characters).unicodeScalars.count
  }
}

extension EditSession {
  /// Searches the history backwards while the pattern is typed.
  ///
  /// libedit's own search takes some characters for control keys: it looks only at the low byte of a key.
  func search(_ libedit: LibEdit) -> CInt {
    var search = Search()
    let original = editedLine
    defer { stand = nil }
    show(search, over: original)
    while let key = typedKey() {
      switch key {
      case controls.interrupt:
        outcome = .interrupted("")
        return CC_REFRESH
      case .scalar("\u{07}"):
        return CC_REFRESH
      case .scalar("\n"), .scalar("\r"):
        accept(search, libedit)
        libedit.push("\r")
        return CC_REFRESH
      case .scalar("\u{12}"):
        if search.pattern.isEmpty { search.pattern = lastPattern }
        search.look(in: history.entries, from: (search.hit ?? history.entries.count) - 1, by: -1)
      case .scalar("\u{13}"):
        search.look(in: history.entries, from: (search.hit ?? -1) + 1, by: 1)
      case .scalar("\u{7F}"), .scalar("\u{08}"):
        _ = search.pattern.popLast()
        search.hit = nil
        search.look(in: history.entries, from: history.entries.count - 1, by: -1)
      case .scalar(let scalar) where scalar.value >= 0x20:
        search.pattern.unicodeScalars.append(scalar)
        search.look(in: history.entries, from: search.hit ?? history.entries.count - 1, by: -1)
      case .paste(let text) where !text.isEmpty:
        search.pattern += text
        search.look(in: history.entries, from: search.hit ?? history.entries.count - 1, by: -1)
      default:
        // Any other key ends the search with what was found, and does what it does; Escape only ends it.
        accept(search, libedit)
        if key != .scalar("\u{1B}") { keys.insert(key, at: keys.startIndex) }
        return CC_REFRESH
      }
      lastPattern = search.pattern
      show(search, over: original)
    }
    return CC_REFRESH
  }

  private func accept(_ search: Search, _ libedit: LibEdit) {
    guard let hit = search.hit else { return }
    let entry = history.entries[hit]
    libedit.replace(with: entry)
    libedit.moveCursor(by: search.offset(in: entry) - libedit.line.cursor)
  }

  private func show(_ search: Search, over original: EditedLine) {
    let label = search.hasFailed ? "(no match '\(search.pattern)') " : "(search '\(search.pattern)') "
    let shown = search.hit.map { history.entries[$0] } ?? original.text
    stand = EditedLine(
      prompt: Prompt([Prompt.Run(label)]), text: shown,
      cursor: search.hit.map { search.offset(in: history.entries[$0]) } ?? original.cursor)
  }
}

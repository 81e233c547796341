/// The lines that differ between two texts, formatted for reading.
enum LineDiff {
  /// Lines of the old text after `-`, of the new after `+`, with the line's number.
  static func text(from old: String, to new: String) -> String {
    let old = old.split(separator: "\n", omittingEmptySubsequences: false).map(String.init)
    let new = new.split(separator: "\n", omittingEmptySubsequences: false).map(String.init)
    var result = ""
    for change in new.difference(from: old) {
      switch change {
      case .remove(let offset, let line, _): result += "  - \(offset + 1): \(line)\n"
      case .insert(let offset, let line, _): result += "  + \(offset + 1): \(line)\n"
      }
    }
    return result
  }
}

extension TmuxTerminal {
  /// Types a line at Howdah's prompt and returns what is printed before the next prompt, in one line.
  func answer(to line: String) throws -> String {
    let count = try screen().prompts.count
    try enter(line)
    let screen = try wait(for: "the prompt after \(line)") {
      $0.cursorLine.hasSuffix("›") && $0.prompts.count == count + 1
    }
    let printed = screen.rows[screen.prompts[count - 1]..<screen.cursorRow].dropFirst()
    return printed.map { $0.trimmingPrefix { $0 == " " } }.joined(separator: " ")
  }
}

extension Screen {
  /// The rows with a prompt.
  fileprivate var prompts: [Int] { rows.indices.filter { rows[$0].contains(" ›") } }
}

public enum SessionEvent: Hashable, Sendable {
  case typed(prompt: String, line: String)
  case answered(prompt: String, answer: String)
  /// Something was printed, in whole lines.
  case printed(String)
  /// Something was printed while nothing was asked for.
  case arrived(String)
  /// The response to a line is complete.
  case ended
}

/// Writes what happens in a session as text.
public struct SessionWriter: Sendable {
  private var isAfterOutput = false
  private var isAfterEnd = false

  /// Creates a writer of what comes after the beginning of the file.
  public init() {}

  /// The beginning of a file.
  ///
  /// - Parameters:
  ///   - header: Lines of comment, with their signs.
  ///   - start: The line that says how the program was started; `nil` for none.
  ///   - opensScreen: Whether the first screen follows.
  public static func beginning(header: [String], start: String?, opensScreen: Bool) -> String {
    let comment = header.map { "\($0)\n" }.joined() + "\n"
    return comment + (start.map { "\($0)\n" } ?? "") + (start == nil || opensScreen ? "" : "\n")
  }

  /// The text of what happened next.
  public mutating func text(of event: SessionEvent) -> String {
    // The line between two responses is written with the second one, so that a file never ends with it.
    let gap = isAfterEnd && isAfterOutput ? "\n" : ""
    switch event {
    case .typed(let prompt, let line):
      (isAfterEnd, isAfterOutput) = (false, false)
      return gap + Transcript.line(line, behind: prompt) + "\n"
    case .answered(let prompt, let answer):
      isAfterOutput = true
      return "\(Transcript.answer)\(prompt): \(answer)\n"
    case .printed(let text):
      guard !text.isEmpty else { return "" }
      isAfterOutput = true
      return Transcript.escaped(text)
    case .arrived(let text):
      // A session that is played has no such lines, so the empty line between responses does not depend on them.
      return text.split(separator: "\n").map { "\(Transcript.liveSign)\($0)\n" }.joined()
    case .ended:
      isAfterEnd = true
      return ""
    }
  }
}

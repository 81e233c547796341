public import TerminalKit

/// A line printed above the prompt: an event that a command can name by a label, or a message of the program.
public struct Note: Hashable, Sendable {
  /// The sign before the line, such as `↩`; may be empty.
  public var sign: StyledText
  /// The name by which commands refer to the line; `nil` if it stands for nothing.
  public var label: LineLabel?
  /// The message; of an event, who did what and when.
  public var text: StyledText
  /// The beginning of the post, which is cut to the width of the terminal; may be empty.
  public var detail: StyledText
  /// The references of the label, the preferred meaning first.
  public var references: [Reference]
  /// Whether the desktop shows it too.
  public var isForDesktop = false
  /// Whether it arrived by itself and is not part of a command's response, even if one is running.
  public var isUnprompted = false
  public var audience = Audience.unstated

  /// Creates a note; a message of the program has only a text.
  public init(
    _ text: StyledText, sign: StyledText = StyledText(), detail: StyledText = StyledText(), references: [Reference] = []
  ) {
    self.text = text
    self.sign = sign
    self.detail = detail
    self.references = references
  }

  /// The message as it is kept in the list of recent messages, without its label.
  public var message: StyledText { .joined([sign, text, detail], separator: " ") }

  /// The whole line as seen, without a limit of its length.
  public var plain: String { line.plain }

  /// The sign, the label and the text.
  public var head: StyledText {
    .joined([sign, label.map { StyledText($0.text, .number) } ?? StyledText(), text], separator: " ")
  }

  private var line: StyledText { .joined([head, detail], separator: "  ") }

  /// The lines on a terminal with so many columns: one, or two if no room for the detail is left on the first.
  public func lines(width: Int) -> [StyledText] {
    guard !detail.isEmpty else { return [head] }
    let room = width - head.widestDisplayWidth - 2
    if room >= min(detail.widestDisplayWidth, Self.minimumRoom) { return [head + "  " + detail.truncated(to: room)] }
    return [head, "  " + detail.truncated(to: max(1, width - 2))]
  }

  /// The fewest columns in which the beginning of a post is worth reading.
  static let minimumRoom = 20

  /// The line for a screen reader: `a1. Wren replied, 14:02: What do you wrap them in?`.
  public var spoken: String {
    let start = label.map { "\($0.text). " } ?? ""
    return start + (detail.isEmpty ? text.spoken : "\(text.spoken): \(detail.spoken)")
  }
}

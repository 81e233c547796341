public import TerminalKit

extension AppError {
  /// The error as a screen shows it that has nothing else to show: what happened, then what to do.
  public var blocks: [Block] {
    [
      .paragraph(StyledText("! ", .error, spoken: "") + StyledText(words, .error)),
      .paragraph(StyledText(suggestion, .hint)),
    ]
  }
}

public import TerminalKit

extension AppError {
  /// The blocks of a screen that has nothing but the error to show: what happened, then what to do.
  public var blocks: [Block] {
    [
      .paragraph(StyledText("! ", .error, spoken: "") + StyledText(message, .error)),
      .paragraph(StyledText(suggestion, .hint)),
    ]
  }
}

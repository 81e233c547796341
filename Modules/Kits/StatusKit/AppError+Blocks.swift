public import FeatureKit
public import TerminalKit

extension AppError {
  /// The error as it stands on a screen that has nothing else to show: what happened, and what to do.
  public var blocks: [Block] {
    [
      .paragraph(StyledText("! ", .error, spoken: "") + StyledText(words, .error)),
      .paragraph(StyledText(suggestion, .hint)),
    ]
  }
}

extension Status {
  /// The content warning as it is shown: on one line and at most ``warningLength`` characters long; empty if there is
  /// none.
  public var shownWarning: String {
    guard !spoilerText.isEmpty else { return "" }
    guard spoilerText.hasVisibleText else { return "(no text)" }
    let line = spoilerText.split(whereSeparator: \.isNewline).joined(separator: " ")
    guard line.utf8.count > Self.warningLength, line.count > Self.warningLength else { return line }
    return line.prefix(Self.warningLength - 1) + "…"
  }

  /// The maximum length of a shown content warning; Mastodon's own posts have at most 500 characters.
  private static let warningLength = 500
}

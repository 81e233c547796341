/// A text on the terminal's last line that shows how far a command is, and makes room for what is written.
@MainActor
final class ProgressDisplay {
  private var isShown = false
  /// Whether something was changed, which a failure to write does not undo.
  private let hasChanged: () -> Bool

  init(hasChanged: @escaping () -> Bool) { self.hasChanged = hasChanged }

  /// Shows a text in place of the last one.
  func show(_ text: String) {
    StandardStreams.write("\r\u{1B}[K" + text, to: 2)
    isShown = true
  }

  /// Writes whole lines in place of the text.
  func write(_ text: String, to descriptor: Int32) {
    if isShown { StandardStreams.write("\r\u{1B}[K", to: 2) }
    isShown = false
    StandardStreams.write(text, to: descriptor, afterChange: hasChanged())
  }
}

import FeatureKit
import FoundationEssentials
import MastodonKit
import TerminalKit

extension Messages.State {
  public static let fixtures = Fixtures()

  public final class Fixtures: Sendable {
    public let empty = Messages.State(entries: [])
    /// A command's result, events, and a warning.
    public let several = Messages.State(entries: [
      .fixture(0, .success, "Sent."), .fixture(2, .information, "Heron favourited your post."),
      .fixture(9, .warning, "Command history is not saved: /home/wren cannot be read or written."),
      .fixture(75, .information, "12 posts and 3 notifications while disconnected."),
    ])
    /// Wide characters, and text with control sequences for the terminal.
    public let hostile = Messages.State(entries: [
      .fixture(1, .information, "活字を一本落としました 👩🏽‍🔧\u{1B}[2J\u{202E} favourited your post.")
    ])
  }
}

extension ToastCenter.Entry {
  fileprivate static func fixture(_ minutesAgo: Int, _ kind: Toast.Kind, _ text: String) -> ToastCenter.Entry {
    ToastCenter.Entry(time: .fixture(minutesAgo: minutesAgo), kind: kind, text: StyledText(text))
  }
}

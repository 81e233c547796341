import MastodonKit

extension Sharing {
  /// The posts whose copied text is previewed.
  final class Fixtures: Sendable {
    let plain = Status.fixtures.formatted
    /// A content warning comes first.
    let contentWarning = Status.fixtures.contentWarning
    /// A post that tries to take over the terminal.
    let hostile = Status.fixtures.hostileWarning
  }
}

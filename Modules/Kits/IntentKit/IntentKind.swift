/// The requests that another program can make.
public enum IntentKind: String, CaseIterable, Hashable, Sendable {
  case compose
  case open
  /// Count unread notifications and posts.
  case unread
  /// Name the current account.
  case whoami
  /// Receive events as they happen.
  case events
}

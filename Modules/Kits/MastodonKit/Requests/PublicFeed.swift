/// A list of public posts that a server shows without an account.
public enum PublicFeed: Hashable, Sendable {
  /// The posts of the server's own accounts.
  case local
  /// The posts that the server knows, from everywhere.
  case federated
  /// The posts that are popular there now.
  case trending
  /// The posts with a hashtag, named without `#`.
  case tag(String)
  /// The posts of an account, named as on that server and without the first `@`.
  case account(String)
}

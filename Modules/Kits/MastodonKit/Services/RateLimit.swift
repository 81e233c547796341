public import FoundationEssentials

/// The number of requests that a server still accepts from an account.
///
/// Several limits overlap; servers report the one that is nearest.
public struct RateLimit: Hashable, Sendable {
  /// The number of requests in one window, if the server reports it.
  public var limit: Int?
  /// The number of requests left.
  public var remaining: Int
  /// When the window ends, if the server reports it.
  public var resets: Date?

  public init(limit: Int?, remaining: Int, resets: Date?) {
    self.limit = limit
    self.remaining = remaining
    self.resets = resets
  }
}

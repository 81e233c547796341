public import FeatureKit
public import MastodonKit

/// Whether the server can be reached, and what waits to be sent.
public enum Connection {
  public struct State: Hashable, Sendable {
    /// The account, `user@host`.
    public var account: String
    public var host: String
    /// The server's response time in milliseconds; `nil` if it did not answer.
    public var milliseconds: Int?
    /// Why it could not be asked.
    public var error: AppError?
    /// Why the server does not let the account act, in its words, which may be empty; `nil` if it does.
    public var obstacle: String?
    /// The state of live updates, as `where` has it; `nil` in a run without them.
    public var live: String?
    /// Whether the server's streams work, if that was asked.
    public var streamsWork: Bool?
    /// The number of requests that the server still accepts, if it reports one.
    public var rate: RateLimit?
    /// The number of changes that wait to be sent; `nil` if that can't be read.
    public var outbox: Int?
    /// The number of drafts; `nil` if they can't be read.
    public var drafts: Int?

    public init(
      account: String, host: String, milliseconds: Int? = nil, error: AppError? = nil, obstacle: String? = nil,
      live: String? = nil, streamsWork: Bool? = nil, rate: RateLimit? = nil, outbox: Int? = 0, drafts: Int? = 0
    ) {
      self.account = account
      self.host = host
      self.milliseconds = milliseconds
      self.error = error
      self.obstacle = obstacle
      self.live = live
      self.streamsWork = streamsWork
      self.rate = rate
      self.outbox = outbox
      self.drafts = drafts
    }
  }
}

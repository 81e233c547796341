public import FeatureKit
public import FoundationEssentials
import StatusKit
import TerminalKit

/// Whether the server can be reached, and what waits to be sent.
public enum Connection {
  /// Everything the command shows.
  public struct State: Hashable, Sendable {
    /// The account, `user@host`.
    public var account: String
    /// The server's host.
    public var host: String
    /// How long the server took to answer, in milliseconds; `nil` if it did not.
    public var milliseconds: Int?
    /// Why it could not be asked.
    public var error: AppError?
    /// The state of live updates, as `where` has it; `nil` in a run without them.
    public var live: String?
    /// Whether the server's streams work, if that was asked.
    public var streamsWork: Bool?
    /// How many requests the server still accepts, if it says so.
    public var rate: Rate?
    /// How many changes wait to be sent.
    public var outbox: Int
    /// How many drafts there are.
    public var drafts: Int

    /// Makes a state.
    public init(
      account: String, host: String, milliseconds: Int? = nil, error: AppError? = nil, live: String? = nil,
      streamsWork: Bool? = nil, rate: Rate? = nil, outbox: Int = 0, drafts: Int = 0
    ) {
      self.account = account
      self.host = host
      self.milliseconds = milliseconds
      self.error = error
      self.live = live
      self.streamsWork = streamsWork
      self.rate = rate
      self.outbox = outbox
      self.drafts = drafts
    }
  }

  /// How many requests a server still accepts.
  public struct Rate: Hashable, Sendable {
    /// How many in one period, if the server says so.
    public var limit: Int?
    /// How many are left.
    public var remaining: Int
    /// When the period ends, if the server says so.
    public var resets: Date?

    /// Makes a rate.
    public init(limit: Int?, remaining: Int, resets: Date?) {
      self.limit = limit
      self.remaining = remaining
      self.resets = resets
    }
  }
}

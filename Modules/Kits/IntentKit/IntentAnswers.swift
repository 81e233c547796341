/// Whether other programs can reach this process.
public enum IntentSocketState: Hashable, Sendable {
  case open(String)
  /// A process that was started later owns this socket now.
  case taken(String)
  /// They cannot, for this reason.
  case closed(String)
}

public struct UnreadSummary: Hashable, Sendable {
  /// The account, `user@host`.
  public var account: String
  public var notifications: Int
  /// Whether there are more than were counted.
  public var hasMore: Bool
  /// The number of new posts in the home timeline; `nil` if the timeline is not loaded.
  public var home: Int?

  public init(account: String, notifications: Int, hasMore: Bool, home: Int?) {
    self.account = account
    self.notifications = notifications
    self.hasMore = hasMore
    self.home = home
  }

  public static let fixtures = Fixtures()

  public final class Fixtures: Sendable {
    public let none = UnreadSummary(account: "wren@garden.example", notifications: 0, hasMore: false, home: 0)
    public let one = UnreadSummary(account: "wren@garden.example", notifications: 1, hasMore: false, home: 1)
    /// More than were counted, without a timeline.
    public let many = UnreadSummary(account: "wren@garden.example", notifications: 40, hasMore: true, home: nil)
  }
}

/// Which process would carry out a request, and for which account.
public struct IntentResponder: Hashable, Sendable {
  /// The account, `user@host`.
  public var account: String
  public var isSandbox: Bool
  /// The process ID of the running Howdah that answered; `nil` if none runs.
  public var process: Int?

  public init(account: String, isSandbox: Bool, process: Int?) {
    self.account = account
    self.isSandbox = isSandbox
    self.process = process
  }

  public static let fixtures = Fixtures()

  public final class Fixtures: Sendable {
    public let running = IntentResponder(account: "wren@garden.example", isSandbox: false, process: 4021)
    /// This process, since no Howdah runs.
    public let alone = IntentResponder(account: "you@sandbox", isSandbox: true, process: nil)
  }
}

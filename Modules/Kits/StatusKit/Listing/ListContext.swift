public import FoundationEssentials
public import MastodonKit

/// What a session gives to each of its lists.
public struct ListContext: Sendable {
  /// The clock, for filters that end.
  public let now: @Sendable () -> Date
  /// What the session showed before, and what the user wants to see again.
  public let shown: ShownPosts
  /// Lets the first page be read from the archive; `nil` if the server is always asked first.
  public let kept: KeptReads?

  public init(now: @escaping @Sendable () -> Date, shown: ShownPosts, kept: KeptReads?) {
    self.now = now
    self.shown = shown
    self.kept = kept
  }

  /// The same for a list that asks the server first.
  public var fromServer: ListContext { ListContext(now: now, shown: shown, kept: nil) }

  /// A clock that stands still, for previews and tests.
  @MainActor
  public static func fixture(shown: ShownPosts = .none, kept: KeptReads? = nil) -> ListContext {
    ListContext(now: { .fixtureNow }, shown: shown, kept: kept)
  }
}

public import FeatureKit
public import FoundationEssentials
public import MastodonKit
public import StatusKit

/// Timelines, threads and profiles: what there is to read.
///
/// The timeline screen shows one page at a time. Its posts are numbered from 1, and a number always means the post that
/// was printed beside it last: `older`, `newer`, `new` and `refresh` print another page and number it anew; what comes
/// in meanwhile is counted in the title and not put between, and what is deleted keeps its number. So the numbers stay
/// short, and none can come to mean another post unseen.
public enum Home {
  /// Which posts the screen shows.
  public enum Timeline: String, Hashable, Sendable, CaseIterable {
    /// The posts of everyone the account follows.
    case home
    /// The public posts of the account's server.
    case local
    /// The public posts that the server knows, from everywhere.
    case federated
  }

  /// Everything the timeline screen shows, as data only.
  public struct State: Hashable, Sendable {
    /// How far the screen has come.
    public enum Phase: Hashable, Sendable {
      /// Nothing was asked for yet.
      case idle
      /// The first page is on its way.
      case loading
      /// There is an answer.
      case loaded
      /// There is nothing to show, for this reason.
      case failed(AppError)
    }

    /// Which posts it shows.
    public var timeline: Timeline
    /// How far it has come.
    public var phase: Phase
    /// The page as it was printed.
    public var list: StatusList
    /// Where the next older page starts; `nil` at the end.
    public var older: Cursor?
    /// Where the next newer page starts.
    public var newer: Cursor?
    /// Whether the page is the newest there was, and not one further down.
    public var isNewest: Bool
    /// When the newest page was fetched.
    public var fetchedAt: Date?
    /// The newest post that was shown, from which `new` goes on.
    public var newestShown: Status.ID?
    /// The newest post there was when the top was shown the time before, in this run or in an earlier one; `nil` if that is
    /// not known.
    public var seenUpTo: Status.ID?
    /// How many posts came in since.
    public var unread: Int
    /// Whether there are more than were counted.
    public var hasMoreUnread: Bool
    /// Whether the page must be asked for again, since the filters changed.
    public var isStale: Bool
    /// How many posts a page has.
    public var limit: Int
    /// The signed-in account.
    public var me: Account.ID?

    /// Makes a state; by default the home timeline before anything was asked for.
    public init(
      timeline: Timeline = .home, phase: Phase = .idle, list: StatusList = StatusList(), older: Cursor? = nil,
      newer: Cursor? = nil, isNewest: Bool = true, fetchedAt: Date? = nil, newestShown: Status.ID? = nil,
      seenUpTo: Status.ID? = nil, unread: Int = 0, hasMoreUnread: Bool = false, isStale: Bool = false, limit: Int = 20,
      me: Account.ID? = nil
    ) {
      self.timeline = timeline
      self.phase = phase
      self.list = list
      self.older = older
      self.newer = newer
      self.isNewest = isNewest
      self.fetchedAt = fetchedAt
      self.newestShown = newestShown
      self.seenUpTo = seenUpTo
      self.unread = unread
      self.hasMoreUnread = hasMoreUnread
      self.isStale = isStale
      self.limit = limit
      self.me = me
    }
  }

  /// Everything the timeline screen can ask for; the root decides what each request does.
  @MainActor
  public struct Action {
    /// Shows the newest page of a timeline, with so many posts a page if a number is given.
    public var show: (Timeline, _ limit: Int?) async throws -> Void
    /// Shows the newest page again.
    public var refresh: () async throws -> Void
    /// Shows the next older page; false at the end.
    public var older: () async throws -> Bool
    /// Shows the next newer page; false at the top.
    public var newer: () async throws -> Bool
    /// Shows the posts that came in since the newest page shown; false if there are none.
    public var new: () async throws -> Bool
    /// What can be asked of a post.
    public var status: StatusAction

    /// Makes an action from its closures.
    public init(
      show: @escaping (Timeline, _ limit: Int?) async throws -> Void, refresh: @escaping () async throws -> Void,
      older: @escaping () async throws -> Bool, newer: @escaping () async throws -> Bool,
      new: @escaping () async throws -> Bool, status: StatusAction
    ) {
      self.show = show
      self.refresh = refresh
      self.older = older
      self.newer = newer
      self.new = new
      self.status = status
    }
  }
}

public import FeatureKit
public import MastodonKit
public import StatusKit

/// The home timeline, the local one and the federated one, of which the screen shows one.
///
/// It shows a page at a time. The posts are numbered from 1, and a number always means the post that was last printed
/// beside it: `older`, `newer`, `new` and `refresh` print another page and number it from 1 again. Posts that arrive
/// meanwhile are counted in the title and not inserted; a deleted post keeps its number. So numbers stay short, and
/// none can start to mean another post unseen.
public enum Home {
  /// Which posts the screen shows.
  public enum Timeline: String, Hashable, Sendable, CaseIterable {
    /// The posts of everyone the account follows.
    case home
    /// The public posts of the account's server.
    case local
    /// The public posts that the server knows, from everywhere.
    case federated

    /// The topic of its own stream; `nil` for the home timeline, whose posts the account's stream carries.
    public var topic: StreamTopic? {
      switch self {
      case .home: nil
      case .local: .local(onlyMedia: false)
      case .federated: .federated(onlyMedia: false)
      }
    }
  }

  /// The timeline screen before anything was requested.
  public static func state(
    _ timeline: Timeline = .home, limit: Int = 20, me: Account.ID? = nil
  ) -> StatusTimeline.State {
    let words: (title: String, empty: String) =
      switch timeline {
      case .home:
        ("Home · everyone you follow", "No posts yet. Follow accounts to see their posts here.")
      case .local: ("Local · everyone on this server", "No posts on this server yet.")
      case .federated: ("Federated · everyone this server knows", "No posts yet.")
      }
    var state = StatusTimeline.State(
      kind: "home", subject: timeline.rawValue, title: words.title, label: timeline.rawValue,
      context: timeline == .home ? .home : .public, emptyText: words.empty, limit: limit, command: [timeline.rawValue])
    (state.topic, state.me) = (timeline.topic, me)
    return state
  }

  /// The actions of the timeline screen; the root carries them out.
  @MainActor
  public struct Action {
    /// Shows the tab at its root screen.
    public var select: () -> Response
    /// Shows what the options ask for of a timeline.
    public var show: (Timeline, TimelineOptions) async throws -> Response
    /// Shows the Home timelines of several accounts: `all`, or names with commas between.
    public var accounts: (String, TimelineOptions) async throws -> Response
    /// Is told that the newest page was fetched again.
    public var refreshed: () -> Void
    public var status: StatusAction

    public init(
      select: @escaping () -> Response, show: @escaping (Timeline, TimelineOptions) async throws -> Response,
      accounts: @escaping (String, TimelineOptions) async throws -> Response, refreshed: @escaping () -> Void,
      status: StatusAction
    ) {
      self.select = select
      self.show = show
      self.accounts = accounts
      self.refreshed = refreshed
      self.status = status
    }
  }
}

extension StatusTimeline.State {
  /// Which posts the Home screen shows.
  public var timeline: Home.Timeline { subject.flatMap(Home.Timeline.init) ?? .home }

  /// Another timeline of the Home screen before anything was requested.
  func of(_ timeline: Home.Timeline) -> StatusTimeline.State { Home.state(timeline, limit: limit, me: me) }
}

public import FeatureKit
public import MastodonKit
public import StatusKit
import TerminalKit

/// The actions on the user's own posts besides writing and deleting them: history, pins, muted threads, quotes.
public enum OwnPosts {
  /// The actions of the commands; the root carries them out.
  @MainActor
  public struct Action {
    /// Finds a post on a screen, or else on the server.
    public var status: (Status.ID) async throws -> Status
    public var service: OwnStatusService
    /// Shows a post's new form on every screen.
    public var changed: (Status) -> Void
    public var quotes: (Status.ID, TimelineOptions) async throws -> Response
    /// The user's posts as the server has them now.
    public var posts: (PageRequest) async throws -> Page<Status>
    /// Reads those that are kept on this machine, where an error says that the server could not be asked; `nil` for another error.
    public var kept: (_ error: any Error) async -> ((PageRequest) async throws -> Page<Status>)?
    /// The signed-in account; `nil` while it is not known.
    public var me: () -> Account.ID?

    public init(
      status: @escaping (Status.ID) async throws -> Status, service: OwnStatusService,
      changed: @escaping (Status) -> Void, quotes: @escaping (Status.ID, TimelineOptions) async throws -> Response,
      posts: @escaping (PageRequest) async throws -> Page<Status>,
      kept: @escaping (_ error: any Error) async -> ((PageRequest) async throws -> Page<Status>)?,
      me: @escaping () -> Account.ID?
    ) {
      self.status = status
      self.service = service
      self.changed = changed
      self.quotes = quotes
      self.posts = posts
      self.kept = kept
      self.me = me
    }
  }

  /// The timeline of the posts that quote a post, before anything was requested.
  public static func quotesState(_ id: Status.ID) -> StatusTimeline.State {
    StatusTimeline.State(
      kind: "quotes", subject: id.rawValue, title: "Posts that quote this one", label: "quotes", context: .thread,
      emptyText: "No post quotes it, as far as you can see.", order: .server, command: ["quotes", "id:\(id)"])
  }

  @MainActor
  public static func plugin(action: Action) -> Plugin {
    Plugin(
      id: "own-posts", title: "Own posts", symbol: "✐", verbs: verbs(action),
      previews: {
        Preview.all(of: History.fixtures, prefix: "history") { (history: History, layout) in
          view(history, layout: layout)
        }
          + Preview.all(of: StatisticsFixtures(), prefix: "stats") { (found: Statistics, layout) in
            view(found, layout: layout)
          }
          + StatusTimeline.previews(of: StatusTimeline.StateFixtures(quotesState("1")), prefix: "quotes")
      })
  }
}

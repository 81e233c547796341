public import FeatureKit
import MastodonKit

extension StatusTimeline {
  /// A feature that is one timeline: a command that opens it, and a preview of each way it can look.
  ///
  /// - Parameters:
  ///   - state: The timeline before anything was requested; its kind is the feature's id and command.
  ///   - symbol: The symbol beside the title.
  ///   - help: The command's line in the help.
  ///   - show: Opens the screen.
  @MainActor
  public static func plugin(
    _ state: State, symbol: String, help: String, show: @escaping (TimelineOptions) async throws -> Void
  ) -> Plugin {
    Plugin(
      id: state.kind, title: state.heading.title, symbol: symbol,
      verbs: [
        Verb(state.kind, .timeline, help: help, discussion: TimelineOptions.discussion) { options in
          try await show(options)
          return .screen
        }
      ],
      previews: {
        Preview.all(of: StateFixtures(state)) { (state: State) in
          screen(state: { state }, action: .fixtures.none)
        }
      })
  }

  /// One state of a timeline for each way it can look.
  public struct StateFixtures: Sendable {
    /// The page is on its way.
    public let loading: State
    /// The server does not answer.
    public let failed: State
    /// No post yet.
    public let empty: State
    /// A few posts, and older ones.
    public let loaded: State
    /// The last page.
    public let older: State
    /// Another script.
    public let wideCharacters: State
    /// Posts that try to take over the terminal.
    public let hostile: State

    /// Makes the states of a timeline.
    public init(_ state: State) {
      func with(_ posts: Loadable<PagedStatuses>) -> State {
        var state = state
        state.posts = posts
        return state
      }
      func page(_ statuses: [Status], older: Cursor? = nil, isNewest: Bool = true) -> State {
        with(.loaded(PagedStatuses(statuses, order: state.order, older: older, isNewest: isNewest)))
      }
      let statuses = Status.fixtures
      loading = with(.loading)
      failed = with(.failed(.fixtures.timedOut))
      empty = page([])
      loaded = page([statuses.marked, statuses.linkCard], older: "100")
      older = page([statuses.bot], isNewest: false)
      wideCharacters = page([statuses.wideCharacters])
      hostile = page([statuses.hostile, statuses.hostileWarning])
    }
  }
}

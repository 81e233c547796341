public import FeatureKit
public import MastodonKit
public import TerminalKit

/// A screen that lists posts a page at a time, numbered from 1: a list's, a hashtag's, the bookmarks.
///
/// A feature with such a screen supplies a state (kind, title, empty text), a heading where the title comes from the
/// server, and a closure that reads a page:
/// ```swift
/// let model = StatusTimeline.Model(
///   state: StatusTimeline.State(
///     kind: "bookmarks", title: "Bookmarks", label: "bookmarks", context: .account, emptyText: "No bookmarks yet.",
///     order: .server), now: …) { try await client.bookmarks($0) }
/// let screen = StatusTimeline.screen(model: model, status: …)
/// ```
public enum StatusTimeline {
  public typealias State = ListState<Status>
  public typealias Model = ListModel<Status>

  /// The additions of a kind of timeline to the common screen.
  public struct Additions: Hashable, Sendable {
    public var note: String?
    public var hint: [String]
    public var emptyHint: [String]?
    /// The user's tags and notes on posts, shown below these.
    public var marks: [BookmarkMark]
    /// The lines below the posts about what is missing among them.
    public var warnings: [String]
    /// The text below the posts if those that were seen last are further down.
    public var gapText: String?
    /// The first members of the screen's JSON; `nil` for `timeline`, the label.
    public var data: [JSONValue.Member]?
    public var matches: [TextMatch] = []

    public init(
      note: String? = nil, hint: [String] = [], emptyHint: [String]? = nil, marks: [BookmarkMark] = [],
      warnings: [String] = [], gapText: String? = nil, data: [JSONValue.Member]? = nil
    ) {
      self.note = note
      self.hint = hint
      self.emptyHint = emptyHint
      self.marks = marks
      self.warnings = warnings
      self.gapText = gapText
      self.data = data
    }
  }

  /// A feature that is one timeline: a command that opens it, and a preview of each way it can look.
  ///
  /// - Parameter state: The timeline before anything was requested; its kind is the feature's id and command.
  @MainActor
  public static func plugin(
    _ state: State, symbol: String, help: String, show: @escaping (TimelineOptions) async throws -> Response
  ) -> Plugin {
    Plugin(
      id: state.kind, title: state.heading.title, symbol: symbol,
      verbs: [
        Verb(state.kind, .timeline, help: help, discussion: TimelineOptions.discussion) { options in
          try await show(options)
        }.reading
      ], previews: { previews(of: StateFixtures(state)) })
  }

  @MainActor
  public static func previews(
    of fixtures: some Sendable, prefix: String? = nil, status: StatusAction = StatusAction.fixtures.none
  ) -> [Preview] {
    previews(of: fixtures, prefix: prefix, status: status, additions: { _ in Additions() }, verbs: { [] })
  }

  @MainActor
  public static func previews(
    of fixtures: some Sendable, prefix: String?, status: StatusAction,
    additions: @escaping @MainActor (State) -> Additions, verbs: @escaping @MainActor () -> [Verb]
  ) -> [Preview] {
    Preview.all(of: fixtures, prefix: prefix) { (state: State) in
      screen(
        model: Model(fixture: state), status: status, additions: { additions(state) }, verbs: verbs)
    }
  }

  /// One state of a timeline for each way it can look.
  public final class StateFixtures: Sendable {
    public let loading: State
    public let failed: State
    public let empty: State
    /// A few posts, and older ones.
    public let loaded: State
    public let older: State
    public let wideCharacters: State
    /// Posts that try to take over the terminal.
    public let hostile: State

    public init(_ state: State) {
      func page(_ statuses: [Status], older: Cursor? = nil, isNewest: Bool = true) -> State {
        state.with(.loaded(PagedList(statuses, order: state.order, older: older, isNewest: isNewest)))
      }
      let statuses = Status.fixtures
      loading = state.with(.loading)
      failed = state.with(.failed(.fixtures.timedOut))
      empty = page([])
      loaded = page([statuses.marked, statuses.linkCard], older: "100")
      older = page([statuses.bot], isNewest: false)
      wideCharacters = page([statuses.wideCharacters])
      hostile = page([statuses.hostile, statuses.hostileWarning])
    }
  }
}

/// The streams that tell of new posts in a timeline.
public struct TimelineStreams: Sendable {
  public var topics: [StreamTopic]
  /// Whether they tell of all new posts; otherwise the server is asked now and then too.
  public var areWhole: Bool
  /// Whether a post that they tell of is one of the timeline's.
  public var accepts: @Sendable (Status) -> Bool

  public init(_ topics: [StreamTopic], areWhole: Bool, accepts: @escaping @Sendable (Status) -> Bool) {
    self.topics = topics
    self.areWhole = areWhole
    self.accepts = accepts
  }

  /// Streams of whole topics.
  public init(_ topics: [StreamTopic]) { self.init(topics, areWhole: true, accepts: { _ in true }) }
}

/// A screen's model whose new posts come by streams of their own.
@MainActor
public protocol StreamedTimeline: AnyObject {
  /// Whether what the screen shows has streams, or is asked for now and then.
  var isLive: Bool { get }
  func streams() async throws -> TimelineStreams
  /// Counts a post that arrived.
  func count(_ status: Status, me: Account.ID?)
  /// Counts the posts that arrived while the stream was not connected, and returns what of it is news.
  @discardableResult
  func catchUp(me: Account.ID?) async -> Gap<Status>
}

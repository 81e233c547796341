public import FeatureKit
public import MastodonKit
public import TerminalKit

/// A screen that lists posts a page at a time, numbered from 1: a list's, a hashtag's, the bookmarks.
///
/// A feature with such a screen supplies a state (kind, title, empty text), a heading where the title comes from the
/// server, and a closure that reads a page. State, model, view and commands are these:
/// ```swift
/// let model = StatusTimeline.Model(
///   state: StatusTimeline.State(
///     kind: "bookmarks", title: "Bookmarks", label: "bookmarks", context: .account, emptyText: "No bookmarks yet.",
///     order: .server),
///   page: { try await client.bookmarks($0) }, statuses: …)
/// let screen = StatusTimeline.screen(model: model, action: StatusTimeline.Action(model: model, status: …))
/// ```
public enum StatusTimeline {
  /// Everything the screen shows.
  public struct State: Hashable, Sendable {
    /// The name of the screen in JSON: `list`.
    public var kind: String
    /// The id of whose posts these are, such as a list's; `nil` where there is only one such timeline.
    public var subject: String?
    /// What the timeline is called.
    public var heading: Heading
    /// Where the reader's filters apply.
    public var context: Filter.Context
    /// The text shown where there are no posts.
    public var emptyText: String
    /// What the order of the posts is.
    public var order: PagedStatuses.Order
    /// Whether the posts are in the order of their times, so that a time is a place among them.
    public var isDated: Bool
    /// How many posts a page has.
    public var limit: Int
    /// The words of the command that shows it, without options; `nil` if there is none.
    public var command: [String]?
    /// The stream that its new posts come by; `nil` if it has none.
    public var topic: StreamTopic?
    /// What is shown of it.
    public var options = TimelineOptions()
    /// The page.
    public var posts: Loadable<PagedStatuses>

    /// Makes the state of a timeline; by default before anything was requested.
    public init(
      kind: String, subject: String? = nil, title: String, label: String, context: Filter.Context, emptyText: String,
      order: PagedStatuses.Order = .chronological, isDated: Bool? = nil, limit: Int = 20, command: [String]? = nil,
      posts: Loadable<PagedStatuses> = .idle
    ) {
      self.kind = kind
      self.subject = subject
      heading = Heading(title: title, label: label)
      self.context = context
      self.emptyText = emptyText
      self.order = order
      self.isDated = isDated ?? (order == .chronological)
      self.limit = limit
      self.command = command ?? (subject == nil ? [kind] : nil)
      self.posts = posts
    }

    /// The page as it was printed; empty until there is one.
    public var list: StatusList { posts.list }
    /// How many posts arrived since the top of the timeline was shown.
    public var unread: Int { posts.value?.unread ?? 0 }
  }

  /// What a timeline is called; a list may be renamed while it is read.
  public struct Heading: Hashable, Sendable {
    /// The line above the posts: `The canal · list`.
    public var title: String
    /// The text in the prompt: `The canal`.
    public var label: String
    /// The account whose posts they are, which is described above the newest of them.
    public var account: Account?

    /// Makes a heading.
    public init(title: String, label: String, account: Account? = nil) {
      self.title = title
      self.label = label
      self.account = account
    }
  }

  /// What a kind of timeline adds to the common screen.
  public struct Additions: Hashable, Sendable {
    /// The note beside the title.
    public var note: String?
    /// What to type besides what can be done with posts.
    public var hint: [String]
    /// The first members of the screen's JSON; `nil` for `timeline`, the label.
    public var data: [JSONValue.Member]?

    /// Makes additions; by default there are none.
    public init(note: String? = nil, hint: [String] = [], data: [JSONValue.Member]? = nil) {
      self.note = note
      self.hint = hint
      self.data = data
    }
  }

  /// Everything the screen can ask for; the root decides what each request does.
  @MainActor
  public struct Action {
    /// Shows the newest page again.
    public var refresh: () async throws -> Void
    /// Shows the next older page; false at the end.
    public var older: () async throws -> Bool
    /// Shows the page above; false at the top.
    public var newer: () async throws -> Bool
    /// Shows the posts that arrived since the newest page shown; false if there are none.
    public var new: () async throws -> Bool
    /// What can be asked of a post.
    public var status: StatusAction

    /// Makes an action from its closures.
    public init(
      refresh: @escaping () async throws -> Void, older: @escaping () async throws -> Bool,
      newer: @escaping () async throws -> Bool, new: @escaping () async throws -> Bool = { false },
      status: StatusAction
    ) {
      self.refresh = refresh
      self.older = older
      self.newer = newer
      self.new = new
      self.status = status
    }

    /// Wires the screen to its model; what can be asked of a post is left to the root.
    public init(model: Model, status: StatusAction) {
      self.init(refresh: model.refresh, older: model.older, newer: model.newer, new: model.new, status: status)
    }
  }
}

extension StatusTimeline.Action {
  /// Actions that do nothing.
  public static var fixtures: Fixtures { Fixtures() }

  /// One action for previews.
  @MainActor
  public struct Fixtures {
    /// Does nothing.
    public let none = StatusTimeline.Action(
      refresh: {}, older: { false }, newer: { false }, status: StatusAction.fixtures.none)
  }
}

public import FeatureKit
public import MastodonKit

/// A timeline that is one of many, such as a list's or a hashtag's: a page of posts at a time, numbered from 1.
///
/// Features that have such timelines say what each is called and where its pages come from; state, model, view and verbs
/// are these.
public enum StatusTimeline {
  /// Everything the screen shows.
  public struct State: Hashable, Sendable {
    /// The name of the screen in JSON: `list`.
    public var kind: String
    /// The line above the posts: `The canal · list`.
    public var title: String
    /// What the prompt says: `The canal`.
    public var label: String
    /// The place in which the reader's filters apply.
    public var context: Filter.Context
    /// What is said where there are no posts.
    public var emptyWords: String
    /// How far it has come.
    public var phase: Phase
    /// The page as it was printed.
    public var list: StatusList
    /// Where the next older page starts; `nil` at the end.
    public var older: Cursor?
    /// Where the next newer page starts.
    public var newer: Cursor?
    /// Whether the page is the newest there was.
    public var isNewest: Bool
    /// How many posts a page has.
    public var limit: Int

    /// Makes the state of a timeline of which nothing was asked for yet.
    public init(
      kind: String, title: String, label: String, context: Filter.Context, emptyWords: String, phase: Phase = .idle,
      list: StatusList = StatusList(), older: Cursor? = nil, newer: Cursor? = nil, isNewest: Bool = true,
      limit: Int = 20
    ) {
      self.kind = kind
      self.title = title
      self.label = label
      self.context = context
      self.emptyWords = emptyWords
      self.phase = phase
      self.list = list
      self.older = older
      self.newer = newer
      self.isNewest = isNewest
      self.limit = limit
    }

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
  }

  /// What a timeline is called, once that is known: a list may be renamed while it is read.
  public struct Heading: Hashable, Sendable {
    /// The line above the posts.
    public var title: String
    /// What the prompt says.
    public var label: String

    /// Makes a heading.
    public init(title: String, label: String) {
      self.title = title
      self.label = label
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
    /// What can be asked of a post.
    public var status: StatusAction

    /// Makes an action from its closures.
    public init(
      refresh: @escaping () async throws -> Void, older: @escaping () async throws -> Bool,
      newer: @escaping () async throws -> Bool, status: StatusAction
    ) {
      self.refresh = refresh
      self.older = older
      self.newer = newer
      self.status = status
    }

    /// Wires the screen to its model; what can be asked of a post is left to the root.
    public init(model: Model, status: StatusAction) {
      self.init(refresh: model.refresh, older: model.older, newer: model.newer, status: status)
    }
  }
}

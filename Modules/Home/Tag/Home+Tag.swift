public import MastodonKit
public import StatusKit

extension Home {
  /// The posts with one hashtag, a page at a time, numbered like a timeline.
  public enum Tag {
    /// Everything the screen shows, as data only.
    public struct State: Hashable, Sendable {
      /// The hashtag, without `#`, as it was asked for.
      public var name: String
      /// What the server says of it, once that is known.
      public var tag: MastodonKit.Tag?
      /// How far the screen has come.
      public var phase: Home.State.Phase
      /// The page of posts as it was printed.
      public var list: StatusList
      /// Where the next older page starts; `nil` at the end.
      public var older: Cursor?
      /// Where the next newer page starts.
      public var newer: Cursor?
      /// Whether the page is the newest there was.
      public var isNewest: Bool
      /// How many posts a page has.
      public var limit: Int

      /// Makes the state of a hashtag of which nothing is known but its name.
      public init(
        name: String, tag: MastodonKit.Tag? = nil, phase: Home.State.Phase = .idle, list: StatusList = StatusList(),
        older: Cursor? = nil, newer: Cursor? = nil, isNewest: Bool = true, limit: Int = 20
      ) {
        self.name = name
        self.tag = tag
        self.phase = phase
        self.list = list
        self.older = older
        self.newer = newer
        self.isNewest = isNewest
        self.limit = limit
      }
    }

    /// Everything the screen can ask for; the root decides what each request does.
    @MainActor
    public struct Action {
      /// Fetches the newest posts again.
      public var refresh: () async throws -> Void
      /// Shows the next older page; false at the end.
      public var older: () async throws -> Bool
      /// Shows the page above; false at the top.
      public var newer: () async throws -> Bool
      /// Follows the hashtag, or takes that back.
      public var follow: (Bool) async throws -> MastodonKit.Tag
      /// What can be asked of a post.
      public var status: StatusAction

      /// Makes an action from its closures.
      public init(
        refresh: @escaping () async throws -> Void, older: @escaping () async throws -> Bool,
        newer: @escaping () async throws -> Bool, follow: @escaping (Bool) async throws -> MastodonKit.Tag,
        status: StatusAction
      ) {
        self.refresh = refresh
        self.older = older
        self.newer = newer
        self.follow = follow
        self.status = status
      }
    }
  }
}

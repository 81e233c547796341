public import MastodonKit
public import StatusKit

extension Home {
  /// One account and its posts, a page at a time, numbered like a timeline.
  public enum Profile {
    /// Everything the profile screen shows, as data only.
    public struct State: Hashable, Sendable {
      /// The account's id.
      public var id: Account.ID
      /// The account, once it is known.
      public var account: Account?
      /// How the reader stands to it, once that is known.
      public var relationship: Relationship?
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
      /// The signed-in account.
      public var me: Account.ID?

      /// Makes the state of a profile of which nothing is known but the account's id.
      public init(
        id: Account.ID, account: Account? = nil, relationship: Relationship? = nil, phase: Home.State.Phase = .idle,
        list: StatusList = StatusList(), older: Cursor? = nil, newer: Cursor? = nil, isNewest: Bool = true,
        limit: Int = 20, me: Account.ID? = nil
      ) {
        self.id = id
        self.account = account
        self.relationship = relationship
        self.phase = phase
        self.list = list
        self.older = older
        self.newer = newer
        self.isNewest = isNewest
        self.limit = limit
        self.me = me
      }

      /// Whether it is the reader's own profile.
      public var isMe: Bool { id == me }
    }

    /// Everything the profile screen can ask for; the root decides what each request does.
    @MainActor
    public struct Action {
      /// Fetches the account and its newest posts again.
      public var refresh: () async throws -> Void
      /// Shows the next older page; false at the end.
      public var older: () async throws -> Bool
      /// Shows the page above; false at the top.
      public var newer: () async throws -> Bool
      /// Follows the account, or takes that back.
      public var follow: (Account.ID, Bool) async throws -> Relationship
      /// What can be asked of a post.
      public var status: StatusAction

      /// Makes an action from its closures.
      public init(
        refresh: @escaping () async throws -> Void, older: @escaping () async throws -> Bool,
        newer: @escaping () async throws -> Bool,
        follow: @escaping (Account.ID, Bool) async throws -> Relationship, status: StatusAction
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

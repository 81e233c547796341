public import MastodonKit
public import StatusKit

/// The user's rules about posts, which this machine applies: they hide posts, or tell of them as of a notification.
///
/// A rule is written in the language of `find`; ``StatusKit/ShownPosts`` applies it.
public enum Rules {
  /// The rules as they are listed.
  public struct State: Hashable, Sendable {
    public var rules: [PostRule]
    /// The number of stored rules that cannot be read.
    public var damaged: Int

    public init(_ rules: [PostRule] = [], damaged: Int = 0) {
      self.rules = rules
      self.damaged = damaged
    }
  }

  /// What a rule would do to the posts on the screen.
  public struct Trial: Hashable, Sendable {
    public var text: String
    /// The number of posts on the screen.
    public var tested: Int
    /// Those that it applies to, with their numbers.
    public var hits: [Hit]

    public init(_ text: String, tested: Int, hits: [Hit] = []) {
      self.text = text
      self.tested = tested
      self.hits = hits
    }

    /// A post that a rule applies to.
    public struct Hit: Hashable, Sendable {
      public var number: Int
      public var status: Status

      public init(_ number: Int, _ status: Status) {
        self.number = number
        self.status = status
      }
    }
  }

  @MainActor
  public struct Action {
    public var all: () throws -> State
    /// Adds a rule, which applies from now on.
    public var add: (PostRule.Action, _ text: String) throws -> PostRule
    public var delete: (PostRule.ID) throws -> Void
    /// Throws an error for the name of a list or a group that there is not.
    public var check: (ArchiveQuery) async throws -> Void
    /// The posts of some ids as the screen shows them, boosts as boosts, and the reader of that screen.
    public var shown: ([Status.ID]) -> (posts: [Status.ID: Status], reader: ArchiveQuery.Reader)

    public init(
      all: @escaping () throws -> State, add: @escaping (PostRule.Action, _ text: String) throws -> PostRule,
      delete: @escaping (PostRule.ID) throws -> Void, check: @escaping (ArchiveQuery) async throws -> Void,
      shown: @escaping ([Status.ID]) -> (posts: [Status.ID: Status], reader: ArchiveQuery.Reader)
    ) {
      self.all = all
      self.add = add
      self.delete = delete
      self.check = check
      self.shown = shown
    }
  }
}

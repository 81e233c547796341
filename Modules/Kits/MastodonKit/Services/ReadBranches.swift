/// Stores which branches of threads an account has read, on this machine: Mastodon has no mark for that.
public struct ReadBranches: Sendable {
  /// The branches that were marked as read: the replies that each had then, by the post that it grows from.
  public var all: @Sendable () throws -> [Status.ID: Set<Status.ID>]
  public var mark: @Sendable (_ post: Status.ID, _ replies: Set<Status.ID>) throws -> Void
  public var forget: @Sendable (_ posts: [Status.ID]) throws -> Void

  /// The maximum number of branches that are stored for an account; the oldest marks are removed.
  public static let limit = 500

  public init(
    all: @escaping @Sendable () throws -> [Status.ID: Set<Status.ID>],
    mark: @escaping @Sendable (_ post: Status.ID, _ replies: Set<Status.ID>) throws -> Void,
    forget: @escaping @Sendable (_ posts: [Status.ID]) throws -> Void
  ) {
    self.all = all
    self.mark = mark
    self.forget = forget
  }

  /// Stores nothing, for threads of other servers.
  public static let none = ReadBranches(all: { [:] }, mark: { _, _ in }, forget: { _ in })
}

/// Reads and follows hashtags; names have no `#`.
public struct TagService: Sendable {
  /// The public posts with a hashtag, newest first.
  public var posts: @Sendable (TagTimelineQuery, PageRequest) async throws -> Page<Status>
  /// The hashtag: its usage, and whether the account follows it.
  public var tag: @Sendable (_ name: String) async throws -> Tag
  public var setFollowing: @Sendable (_ name: String, Bool) async throws -> Tag

  public init(
    posts: @escaping @Sendable (TagTimelineQuery, PageRequest) async throws -> Page<Status>,
    tag: @escaping @Sendable (_ name: String) async throws -> Tag,
    setFollowing: @escaping @Sendable (_ name: String, Bool) async throws -> Tag
  ) {
    self.posts = posts
    self.tag = tag
    self.setFollowing = setFollowing
  }
}

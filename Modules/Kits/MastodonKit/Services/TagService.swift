/// Reads hashtags and follows them; a name is without `#`.
public struct TagService: Sendable {
  /// The public posts with the hashtag that the server knows, newest first.
  public var posts: @Sendable (_ name: String, PageRequest) async throws -> Page<Status>
  /// The hashtag itself: how it is used, and whether the account follows it.
  public var tag: @Sendable (_ name: String) async throws -> Tag
  /// Follows the hashtag, or takes that back.
  public var setFollowing: @Sendable (_ name: String, Bool) async throws -> Tag

  /// Makes the service from its parts.
  public init(
    posts: @escaping @Sendable (_ name: String, PageRequest) async throws -> Page<Status>,
    tag: @escaping @Sendable (_ name: String) async throws -> Tag,
    setFollowing: @escaping @Sendable (_ name: String, Bool) async throws -> Tag
  ) {
    self.posts = posts
    self.tag = tag
    self.setFollowing = setFollowing
  }
}

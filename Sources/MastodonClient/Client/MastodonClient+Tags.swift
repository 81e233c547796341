public import MastodonKit

extension MastodonClient {
  /// Reads hashtags and follows them.
  public var tagService: TagService {
    TagService(
      posts: { try await send(.tagTimeline($0, $1)) },
      tag: { try await send(.tag($0)) },
      setFollowing: { try await send($1 ? .followTag($0) : .unfollowTag($0)) })
  }
}

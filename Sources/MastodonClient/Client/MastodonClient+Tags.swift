public import MastodonKit

extension MastodonClient {
  public var tagService: TagService {
    TagService(
      posts: { try await tagged($0, $1) },
      tag: { try await send(.tag($0)) },
      setFollowing: { try await setFollowing($0, $1) })
  }

  /// Follows or unfollows a hashtag; where the server does not say which in either answer, its list of them tells.
  private func setFollowing(_ name: String, _ isOn: Bool) async throws -> Tag {
    var tag = try await send(isOn ? .followTag(name) : .unfollowTag(name))
    guard tag.following == nil else { return tag }
    do {
      let followed = try await send(.followedTags(PageRequest(.newest, limit: 200)))
      tag.following = followed.elements.contains { $0.id == tag.id }
    } catch {
      // The server has accepted the request, and nothing contradicts it.
      tag.following = isOn
    }
    return tag
  }
}

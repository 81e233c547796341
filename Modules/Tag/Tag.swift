public import FeatureKit
public import MastodonKit
public import StatusKit

/// The posts with one hashtag: one more ``StatusTimeline``, with commands to follow the hashtag.
public enum Tag {
  /// Everything the screen shows, as data only.
  public struct State: Hashable, Sendable {
    /// The hashtag, without `#`, as it was requested.
    public var name: String
    /// The server's data about it, once that is known.
    public var tag: MastodonKit.Tag?
    /// The posts.
    public var timeline: StatusTimeline.State

    /// Makes the state of a hashtag; by default nothing is known but its name.
    public init(
      name: String, tag: MastodonKit.Tag? = nil, limit: Int = 20, posts: Loadable<PagedStatuses> = .idle
    ) {
      self.name = name
      self.tag = tag
      let heading = Tag.heading(name: name, tag: tag)
      timeline = StatusTimeline.State(
        kind: "tag", subject: name, title: heading.title, label: heading.label, context: .public,
        emptyText: "No posts with this hashtag yet.", limit: limit, posts: posts)
    }
  }

  /// Everything the screen can ask for; the root decides what each request does.
  @MainActor
  public struct Action {
    /// Follows the hashtag, or unfollows it.
    public var follow: (Bool) async throws -> MastodonKit.Tag
    /// What can be asked of any timeline.
    public var timeline: StatusTimeline.Action

    /// Makes an action from its closures.
    public init(follow: @escaping (Bool) async throws -> MastodonKit.Tag, timeline: StatusTimeline.Action) {
      self.follow = follow
      self.timeline = timeline
    }
  }

  /// What a hashtag is called: as the server writes it, with its capitals, or else with those that were typed.
  static func heading(name: String, tag: MastodonKit.Tag?) -> StatusTimeline.Heading {
    let known = tag?.name ?? name
    let hasLostCapitals = known == known.lowercased() && known == name.lowercased()
    let name = "#" + ExcerptText.cut(hasLostCapitals ? name : known, to: 80)
    return StatusTimeline.Heading(title: name, label: name)
  }
}

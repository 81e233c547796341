public import FeatureKit
public import MastodonKit
public import StatusKit

/// The posts with a hashtag, and conditions on others: one more ``StatusTimeline``, with commands to follow the hashtag.
public enum Hashtag {
  public struct State: Hashable, Sendable {
    /// The hashtag, as it was requested, and the conditions.
    public var query: TagTimelineQuery
    /// The server's data about it, once that is known.
    public var tag: Tag?
    public var timeline: StatusTimeline.State

    /// The hashtag, without `#`, as it was requested.
    public var name: String { query.tag }

    public init(
      _ query: TagTimelineQuery, tag: Tag? = nil, limit: Int = 20, page: Loadable<PagedList<Status>> = .idle
    ) {
      self.query = query
      self.tag = tag
      let heading = Hashtag.heading(query, tag: tag)
      timeline = StatusTimeline.State(
        kind: "tag", subject: Hashtag.words(query).joined(separator: " "), title: heading.title, label: heading.label,
        context: .public,
        emptyText: query.isPlain ? "No posts with this hashtag yet." : "No posts with these hashtags yet.",
        limit: limit, command: ["tag"] + Hashtag.words(query), page: page)
      // A stream has the posts with one hashtag, whatever else they must or must not have.
      if query.isPlain { timeline.topic = .hashtag(query.tag, isLocal: query.isLocal) }
    }
  }

  /// The actions of the screen; the root carries them out.
  @MainActor
  public struct Action {
    /// Follows the hashtag, or unfollows it.
    public var follow: (Bool) async throws -> Tag
    public var status: StatusAction

    public init(follow: @escaping (Bool) async throws -> Tag, status: StatusAction) {
      self.follow = follow
      self.status = status
    }
  }

  /// The heading of the timeline: `#canal or #boats, with #fog, without #rain`.
  static func heading(_ query: TagTimelineQuery, tag: Tag?) -> ListHeading {
    var heading = heading(name: query.tag, tag: tag)
    if query.isLocal { heading.title += " on this server" }
    guard !query.isPlain else { return heading }
    func tags(_ names: [String]) -> String { names.map { "#" + ExcerptText.cut($0, to: 40) }.joined(separator: " ") }
    var title = ([heading.title] + query.any.map { tags([$0]) }).joined(separator: " or ")
    if !query.all.isEmpty { title += ", with \(tags(query.all))" }
    if !query.none.isEmpty { title += ", without \(tags(query.none))" }
    return ListHeading(title: title, label: heading.label + " …")
  }

  /// The query as the command `tag` takes it.
  static func words(_ query: TagTimelineQuery) -> [String] {
    let conditions = [("any", query.any), ("all", query.all), ("none", query.none)]
    return ["#\(query.tag)"] + (query.isLocal ? ["--local"] : [])
      + conditions.flatMap { option, names in names.flatMap { ["--\(option)", "#\($0)"] } }
  }

  /// The heading of a hashtag: with the server's capitals, or else those that were typed.
  static func heading(name: String, tag: Tag?) -> ListHeading {
    let known = tag?.name ?? name
    let hasLostCapitals = known == known.lowercased() && known == name.lowercased()
    let name = "#" + ExcerptText.cut(hasLostCapitals ? name : known, to: 80)
    return ListHeading(title: name, label: name)
  }
}

extension TagTimelineQuery {
  /// Whether there are no conditions on other hashtags.
  var isPlain: Bool { any.isEmpty && all.isEmpty && none.isEmpty }
  /// Whether only posts of this server are meant.
  var isLocal: Bool { posts.source == .local }
}

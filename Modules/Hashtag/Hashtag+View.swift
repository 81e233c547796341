import FeatureKit
import MastodonKit
import StatusKit
import TerminalKit

@MainActor extension Hashtag {
  /// The additions of a hashtag's timeline: whether the reader follows the hashtag.
  ///
  /// As JSON the screen is `{screen, tag, following, has_older, items}`; `StatusView` documents a post.
  static func additions(_ state: State) -> StatusTimeline.Additions {
    let following = state.tag?.following
    return StatusTimeline.Additions(
      note: following == true ? "following" : nil, hint: following.map { [$0 ? "unfollow" : "follow"] } ?? [],
      data: [
        JSONValue.Member("tag", .string(ExcerptText.cut(state.tag?.name ?? state.name, to: 80))),
        JSONValue.Member("following", following.map(JSONValue.bool) ?? .null),
      ])
  }

  /// The commands of a hashtag beside those of every timeline.
  static func verbs(_ state: State, action: Action) -> [Verb] {
    [
      Verb("follow", help: "Follow this hashtag to see its posts in Home") {
        toast(state, isOn: true, try await action.follow(true))
      }.undone(by: "unfollow"),
      Verb("unfollow", help: "Unfollow this hashtag") {
        toast(state, isOn: false, try await action.follow(false))
      }.undone(by: "follow"),
    ]
  }

  /// The toast for the server's response, which may differ from what was requested.
  private static func toast(_ state: State, isOn: Bool, _ answer: Tag) -> Response {
    let (name, before) = (heading(name: state.name, tag: state.tag).label, state.tag?.following)
    let (isFollowed, wasSo) = (answer.following == true, (before == true) == isOn)
    let text =
      switch (isOn, isFollowed) {
      case (true, true): before == true ? "You already follow \(name)." : "Followed \(name)."
      case (true, false): "You do not follow \(name): the server did not confirm it."
      case (false, true): "You still follow \(name): the server did not confirm the change."
      case (false, false): before == true ? "Unfollowed \(name)." : "You do not follow \(name)."
      }
    let kind: Toast.Kind = isFollowed != isOn ? .warning : wasSo ? .information : .success
    return .toast(
      Toast(
        kind, StyledText(text), hint: isFollowed ? "unfollow" : "follow",
        data: [JSONValue.Member("following", .bool(isFollowed))],
        undo: isFollowed == isOn && !wasSo ? .command("\(isFollowed ? "unfollow" : "follow") \(name)") : nil))
  }
}

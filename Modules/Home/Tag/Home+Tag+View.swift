public import FeatureKit
import MastodonKit
import StatusKit
public import TerminalKit

extension Home.Tag {
  /// The face of a hashtag's posts.
  public static func view(_ state: State, layout: Layout) -> Document {
    var blocks: [Block]
    switch state.phase {
    case .idle, .loading: blocks = [.paragraph(StyledText("Loading…", .secondary))]
    case .failed(let error): blocks = error.blocks
    case .loaded:
      blocks = state.list.blocks(context: .public, layout: layout)
      if blocks.isEmpty { blocks = [.paragraph(StyledText(state.emptyWords, .secondary))] }
    }
    return Document(
      kind: "tag",
      title: Document.Title("#\(state.shownName)\(state.isNewest ? "" : " · older posts")", note: state.note),
      blocks: blocks, hint: state.hint,
      data: [
        JSONValue.Member("tag", .string(state.shownName)),
        JSONValue.Member("following", state.tag?.following.map(JSONValue.bool) ?? .null),
        JSONValue.Member("has_older", .bool(state.older != nil)),
      ])
  }

  /// What can be typed on a hashtag's screen.
  @MainActor
  public static func verbs(_ state: State, action: Action) -> [Verb] {
    [
      Verb("older", aliases: ["more"], help: "Show the next older posts") {
        try await action.older()
          ? .screen : .toast(Toast(.information, "That was the oldest post there is.", hint: "refresh"))
      },
      Verb("newer", help: "Show the posts above these") {
        try await action.newer() ? .screen : .toast(Toast(.information, "There is nothing newer."))
      },
      Verb("refresh", aliases: ["reload"], help: "Show the newest posts") {
        try await action.refresh()
        return .screen
      },
      Verb("follow", help: "Follow this hashtag: its posts come to your home timeline") {
        toast(state, isOn: true, try await action.follow(true))
      },
      Verb("unfollow", help: "Stop following this hashtag") {
        toast(state, isOn: false, try await action.follow(false))
      },
    ] + StatusActs(numbered: state.list.numbered, action: action.status).verbs
  }

  /// What the server's answer says, which need not be what was asked.
  private static func toast(_ state: State, isOn: Bool, _ answer: MastodonKit.Tag) -> Response {
    let (name, before) = ("#\(state.shownName)", state.tag?.following)
    let isFollowed = answer.following == true
    let words =
      switch (isOn, isFollowed) {
      case (true, true): before == true ? "You already follow \(name)." : "You follow \(name) now."
      case (true, false): "You do not follow \(name): the server did not confirm it."
      case (false, true): "You still follow \(name): the server did not confirm the change."
      case (false, false): before == true ? "You no longer follow \(name)." : "You do not follow \(name)."
      }
    let kind: Toast.Kind = isFollowed != isOn ? .warning : isOn || before == true ? .success : .information
    return .toast(
      Toast(
        kind, StyledText(words), hint: isFollowed ? "unfollow" : "follow",
        data: [JSONValue.Member("following", .bool(isFollowed))]))
  }
}

extension Home.Tag.State {
  /// The name as the server writes it, with its capitals.
  var shownName: String { ExcerptText.cut(tag?.name ?? name, to: 80) }

  fileprivate var note: String? { tag?.following == true ? "you follow it" : nil }

  fileprivate var emptyWords: String {
    older != nil ? "Your filters hide everything on this page." : "This server knows no posts with it yet."
  }

  fileprivate var hint: StyledText? {
    switch phase {
    case .idle, .loading: return nil
    case .failed: return StyledText("refresh · back", .hint)
    case .loaded: break
    }
    var verbs = list.isEmpty ? ["refresh"] : ["open N", "reply N", "boost N", "fav N"]
    if older != nil { verbs.insert("older", at: 0) }
    if let following = tag?.following { verbs.append(following ? "unfollow" : "follow") }
    return StyledText(verbs.joined(separator: " · "), .hint)
  }
}

public import FeatureKit
import FoundationEssentials
import MastodonKit
import StatusKit
public import TerminalKit

extension Home {
  /// The timeline screen's face.
  public static func view(_ state: State, layout: Layout) -> Document {
    var blocks: [Block]
    switch state.phase {
    case .idle: blocks = [.paragraph(StyledText("Nothing was asked for yet.", .secondary))]
    case .loading: blocks = [.paragraph(StyledText("Loading…", .secondary))]
    case .failed(let error): blocks = error.blocks
    case .loaded:
      blocks = state.list.blocks(context: state.timeline.context, layout: layout, seenUpTo: state.seenUpTo)
      if blocks.isEmpty { blocks = [.paragraph(StyledText(state.emptyWords, .secondary))] }
    }
    let words = state.timeline.title + (state.isNewest ? "" : " · older posts")
    return Document(
      kind: "home", title: Document.Title(words, note: state.note(layout)), blocks: blocks, hint: state.hint,
      data: [
        JSONValue.Member("timeline", .string(state.timeline.rawValue)),
        JSONValue.Member("unread", .int(state.unread)),
        JSONValue.Member("has_older", .bool(state.older != nil)),
      ])
  }

  /// What can be typed on the timeline screen.
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
      Verb("new", help: "Show the posts that came in since") {
        try await action.new() ? .screen : .toast(Toast(.information, "There is nothing new."))
      },
      Verb("refresh", aliases: ["reload"], help: "Show the newest posts") {
        try await action.refresh()
        return .screen
      },
    ] + StatusActs(numbered: state.list.numbered, action: action.status).verbs
  }
}

extension Home.Timeline {
  /// The timeline's name and whose posts it has.
  var title: String {
    switch self {
    case .home: "Home · everyone you follow"
    case .local: "Local · everyone on this server"
    case .federated: "Federated · everyone this server knows"
    }
  }

  /// The timeline's name in the prompt.
  var label: String { rawValue }
}

extension Home.State {
  /// `3 new since 14:02`.
  fileprivate func note(_ layout: Layout) -> String? {
    if isStale { return "filters changed: refresh" }
    guard unread > 0 else { return nil }
    let count = "\(unread)\(hasMoreUnread ? " or more" : "") new"
    return fetchedAt.map { "\(count) since \(RelativeTime($0, in: layout).absolute)" } ?? count
  }

  fileprivate var hint: StyledText? {
    switch phase {
    case .idle, .loading: return nil
    case .failed(.unauthorized): return StyledText("login HOST · local", .hint)
    case .failed: return StyledText("refresh", .hint)
    case .loaded: break
    }
    if list.isEmpty { return StyledText(timeline == .home ? "refresh · local" : "refresh", .hint) }
    var verbs = ["open N", "reply N", "boost N", "fav N"]
    if older != nil { verbs.insert("older", at: 0) }
    if unread > 0 { verbs.insert("new", at: 0) }
    return StyledText(verbs.joined(separator: " · "), .hint)
  }

  fileprivate var emptyWords: String {
    if older != nil { return "Your filters hide everything on this page." }
    return switch timeline {
    case .home: "Nothing yet: follow somebody, and what they post appears here."
    case .local: "Nobody has posted here yet."
    case .federated: "This server knows no posts yet."
    }
  }
}

public import FeatureKit
import FoundationEssentials
import MastodonKit
import StatusKit
public import TerminalKit

extension Home {
  /// The timeline screen as text.
  public static func view(_ state: State, layout: Layout) -> Document {
    let blocks = state.posts.blocks { posts in
      let blocks = posts.list.blocks(
        context: state.timeline.context, layout: layout, seenUpTo: posts.seenUpTo, me: state.me,
        isOldestFirst: posts.isOldestFirst)
      var closing = posts.closing(blocks, options: state.options, emptyText: state.emptyText)
      if posts.hasGapBelow, !state.options.isFiltered, !state.options.range.isCounted {
        let words = "You stopped reading further down: older · unread · fill"
        closing += [.blank, .paragraph(StyledText(words, .secondary))]
      }
      return closing
    }
    let title = state.timeline.title + (state.posts.value?.isNewest == false ? " · older posts" : "")
    var document = Document(
      kind: "home", title: Document.Title(title, note: state.posts.value?.newsNote(layout)), blocks: blocks,
      hint: state.hint,
      data: [
        JSONValue.Member("timeline", .string(state.timeline.rawValue)),
        JSONValue.Member("unread", .int(state.unread)),
      ] + state.posts.pageData)
    document.neighbours = state.posts.value?.neighbours(of: [state.timeline.rawValue], state.options)
    return document
  }

  /// The commands of the timeline screen.
  @MainActor
  public static func verbs(_ state: State, action: Action) -> [Verb] {
    [
      .older(action.older), .newer(action.newer),
      .new(action.new),
      .refresh(help: "Show the newest posts", action.refresh),
    ] + StatusVerbs(numbered: state.list.numbered, action: action.status).verbs
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
  fileprivate var hint: StyledText? {
    switch posts {
    case .idle, .loading: return nil
    case .failed(.unauthorized): return StyledText("login HOST · local", .hint)
    case .failed: return StyledText("refresh", .hint)
    case .loaded(let posts):
      if posts.list.isEmpty { return StyledText(timeline == .home ? "refresh · local" : "refresh", .hint) }
      var verbs = ["open N", "reply N", "boost N", "fav N"]
      if posts.hasOlder { verbs.insert("older", at: 0) }
      if posts.hasNewerHeld { verbs.insert("newer", at: 0) }
      if posts.unread > 0 { verbs.insert("new", at: 0) }
      return StyledText(verbs.joined(separator: " · "), .hint)
    }
  }

  fileprivate var emptyText: String {
    switch timeline {
    case .home: "No posts yet. Follow accounts to see their posts here."
    case .local: "No posts on this server yet."
    case .federated: "No posts yet."
    }
  }
}

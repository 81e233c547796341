public import FeatureKit
import MastodonKit
public import TerminalKit

extension StatusTimeline {
  /// The screen's face.
  ///
  /// As JSON it is `{screen, timeline, has_older, items}`; ``StatusView`` documents a post.
  ///
  /// - Parameter hint: What to type besides what can be done with posts.
  public static func view(_ state: State, hint: [String] = [], layout: Layout) -> Document {
    var blocks: [Block]
    switch state.phase {
    case .idle: blocks = [.paragraph(StyledText("Nothing was asked for yet.", .secondary))]
    case .loading: blocks = [.paragraph(StyledText("Loading…", .secondary))]
    case .failed(let error): blocks = error.blocks
    case .loaded:
      blocks = state.list.blocks(context: state.context, layout: layout)
      if blocks.isEmpty {
        let words = state.older == nil ? state.emptyWords : "Your filters hide everything on this page."
        blocks = [.paragraph(StyledText(words, .secondary))]
      }
    }
    return Document(
      kind: state.kind, title: Document.Title(state.title + (state.isNewest ? "" : " · older posts")), blocks: blocks,
      hint: self.hint(state, hint),
      data: [.init("timeline", .string(state.label)), .init("has_older", .bool(state.older != nil))])
  }

  /// What can be typed on the screen.
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
    ] + StatusActs(numbered: state.list.numbered, action: action.status).verbs
  }

  /// The timeline as the root gets it.
  ///
  /// - Parameters:
  ///   - model: Its owner, which the screen keeps alive.
  ///   - action: What can be asked for.
  ///   - verbs: What can be done with this kind of timeline besides; these win over the others.
  ///   - hint: How that is typed.
  @MainActor
  public static func screen(
    model: Model, action: Action, verbs own: @escaping @MainActor () -> [Verb] = { [] }, hint: [String] = []
  ) -> Screen {
    Screen(
      id: model.state.kind, model: model, label: { model.state.label },
      document: { view(model.state, hint: hint, layout: $0) },
      verbs: {
        let own = own()
        return own + verbs(model.state, action: action).filter { verb in !own.contains { $0.matches(verb.name) } }
      },
      load: { await model.load() },
      failure: { if case .failed(let error) = model.state.phase { error } else { nil } })
  }

  private static func hint(_ state: State, _ own: [String]) -> StyledText? {
    switch state.phase {
    case .idle, .loading: return nil
    case .failed: return StyledText("refresh · back", .hint)
    case .loaded: break
    }
    var verbs = state.list.isEmpty ? ["refresh"] : ["open N", "reply N", "boost N", "fav N"]
    if state.older != nil { verbs.insert("older", at: 0) }
    return StyledText((verbs + own).joined(separator: " · "), .hint)
  }
}

public import FeatureKit
import MastodonKit
public import TerminalKit

extension StatusTimeline {
  /// The screen as text.
  ///
  /// As JSON it is `{screen, timeline, has_older, cursor, hidden, items}`; ``StatusView`` documents a post.
  public static func view(_ state: State, additions: Additions = Additions(), layout: Layout) -> Document {
    var blocks = state.posts.blocks { posts in
      let blocks = posts.list.blocks(
        context: state.context, layout: layout, seenUpTo: posts.seenUpTo, isOldestFirst: posts.isOldestFirst)
      return posts.closing(blocks, options: state.options, emptyText: state.emptyText)
    }
    let account = state.heading.account.map { AccountView($0, layout: layout) }
    if let account, state.posts.value?.isNewest != false { blocks = account.header + [.blank] + blocks }
    let title = state.heading.title + (state.posts.value?.isNewest == false ? " · older posts" : "")
    var document = Document(
      kind: state.kind, title: Document.Title(title, note: note(state, additions, layout)), blocks: blocks,
      hint: hint(state, additions.hint),
      data: (additions.data ?? [.init("timeline", .string(state.heading.label))])
        + (account.map { [.init("account", $0.data)] } ?? []) + state.posts.pageData)
    if let command = state.command {
      document.neighbours = state.posts.value?.neighbours(of: command, state.options)
    }
    return document
  }

  /// The commands of the screen.
  @MainActor
  public static func verbs(_ state: State, action: Action) -> [Verb] {
    [
      .older(action.older), .newer(action.newer), .refresh(help: "Show the newest posts", action.refresh),
    ] + (state.topic == nil ? [] : [.new(action.new)])
      + StatusVerbs(numbered: state.list.numbered, action: action.status).verbs
  }

  /// The timeline as the root gets it.
  ///
  /// - Parameters:
  ///   - model: Its owner, which the screen retains.
  ///   - action: What can be asked for.
  ///   - additions: What this kind of timeline shows besides.
  ///   - verbs: The commands of this kind of timeline; they take precedence over the common ones.
  @MainActor
  public static func screen(
    model: Model, action: Action, additions: @escaping @MainActor () -> Additions = { Additions() },
    verbs own: @escaping @MainActor () -> [Verb] = { [] }
  ) -> Screen {
    screen(
      state: { model.state }, model: model, action: action, additions: additions, verbs: own,
      load: { await model.load() },
      prepare: { layout in model.fit(layout) { view($0, additions: additions(), layout: layout) } })
  }

  /// The screen over any source of its state, for previews.
  @MainActor
  public static func screen(
    state: @escaping @MainActor () -> State, model: AnyObject? = nil, action: Action,
    additions: @escaping @MainActor () -> Additions = { Additions() },
    verbs own: @escaping @MainActor () -> [Verb] = { [] }, load: @escaping @MainActor () async -> Void = {},
    prepare: @escaping @MainActor (Layout) async -> Void = { _ in }
  ) -> Screen {
    Screen(
      id: state().kind, subject: { state().subject }, model: model, label: { state().heading.label },
      document: { view(state(), additions: additions(), layout: $0) },
      verbs: {
        let own = own()
        return own + verbs(state(), action: action).filter { verb in !own.contains { $0.matches(verb.name) } }
      },
      load: load, prepare: prepare, failure: { state().posts.error })
  }

  /// `following · 3 newer posts`.
  private static func note(_ state: State, _ additions: Additions, _ layout: Layout) -> String? {
    let parts = [additions.note, state.posts.value?.newsNote(layout)].compactMap(\.self)
    return parts.isEmpty ? nil : parts.joined(separator: " · ")
  }

  private static func hint(_ state: State, _ own: [String]) -> StyledText? {
    switch state.posts {
    case .idle, .loading: return nil
    case .failed: return StyledText("refresh · back", .hint)
    case .loaded(let posts):
      var verbs = posts.list.isEmpty ? ["refresh"] : ["open N", "reply N", "boost N", "fav N"]
      if posts.hasOlder { verbs.insert("older", at: 0) }
      if posts.hasNewerHeld { verbs.insert("newer", at: 0) }
      if posts.unread > 0 { verbs.insert("new", at: 0) }
      return StyledText((verbs + own).joined(separator: " · "), .hint)
    }
  }
}

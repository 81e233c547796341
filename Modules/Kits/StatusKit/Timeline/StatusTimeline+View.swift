public import FeatureKit
public import MastodonKit
public import TerminalKit

@MainActor extension StatusTimeline {
  /// The screen as text.
  ///
  /// As JSON it is `{screen, timeline, has_older, cursor, hidden, items}`; ``StatusView`` documents a post.
  public static func view(_ state: State, additions: Additions = Additions(), layout: Layout) -> Document {
    var blocks = state.page.blocks { posts in
      let blocks = posts.list.blocks(
        context: state.context, layout: layout, seenUpTo: posts.seenUpTo, me: state.me,
        isOldestFirst: posts.isOldestFirst)
      let marked = additions.matches.isEmpty ? blocks : blocks.map { $0.marking(additions.matches) }
      let remarked = marked.map { noted($0, additions.marks) }
      var closing = posts.closing(remarked, options: state.options, emptyText: state.emptyText)
      if let text = additions.gapText, posts.hasGapBelow, !state.options.isFiltered, !state.options.range.isCounted {
        closing += [.blank, .paragraph(StyledText(text, .secondary))]
      }
      for text in additions.warnings { closing += [.blank, .paragraph(StyledText(text, .warning))] }
      return closing
    }
    let isNewest = state.page.value?.isNewest != false
    let account = state.heading.account.map { AccountView($0, layout: layout) }
    if let account, isNewest { blocks = account.header + [.blank] + blocks }
    let note = [additions.note, state.page.value?.newsNote].compactMap(\.self).joined(separator: " · ")
    let title = Document.Title(
      state.heading.title + (isNewest ? "" : " · older posts"), note: note.isEmpty ? nil : note)
    var document = Document(
      kind: state.kind, title: title, blocks: blocks, hint: hint(state, additions),
      data: (additions.data ?? [.init("timeline", .string(state.heading.label))])
        + (additions.marks.isEmpty
          ? [] : [.init("marks", .array(marks(additions.marks, of: state).map(BookmarkText.data)))])
        + (account.map { [.init("account", $0.data)] } ?? []) + state.postData)
    document.neighbours = state.neighbours
    return document
  }

  private static func marks(_ marks: [BookmarkMark], of state: State) -> [BookmarkMark] {
    let shown = Set(state.visible.map(\.displayed.id))
    return marks.filter { shown.contains($0.id) }
  }

  /// A post with the user's tags and note on it.
  private static func noted(_ block: Block, _ marks: [BookmarkMark]) -> Block {
    guard case .item(var item) = block, let id = item.references.first(where: { $0.kind == .status })?.id,
      let mark = marks.first(where: { $0.id.rawValue == id })
    else { return block }
    if item.isOneLine, case .spread(let text, let trailing)? = item.blocks.first {
      let note = StyledText("\(ExcerptText.cut(BookmarkText.line(mark), to: 40)) · ", .secondary)
      item.blocks = [.spread(text, trailing: note + trailing)]
    } else {
      item.blocks.append(.paragraph(StyledText(BookmarkText.line(mark), .secondary)))
    }
    if !item.spoken.isEmpty { item.spoken = Sentence.joined([item.spoken, BookmarkText.sentences(mark)]) }
    return .item(item)
  }

  public static func verbs(_ model: Model, status: StatusAction) -> [Verb] {
    [.older(model.older), .newer(model.newer), .refresh(help: "Show the newest posts", model.refresh)]
      + (model.isLive ? [.new(model.new)] : [])
      + StatusVerbs(numbered: model.state.list.numbered, action: status).verbs
  }

  public static func screen(model: Model, status: StatusAction) -> Screen {
    screen(model: model, status: status, additions: { Additions() }, verbs: { [] })
  }

  /// The timeline as the root gets it.
  ///
  /// - Parameters:
  ///   - model: Its owner, which the screen retains.
  ///   - verbs: The commands of this kind of timeline; they take precedence over the common ones.
  public static func screen(
    model: Model, status: StatusAction, additions: @escaping @MainActor () -> Additions,
    verbs own: @escaping @MainActor () -> [Verb]
  ) -> Screen {
    Screen(
      id: model.state.kind, subject: .named { model.state.subject }, model: model, label: { model.state.heading.label },
      document: { view(model.state, additions: additions(), layout: $0) },
      verbs: {
        let own = own()
        return own + verbs(model, status: status).filter { verb in !own.contains { $0.matches(verb.name) } }
      },
      content: model.content { [model] layout in
        let additions = additions()
        model.fit(layout) { (view($0, additions: additions, layout: layout), besides: 0) }
      })
  }

  static func hint(_ state: State, _ additions: Additions) -> StyledText? {
    var verbs = ["open N", "reply N", "boost N", "fav N"]
    switch state.page {
    case .idle, .loading: return nil
    case .failed: verbs = additions.emptyHint ?? ["refresh", "back"]
    case .loaded(let posts):
      if posts.shown.isEmpty { verbs = additions.emptyHint ?? ["refresh"] }
      if posts.hasOlder { verbs.insert("older", at: 0) }
      if posts.isOldestFirst, posts.hasNewerHeld { verbs.insert("newer", at: 0) }
      if posts.unread > 0 { verbs.insert("new", at: 0) }
      verbs += additions.hint
    }
    return StyledText(verbs.joined(separator: " · "), .hint)
  }
}

extension ListState<Status> {
  /// The page as it was printed; empty until there is one.
  public var list: StatusList { page.value?.list ?? StatusList() }

  /// The members of JSON about the page, also before there is one: `has_older`, `cursor`, `hidden`.
  public var postData: [JSONValue.Member] { pageData + [.init("hidden", (page.value?.leftOut ?? LeftOut()).data)] }
}

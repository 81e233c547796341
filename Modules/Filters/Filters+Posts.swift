import FeatureKit
import MastodonKit
import StatusKit
import TerminalKit

/// Single posts in filters, and why a post is filtered.
extension Filters {
  /// The commands `filter-post` and `unfilter-post`.
  @MainActor
  static func postVerbs(model: @escaping @MainActor () -> Model, contents: Contents) -> [Verb] {
    [
      Verb(
        "filter-post", aliases: ["filter-like"], Parameter<[Status.ID]>.leadingStatuses(before: model),
        Parameter<Filter?>.filter(model), help: "Put posts into a filter",
        discussion: """
          The filter then folds or hides these posts, whatever their words are. FILTER is its name, and can be left out if \
          there is only one. Screens that show the posts follow at once. unfilter-post takes them out again.
          """
      ) { ids, filter in
        guard let filter else { return try await put(ids, into: only(model), contents) }
        return try await put(ids, into: filter, contents)
      },
      Verb(
        "unfilter-post", Parameter<[Status.ID]>.leadingStatuses(before: model),
        Parameter<Filter?>.filter(model), help: "Take posts out of a filter, or of all filters"
      ) { ids, filter in
        await model().load()
        if let error = model().state.entries.error { throw error }
        return try await take(ids, outOf: filter.map { [$0] } ?? model().state.all, contents)
      },
    ]
  }

  @MainActor
  private static func only(_ model: @MainActor () -> Model) async throws -> Filter {
    await model().load()
    if let error = model().state.entries.error { throw error }
    let all = model().state.all
    guard let only = all.first, all.count == 1 else {
      let names = all.prefix(5).map { model().state.typed($0, face) }.joined(separator: ", ")
      throw AppError.usage(
        all.isEmpty ? "You have no filters." : "Into which filter?",
        suggestion: all.isEmpty
          ? "Create one: filter create NAME --action hide." : "Put its name after the number: \(names).")
    }
    return only
  }

  @MainActor
  private static func put(_ ids: [Status.ID], into filter: Filter, _ contents: Contents) async throws -> Response {
    let name = shownName(filter)
    let known = Set(filter.statuses.map(\.statusID))
    var done: [Status.ID] = []
    func response() -> Response {
      .success(
        "Put \(CountText.of(done.count, "post")) into the filter “\(name)”.",
        offering: "unfilter-post \(typed(done)) id:\(filter.id)",
        data: [JSONValue.Member("ids", .array(done.map { .string($0.rawValue) }))])
    }
    let new = ids.filter { !known.contains($0) }
    guard !new.isEmpty else {
      return .information("The filter “\(name)” has \(ids.count == 1 ? "it" : "them") already.")
    }
    defer { if !done.isEmpty { contents.changed() } }
    return try await Response.each(new, typed: \.rawValue, done: { done.isEmpty ? nil : response() }) { id in
      _ = try await contents.service.addStatus(id, filter.id)
      done.append(id)
      contents.match(id, FilterResult(filter: filter, statusMatches: [id]), true)
    }
  }

  @MainActor
  private static func take(_ ids: [Status.ID], outOf filters: [Filter], _ contents: Contents) async throws -> Response {
    let entries = filters.flatMap(\.statuses).filter { ids.contains($0.statusID) }
    guard !entries.isEmpty else {
      return .toast(
        Toast(.information, "No filter is about that post itself. filter why N shows the filters that match."))
    }
    for filter in filters {
      for entry in filter.statuses where ids.contains(entry.statusID) {
        try await contents.service.removeStatus(entry.id)
        contents.match(entry.statusID, FilterResult(filter: filter, statusMatches: [entry.statusID]), false)
      }
    }
    contents.changed()
    let done = Set(entries.map(\.statusID))
    let left = filters.filter { $0.statuses.contains { done.contains($0.statusID) } }
    return .success(
      "Took \(CountText.of(done.count, "post")) out of \(left.count == 1 ? "the filter" : CountText.of(left.count, "filter")).",
      data: [JSONValue.Member("ids", .array(ids.filter(done.contains).map { .string($0.rawValue) }))],
      // One command puts them into one filter.
      undo: left.count == 1 ? .command("filter-post \(typed(ids.filter(done.contains))) id:\(left[0].id)") : nil)
  }

  private static func typed(_ ids: [Status.ID]) -> String {
    ids.map { ReferenceSyntax.typed(id: $0.rawValue) }.joined(separator: " ")
  }

  // MARK: - The posts of a filter

  /// The most posts of a filter that are listed; each is a request.
  private static let listedPosts = 20

  @MainActor
  static func posts(_ filter: Filter, _ contents: Contents) async throws -> Response {
    var statuses: [(id: Status.ID, status: Status?)] = []
    for entry in filter.statuses.suffix(listedPosts) {
      do {
        let status = try await contents.status(entry.statusID)
        statuses.append((entry.statusID, status))
      } catch {
        // A deleted post stays in the filter until it is taken out.
        guard case .notFound = AppError(error) else { throw error }
        statuses.append((entry.statusID, nil))
      }
    }
    let (shown, hidden) = (statuses, filter.statuses.count - statuses.count)
    return .view { layout in postsView(filter, shown, hidden: hidden, layout: layout) }
  }

  /// The single posts that a filter is about.
  static func postsView(
    _ filter: Filter, _ posts: [(id: Status.ID, status: Status?)], hidden: Int, layout: Layout
  ) -> Document {
    var blocks: [Block] = posts.enumerated().map { index, post in
      var item =
        post.status.map {
          StatusView(
            $0, number: index + 1, context: .thread, layout: layout, options: StatusView.Options(isRevealed: true)
          ).item
        }
        ?? Item(
          number: index + 1, blocks: [.paragraph(StyledText("A post that is gone.", .secondary))],
          spoken: "A post that is gone.", references: [.status(post.id)])
      if post.status == nil { item.data = ["id": .string(post.id.rawValue), "deleted": true] }
      return .item(item)
    }
    if blocks.isEmpty { blocks = [.paragraph(StyledText("This filter is about no single posts.", .secondary))] }
    if hidden > 0 {
      blocks.append(.paragraph(StyledText("\(CountText.of(hidden, "older post")) not shown.", .secondary)))
    }
    return Document(
      kind: "filter-posts", title: Document.Title("Posts in the filter · \(shownName(filter))"), blocks: blocks,
      hint: StyledText(posts.isEmpty ? "filter-post N NAME" : "unfilter-post N", .hint),
      data: [JSONValue.Member("filter", .string(filter.id.rawValue))])
  }

  // MARK: - Why

  /// The filters that hide or fold a post, and the reasons.
  static func why(_ status: Status) -> @MainActor @Sendable (Layout) -> Document {
    { layout in whyView(status, layout: layout) }
  }

  /// The filters that match a post with their words, and whatever else folds it.
  ///
  /// As JSON it is `{screen, id, matches: [{id, title, action, contexts, keywords, is_post, applies}], content_warning, sensitive,
  /// muted}`.
  static func whyView(_ status: Status, layout: Layout) -> Document {
    let results = status.filtered + (status.reblog?.filtered ?? [])
    let post = status.displayed
    var blocks: [Block] = results.map { result in
      let filter = result.filter
      let hasEnded = filter.expiresAt.map { $0 <= layout.now } ?? false
      let matches = result.keywordMatches.map { "“\(ExcerptText.cut($0, to: 60))”" }
      let because =
        (matches.isEmpty ? [] : ["it contains \(matches.joined(separator: ", "))"])
        + (result.statusMatches.isEmpty ? [] : ["the filter is about this post"])
      let places = filter.contexts.prefix(20).map { ExcerptText.cut($0.rawValue, to: 60) }.joined(separator: ", ")
      let reason = because.isEmpty ? "it matches" : because.joined(separator: " and ")
      let end = hasEnded ? ". It has expired" : ""
      return .paragraph(
        StyledText(shownName(filter), .name)
          + StyledText(": \(effect(filter.action)) in \(places), because \(reason)\(end)."))
    }
    if !post.spoilerText.isEmpty {
      blocks.append(
        .paragraph(
          StyledText("Its author put a content warning on it: “\(ExcerptText.cut(post.spoilerText, to: 100))”.")))
    }
    if post.sensitive, !post.mediaAttachments.isEmpty {
      blocks.append(.paragraph(StyledText("Its author marked the media as sensitive.")))
    }
    if post.muted { blocks.append(.paragraph(StyledText("You muted this conversation."))) }
    if blocks.isEmpty { blocks = [.paragraph(StyledText("Nothing hides or folds this post.", .secondary))] }
    return Document(
      kind: "filter-why", title: Document.Title("Why this post is filtered"), blocks: blocks,
      hint: results.isEmpty ? nil : StyledText("filter remove NAME WORD · unfilter-post N", .hint),
      data: [
        JSONValue.Member("id", .string(post.id.rawValue)),
        JSONValue.Member("matches", .array(results.map { match($0, layout) })),
        JSONValue.Member("content_warning", .optional(post.spoilerText.isEmpty ? nil : post.spoilerText)),
        JSONValue.Member("sensitive", .bool(post.sensitive)), JSONValue.Member("muted", .bool(post.muted)),
      ])
  }

  private static func match(_ result: FilterResult, _ layout: Layout) -> JSONValue {
    [
      "id": .string(result.filter.id.rawValue), "title": .string(result.filter.title),
      "action": .string(result.filter.action.rawValue),
      "contexts": .array(result.filter.contexts.map { .string($0.rawValue) }),
      "keywords": .array(result.keywordMatches.map { .string($0) }), "is_post": .bool(!result.statusMatches.isEmpty),
      "applies": .bool(result.filter.expiresAt.map { $0 > layout.now } ?? true),
    ]
  }
}

extension Parameter where Value == Filter? {
  /// A filter by its name, its number on the screen or its id, if one is named.
  fileprivate static func filter(_ model: @escaping @MainActor () -> Filters.Model) -> Parameter {
    Parameter(ParameterDescription(name: "FILTER", form: .phrase, isOptional: true)) { reader in
      guard let name = reader.phrase() else { return nil }
      return try await Parameter<Filter>.find(name, Filters.face, model, reader)
    }
  }
}

@MainActor extension Parameter where Value == [Status.ID] {
  /// Posts, as long as the words are numbers, labels, ids or links; what follows is left.
  ///
  /// - Parameter model: The filters: a word that is the name or the id of one is not a post.
  fileprivate static func leadingStatuses(
    before model: @escaping @MainActor () -> Filters.Model
  ) -> Parameter {
    let one = Parameter<Status.ID>.status
    let descriptions = Parameter<[Status.ID]>.statuses.descriptions
    return Parameter(group: descriptions) { reader in
      guard reader.peek() != nil else { return [try await one.parse(reader)] }
      var ids: [Status.ID] = []
      repeat {
        guard let word = reader.next() else { break }
        for reference in try await Parameter<Reference>.resolve(word, kinds: [.status], reader: reader) {
          let id = Status.ID(reference.id)
          if !ids.contains(id) { ids.append(id) }
        }
      } while await isReference(reader, model)
      return ids
    }
  }

  private static func isReference(_ reader: ArgumentReader, _ model: @MainActor () -> Filters.Model) async -> Bool {
    guard let word = reader.peek(), ReferenceSyntax.isBare(word), !word.hasPrefix("@"), !word.hasPrefix("#") else {
      return false
    }
    let id = ReferenceSyntax.id(in: word)
    guard LineLabel(word) != nil || id != nil else { return true }
    guard reader.context.references(of: word) != nil || id != nil, !reader.context.asksNobody else { return false }
    await model().load()
    return !model().state.all.contains {
      $0.id.rawValue == id || Filters.face.name($0).lowercased() == word.lowercased()
    }
  }
}

public import FeatureKit
public import MastodonKit
import StatusKit
import TerminalKit

@MainActor extension AccountCollections {
  public static func plugin(model: Model) -> Plugin {
    Plugin(
      id: "collections", title: "Collections", symbol: "❖", verbs: [overviewVerb(model), verb(model)],
      previews: { previews })
  }

  private static func overviewVerb(_ model: Model) -> Verb {
    Verb(
      "collections", Parameter<Member?>.optionalMember, .flag("with-me"),
      help: "Show your collections of accounts, or those of an account",
      discussion: """
        A collection recommends accounts to others; unlike a list, everybody can see it. --with-me shows the collections of \
        others that you are in; collection leave N takes you out of one.
        """
    ) { member, isWithMe in
      if isWithMe, member != nil {
        throw AppError.usage(
          "--with-me is about your own account.", suggestion: "Leave out the account: collections --with-me.")
      }
      let overview = try await isWithMe ? model.overviewWithMe() : model.overview(of: member)
      return .view { layout in view(overview, layout: layout) }
    }
  }

  private static func verb(_ model: Model) -> Verb {
    let words = Word.allCases.map(\.rawValue)
    return Verb(
      "collection", Parameter<Request>.request(model), help: "Show, create, edit, delete or fill a collection",
      discussion: """
        collection N shows a collection with its accounts. N is its number on the screen, its id, its link, or the name of one \
        of yours, in quotation marks if it has spaces.
        collection create NAME @a @b creates one, collection edit N changes what the options say, and collection delete N \
        deletes one after a question. collection add N @a @b and collection remove N @a change its accounts; accounts that \
        approve followers manually are asked first. collection leave N takes you out of another account's collection.
        """,
      completions: { $0.isEmpty ? words : [] }
    ) { request in
      switch request {
      case .show(let id): return try await show(id, model)
      case .create(let draft):
        let collection = try await model.create(draft)
        let typed = ReferenceSyntax.typed(id: collection.id.rawValue)
        return .success(
          "Created the collection “\(shownName(collection))”.", hint: "collection \(typed)", data: members(collection),
          undo: .command("collection delete \(typed)"))
      case .edit(let id, let draft):
        let old = try await model.content(id).collection
        let collection = try await model.update(id, draft)
        let typed = ReferenceSyntax.typed(id: collection.id.rawValue)
        return .success(
          "Changed the collection “\(shownName(collection))”.", hint: "collection \(typed)", data: members(collection),
          undo: .command(Hint.Command("collection edit \(typed) \(options(of: old, replacedBy: draft))")))
      case .delete(let id): return try await deletion(of: id, model)
      case .add(let id, let accounts): return try await add(accounts, to: id, model)
      case .remove(let id, let accounts): return try await remove(accounts, from: id, model)
      case .leave(let id): return try await leave(id, model)
      }
    }
  }

  public static func show(_ id: Collection.ID, _ model: Model) async throws -> Response {
    let state = try await model.state(id)
    return .view { layout in view(state, layout: layout) }
  }

  /// The options that restore what a draft has changed.
  private static func options(of collection: Collection, replacedBy draft: CollectionDraft) -> String {
    let values = [
      ("name", draft.name.map { _ in collection.name }),
      ("description", draft.description.map { _ in HTMLText.wholeText(collection.description) }),
      ("tag", draft.tag.map { _ in collection.tag?.name ?? "" }),
      ("language", draft.language.map { _ in collection.language ?? "" }),
      ("sensitive", draft.sensitive.map { _ in collection.sensitive ? "yes" : "no" }),
      ("discoverable", draft.discoverable.map { _ in collection.discoverable ? "yes" : "no" }),
    ]
    return values.compactMap { name, value in
      value.map { "--\(name) \(Hint.Command.quoted($0))" }
    }.joined(separator: " ")
  }

  private static func members(_ collection: Collection) -> [JSONValue.Member] {
    [.init("collection", data(collection))]
  }

  private static func deletion(of id: Collection.ID, _ model: Model) async throws -> Response {
    let collection = try await model.content(id).collection
    let name = shownName(collection)
    let count = CountText.of(max(collection.itemCount, collection.items.count), "account")
    return .confirm(
      Confirmation("Delete the collection “\(name)” with \(count)? This can't be undone.") {
        try await model.delete(id)
        return .success("Deleted the collection “\(name)”.", hint: "collections", data: members(collection))
      })
  }

  /// Adds accounts one by one; what was done before a failure is said.
  private static func add(_ accounts: [Member], to id: Collection.ID, _ model: Model) async throws -> Response {
    let name = shownName(try await model.content(id).collection)
    let typed = ReferenceSyntax.typed(id: id.rawValue)
    var (added, waiting): ([Member], [Member]) = ([], [])
    func names(_ members: [Member]) -> String { members.map(\.typed).joined(separator: ", ") }
    func response() -> Response {
      var parts: [String] = []
      if !added.isEmpty { parts.append("Added \(names(added)) to the collection “\(name)”.") }
      if !waiting.isEmpty { parts.append("\(names(waiting)) \(waiting.count == 1 ? "has" : "have") to agree first.") }
      let ids = (added + waiting).map { ReferenceSyntax.typed(id: $0.id.rawValue) }.joined(separator: " ")
      return .success(
        parts.joined(separator: " "), hint: "collection \(typed)",
        data: [.init("added", .int(added.count)), .init("pending", .int(waiting.count))],
        undo: .command("collection remove \(typed) \(ids)"))
    }
    return try await Response.each(
      accounts, typed: \.typed, done: { added.isEmpty && waiting.isEmpty ? nil : response() }
    ) { member in
      let item = try await model.add(member, to: id)
      if item.state == .pending { waiting.append(member) } else { added.append(member) }
    }
  }

  private static func remove(_ accounts: [Member], from id: Collection.ID, _ model: Model) async throws -> Response {
    let content = try await model.content(id)
    var items: [(id: CollectionItem.ID, name: String, typed: String)] = []
    for member in accounts {
      guard let item = content.collection.items.first(where: { $0.accountID == member.id }) else {
        throw AppError.validation(
          "\(member.typed) is not in the collection “\(shownName(content.collection))”.",
          suggestion: "Type collection \(ReferenceSyntax.typed(id: id.rawValue)) to see who is.")
      }
      let acct = content.accounts.first { $0.id == member.id }.map { "@\(Sanitizer.oneLine($0.acct))" }
      items.append((item.id, acct ?? member.typed, member.typed))
    }
    var removed: [String] = []
    func response() -> Response {
      .success(
        "Removed \(removed.joined(separator: ", ")) from the collection “\(shownName(content.collection))”.",
        offering: "collection add \(ReferenceSyntax.typed(id: id.rawValue)) \(removed.joined(separator: " "))",
        data: [.init("removed", .int(removed.count))])
    }
    return try await Response.each(items, typed: \.typed, done: { removed.isEmpty ? nil : response() }) { item in
      try await model.remove(item.id, from: id)
      removed.append(item.name)
    }
  }

  private static func leave(_ id: Collection.ID, _ model: Model) async throws -> Response {
    let content = try await model.content(id)
    let item = try await model.ownItem(in: content)
    let name = shownName(content.collection)
    return .confirm(
      Confirmation("Leave the collection “\(name)”? Only its owner can add you again.") {
        try await model.leave(item.id, id)
        return .success("Left the collection “\(name)”.", data: members(content.collection))
      })
  }

  public static var previews: [Preview] {
    Preview.all(of: OverviewFixtures(), prefix: "overview") { (overview: Overview, layout) in
      view(overview, layout: layout)
    }
      + Preview.all(of: State.fixtures) { (state: State, layout) in view(state, layout: layout) }
  }
}

public import FeatureKit
public import MastodonKit
public import StatusKit
import TerminalKit

extension CatchUp {
  @MainActor
  public static func plugin(action: Action) -> Plugin {
    Plugin(
      id: "catch-up", title: "Catch-up", symbol: "≡", verbs: [verb(action), digestVerb(action)], previews: { previews })
  }

  /// The command that opens the screen, or the posts of one account in it.
  @MainActor
  private static func verb(_ action: Action) -> Verb {
    Verb(
      "catch-up", aliases: ["catchup"], .subject, .since(orLast: true),
      .option("sort", "ORDER", choices: Sort.allCases.map(\.rawValue)),
      .integerOption("limit", 1...4000), .progress,
      help: "Show what you missed: how much, by whom, and the most shared links",
      discussion: """
        Without a name it is Home; a list or a group by its name. --since takes a time (12h, yesterday), an id or last, which is where \
        you stopped reading; where that is not known, it is the last 24 hours. --sort time, author, boosts (by those that you follow) \
        or replies. At most \(Query().limit) posts are read, or as many as --limit says; Ctrl-C shows what was read.

        open N or catch-up @NAME shows the posts of one account. Where you stopped moves on once every older post was shown.
        """
    ) { subject, since, sort, limit, progress in
      var query = Query()
      if let since { query.since = since.value }
      if let sort, let order = Sort(rawValue: sort) { query.sort = order }
      if let limit { query.limit = limit }
      switch subject {
      case .member(let member):
        return try await action.open(member, query == Query() && since == nil ? nil : query, progress)
      case .name(let name): query.source = try await action.source(name)
      case nil: break
      }
      do { return try await action.show(query, progress) } catch {
        guard let part = action.part() else { throw error }
        throw PartialFailure(done: .view { view(part.fitted(to: $0), layout: $0) }, error: error, isPartial: false)
      }
    }.reading
  }

  /// The screen as the root gets it.
  ///
  /// - Parameters:
  ///   - model: Its owner, which the screen retains.
  ///   - status: The actions on a post.
  @MainActor
  public static func screen(model: Model, status: StatusAction) -> Screen {
    Screen(
      id: "catch-up", subject: .named { model.state.rows.subject }, model: model,
      label: { model.state.rows.heading.label },
      document: { view(model.state, layout: $0) },
      verbs: {
        [
          Verb("older", aliases: ["more"], help: "Show the next accounts") {
            try await model.older() ? .screen : .toast(Toast(.information, "That is all.", hint: "home"))
          }.reading,
          Verb("newer", help: "Show the accounts before") {
            try await model.newer() ? .screen : .toast(Toast(.information, "This is the first page.", hint: "older"))
          }.reading,
          .refresh(help: "Read the posts again", model.refresh),
        ] + StatusVerbs(numbered: [], action: status).verbs
      },
      content: Screen.Content(
        load: model.load, prepare: { model.fit($0) }, failure: { model.state.rows.failure }))
  }

  /// The posts of one account in a catch-up, before they are shown.
  ///
  /// - Parameter group: The posts, if they were read.
  public static func timeline(_ id: Account.ID, _ group: Group?, by sort: Sort, limit: Int) -> StatusTimeline.State {
    let heading = group.map(heading)
    let word = group.map { "@\(ExcerptText.cut($0.account.acct, to: 80))" } ?? id.rawValue
    return StatusTimeline.State(
      kind: "catch-up-posts", subject: id.rawValue, title: heading?.title ?? "Catch-up",
      label: heading?.label ?? "catch-up", context: .home, emptyText: "No posts.",
      order: sort.isByTime ? .chronological : .server, limit: limit,
      command: ["catch-up", word] + (sort.isByTime ? [] : ["--sort", sort.rawValue]))
  }

  public static func heading(_ group: Group) -> ListHeading {
    ListHeading(
      title: "\(ExcerptText.cut(group.account.shownName, to: 40)) · catch-up",
      label: "catch-up @\(ExcerptText.cut(group.account.acct, to: 80))")
  }

  /// A page of an account's posts; the place of one that was not read is the end.
  public static func page(of group: Group, by sort: Sort, _ request: PageRequest) -> Page<Status> {
    let entries = group.entries(sort)
    func place(_ cursor: Cursor) -> Int { entries.firstIndex { $0.id.rawValue == cursor.value } ?? entries.count }
    let part =
      switch request.position {
      case .older(let cursor): entries.dropFirst(place(cursor) + 1)
      case .newer(let cursor): entries[..<place(cursor)].suffix(request.limit)
      default: entries[...]
      }
    let shown = Array(part.prefix(request.limit))
    return Page(shown, older: shown.count < part.count ? shown.last.map { Cursor($0.id.rawValue) } : nil)
  }
}

/// A timeline, or an account in one.
private enum Subject: Sendable {
  case member(CatchUp.Member)
  case name(String)
}

/// The value of `--since`.
struct Since: Sendable {
  /// `nil` for the place where the user stopped.
  var value: ListRange.Since?
}

extension Parameter where Value == Subject? {
  /// `@name`, a link or a number that stands for an account, or a list or a group of sources by number or name.
  @MainActor fileprivate static var subject: Parameter {
    Parameter(ParameterDescription(name: "LIST|GROUP|@NAME", form: .phrase, isOptional: true)) { reader in
      if let word = reader.peek() {
        if word.hasPrefix("@"), word.count > 1 {
          _ = reader.next()
          return .member(.name(String(word.dropFirst())))
        }
        if reader.context.references(of: word) != nil || ReferenceSyntax.isAddress(word) {
          _ = reader.next()
          let kinds: [Reference.Kind] = ["list", "group"].map(Reference.Kind.init(rawValue:))
          let isLink = ReferenceSyntax.isAddress(word)
          let found = try await Parameter<Reference>.resolve(
            word, kinds: (isLink ? [.account] : [.author, .account]) + kinds, reader: reader)
          guard found.count == 1 else { throw reader.refusal("Give one number, not several.") }
          return kinds.contains(found[0].kind) ? .name(found[0].id) : .member(.id(Account.ID(found[0].id)))
        }
      }
      return reader.phrase().flatMap { $0.isEmpty ? nil : .name($0) }
    }
  }
}

extension Parameter where Value == Since? {
  /// `--since WHEN`, or `--since WHEN|last` where it is known how far the user has read.
  @MainActor static func since(orLast: Bool) -> Parameter {
    let value = orLast ? "WHEN|last" : "WHEN"
    return Parameter(ParameterDescription(name: "since", form: .flag(value: value, choices: []), isOptional: true)) {
      reader in
      guard let word = reader.flag("since") else { return nil }
      if orLast, word.lowercased() == "last" { return Since() }
      do { return Since(value: try ListRange.since(word, reader)) } catch {
        guard orLast, EditDistance.nearest(to: word, among: ["last"]) != nil else { throw error }
        throw AppError.usage(AppError(error).message, suggestion: "Did you mean last?")
      }
    }
  }
}

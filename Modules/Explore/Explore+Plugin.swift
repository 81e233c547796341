public import FeatureKit
public import MastodonKit
public import StatusKit
import TerminalKit

@MainActor extension Explore {
  /// The actions of the commands; the root carries them out.
  @MainActor
  public struct Action {
    public var show: (Subject, TimelineOptions) async throws -> Response
    public var account: (Account.ID) async throws -> Account
    /// Removes an account from the suggestions for good.
    public var dismiss: (Account.ID) async throws -> Void
    public var status: (Status.ID) async throws -> Status

    public init(
      show: @escaping (Subject, TimelineOptions) async throws -> Response,
      account: @escaping (Account.ID) async throws -> Account,
      dismiss: @escaping (Account.ID) async throws -> Void, status: @escaping (Status.ID) async throws -> Status
    ) {
      self.show = show
      self.account = account
      self.dismiss = dismiss
      self.status = status
    }
  }

  public static func plugin(action: Action) -> Plugin {
    Plugin(id: "explore", title: "Explore", symbol: "◇", verbs: verbs(action), previews: { previews })
  }

  /// The screen of a subject that does not consist of posts.
  ///
  /// - Parameters:
  ///   - subject: The content; for posts there is ``timeline(_:)``.
  ///   - tags: The models that show hashtags, which a list of them joins.
  public static func screen(
    _ subject: Subject, pageSize: Int, showing options: TimelineOptions, service: ExploreService,
    tags: Living<any TagContainer>, in context: ListContext
  ) -> Screen {
    func list<Row>(
      _ list: ListState<Row>, _ pageSize: Int, _ draw: @escaping ListView<Row>.Draw,
      join: (ListModel<Row>) -> Void, page: @escaping @Sendable (PageRequest) async throws -> Page<Row>
    ) -> Screen {
      var list = list
      (list.limit, list.options) = (pageSize, options)
      let model = ListModel(state: list, in: context, page: page)
      join(model)
      return ListView(draw: draw).screen(model, verbs: { [] })
    }
    func join(_ model: ListModel<MastodonKit.Tag>) { tags.add { [weak model] in model } }
    return switch subject {
    case .trendingTags:
      list(trendingTags, min(pageSize, mostTrends), row, join: join) { try await service.trendingTags($0) }
    case .trendingLinks, .trendingPosts, .link:
      list(trendingLinks, min(pageSize, mostTrends), row, join: { _ in }) { try await service.trendingLinks($0) }
    case .suggestions:
      list(suggestions, pageSize, row, join: { _ in }) { Page(try await service.suggestions($0.limit)) }
    case .directory(let query):
      list(directory(query), pageSize, row, join: { _ in }) { try await service.directory(query, $0) }
    case .followedTags: list(followedTags, pageSize, row, join: join) { try await service.followedTags($0) }
    }
  }

  /// The maximum number of trends that Mastodon sends.
  private static var mostTrends: Int { 20 }

  public static var previews: [Preview] {
    let (tags, accounts) = (MastodonKit.Tag.fixtures, Account.fixtures)
    return ListView(draw: row).previews(
      of: ListFixtures(trendingTags, tags.all, hostile: [tags.hostile]), prefix: "tags")
      + ListView(draw: row).previews(
        of: ListFixtures(trendingLinks, TrendsLink.fixtures.all, hostile: [TrendsLink.fixtures.hostile]),
        prefix: "links")
      + ListView(draw: row).previews(
        of: ListFixtures(suggestions, Suggestion.fixtures.all, hostile: [Suggestion.fixtures.hostile]),
        prefix: "suggestions")
      + ListView(draw: row).previews(
        of: ListFixtures(
          directory(DirectoryQuery()), [accounts.wren, accounts.juniper], hostile: [accounts.hostile]),
        prefix: "directory")
      + ListView(draw: row).previews(
        of: ListFixtures(followedTags, [tags.rising, tags.featured], hostile: [tags.hostile]), prefix: "followed")
  }
}

// MARK: - Commands

@MainActor extension Explore {
  static func verbs(_ action: Action) -> [Verb] {
    let show = { @MainActor @Sendable (subject: Subject, range: ListRange) async throws -> Response in
      return try await action.show(subject, TimelineOptions(range: range))
    }
    return [
      Verb(
        "trends", .optionalChoice("tags|posts|links", ["tags", "posts", "links"]), .range,
        help: "Show popular hashtags, posts or links on your server",
        discussion: """
          The bars are the posts of each of the last seven days, the latest at the right. open N shows the posts with a \
          hashtag or about a link.
          """
      ) { kind, range in
        switch kind {
        case "posts": try await show(.trendingPosts, range)
        case "links": try await show(.trendingLinks, range)
        default: try await show(.trendingTags, range)
        }
      }.reading,
      Verb(
        "link-timeline", .link, .range, help: "Show the posts that mention a link",
        discussion:
          "N is a trending link, or a post with a preview of a link. Servers list posts for links that are or were trending."
      ) { target, range in
        switch target {
        case .url(let url): return try await show(.link(url), range)
        case .status(let id):
          let status = try await status(id, action)
          guard let card = status.displayed.card else {
            throw AppError.validation(
              "That post has no link preview.", suggestion: "Give a link, or another post.")
          }
          return try await show(.link(card.url), range)
        }
      }.reading,
      Verb(
        "suggestions", .suggestions, .range, help: "Show accounts you may like to follow, or dismiss some",
        discussion: "suggestions dismiss N… removes accounts from the list for good.",
        completions: { $0.isEmpty ? ["dismiss"] : [] }
      ) { dismissed, range in
        guard let dismissed else { return try await show(.suggestions, range) }
        guard range == ListRange() else {
          throw AppError.usage(
            "--limit, --all and the like are for the list of suggestions.", suggestion: "Usage: suggestions dismiss N…")
        }
        return try await dismiss(dismissed, action)
      },
      Verb(
        "directory", .flag("local"), .flag("new"), .range, help: "Show accounts that agreed to be listed",
        discussion: "--local leaves out other servers. The last active are first, with --new the newest."
      ) { isLocal, isNew, range in
        try await show(.directory(DirectoryQuery(newestFirst: isNew, localOnly: isLocal)), range)
      }.reading,
      Verb(
        "followed-tags", .range, help: "Show the hashtags you follow",
        discussion: "open N shows the posts with one, unfollow N ends following it. follow #TAG follows another."
      ) { range in try await show(.followedTags, range) }.reading,
    ]
  }

  private static func status(_ id: Status.ID, _ action: Action) async throws -> Status {
    do { return try await action.status(id) } catch { throw AppError(error) }
  }

  /// Dismisses suggestions one by one and reports which.
  private static func dismiss(_ ids: [Account.ID], _ action: Action) async throws -> Response {
    var dismissed: [Account] = []
    return try await Response.each(ids, typed: \.rawValue, done: { dismissed.isEmpty ? nil : report(dismissed) }) {
      id in
      let account = try await action.account(id)
      try await action.dismiss(id)
      dismissed.append(account)
    }
  }

  private static func report(_ accounts: [Account]) -> Response {
    let names = accounts.map { "@\(ExcerptText.cut($0.acct, to: 80))" }
    let text =
      names.count == 1
      ? "\(names[0]) will not be suggested again." : "\(names.joined(separator: ", ")) will not be suggested again."
    return .success(
      text, hint: "suggestions", data: [.init("dismissed", .array(accounts.map { .string($0.id.rawValue) }))])
  }
}

/// The subject of `link-timeline`.
private enum LinkTarget: Sendable {
  case url(String)
  case status(Status.ID)
}

extension Parameter where Value == LinkTarget {
  /// An address, or the number of a trending link or of a post.
  @MainActor fileprivate static var link: Parameter {
    let reference = Parameter<Reference>.reference(kinds: [.link, .status])
    return Parameter(ParameterDescription(name: "LINK", form: .reference(kinds: [.link, .status], many: false))) {
      reader in
      if let word = reader.peek(), word.hasPrefix("https://") || word.hasPrefix("http://") {
        _ = reader.next()
        return .url(word)
      }
      guard let word = reader.peek(),
        reader.context.references(of: word) != nil || ReferenceSyntax.isID(word) || ReferenceSyntax.id(in: word) != nil
      else { throw reader.refusal("Give the address of a link, or a number.") }
      let named = try await reference.parse(reader)
      return named.kind == .link && named.id.contains("://") ? .url(named.id) : .status(Status.ID(named.id))
    }
  }
}

extension Parameter where Value == [Account.ID]? {
  /// Nothing, or `dismiss` and the accounts.
  @MainActor fileprivate static var suggestions: Parameter {
    let accounts = Parameter<[Reference]>.references("dismiss N", kinds: [.account], listing: "suggestions")
    return Parameter(
      ParameterDescription(
        name: "dismiss N", form: .reference(kinds: [.account], many: true), isOptional: true)
    ) { reader in
      guard let word = reader.peek() else { return nil }
      guard word == "dismiss" else { throw reader.refusal("Unexpected argument “\(Sanitizer.clean(word))”.") }
      _ = reader.next()
      return try await accounts.parse(reader).map { Account.ID($0.id) }
    }
  }
}

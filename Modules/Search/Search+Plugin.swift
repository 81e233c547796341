public import FeatureKit
public import MastodonKit
public import StatusKit
import TerminalKit

@MainActor extension Search {
  /// The actions of the command; the root carries them out.
  @MainActor
  public struct Action {
    public var show: (SearchQuery, TimelineOptions) async throws -> Response
    public var recent: RecentSearches
    public var remembers: () -> Bool

    public init(
      show: @escaping (SearchQuery, TimelineOptions) async throws -> Response, recent: RecentSearches,
      remembers: @escaping () -> Bool
    ) {
      self.show = show
      self.recent = recent
      self.remembers = remembers
    }
  }

  public static func plugin(action: Action) -> Plugin {
    Plugin(id: "search", title: "Search", symbol: "?", verbs: [verb(action)], previews: { previews })
  }

  public static func model(
    _ query: SearchQuery, pageSize: Int, showing options: TimelineOptions, service: SearchService,
    in context: ListContext,
    kept: @escaping @Sendable (String) async -> [Status]
  ) -> Model {
    var list = results(query, pageSize: pageSize)
    list.options = options
    return Model(list, query: query, service: service, in: context, kept: kept)
  }

  public static func screen(_ query: SearchQuery, model: Model) -> Screen {
    view(query).screen(model.rows, container: model, verbs: { [] })
  }

  /// The view of the results: several kinds under a heading each.
  private static func view(_ query: SearchQuery) -> ListView<Row> {
    query.kind == nil ? ListView(section: section, draw: row) : ListView(draw: row)
  }

  public static var previews: [Preview] {
    let (status, account, tag) = (Status.fixtures, Account.fixtures, MastodonKit.Tag.fixtures)
    let rows: [Row] = [
      .account(account.wren), .tag(tag.rising), .tag(tag.quiet), .status(status.plain),
      .status(status.linkCard), .kept(status.marked),
    ]
    let hostile: [Row] = [.account(account.hostile), .tag(tag.hostile), .status(status.hostile)]
    let (all, posts) = (SearchQuery("canal from:@rook"), SearchQuery("canal\u{1B}[2J", kind: .statuses))
    var previews = view(all).previews(of: ListFixtures(results(all), rows, hostile: hostile))
    previews += view(posts).previews(
      of: ListFixtures(
        results(posts), [.status(status.plain), .deleted(status.bot)], hostile: [.status(status.hostile)]),
      prefix: "posts")
    previews += Preview.all(of: RecentFixtures()) { (searches: [RecentSearches.Search], _) in recent(searches) }
    return previews
  }

  private struct RecentFixtures {
    let recent = [
      RecentSearches.Search("canal from:@rook"), RecentSearches.Search("\"upper lock\"", kind: .statuses),
      RecentSearches.Search("写真", kind: .hashtags), RecentSearches.Search("\u{1B}[2J\u{202E}"),
    ]
    let recentNone: [RecentSearches.Search] = []
  }
}

// MARK: - The command

@MainActor extension Search {
  private static func verb(_ action: Action) -> Verb {
    Verb(
      "search", .searched, .flag("accounts"), .flag("posts"), .flag("tags"), .flag("following"), .flag("clear"), .range,
      help: "Search for accounts, hashtags and posts; alone, list your recent searches",
      discussion: discussion
    ) { searched, accounts, posts, tags, following, clears, range in
      let options: [(isGiven: Bool, kind: SearchQuery.Kind)] = [
        (accounts, .accounts), (posts, .statuses), (tags, .hashtags),
      ]
      let kinds = options.filter { $0.isGiven }.map { $0.kind }
      guard kinds.count < 2 else {
        throw AppError.usage(
          "Choose one kind: --accounts, --posts or --tags.", suggestion: "Without any of them, all are searched.")
      }
      guard !following || kinds.allSatisfy({ $0 == .accounts }) else {
        throw AppError.usage("--following finds accounts only.", suggestion: "Leave out --posts and --tags.")
      }
      let isPlain = kinds.isEmpty && !following && range == ListRange()
      if clears {
        guard isPlain else {
          throw AppError.usage("--clear takes no other option.", suggestion: "Usage: search --clear")
        }
        return try clear(searched, action)
      }
      guard var search = searched else {
        guard isPlain else {
          throw AppError.usage("There is no text to search for.", suggestion: "Usage: search TEXT [OPTIONS]")
        }
        let searches = try stored(action.recent.all)
        return .document(recent(searches))
      }
      if let kind = kinds.first { search.kind = kind }
      // A search that could not be stored is only missing from the list.
      if action.remembers() { try? action.recent.note(search) }
      var query = query(search)
      // Mastodon applies it to accounts alone.
      if following { (query.kind, query.following) = (.accounts, true) }
      return try await action.show(query, TimelineOptions(range: range))
    }
  }

  private static func clear(_ searched: RecentSearches.Search?, _ action: Action) throws -> Response {
    guard searched == nil else {
      throw AppError.usage("--clear takes no text.", suggestion: "Usage: search --clear")
    }
    let count = try stored(action.recent.clear)
    return .toast(
      Toast(
        count == 0 ? .information : .success,
        StyledText(
          count == 0
            ? "There are no recent searches." : "Deleted \(CountText.of(count, "recent search", "recent searches"))."),
        data: [.init("deleted", .int(count))]))
  }

  private static func stored<Value>(_ work: () throws -> Value) throws -> Value {
    do { return try work() } catch { throw AppError(error) }
  }

  private static let discussion = """
    TEXT is passed to your server as you type it, quotes included. @name@host and links are looked up on their servers. \
    The results depend on the server: Mastodon finds your own posts, posts you interacted with, and public posts of \
    accounts that agreed to it. --following finds only accounts that you follow.

    Mastodon's operators narrow a search for posts; a minus before one excludes:
    "exact words"  from:@name  from:me  -from:@name
    has:media  has:image  has:video  has:audio  has:poll  has:link
    is:reply  is:sensitive  language:en
    before:2026-01-31  after:2025-12-31  during:2026-01-01
    in:library (your own posts, and those you interacted with)  in:public

    N repeats a search of the list. --clear deletes the list, which is kept on this computer for each account; searches of \
    scripts are not kept, nor any with set history off.
    """
}

extension Parameter where Value == RecentSearches.Search? {
  /// A text exactly as typed, or the number of a recent search.
  @MainActor fileprivate static var searched: Parameter {
    var description = ParameterDescription(name: "TEXT", form: .phrase, isOptional: true)
    description.isConfidential = true
    return Parameter(description) { reader in
      guard let text = reader.source(), text.contains(where: { !$0.isWhitespace }) else { return nil }
      let shown = Int(text).flatMap { reader.context.shown($0) } ?? []
      return shown.lazy.compactMap { RecentSearches.Search($0) }.first ?? RecentSearches.Search(text)
    }
  }
}

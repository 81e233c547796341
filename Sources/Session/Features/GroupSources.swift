import Accounts
import AppEnvironment
import FeatureKit
import GroupsFeature
import Links
import LocalStore
import MastodonClient
import MastodonKit
import NavigationKit
import StatusKit
import TerminalKit

/// Reads what the groups of an account are made of, each part where it is.
struct GroupSources: Sendable {
  let client: MastodonClient
  /// Reads posts of other servers.
  let foreign: ForeignServers
  /// The user's own address: what `@me` stands for.
  let me: String
  /// The names of the user's own server in addresses of accounts.
  let ownNames: [String]
  /// The servers that the user reads without an account.
  let servers: SavedServerService
  /// The accounts and lists that were found, by name.
  private let found = Found()

  private actor Found {
    var accounts: [String: Account.ID] = [:]
    var lists: [MastodonKit.List]?

    func keep(_ id: Account.ID, for name: String) { accounts[name] = id }
    func keep(_ all: [MastodonKit.List]) { lists = all }
  }

  func page(_ part: Groups.Part, _ request: PageRequest) async throws -> Page<Status> {
    switch part {
    case .tags(let query): return try await client.tagged(query, request)
    case .account(let name): return try await client.accountService.statuses(try await account(name), request)
    case .list(let title): return try await client.listService.statuses(try await list(title), request)
    case .server(let host):
      var page = try await foreign.posts(of: host, request)
      page.elements = page.elements.map { $0.identified(on: host) }
      return page
    case .search(let words):
      let answer = try await client.searchService.search(SearchQuery(words, kind: .statuses), request)
      // A search does not say where it ends: a short page is the last one.
      let isLast = answer.value.statuses.count < min(request.limit, 10)
      return Page(answer.value.statuses, older: isLast ? nil : answer.older)
    }
  }

  /// The streams of a group, and whether they tell of all its posts.
  func streams(of group: TagGroup) async -> TimelineStreams {
    let parts = Groups.parts(of: group)
    var topics: [StreamTopic] = []
    for case .tags(let query) in parts {
      topics += ([query.tag] + query.any).map { StreamTopic.hashtag($0, isLocal: false) }
    }
    var areWhole = parts.allSatisfy(\.isStreamed)
    for case .list(let title) in parts {
      // A list that is not there has no posts either; one that cannot be found now is asked for later.
      do { topics.append(.list(try await list(title).rawValue)) } catch { areWhole = false }
    }
    return TimelineStreams(topics, areWhole: areWhole, accepts: { Groups.accepts($0, group) })
  }

  private func account(_ name: String) async throws -> Account.ID {
    if let id = await found.accounts[name] { return id }
    let id = try await client.accountService.lookup(Handle(name, at: ownNames).text).id
    await found.keep(id, for: name)
    return id
  }

  private func list(_ title: String) async throws -> MastodonKit.List.ID {
    var lists: [MastodonKit.List]
    if let known = await found.lists {
      lists = known
    } else {
      lists = try await client.listService.all()
      await found.keep(lists)
    }
    guard let list = Self.list(title, in: lists) else { throw Self.missing(title, lists) }
    return list.id
  }

  static func list(_ title: String, in lists: [MastodonKit.List]) -> MastodonKit.List? {
    lists.first { $0.title == title } ?? lists.first { $0.title.lowercased() == title.lowercased() }
  }

  static func missing(_ title: String, _ lists: [MastodonKit.List], prefix: String = "list:") -> AppError {
    let titles = lists.map(\.title)
    return .missing(
      "You have no list “\(title)”.", word: title, among: titles.map { Sanitizer.clean($0) }, prefix: prefix,
      choices: titles.isEmpty
        ? "To make one: list create NAME @NAME." : Sanitizer.clean("Your lists: \(titles.joined(separator: ", "))."))
  }

  // MARK: - New sources

  /// Finds out whether a source exists, and returns it as it is to be stored: lists with their title, accounts with their server.
  func checked(_ source: GroupSource) async throws -> GroupSource {
    do {
      switch source {
      case .tag, .search: return source
      case .account(let typed):
        let name = typed.lowercased() == "me" ? me : typed
        let account = try await client.accountService.lookup(Handle(name, at: ownNames).text)
        return .account(
          account.acct.contains("@") ? account.acct : account.acct + (ownNames.first.map { "@\($0)" } ?? ""))
      case .list(let title):
        let lists = try await client.listService.all()
        guard let list = Self.list(title, in: lists) else { throw Self.missing(title, lists) }
        return .list(list.title)
      case .server(let typed):
        let host = try SessionParts.serverName(typed)
        _ = try await foreign.posts(of: host, PageRequest(limit: 1))
        return .server(host)
      }
    } catch MastodonError.notFound {
      guard case .account(let name) = source else { throw AppError.notFound("That was not found.") }
      throw AppError.notFound(
        Sanitizer.clean("There is no account @\(name)."), suggestion: "To find one: search --accounts NAME.")
    } catch MastodonError.unreachable(let host, .unknownHost, _) where host != client.server.name {
      let known = try servers.all().map(\.host)
      throw AppError.missing(
        "No server “\(host)” was found.", word: host, among: known, prefix: "server:",
        choices: "Check its name, such as server:mastodon.example.")
    } catch  where Self.mayBeThere(error) {
      // Without a connection a group can be made all the same; what is wrong with it is said when it is read.
      return source
    }
  }

  /// Whether an error says nothing of the source: nobody is signed in, or a server does not answer now.
  private static func mayBeThere(_ error: any Error) -> Bool {
    guard let error = error as? MastodonError else { return false }
    return error == .signedOut || error.isAboutReachingTheServer
  }
}

extension SessionPart {
  /// Creates the way to the sources of the account's groups.
  func createGroupSources() -> GroupSources {
    let names = [Handle(identity.id).host, client.server.name].compactMap(\.self)
    return GroupSources(
      client: client, foreign: foreignServers, me: identity.id, ownNames: names,
      servers: services.storage.savedServerService)
  }
}

extension SessionParts {
  /// Keeps how far a timeline was seen on this machine, as a place on the user's own server, and returns how far it was before.
  func visit(_ name: String) -> @MainActor (Status.ID?) -> Status.ID? {
    guard services.run.policy.keepsPosition else { return { _ in nil } }
    let (positions, run) = (services.storage.readingPositions(account: identity.id), services.run)
    return { newest in
      // A position that cannot be read costs the line on the screen.
      let last = try? positions.position(name)
      if let place = newest?.ownPlace, !run.options.isTried {
        // One that cannot be saved is saved with the next page.
        Task { @concurrent in try? positions.keep(place, name) }
      }
      return last
    }
  }

  func createGroupTimeline(_ id: TagGroup.ID, _ options: TimelineOptions) -> Screen {
    let (groups, sources) = (services.storage.tagGroupService, createGroupSources())
    let group = { @Sendable in try Groups.group(id, in: groups) }
    // A group that cannot be read says so where its posts would be.
    let known = try? group()
    let isMerged = known.map { !Groups.isOneRequest($0) } ?? false
    let reader = Groups.Reader(group: group, read: sources.page)
    let model = createTimelineModel(
      Groups.timelineState(id, known, limit: services.run.pageSize), options,
      heading: { _ in Groups.heading(try group()) }, visit: visit("group \(id)"),
      streams: .found { await sources.streams(of: try group()) },
      page: { [kept = base.kept] request in
        // What is kept is shown only if nothing is missing: the server has it.
        if isMerged { return try await reader.page(request, needsAll: kept?.isReading == true) }
        guard let part = Groups.parts(of: try group()).first else { return Page([]) }
        return try await sources.page(part, request)
      })
    let own = createStatusAction(model)
    let foreign = createForeignStatuses()
    let elsewhere = { @MainActor @Sendable (host: String) in
      foreign.action(
        host: { host }, shown: { [weak model] in model?.state.list ?? StatusList() }, acts: self.statusActs(model)
      )
    }
    let hasOthers = known.map { $0.sources.contains { if case .server = $0 { true } else { false } } } ?? false
    let screen = Groups.timeline(
      model: model, status: hasOthers ? own.choosing(elsewhere) : own, failures: { isMerged ? reader.failures : [] },
      edit: { [navigator] in navigator.present(.group(id)) })
    guard hasOthers else { return screen }
    // Some of its ids are those of other servers.
    return screen.showing(
      foreign.otherServer(
        "group \(id)", host: { Status.ID($0.id).otherHost },
        shown: { [weak model] in model?.state.list ?? StatusList() }))
  }
}

extension StatusAction {
  /// The same actions, and those of another server for the posts and accounts that have its ids.
  fileprivate func choosing(_ elsewhere: @escaping @MainActor (_ host: String) -> StatusAction) -> StatusAction {
    let own = self
    func action(_ id: Status.ID) -> StatusAction { id.otherHost.map(elsewhere) ?? own }
    return StatusAction(
      open: { try await action($0).open($0) }, export: { try await action($0).export($0, $1) },
      profile: { try await elsewhere($0.otherHost ?? "").profile($0) }, hasOwnAccounts: true,
      reply: { try await action($0).reply($0, $1, $2) }, posts: { action($0).posts($0) },
      me: own.me, bookmarks: own.bookmarks, boosts: own.boosts)
  }
}

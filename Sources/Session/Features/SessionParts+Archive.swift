import Accounts
import AppEnvironment
import AppPreferences
import ArchiveFeature
import FeatureKit
import FoundationEssentials
import LocalStore
import MastodonClient
import MastodonKit
import NavigationKit
import SearchFeature
import StatusKit
import TerminalKit

extension SessionParts {
  func createArchivePlugin() -> Plugin {
    let (archive, preferences) = (account.archive, services.preferences)
    return Archive.plugin(
      action: Archive.Action(
        isOn: { preferences.archiveOptions.isOn }, limit: { preferences.archiveLimit },
        show: { [navigator] in navigator.push(.archive($0), showing: $1) },
        count: { search in
          let count = try await archive.count(search.query)
          if count == 0 { try await QueryNames(in: archive).check(search.query) }
          return count
        }, facts: archive.facts, clear: archive.clear, posts: archive.posts,
        add: archive.add, mark: archive.mark,
        author: { [context, client] in
          let hosts = [client.server.host] + [context.account?.url].compactMap(\.self).map(OutboxActivity.Post.host)
          var account = context.author
          account.id = try await context.ownID()
          return Archive.Author(account: account, hosts: Set(hosts.map { $0.lowercased() }))
        },
        fetching: createFetching(), files: services.dependencies.createUserFiles()))
  }

  /// Creates the search of the archive beside the server's.
  func createKeptSearch() -> @Sendable (String) async -> [Status] {
    guard services.preferences.archiveOptions.isOn else { return { _ in [] } }
    let (find, layout) = (account.archive.find, services.layouts.standard())
    return { text in
      // What is no search there finds nothing, and says nothing of the server's.
      guard let groups = try? ArchiveQuery.groups(text, now: layout.now, zone: layout.zone) else { return [] }
      // Nor does an archive that can't be read.
      return (try? await find(ArchiveQuery(groups), PageRequest(limit: Search.overviewLimit)).elements) ?? []
    }
  }

  /// Creates what reads lists to their end; the client keeps what it reads.
  private func createFetching() -> Archive.Fetching {
    // What is kept already says nothing about what the server has.
    let (client, context, archive, now) = (client.fresh, context, account.archive, services.dependencies.now)
    // The place is kept with the posts: what is lost with the one is read again.
    func request(_ source: Archive.Source) -> ArchiveRequest {
      ArchiveRequest(path: "fetch \(source.words)", parameters: "", page: nil, isPagedByID: false)
    }
    return Archive.Fetching(
      pages: { try await Self.pages(of: $0, client, context) },
      // Where the place can't be read, everything is read again.
      place: { (try? await archive.answer(request($0)))?.older },
      setPlace: { archive.keep(ArchivedResponse(request: request($0), body: Data("{}".utf8), older: $1, date: now())) },
      watchArchive: archive.watchFailures, pause: services.dependencies.sleep)
  }

  private static func pages(
    of source: Archive.Source, _ client: MastodonClient, _ context: AccountContext
  ) async throws -> @Sendable (PageRequest) async throws -> Archive.FetchedPage {
    let (accounts, lists, timelines) = (client.accountService, client.listService, client.timelineService)
    switch source {
    case .favourites: return { Archive.FetchedPage(try await timelines.favourites($0)) }
    case .bookmarks: return { Archive.FetchedPage(try await timelines.bookmarks($0)) }
    case .conversations: return { [list = client.conversationService.list] in Archive.FetchedPage(try await list($0)) }
    case .notifications:
      return { [list = client.notificationService.list] in
        Archive.FetchedPage(try await list($0, NotificationQuery()))
      }
    case .mine:
      let id = try await context.ownID()
      return { Archive.FetchedPage(try await accounts.statuses(id, $0)) }
    case .account(let name):
      let id = try await accounts.lookup(name).id
      return { Archive.FetchedPage(try await accounts.statuses(id, $0)) }
    case .list(let title):
      let known = try await lists.all()
      guard let list = known.first(where: { $0.title.lowercased() == title.lowercased() }) else {
        throw AppError.missing(
          "No list “\(title)”.", word: title, among: known.map(\.title),
          choices: known.isEmpty ? "You have no lists." : nil)
      }
      return { Archive.FetchedPage(try await lists.statuses(list.id, $0)) }
    }
  }
}

import AboutFeature
import AccountCollectionsFeature
import Accounts
import AnnouncementsFeature
import AnnualReportsFeature
import AppEnvironment
import ArchiveFeature
import BookmarksFeature
import ConversationsFeature
import ExploreFeature
import FavouritesFeature
package import FeatureKit
import FilteredNotificationsFeature
import MastodonClient
import MastodonKit
import MentionsFeature
import NavigationKit
import OutboxFeature
import OwnPostsFeature
import SigningInFeature
import StatusKit
import ThreadFeature

extension SessionParts {
  /// Creates the features of the account that follow its first tabs, in the order of their tabs and of the help.
  package func createPlugins() -> [Plugin] {
    [
      createComposerPlugin(),
      createOwnPostsPlugin(),
      Outbox.plugin(
        model: publisher.outbox,
        sync: Outbox.Sync(
          sources: createSyncSources, watchArchive: { [archive = account.archive] in archive.watchFailures() })),
      Bookmarks.plugin(marks: { [account] in account.bookmarks }) { [navigator] in
        navigator.push(.bookmarks($0), showing: $1)
      },
      Favourites.plugin { [navigator] in navigator.push(.favourites($0), showing: $1) },
      Mentions.plugin(show: showing(.mentions)),
      createCatchUpPlugin(),
      createArchivePlugin(),
      createNavigationPlugin().withoutAccount,
      createListsPlugin(),
      createGroupsPlugin(),
      createServersPlugin(),
      createFiltersPlugin(),
      createRulesPlugin().withoutAccount,
      createReportPlugin(),
      About.serverPlugin(service: client.serverService) { [context] in try await context.currentInstance() },
      FilteredNotifications.plugin(action: createFilteredNotifications()),
      Conversations.plugin(action: createConversations()),
      SigningIn.plugin(),
      Thread.plugin(),
      createProfilePlugin(),
      createTagPlugin(),
      createPeoplePlugin(),
      createSharingPlugin(),
      createAPIPlugin(),
      AnnualReports.plugin(
        model: AnnualReports.Model(service: client.annualReportService, now: services.dependencies.now)),
      AccountCollections.plugin(model: collections),
      createExplorePlugin(),
      createSearchPlugin(),
      createTranslatePlugin(),
      createConnectionPlugin(),
      Announcements.plugin(client.announcementService),
      streams.createWatchPlugin(),
    ]
  }
}

/// The screens of routes and sheets.
extension SessionParts {
  /// Creates the screen of a route; the path that it is pushed on owns it and its model.
  func createScreen(for route: Route, showing options: TimelineOptions) -> Screen {
    readingKept.screen(of: route, options)
  }

  private func screen(of route: Route, _ options: TimelineOptions) -> Screen {
    switch route {
    case .thread(let id): createThread(id)
    case .foreignThread(let id, let host): createThread(id, host: host)
    case .profile(let id): createProfile(id, options)
    case .tag(let query): createTag(query, options)
    case .list(let id): createListTimeline(id, options)
    case .membership(let id): createMembership(id)
    case .group(let id): createGroupTimeline(id, options)
    case .server(let id): createServerTimeline(id, options)
    case .homes(let accounts): createHome(of: accounts, options)
    case .accountNotifications(let accounts, let query): createNotifications(of: accounts, query, options)
    case .feed(let feed, let host): createFeed(feed, of: host, options)
    case .catchUp(let query): createCatchUp(query)
    case .catchUpPosts(let id): createCatchUpPosts(id)
    case .bookmarks(let query): createBookmarks(query, options)
    case .quotes(let id):
      createTimeline(
        OwnPosts.quotesState(id), options,
        page: { [service = client.ownStatusService] in try await service.quotes(id, $0) })
    case .people(let listing): createPeople(listing, options)
    case .favourites(let words):
      createTimeline(Favourites.state(words), options, page: Favourites.page(words, timelines.favourites))
    case .filtered: createFilteredScreen(options)
    case .notificationsFrom(let id): createNotifications(from: id)
    case .conversations: createConversationList(options)
    case .conversation(let id): createChat(id)
    case .mentions: createMentions(options)
    case .explore(let subject): createExplore(subject, options)
    case .search(let query): createSearch(query, options)
    case .archive(let search):
      createTimeline(Archive.state(search.text), options, additions: search.additions) { [archive = account.archive] in
        let page = try await archive.find(search.query, $0)
        if page.elements.isEmpty { try await QueryNames(in: archive).check(search.query) }
        return page
      }
    }
  }

  /// Creates the screen of a sheet; the path that presents it owns it and its model.
  ///
  /// - Throws: ``AppError`` if it cannot be opened for what the destination names.
  func createSheetScreen(for destination: SheetDestination) async throws -> Screen {
    switch destination {
    case .composer(let subject): try await composers.createComposerScreen(for: subject)
    case .media, .signIn, .onboarding, .settings: try await root.createSheet(destination)
    case .list(let id): createListForm(id)
    case .filter(let id): createFilterForm(id)
    case .group(let id): createGroupForm(id)
    case .server(let id): createServerForm(id)
    case .profile: createProfileForm()
    case .report(let account, let statuses): createReport(on: account, statuses)
    }
  }
}

import AboutFeature
import AccountCollectionsFeature
import Accounts
import AnnouncementsFeature
import AnnualReportsFeature
import AppPreferences
import ArchiveFeature
import BookmarksFeature
import ConversationsFeature
import ExploreFeature
import FavouritesFeature
import FeatureKit
import FilteredNotificationsFeature
import GraphFeature
import LocalStore
import MastodonClient
import MastodonKit
import MentionsFeature
import MessagesFeature
import NavigationKit
import OnboardingFeature
import OutboxFeature
import OwnPostsFeature
import OwnershipKit
import ProfileFeature
import SigningInFeature
import TagFeature
import ThreadFeature
import UsageFeature

extension AppCoordinator {
  /// Makes every feature for the session, in the order of the tabs and of the help.
  func createPlugins() -> [Plugin] {
    [
      session.createHomePlugin(), session.createNotificationsPlugin(), createSettingsPlugin().withoutAccount,
      session.createComposerPlugin(), session.createOwnPostsPlugin(), Outbox.plugin(model: session.outbox),
      createGraphPlugin().withoutAccount,
      createMediaPlugin(),
      Bookmarks.plugin(show: session.showing(.bookmarks)),
      Favourites.plugin(show: session.showing(.favourites)),
      Mentions.plugin(show: session.showing(.mentions)),
      Archive.plugin(
        isOn: { [preferences] in preferences.archive },
        show: { [navigator = session.navigator] in try await navigator.push(.archive($0)) }),
      session.createNavigationPlugin().withoutAccount, session.createListsPlugin(), session.createGroupsPlugin(),
      session.createServersPlugin(), session.createFiltersPlugin(), session.createReportPlugin(),
      createIntentsPlugin().withoutAccount, createOnboardingPlugin(), createPushPlugin(),
      createMessagesPlugin().withoutAccount, createUsagePlugin().withoutAccount, createAboutPlugin().withoutAccount,
      createDiagnosePlugin().withoutAccount,
      About.serverPlugin(service: session.client.serverService) { [context = session.context] in
        try await context.currentInstance()
      },
      FilteredNotifications.plugin(action: session.createFilteredNotifications()),
      Conversations.plugin(action: session.createConversations()), createTransferPlugin(),
      SigningIn.plugin(), Thread.plugin(), session.createProfilePlugin(), session.createTagPlugin(),
      session.createPeoplePlugin(),
      AnnualReports.plugin(
        model: AnnualReports.Model(service: session.client.annualReportService, now: dependencies.now)),
      AccountCollections.plugin(
        model: AccountCollections.Model(
          service: session.client.collectionService, account: session.client.accountService.account,
          me: { [context = session.context] in try await context.ownID() })),
      session.createExplorePlugin(), session.createSearchPlugin(), session.createTranslatePlugin(),
      session.createConnectionPlugin(),
      Announcements.plugin(action: Announcements.Action(session.client.announcementService)),
    ]
  }
}

/// What each route and each sheet shows.
extension AppCoordinator {
  /// Makes the screen of a route; the path that it is pushed on owns it and its model.
  func createScreen(for route: Route) -> Screen {
    switch route {
    case .thread(let id): session.createThread(id)
    case .foreignThread(let id, let host): session.createThread(id, host: host)
    case .profile(let id): session.createProfile(id)
    case .tag(let query): session.createTag(query)
    case .list(let id): session.createListTimeline(id)
    case .group(let id): session.createGroupTimeline(id)
    case .server(let id): session.createServerTimeline(id)
    case .feed(let feed, let host): session.createFeed(feed, of: host)
    case .bookmarks: session.createTimeline(Bookmarks.state, page: session.timelines.bookmarks)
    case .quotes(let id):
      session.createTimeline(
        OwnPosts.quotesState(id),
        page: { [service = session.client.ownStatusService] in try await service.quotes(id, $0) })
    case .people(let listing): session.createPeople(listing)
    case .favourites: session.createTimeline(Favourites.state, page: session.timelines.favourites)
    case .filtered: session.createFilteredScreen()
    case .notificationsFrom(let id): session.createNotifications(from: id)
    case .conversations: session.createConversationList()
    case .conversation(let id): session.createChat(id)
    case .mentions: session.createMentions()
    case .explore(let subject): session.createExplore(subject)
    case .search(let query): session.createSearch(query)
    case .archive(let words):
      session.createTimeline(Archive.state(words)) { [archive = session.updates.archive] in
        try await archive.find(words, $0)
      }
    }
  }

  /// Makes the screen of a sheet; the path that presents it owns it and its model.
  ///
  /// - Throws: ``AppError`` if it cannot be opened for what the destination names.
  func createSheetScreen(for destination: SheetDestination) async throws -> Screen {
    switch destination {
    case .composer(let subject): session.createComposerScreen(try await session.composerMode(for: subject))
    case .media(let status, let index): try await createMediaScreen(status, index: index)
    case .signIn(let server): createSignInScreen(server)
    case .onboarding: createOnboardingScreen(at: .welcome, live: preferences.live.rawValue)
    case .settings(let section): try createSettingsScreen(section)
    case .list(let id): session.createListForm(id)
    case .filter(let id): session.createFilterForm(id)
    case .group(let id): session.createGroupForm(id)
    case .server(let id): session.createServerForm(id)
    case .profile: session.createProfileForm()
    case .report(let account, let statuses): session.createReport(on: account, statuses)
    }
  }
}

/// Features that need no account.
extension AppCoordinator {
  private func createGraphPlugin() -> Plugin {
    Graph.plugin(
      model: Graph.Model { [graph] in graph.nodes }, action: Graph.Action(relieve: { [caches] in caches.relieve() }))
  }

  private func createMessagesPlugin() -> Plugin {
    Messages.plugin(model: Messages.Model { [toasts] limit in toasts.entries(limit) })
  }

  private func createAboutPlugin() -> Plugin {
    About.plugin(model: About.Model(version: AppVersion.current) { [preferences] in preferences.isSupporter })
  }

  private func createUsagePlugin() -> Plugin {
    Usage.plugin(
      model: Usage.Model { [usageLog, preferences] in
        Usage.State(
          isOn: preferences.usageLog,
          records: try usageLog().entries().map {
            Usage.Record(time: $0.time, command: $0.verb, milliseconds: $0.milliseconds)
          }, file: usageLog().path)
      },
      action: Usage.Action(clear: { [usageLog] in try usageLog().clear() }))
  }
}

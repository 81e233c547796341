import Accounts
import AppEnvironment
import AppPreferences
import FeatureKit
import FiltersFeature
import GroupsFeature
package import HomeFeature
package import ListsFeature
import LocalStore
import MastodonClient
import MastodonKit
import NavigationKit
package import NotificationsFeature
package import OwnershipKit
import ServersFeature
import StatusKit

@MainActor
package struct TabModels {
  package let home: Home.Model
  package let notifications: Notifications.Model
  let catchUp = LatestCatchUp()
  // Overviews that a run may never show.
  package let lists: Cached<Lists.Model>
  let groups: Cached<Groups.Model>
  let servers: Cached<Servers.Model>
  let filters: Cached<Filters.Model>

  init(_ base: SessionBase, in scope: OwnerScope) {
    let (account, services, updates, navigator) = (base.account, base.services, base.updates, base.navigator)
    let (client, caches, storage) = (account.client, services.caches, services.storage)
    let isLive = services.run.options.isLive
    let reading = base.readingKept
    let home = scope.add(Self.createHome(base), "home")
    self.home = home
    let notifications = scope.add(
      Notifications.Model(
        state: Notifications.State(me: account.identity.accountID), service: reading.account.client.notificationService,
        kept: reading.kept,
        visitOptions: Self.visitOptions(account, services)), "notifications")
    self.notifications = notifications
    updates.models.posts.add { [weak notifications] in notifications }
    account.owners.add { [weak home] in home?.setMe }
    account.owners.add { [weak notifications] in notifications?.setMe }
    lists = caches.cached("lists", in: scope) { Lists.model(client.listService) }
    groups = caches.cached("groups", in: scope) {
      let service = storage.tagGroupService
      return navigator.following(
        Groups.model(service), isLive ? service.changes : nil, in: "groups", named: "Your groups",
        post: services.toasts.post)
    }
    servers = caches.cached("servers", in: scope) {
      let service = storage.savedServerService
      return navigator.following(
        Servers.model(service), isLive ? service.changes : nil, in: "servers", named: "Your servers",
        post: services.toasts.post)
    }
    filters = caches.cached("filters", in: scope) { Filters.model(client.filterService) }
  }

  static func createHome(_ session: SessionBase) -> Home.Model {
    let base = session.readingKept
    let (services, updates) = (base.services, base.updates)
    let (identity, client) = (base.account.identity, base.account.client)
    let model = Home.Model(
      state: Home.state(limit: services.run.pageSize, me: identity.accountID), timelines: client.timelineService,
      // A script keeps no reading position, and does not open the database for one.
      positions: services.run.policy.keepsPosition
        ? services.storage.readingPositions(account: identity.id) : .none,
      marker: client.homeMarkerService(isFollowed: services.run.policy.keepsPosition),
      keepsPosition: { [run = services.run] in !run.options.isTried }, in: base.lists)
    updates.models.posts.add { [weak model] in model }
    return model
  }

  /// The options for a visit of the notifications; whether the server groups them is taken from what is known, never
  /// requested.
  static func visitOptions(
    _ account: SessionAccount, _ services: SessionCoordinator.Services
  ) -> @MainActor () -> Notifications.VisitOptions {
    { [run = services.run, preferences = services.preferences] in
      let support = account.context.capabilities?.support(of: .groupedNotifications)
      var options = Notifications.VisitOptions(
        marksRead: run.options.isShown, countsUnread: run.options.isData,
        isGrouped: support.map { $0 == .present } ?? account.identity.isSandbox, hidden: preferences.hiddenNotifications
      )
      options.isTried = run.options.isTried
      return options
    }
  }
}

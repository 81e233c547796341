import AppEnvironment
package import HomeFeature
import MastodonClient
package import MastodonKit
import NavigationKit
package import NotificationsFeature
import OwnershipKit
import StatusKit

/// The parts of a session, of which its features are made.
@MainActor
package struct SessionParts: SessionPart {
  package private(set) var base: SessionBase
  package let tabs: TabModels
  /// Sends what the user writes.
  package let publisher: Publisher
  package let composers: Composers
  package let streams: Streams

  init(
    _ account: SessionAccount, _ services: SessionCoordinator.Services,
    _ navigator: Navigator<Route, SheetDestination>, _ root: SessionRoot, in scope: OwnerScope
  ) {
    let updates = StatusUpdates(
      models: OpenModels(), archive: account.archive, toasts: services.toasts, now: services.dependencies.now)
    base = SessionBase(
      account: account, services: services, navigator: navigator, updates: updates,
      shown: Self.createShownPosts(account, services), root: root)
    tabs = TabModels(base, in: scope)
    publisher = scope.add(Publisher(base), "publisher")
    composers = scope.add(Composers(base, publisher), "composers")
    streams = scope.add(Streams(base, tabs, publisher), "streams")
  }

  package var home: Home.Model { tabs.home }
  package var notifications: Notifications.Model { tabs.notifications }

  /// The same for one screen: see ``SessionBase/readingKept``.
  var readingKept: SessionParts {
    var parts = self
    parts.base = base.readingKept
    return parts
  }

  /// A post, from a screen that shows it or else from the server.
  package func status(_ id: Status.ID) async throws -> Status {
    if let known = updates.shown(id) { return known }
    return try await client.statusService.status(id)
  }
}

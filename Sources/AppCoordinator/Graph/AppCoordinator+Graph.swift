import Accounts
import AppPreferences
import MastodonClient
import MastodonKit
import NavigationKit
import QuickLook
import TerminalKit

/// What the root tells its ledger.
extension AppCoordinator {
  /// Enters what is made once; values are entered as the object that holds them.
  func enterSingletons() {
    ledger.enter(.root, self)
    ledger.enter(.network, dependencies.network)
    ledger.enter(.preferences, preferences)
    ledger.enter(.theme, themes) { [weak preferences] in preferences?.theme.name }
    ledger.enter(.accountManager, accounts)
    ledger.enter(.vault, accounts)
    ledger.enter(.signIn, signIn)
    ledger.enter(.storage, storage)
    ledger.enter(.sandbox, sandbox)
    ledger.enter(.toastCenter, notices)
    ledger.enter(.statusRelay, relay)
  }

  /// Enters what was made for the present session.
  func enterSession() {
    let session = session
    ledger.enter(.session, session) { [weak session] in session.map { "@\($0.identity.id)" } }
    ledger.enter(.client, session) { [weak session] in session?.client.server.name }
    ledger.enter(.account, session) { [weak session] in session?.account.map { "@\($0.acct)" } ?? "not asked for yet" }
    ledger.enter(.instance, session) { [weak session] in session?.instance?.title ?? "not asked for yet" }
    ledger.enter(.serverPreferences, session.serverPreferences)
    ledger.enter(.drafts, session)
    ledger.enter(.home, session.home)
    ledger.enter(.notifications, session.notifications)
    ledger.enter(.tabRouter, router)
    for tab in router.tabs { ledger.enter(.routerPath, router.path(of: tab)) }
  }

  /// Drops what is cached, and answers the names of what was dropped.
  @discardableResult
  func relieve() -> [String] {
    var dropped = overviews?.current?.relieve() ?? []
    if quickLook.relieve() { dropped.append(GraphNode.quickLook.rawValue) }
    if !dropped.isEmpty { pressure.rest() }
    return dropped
  }
}

import Accounts
import AppEnvironment
import FeatureKit
import HomeFeature
import MastodonClient
import MastodonKit
import NotificationsFeature
import StatusKit

/// The clients of the accounts that are read together, each made when it is first needed.
@MainActor
private final class AccountClients {
  private let base: SessionBase
  private var clients: [String: MastodonClient] = [:]

  init(_ base: SessionBase) { self.base = base }

  /// The client of an account that is signed in here.
  func client(of id: String) async throws -> MastodonClient {
    if id == base.account.identity.id { return base.account.client }
    if let known = clients[id] { return known }
    let client = try await Self.client(of: id, base)
    clients[id] = client
    return client
  }

  static func client(of id: String, _ base: SessionBase) async throws -> MastodonClient {
    let client = try SessionAccount(try await base.services.accounts.signedIn(id), base.services).client
    return base.kept.map(client.reading) ?? client
  }
}

extension SessionBase {
  /// The accounts of `--accounts all` or `--accounts @a,@b`.
  ///
  /// - Throws: ``AppError`` if one is not signed in here.
  func accounts(listed text: String) throws -> [String] {
    // With --sandbox, nothing may leave this machine.
    if account.identity.isSandbox, text.lowercased() == "all" { return [account.identity.id] }
    guard !services.run.options.usesSandbox else {
      throw AppError.usage(
        "--sandbox and --accounts can't be combined.", suggestion: "Leave out --sandbox to read your accounts.")
    }
    return try services.accounts.ids(listed: text, current: account.identity.id)
  }
}

/// Screens of several accounts together.
extension SessionParts {

  func createHome(of accounts: [String], _ options: TimelineOptions) -> Screen {
    let clients = AccountClients(base)
    // What came to several acts as the first of them: as the current account, if it is one.
    let sources = accounts.filter { $0 == identity.id } + accounts.filter { $0 != identity.id }
    let reader = Home.Reader(accounts: sources) { try await clients.client(of: $0).timelineService.home($1) }
    let model = createTimelineModel(
      Home.state(of: accounts, limit: services.run.pageSize), options, heading: { _ in nil }, visit: { _ in nil },
      // What is kept is shown only if no account is missing: its server has it.
      page: { [kept = base.kept] in try await reader.page($0, needsAll: kept?.isReading == true) })
    updates.models.merged.add { [weak model] in model }
    let own = { [weak model, id = identity.id] in model.map { AccountPosts($0, of: id) } }
    updates.models.posts.add { own() }
    // The own posts are known by the ids that the own server has.
    let acts = StatusActs(
      service: client.statusService, known: { own()?.shownStatus($0) }, revealed: { own()?.reveal($0) },
      changed: updates.changed, removed: updates.removed)
    return Home.screen(of: accounts, model: model, failures: { reader.failures }, status: createStatusAction(acts))
  }

  func createNotifications(
    of accounts: [String], _ query: NotificationQuery, _ options: TimelineOptions
  ) -> Screen {
    streams.unreadElsewhere = [:]
    let clients = AccountClients(base)
    let markers = Notifications.ReadMarkers()
    let reader = Notifications.Reader(accounts: accounts, query: query, markers: markers) {
      try await clients.client(of: $0).notificationService
    }
    var state = Notifications.state(of: accounts, limit: services.run.pageSize)
    state.options = options
    let model = ListModel(
      state: state, in: base.lists,
      page: { [kept = base.kept] in try await reader.page($0, needsAll: kept?.isReading == true) })
    return Notifications.screen(of: accounts, model: model, markers: markers, failures: { reader.failures })
  }

  /// The number of unread notifications of an account that is signed in here, as its server counts.
  package func unread(of account: String) async throws -> Int {
    // Nobody signs in to the sandbox.
    if identity.isSandbox, account == identity.id { return try await client.notificationService.unreadCount() }
    // The list of accounts needs no token, so the session may have none.
    return try await AccountClients.client(of: account, base).notificationService.unreadCount()
  }

  /// Lets the changes that another account makes reach the screens that show its posts among others'.
  package func follow(_ other: SessionParts) {
    for model in updates.models.merged.all {
      other.updates.models.posts.add { [weak model, id = other.identity.id] in
        model.map { AccountPosts($0, of: id) }
      }
    }
  }
}

/// The posts of one account on a screen of several, by the ids that its server has.
@MainActor
private final class AccountPosts: StatusContainer {
  private let model: StatusTimeline.Model
  private let account: String

  init(_ model: StatusTimeline.Model, of account: String) {
    self.model = model
    self.account = account
  }

  private func listed(_ id: Status.ID) -> Status.ID? {
    model.state.list.statuses.flatMap { [$0.id, $0.displayed.id] }.first {
      $0.accounts.first == account && $0.ofAccount == id.rawValue
    }
  }

  func shownStatus(_ id: Status.ID) -> Status? { listed(id).flatMap { model.shownStatus($0)?.unidentified } }

  func replace(_ status: Status) {
    guard let prefix = listed(status.displayed.id)?.otherHost else { return }
    model.replace(status.displayed.identified(on: prefix))
  }

  func remove(_ id: Status.ID) { if let listed = listed(id) { model.remove(listed) } }

  func reveal(_ id: Status.ID) { if let listed = listed(id) { model.reveal(listed) } }
}

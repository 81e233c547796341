import Accounts
import AppEnvironment
import AppPreferences
public import FeatureKit
import Links
import LocalStore
import MastodonClient
import MastodonKit
import OwnershipKit
import Session
public import TerminalKit

/// Acting once as another signed-in account: a session of its own, which the command that runs owns.
extension AppCoordinator {
  /// What one command needs to act as another account.
  public typealias Acting = (
    account: String, verbs: [Verb], resolve: (_ address: String, _ kind: Reference.Kind) async throws -> Reference,
    translated: (Reference) async throws -> Reference, changesSent: () -> Int
  )

  /// The signed-in accounts, `user@host`; none if they cannot be read.
  public var accountNames: [String] { (try? accounts.known().all.map(\.id)) ?? [] }

  /// Prepares another signed-in account for one command; its session has no streams, and screens cannot be opened in it.
  ///
  /// - Throws: ``AppError/unknownAccount(_:known:)`` if the account is not signed in on this machine.
  public func acting(as name: String) async throws -> Acting {
    let account = try await accounts.signedIn(named: name)
    var options = run.options
    options.isLive = false
    let preferences = try UserPreferences(file: PreferencesFile(locations: dependencies.locations), themes: themes)
    let other = try SessionCoordinator(
      for: account,
      services: SessionCoordinator.Services(
        dependencies: dependencies, run: RunContext(options), preferences: preferences, storage: storage,
        sandbox: sandbox, accounts: accounts, toasts: toasts, caches: caches, layouts: session.services.layouts,
        scope: session.services.scope))
    preferences.follow(other.serverPreferences, other.settings)
    let plugins = [other.createHomePlugin(), other.createNotificationsPlugin()] + other.createPlugins()
    let refusal = AppError.usage(
      "That would open a screen, which --as can't do.",
      suggestion: "Give the whole command on one line, or switch with switch @\(account.identity.id).")
    other.begin(
      with: plugins, action: .none,
      sheets: SessionCoordinator.RootSheets(
        media: { _, _ in throw refusal }, settings: { _ in throw refusal }, signIn: { _ in throw refusal },
        onboarding: { throw refusal }), refusingScreens: refusal)
    let current = session
    return (
      other.identity.id, other.statusVerbs + plugins.flatMap(\.verbs).filter(\.needsAccount),
      { address, _ in try await other.deepLinks().reference(to: DeepLink(parsing: address)) },
      { try await current.translated($0, for: other) }, { other.client.changesSent }
    )
  }
}

extension SessionCoordinator {
  /// Finds on the server of another account what a reference of this one stands for, by its address.
  fileprivate func translated(_ reference: Reference, for other: SessionCoordinator) async throws -> Reference {
    guard client.server != other.client.server else { return reference }
    let (address, owner): (String?, String)
    switch reference.kind {
    case .status:
      let status = try await status(Status.ID(reference.id)).displayed
      (address, owner) = (status.url ?? status.uri, "That post")
    case .account:
      let account = try await client.accountService.account(Account.ID(reference.id))
      (address, owner) = (account.url, "@\(account.acct)")
    default:
      throw AppError.usage(
        "A \(reference.kind) of @\(identity.id) means nothing to @\(other.identity.id).",
        suggestion: "Give a post or an account.")
    }
    do {
      let found = try await other.deepLinks().reference(to: DeepLink(parsing: address ?? ""))
      guard found.kind == reference.kind else { throw AppError.notFound(owner) }
      return found
    } catch {
      switch AppError(error) {
      case .notFound, .usage: break
      case let error: throw error
      }
      throw AppError.notFound(
        "\(owner) could not be found on \(other.client.server.name).",
        suggestion: "It may be private, or its server may not be known there.")
    }
  }
}

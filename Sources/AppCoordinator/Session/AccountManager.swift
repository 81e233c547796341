import FeatureKit
import LocalStore
import MastodonClient
import MastodonKit
import TerminalKit

/// Knows the accounts that are signed in on this machine, and is the one way to change which they are.
///
/// The list is in one file, each secret in an item of its own. A vault may be a keyring that somebody has to unlock, so
/// what reads a secret runs aside: the prompt never waits for it. Everything throws ``AppError``.
final class AccountManager: Sendable {
  private let file: AccountsFile
  /// The way to the secrets, for those that are no sign-ins.
  let secrets: Secrets

  init(file: AccountsFile, secrets: Secrets) {
    self.file = file
    self.secrets = secrets
  }

  /// The accounts, in the order of their first sign-in.
  func known() throws -> KnownAccounts {
    do { return try file.load() } catch { throw AppError.noAccount(.unreadable(reason: AppError(error).words)) }
  }

  /// The account that a run acts as: the one named, else the current one, else the sandbox's where this run may use it.
  ///
  /// An account that cannot be read is nobody, never another account and never the sandbox. Asked at the start, before
  /// there is a prompt that could wait.
  func account(for choice: AppCoordinator.Choice) throws -> SignedInAccount {
    if choice.usesSandbox { return .sandbox }
    do {
      return try namedOrCurrent(choice)
    } catch let error as AppError {
      guard case .noAccount = error else { throw error }
      return .nobody(error)
    }
  }

  private func namedOrCurrent(_ choice: AppCoordinator.Choice) throws -> SignedInAccount {
    let known = try known()
    if let name = choice.account {
      let id = Self.id(in: name)
      guard let account = known[id] else {
        throw AppError.unknownAccount(Sanitizer.clean(id), known: known.all.map(\.id))
      }
      return try readable(account)
    }
    if let current = known.current { return try readable(current) }
    return choice.fallsBackToSandbox ? .sandbox : .nobody(.noAccount(.signedOut))
  }

  private func readable(_ account: KnownAccount) throws -> SignedInAccount {
    do { return try signedIn(account) } catch AppError.cancelled { throw AppError.cancelled } catch {
      throw AppError.noAccount(.unreadable(reason: AppError(error).words))
    }
  }

  /// An account's full name in what was typed, with or without the `@` before it.
  static func id(in name: String) -> KnownAccount.ID { name.hasPrefix("@") ? String(name.dropFirst()) : name }

  /// What it takes to act as an account that is known here.
  @concurrent
  func signedIn(_ id: KnownAccount.ID) async throws -> SignedInAccount {
    guard let account = try known()[id] else {
      throw AppError.usage("@\(Sanitizer.clean(id)) is not signed in here.", suggestion: "accounts lists them.")
    }
    return try signedIn(account)
  }

  /// Makes an account the one that the next run begins with.
  func select(_ id: KnownAccount.ID) throws {
    do { try file.update { _ = $0.select(id) } } catch { throw AppError(error) }
  }

  /// Keeps an account and its secrets, the secrets first: an account is never listed without them.
  @concurrent
  func add(_ account: KnownAccount, _ kept: AccountSecrets) async throws {
    do {
      try secrets.save(kept, account.id)
      try file.update { $0.add(account) }
    } catch {
      throw AppError(error)
    }
  }

  /// Forgets an account with all of its secrets.
  @concurrent
  func remove(_ id: KnownAccount.ID) async throws {
    do {
      try secrets.delete(id)
      try file.update { $0.remove(id) }
    } catch {
      throw AppError(error)
    }
  }

  /// What must not be seen of an account; `nil` if there is nothing.
  @concurrent
  func secrets(of id: KnownAccount.ID) async throws -> AccountSecrets? {
    do { return try secrets.load(id) } catch { throw AppError(error) }
  }

  /// The program as a server knows it, if it was registered there.
  @concurrent
  func application(at server: ServerAddress) async throws -> Application? {
    do { return try secrets.loadApplication(server.name) } catch { throw AppError(error) }
  }

  /// Keeps the program as a server knows it, or forgets it for `nil`.
  @concurrent
  func keep(_ application: Application?, at server: ServerAddress) async throws {
    do { try secrets.saveApplication(application, server.name) } catch { throw AppError(error) }
  }

  /// How an account's token is read, kept and renewed.
  func tokenAccess(
    for id: KnownAccount.ID, at server: ServerAddress, dependencies: AppDependencies,
    report: @escaping @Sendable (any Error) -> Void
  ) -> RenewingTokens.Access {
    RenewingTokens.Access(
      load: { [secrets] in try secrets.load(id)?.token },
      save: { [secrets] token in
        // Somebody may have signed out meanwhile, and then there is nothing to keep.
        guard var kept = try secrets.load(id) else { return }
        kept.token = token
        try secrets.save(kept, id)
      },
      renew: { [file, secrets] refresh throws(MastodonError) in
        let known: KnownAccount?
        let application: Application?
        do {
          known = try file.load()[id]
          application = try known.flatMap { known in try secrets.load(id)?.application(of: known) }
        } catch {
          throw MastodonError.unauthorized(host: server.name)
        }
        guard let known, let application else { throw MastodonError.unauthorized(host: server.name) }
        return try await AppCoordinator.createSignIn(to: server, dependencies: dependencies).renew(
          refresh, application: application, at: known.tokenURL)
      },
      now: dependencies.now,
      report: report)
  }

  private func signedIn(_ account: KnownAccount) throws -> SignedInAccount {
    do {
      let server = try ServerAddress(parsing: account.address)
      return SignedInAccount(
        identity: AccountSession.Identity(id: account.id, accountID: account.accountID, isSandbox: false),
        server: server, token: try secrets.load(account.id)?.token)
    } catch {
      throw AppError(error)
    }
  }
}

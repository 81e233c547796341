import FeatureKit
public import FoundationEssentials
public import LocalStore
public import MastodonClient
import MastodonKit
public import Subprocesses
import TerminalKit

/// Reads and changes which accounts are signed in on this machine.
///
/// The list is in one file, each secret in an item of its own. A vault may be a keyring that has to be unlocked, so
/// everything that reads a secret runs off the main actor: the prompt never waits for it. Every method throws ``AppError``.
public final class AccountManager: Sendable {
  private let file: AccountsFile
  /// The store of all secrets, also of those that are not sign-ins.
  public let secrets: Secrets
  /// The store of renewed tokens.
  private let renewals: Secrets

  /// Creates a manager.
  ///
  /// - Parameter renewals: Stores renewed tokens; `nil` for the store of all secrets.
  public init(file: AccountsFile, secrets: Secrets, renewals: Secrets? = nil) {
    self.file = file
    self.secrets = secrets
    self.renewals = renewals ?? secrets
  }

  /// Creates a manager for the files of this machine.
  ///
  /// Where a new secret is stored is read from the preferences file each time.
  public convenience init(
    locations: FileLocations, programs: Programs, now: @escaping @Sendable () -> Date,
    report: @escaping @Sendable (StoreNotice) -> Void
  ) {
    let preferences = PreferencesFile(locations: locations)
    func secrets(_ locations: FileLocations) -> Secrets {
      SecretsFile(
        locations: locations, now: now, programs: programs,
        chosen: { () throws(StoreError) in try preferences.chosenVault() }, report: report
      ).secrets
    }
    self.init(
      file: AccountsFile(locations: locations, now: now, report: report), secrets: secrets(locations),
      // The old token is worth nothing any more, so also a dry run keeps the new one.
      renewals: secrets(locations.kept))
  }

  /// The accounts, in the order of their first sign-in.
  public func known() throws -> KnownAccounts {
    do { return try file.load() } catch { throw AppError.noAccount(.unreadable(reason: AppError(error).message)) }
  }

  /// The account that a run acts as: the one named, else the current one, else the sandbox's where this run may use it.
  ///
  /// An account that cannot be read is not an account, never another one and never the sandbox. Asked at the start,
  /// before
  /// there is a prompt that could wait.
  public func account(for choice: AccountChoice) throws -> SignedInAccount {
    // `accounts` lists the sandbox's account by this name.
    if choice.usesSandbox || choice.account.map(Self.id) == AccountIdentity.sandboxID { return .sandbox }
    do {
      return try namedOrCurrent(choice)
    } catch let error as AppError {
      guard case .noAccount = error else { throw error }
      return .signedOut(error)
    }
  }

  private func namedOrCurrent(_ choice: AccountChoice) throws -> SignedInAccount {
    if let name = choice.account { return try readable(account(named: name), choice) }
    if let current = try known().current { return try readable(current, choice) }
    return choice.fallsBackToSandbox ? .sandbox : .signedOut(.noAccount(.signedOut))
  }

  private func readable(_ account: KnownAccount, _ choice: AccountChoice) throws -> SignedInAccount {
    do { return try signedIn(account, readsToken: choice.readsToken) } catch AppError.cancelled {
      throw AppError.cancelled
    } catch {
      throw AppError.noAccount(.unreadable(reason: AppError(error).message))
    }
  }

  /// The account's id in what was typed, with or without a leading `@`.
  public static func id(in name: String) -> KnownAccount.ID { name.hasPrefix("@") ? String(name.dropFirst()) : name }

  /// The account with this id, with its token.
  @concurrent
  public func signedIn(_ id: KnownAccount.ID) async throws -> SignedInAccount {
    guard let account = try known()[id] else {
      throw AppError.usage(
        "@\(Sanitizer.clean(id)) is not signed in here.", suggestion: "List your accounts: accounts.")
    }
    return try signedIn(account)
  }

  /// The id of the account with this name, as ``signedIn(named:)`` finds it; the vault is not asked.
  func id(named name: String) throws -> KnownAccount.ID { try account(named: name).id }

  private func account(named name: String) throws -> KnownAccount {
    let all = try known().all
    let users = all.filter { $0.id.prefix { $0 != "@" } == Self.id(in: name) }
    guard users.count < 2 else {
      throw AppError.usage(
        "\(users.count) accounts are called @\(Sanitizer.clean(Self.id(in: name))).",
        suggestion: "Give the server, too: \(users.map { "@\($0.id)" }.joined(separator: ", ")).")
    }
    guard let account = Self.account(named: name, in: all) ?? (users.count == 1 ? users.first : nil) else {
      throw AppError.unknownAccount(Sanitizer.clean(Self.id(in: name)), known: all.map(\.id))
    }
    return account
  }

  /// The ids of accounts in a list as it is typed: `all`, the current one first, or names with commas between.
  ///
  /// - Throws: ``AppError/unknownAccount(_:known:)`` if one is not signed in here; the vault is not asked.
  public func ids(listed text: String, current: KnownAccount.ID) throws -> [KnownAccount.ID] {
    guard text.lowercased() != "all" else {
      let all = try known().all.map(\.id)
      guard !all.isEmpty else { throw AppError.noAccount(.signedOut) }
      return all.filter { $0 == current } + all.filter { $0 != current }
    }
    let names = text.split(separator: ",").map(String.init)
    guard !names.isEmpty else {
      throw AppError.usage("Which accounts?", suggestion: "Give all, or names with commas between: @a,@b.")
    }
    var ids: [KnownAccount.ID] = []
    for id in try names.map(id(named:)) where !ids.contains(id) { ids.append(id) }
    return ids
  }

  /// The account with an address; its host can be written in any form, and as the name of the API's server too.
  static func account(named name: String, in all: [KnownAccount]) -> KnownAccount? {
    let id = id(in: name)
    if let account = all.first(where: { $0.id == id }) { return account }
    let handle = Handle(id)
    guard let host = handle.host else { return nil }
    return all.first { Handle($0.id) == handle }
      ?? all.first { $0.serverName == host && Handle($0.id, at: [Handle($0.id).host ?? ""]) == Handle(handle.username) }
  }

  /// The account with this name, `@user@host` or, where only one account has it, `@user`.
  ///
  /// - Throws: ``AppError/unknownAccount(_:known:)`` if it is not signed in here.
  @concurrent
  public func signedIn(named name: String) async throws -> SignedInAccount {
    if Self.id(in: name) == AccountIdentity.sandboxID { return .sandbox }
    return try signedIn(account(named: name))
  }

  private func signedIn(_ account: KnownAccount, readsToken: Bool = true) throws -> SignedInAccount {
    do {
      let server = try ServerAddress(parsing: account.address)
      return SignedInAccount(
        identity: AccountIdentity(
          id: account.id, accountID: account.accountID == KnownAccount.unconfirmedID ? nil : account.accountID,
          isSandbox: false),
        server: server, token: readsToken ? try secrets.load(account.id)?.token : nil)
    } catch {
      throw AppError(error)
    }
  }

  /// Makes an account the one that the next run uses.
  public func select(_ id: KnownAccount.ID) throws {
    do { try file.update { _ = $0.select(id) } } catch { throw AppError(error) }
  }

  /// Stores an account and its secrets, the secrets first: no account is ever listed without them.
  @concurrent
  public func add(_ account: KnownAccount, _ kept: AccountSecrets) async throws {
    do {
      try secrets.save(kept, account.id)
      try file.update { $0.add(account) }
    } catch {
      throw AppError(error)
    }
  }

  /// Deletes an account with all of its secrets.
  @concurrent
  public func remove(_ id: KnownAccount.ID) async throws {
    do {
      try secrets.delete(id)
      try file.update { $0.remove(id) }
    } catch {
      throw AppError(error)
    }
  }

  /// The secrets of an account, if any are stored.
  @concurrent
  func secrets(of id: KnownAccount.ID) async throws -> AccountSecrets? {
    do { return try secrets.load(id) } catch { throw AppError(error) }
  }

  /// Howdah's registration as an application at a server, if it was registered there.
  @concurrent
  func application(at server: ServerAddress) async throws -> Application? {
    do { return try secrets.loadApplication(server.name) } catch { throw AppError(error) }
  }

  /// Stores Howdah's registration at a server; `nil` deletes it.
  @concurrent
  func keep(_ application: Application?, at server: ServerAddress) async throws {
    do { try secrets.saveApplication(application, server.name) } catch { throw AppError(error) }
  }

  /// The closures that read, store and renew an account's token.
  ///
  /// - Parameter report: Called if a renewed token cannot be stored.
  public func tokenAccess(
    for id: KnownAccount.ID, at server: ServerAddress, connector: ServerConnector,
    report: @escaping @Sendable (any Error) -> Void
  ) -> RenewingTokens.Access {
    RenewingTokens.Access(
      load: { [secrets] in try secrets.load(id)?.token },
      save: { [secrets, renewals] token in
        // The account may have been signed out meanwhile; then nothing is stored.
        guard var kept = try secrets.load(id) else { return }
        kept.token = token
        try renewals.save(kept, id)
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
        return try await connector.signIn(to: server).renew(refresh, application: application, at: known.tokenURL)
      },
      now: connector.now,
      report: report)
  }
}

extension KnownAccount {
  /// The name of the API's server; the domain of the account may be another.
  var serverName: String? {
    // An address that cannot be read is reported when the account is used.
    try? ServerAddress(parsing: address).name
  }
}

extension AccountSecrets {
  /// The application as the account's server knows it; `nil` for a token that was added by hand.
  func application(of account: KnownAccount) -> Application? {
    guard let id = account.clientID, let secret = clientSecret else { return nil }
    return Application(name: "Howdah", clientID: id, clientSecret: secret)
  }
}

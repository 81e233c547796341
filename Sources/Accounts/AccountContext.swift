import ConcurrencyKit
import FeatureKit
public import FoundationEssentials
public import LocalStore
public import MastodonClient
public import MastodonKit

/// The facts about the signed-in account and its server, from this run or an earlier one.
///
/// Each part is requested when it is first needed and then kept on disk. A part that is a little old is used all the
/// same, and requested again while the command goes on; nobody waits for that.
@MainActor
public final class AccountContext {
  private let identity: AccountIdentity
  private let client: MastodonClient
  private let file: KnownServerFile?
  private let now: @Sendable () -> Date
  private let identified: (Account.ID) -> Void

  private var known = KnownServer()
  private var isRead = false
  /// The parts that the server has sent in this run.
  private var fetched: Set<Part> = []
  private var refresh: Task<Void, Never>?

  private enum Part: Hashable, CaseIterable {
    case account, instance

    /// The age in seconds at which it is requested again.
    ///
    /// The account has the defaults of new posts, which may be changed elsewhere.
    var freshAge: TimeInterval { self == .account ? 3600 : 86_400 }
  }

  /// The age in seconds at which a part counts as unknown.
  private static let longestAge: TimeInterval = 7 * 86_400

  private enum Freshness { case fresh, stale, unknown }

  /// Creates a context; nothing is read or requested yet.
  ///
  /// - Parameters:
  ///   - file: The file for later runs; `nil` to keep nothing.
  ///   - identified: Takes the account's id once the server has told it.
  public init(
    identity: AccountIdentity, client: MastodonClient, file: KnownServerFile?, now: @escaping @Sendable () -> Date,
    identified: @escaping (Account.ID) -> Void
  ) {
    self.identity = identity
    self.client = client
    self.file = file
    self.now = now
    self.identified = identified
  }

  deinit { refresh?.cancel() }

  // MARK: - What is known

  /// The signed-in account as its server has it; `nil` until the server has been asked.
  public var account: Account? { read().account?.value }

  /// The server's description; `nil` until the server has been asked.
  public var instance: Instance? { read().instance?.value }

  /// The id of the signed-in account, as far as it is known.
  public var me: Account.ID? { identity.accountID ?? account?.id }

  /// Why the signed-in account does not work, if this is its id and its server has said so.
  public func obstacle(of id: Account.ID) -> String? { id == me ? account?.details?.obstacle : nil }

  /// The author of a new post: the account as far as it is known.
  ///
  /// A composer opens at once, also before the server has answered; the server's defaults are missing until then.
  public var author: Account {
    account ?? Account(id: identity.accountID ?? "", username: identity.username, acct: identity.username)
  }

  /// The capabilities of the server; `nil` until its description is known.
  public var capabilities: ServerCapabilities? { instance.map { client.capabilities($0) } }

  /// The server's configuration, or Mastodon's until its description is known.
  public var configuration: Instance.Configuration { capabilities?.limits ?? Instance.Configuration() }

  /// Reads what earlier runs kept, once.
  private func read() -> KnownServer {
    guard !isRead else { return known }
    isRead = true
    guard let file else { return known }
    known = file.load()
    if let instance = known.instance?.value { client.adopt(instance, software: known.software) }
    return known
  }

  private func freshness(of part: Part) -> Freshness {
    let known = read()
    guard let date = part == .account ? known.account?.date : known.instance?.date else { return .unknown }
    let age = now().timeIntervalSince(date)
    if age > Self.longestAge { return .unknown }
    // A date in the future is that of a clock that was wrong.
    return age >= 0 && age < part.freshAge ? .fresh : .stale
  }

  // MARK: - Asking the server

  /// The signed-in account as the server sends it in this run.
  ///
  /// - Throws: ``AppError`` if the server cannot be asked.
  public func currentAccount() async throws -> Account {
    if fetched.contains(.account), let account { return account }
    let account = try await client.instanceService.verifyCredentials()
    update(account)
    identified(account.id)
    return account
  }

  /// The id of the signed-in account, which the server is asked for if it is not known.
  public func ownID() async throws -> Account.ID {
    if let me { return me }
    return try await currentAccount().id
  }

  /// Replaces the account after a change of its profile.
  public func update(_ account: Account) {
    _ = read()
    fetched.insert(.account)
    keep { $0.account = KnownServer.Part(account, $1) }
  }

  /// The server's description as it sends it in this run.
  ///
  /// - Throws: ``AppError`` if the server cannot be asked.
  public func currentInstance() async throws -> Instance {
    if !fetched.contains(.instance) { try await fetchInstance() }
    guard let instance else { throw AppError.notFound("The server has no description.") }
    return instance
  }

  /// The server's configuration once its description was asked for, or Mastodon's if it cannot be had.
  public func loadedConfiguration() async -> Instance.Configuration {
    await load()
    return configuration
  }

  /// Makes sure that account and instance are known, as far as the server answers.
  ///
  /// A failure is not reported, because the user asked for none of it: each part is fetched again when it is needed.
  public func load() async {
    let unknown = Part.allCases.filter { freshness(of: $0) == .unknown }
    refreshBehind()
    guard !unknown.isEmpty else { return }
    async let account: Void = unknown.contains(.account) ? fetch(.account) : ()
    async let instance: Void = unknown.contains(.instance) ? fetch(.instance) : ()
    _ = await (account, instance)
  }

  /// Does the same, but waits no longer than `duration`, and not at all where the account is known; loading then continues.
  public func load(within duration: Duration) async {
    guard Part.allCases.contains(where: { freshness(of: $0) == .unknown }) else { return refreshBehind() }
    let isKnown = account != nil
    do {
      _ = try await withTimeout(isKnown ? .zero : duration) { [self] in await load() }
    } catch {
      // Ctrl-C: the user does not want to wait any longer.
    }
  }

  /// Fetches the instance, unless it was fetched in this run; returns whether the server has sent it now.
  ///
  /// For limits that seem to forbid something: the server may have changed them.
  public func refetchInstance() async -> Bool {
    guard !fetched.contains(.instance) else { return false }
    await fetch(.instance)
    return fetched.contains(.instance)
  }

  /// Makes the next run fetch the instance, because the server refused what its limits seem to allow.
  public func doubtInstance() {
    guard !fetched.contains(.instance), read().instance != nil else { return }
    keep { known, _ in known.instance?.date = Date(timeIntervalSince1970: 0) }
  }

  /// Fetches again what is stale, without making anybody wait.
  private func refreshBehind() {
    let stale = Part.allCases.filter { freshness(of: $0) == .stale }
    guard refresh == nil, !stale.isEmpty else { return }
    refresh = Task { [weak self] in
      for part in stale { await self?.fetch(part) }
      self?.refresh = nil
    }
  }

  private func fetch(_ part: Part) async {
    do {
      switch part {
      case .account: _ = try await currentAccount()
      case .instance: try await fetchInstance()
      }
    } catch {
      // Fetched again when needed.
      return
    }
  }

  private func fetchInstance() async throws {
    let instance = try await client.instanceService.instance()
    _ = read()
    fetched.insert(.instance)
    keep { [software = client.softwareFromNodeInfo] known, now in
      // Another version may have other endpoints.
      if known.instance?.value.version != instance.version { known.missing = [] }
      known.instance = KnownServer.Part(instance, now)
      known.software = software
    }
  }

  private func keep(_ change: (inout KnownServer, Date) -> Void) {
    let now = now()
    change(&known, now)
    file?.update { change(&$0, now) }
  }
}

extension KnownServerFile {
  /// The endpoints that are known to be missing, for a client.
  ///
  /// A day later they are asked for again.
  public var endpoints: EndpointRecord {
    EndpointRecord(
      load: { load().missing.filter { abs(now().timeIntervalSince($0.date)) < Self.missingAge }.map(\.value) },
      add: { endpoint in
        update { known in
          known.forgetMissing(before: now() - Self.missingAge)
          known.missing.removeAll { $0.value == endpoint }
          known.missing.append(KnownServer.Part(endpoint, now()))
        }
      })
  }

  private static let missingAge: TimeInterval = 86_400
}

import FeatureKit
import FeatureTestKit
import FoundationEssentials
import LocalStore
import MastodonClient
import MastodonKit
import Subprocesses
import Synchronization
import TerminalKit
import Testing

@testable import Accounts

/// An app as ``SignInCoordinator`` sees it: keeps the session that was installed last and what it was asked for.
@MainActor
final class TestSession {
  let locations = FileLocations.inMemory()
  let manager: AccountManager
  let network: NetworkStack
  private let connector: ServerConnector
  private let browser: BrowserOpener
  var choice: AccountChoice
  private let isInteractive: Bool

  /// The account in use.
  private(set) var account: SignedInAccount
  private(set) var notices: [String] = []
  private(set) var forgottenPushes: [String] = []
  private(set) var forgottenTexts: [(account: String, areKept: Bool)] = []
  /// The texts that are only on this machine, in words.
  var texts: String?
  /// How much of what is read is kept on this machine.
  var archiveLimit: String?
  private(set) var askedForServer = 0
  private(set) var streamRestarts = 0

  private(set) lazy var coordinator = createCoordinator()
  private let lock: (StoreError?) -> Void

  /// Why no token can be read; `nil` if they can.
  var vaultFailure: StoreError? { didSet { lock(vaultFailure) } }

  init(
    choice: AccountChoice = AccountChoice(account: nil, usesSandbox: false, fallsBackToSandbox: true),
    isInteractive: Bool = true, browser: BrowserOpener = .none,
    network: NetworkStack = NetworkStack(limits: NetworkLimits(), surroundings: .offline),
    connect: @escaping @Sendable (ServerAddress, NetworkStack) -> Transport = Transport.network
  ) throws {
    let now: @Sendable () -> Date = { .fixtureNow }
    let locked = Locked()
    var secrets = SecretsFile(
      locations: locations, now: now, programs: .none, chosen: { () throws(StoreError) in nil }, report: { _ in }
    ).secrets
    secrets.load = { [load = secrets.load] account in
      if let error = locked.failure.withLock({ $0 }) { throw error }
      return try load(account)
    }
    manager = AccountManager(file: AccountsFile(locations: locations, now: now, report: { _ in }), secrets: secrets)
    lock = { error in locked.failure.withLock { $0 = error } }
    self.network = network
    connector = ServerConnector(
      network: network, connect: connect, retries: .never, userAgent: "Howdah/0", now: now)
    self.browser = browser
    self.choice = choice
    self.isInteractive = isInteractive
    account = try manager.account(for: choice)
  }

  private func createCoordinator() -> SignInCoordinator {
    SignInCoordinator(
      accounts: manager, locations: locations, connector: connector, browser: browser,
      context: SignInContext(
        session: { [unowned self] in
          CurrentSession(
            identity: account.identity,
            server: try account.server ?? ServerAddress(scheme: .https, host: "sandbox.example"),
            tokens: account.server.map { server in
              RenewingTokens(
                account.token,
                access: manager.tokenAccess(
                  for: account.identity.id, at: server, connector: connector, report: { Issue.record($0) }))
            },
            liveUpdates: nil)
        },
        choice: { [unowned self] in choice }, isInteractive: { [isInteractive] in isInteractive },
        install: { [unowned self] in account = $0 },
        forgetChoice: { [unowned self] in
          choice = AccountChoice(account: nil, usesSandbox: false, fallsBackToSandbox: choice.fallsBackToSandbox)
        },
        askForServer: { [unowned self] in
          askedForServer += 1
          return .screen
        },
        restartStream: { [unowned self] in streamRestarts += 1 }, refreshServerPreferences: {},
        post: { [unowned self] in notices.append($0.plain) },
        forgetPushes: { [unowned self] in forgottenPushes.append($0) }, texts: { [unowned self] _ in texts },
        forgetTexts: { [unowned self] in forgottenTexts.append(($0, $1)) },
        archiveLimit: { [unowned self] in archiveLimit }, unread: { _ in 0 }))
  }

  /// Stores an account with a token, as if it had signed in.
  func add(_ id: String, clientID: String? = nil) async throws {
    let host = id.split(separator: "@").last ?? ""
    let known = KnownAccount(
      id: id, address: "https://\(host)", accountID: "7", clientID: clientID, scope: "read", tokenURL: nil,
      revocationURL: nil)
    let token = Token(accessToken: "token of \(id)", scope: "read", createdAt: .fixtureNow)
    try await manager.add(known, AccountSecrets(token: token, clientSecret: clientID.map { "secret of \($0)" }))
    account = try await manager.signedIn(id)
  }

  /// Runs a command.
  func type(_ words: String...) async throws -> Response {
    let verb = try #require(
      (coordinator.accountVerbs + [coordinator.vaultVerb]).first { $0.matches(words[0]) })
    let context = ArgumentContext(
      highestNumber: { 0 }, shown: { _ in nil }, resolve: { _, _ in throw AppError.cancelled })
    let arguments = ArgumentList(words.dropFirst().map { ArgumentList.Word($0) })
    return try await verb.run(ArgumentReader(arguments, for: verb, context: context))
  }

  /// Runs a command and returns its confirmation.
  func confirmation(_ words: String...) async throws -> String {
    let verb = words[0]
    let response = words.count > 1 ? try await type(verb, words[1]) : try await type(verb)
    switch response {
    case .toast(let toast), .retry(let toast): return toast.text.plain
    default: throw AppError.unknown("no confirmation")
    }
  }
}

/// The message of the error that work throws.
@MainActor
func message(of work: () async throws -> Response) async -> String {
  do {
    _ = try await work()
    return "no error"
  } catch {
    return AppError(error).message
  }
}

/// Why a vault does not answer.
private final class Locked: Sendable {
  let failure = Mutex<StoreError?>(nil)
}

import Accounts
import AppEnvironment
import FeatureKit
import FeatureTestKit
import FoundationEssentials
import LocalStore
import MastodonClient
import MastodonKit
import Sandbox
import Subprocesses
import Synchronization
import TerminalKit
import Testing

@testable import AppCoordinator
@testable import Session

/// A sandbox on a loopback port with its clock in hand, and a person's browser that signs in there.
@MainActor
final class LoopbackSandbox {
  let folder = TemporaryFolder()
  let sandbox: Sandbox
  let host: String
  let clock = ManualClock()
  let server: SandboxServer
  private let network = NetworkStack(limits: NetworkLimits())

  init(tokenLifetime: Int? = nil) async throws {
    let clock = clock
    sandbox = try Sandbox(
      store: .inMemory, seed: 1, clock: SandboxClock(now: { clock.now }, sleep: { _ in }), activity: .quiet,
      tokenLifetime: tokenLifetime)
    server = SandboxServer(sandbox, port: 0)
    host = "127.0.0.1:\(try await server.start())"
  }

  func stop() async {
    await network.shutdown()
    await server.stop()
  }

  /// A run of the app on this person's machine.
  func app(
    _ choice: RunChoice = .init(), browser: BrowserOpener = .none
  ) throws -> AppCoordinator {
    let clock = clock
    var world = AppDependencies.fixtures.still(in: folder.path)
    world.now = { clock.now }
    world.network = NetworkStack(limits: NetworkLimits())
    world.browser = browser
    return try AppCoordinator(dependencies: world, choice: choice)
  }

  /// A browser that does at once what the person would.
  func browser(as account: String = "you", decision: String = "authorize") -> BrowserOpener {
    let (sandbox, network) = (sandbox, network)
    return BrowserOpener(
      isAvailable: { true },
      open: { url in
        Task {
          let location = await Self.fill(url, in: sandbox, as: account, decision: decision)
          do {
            let address = try ServerAddress(parsing: location)
            let target = location.dropFirst(address.origin.count).split(separator: "?", maxSplits: 1)
            let fields = target[1].split(separator: "&").map { pair in
              let parts = pair.split(separator: "=", maxSplits: 1)
              return Field(String(parts[0]), String(parts[1]))
            }
            _ = try await Transport.network(address, stack: network).send(
              HTTPRequest(method: .get, path: String(target[0]), query: fields))
          } catch {
            Issue.record(error)
          }
        }
        return true
      })
  }

  /// Fills in the page at an address, and says where the browser is sent.
  nonisolated static func fill(
    _ url: String, in sandbox: Sandbox, as account: String = "you", decision: String = "authorize"
  ) async -> String {
    let query = url.split(separator: "?", maxSplits: 1).last ?? ""
    let answer = await sandbox.respond(
      to: SandboxRequest(
        "POST", "/oauth/authorize", headers: ["Content-Type": "application/x-www-form-urlencoded"],
        body: Array("\(query)&account=\(account)&decision=\(decision)".utf8)))
    return answer.headers["Location"] ?? ""
  }

  /// Makes the server forget a token, as when its owner revokes it elsewhere.
  func revoke(_ app: AppCoordinator) async throws {
    let id = app.session.identity.id
    let (kept, known) = (try app.accounts.secrets.load(id), try app.accounts.known()[id])
    let answer = await sandbox.respond(
      to: .post(
        "/oauth/revoke",
        form: [
          "client_id": known?.clientID ?? "", "client_secret": kept?.clientSecret ?? "",
          "token": kept?.token.accessToken ?? "",
        ]))
    #expect(answer.status == 200)
  }
}

extension AppCoordinator {
  /// Types a command the way the prompt does, as far as the root is concerned.
  func type(_ words: String..., within detour: Detour = Detour()) async throws -> Response {
    try await type(words: words, within: detour)
  }

  /// The same, with the words in an array.
  func type(words: [String], within detour: Detour = Detour()) async throws -> Response {
    let verb = try #require(layers.flatMap(\.verbs).first { $0.matches(words[0]) })
    let context = ArgumentContext(
      highestNumber: { 0 }, shown: { _ in nil }, resolve: { try await self.resolve($0, kind: $1) })
    // As the interpreter reads them: a flag is a word that begins with two dashes.
    let arguments = ArgumentList(words.dropFirst().map { ArgumentList.Word($0) })
    return try await verb.run(ArgumentReader(arguments, for: verb, context: context)).arriving(within: detour)
  }

  /// Begins to sign in, and gives the question and the page that it is about.
  func login(_ words: String...) async throws -> (question: Question, page: String) {
    let verb = try #require(layers.flatMap(\.verbs).first { $0.matches("login") })
    let context = ArgumentContext(
      highestNumber: { 0 }, shown: { _ in nil }, resolve: { _, _ in throw AppError.cancelled })
    let reader = try ArgumentReader(
      ArgumentList(words.map { ArgumentList.Word($0) }), for: verb, context: context)
    guard case .ask(let question) = try await verb.run(reader),
      case .string(let url)? = question.introduction?.data.first(where: { $0.name == "url" })?.value
    else { throw AppError.unknown("no question") }
    return (question, url)
  }
}

/// A clock that the test sets.
final class ManualClock: Sendable {
  private let time = Mutex(Date.fixtureNow)

  var now: Date { time.withLock { $0 } }

  func pass(_ seconds: Double) { time.withLock { $0 += seconds } }
}

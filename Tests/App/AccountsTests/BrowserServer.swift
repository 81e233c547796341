import FeatureKit
import FoundationEssentials
import LocalStore
import MastodonClient
import MastodonKit
import Sandbox
import Subprocesses
import TerminalKit
import Testing

@testable import Accounts

/// A server on a loopback port, and a browser that signs in to it.
@MainActor
final class BrowserServer {
  let sandbox: Sandbox
  let host: String
  private let server: SandboxServer
  let network = NetworkStack(limits: NetworkLimits())

  init(configuration: SandboxConfiguration = SandboxConfiguration()) async throws {
    sandbox = try Sandbox(
      store: .inMemory, seed: 1, clock: .fixed(.fixtureNow), activity: .quiet, configuration: configuration)
    server = SandboxServer(sandbox, port: 0)
    host = "127.0.0.1:\(try await server.start())"
  }

  func stop() async {
    await network.shutdown()
    await server.stop()
  }

  /// An app on this machine.
  func session(browser: BrowserOpener) throws -> TestSession {
    try TestSession(browser: browser, network: network)
  }

  /// A browser whose user decides at once.
  func browser(decision: String = "authorize") -> BrowserOpener {
    let (sandbox, network) = (sandbox, network)
    return BrowserOpener(
      isAvailable: { true },
      open: { url in
        Task {
          let location = await Self.submit(url, to: sandbox, decision: decision)
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

  /// Submits the form of the server's page, and returns the address that the browser is sent to.
  nonisolated static func submit(
    _ url: String, to sandbox: Sandbox, decision: String = "authorize"
  ) async -> String {
    let query = url.split(separator: "?", maxSplits: 1).last ?? ""
    let response = await sandbox.respond(
      to: SandboxRequest(
        "POST", "/oauth/authorize", headers: ["Content-Type": "application/x-www-form-urlencoded"],
        body: Array("\(query)&account=you&decision=\(decision)".utf8)))
    return response.headers["Location"] ?? ""
  }
}

extension TestSession {
  /// Starts to sign in, and returns the question and the address of the server's page.
  func login(_ host: String, noBrowser: Bool = false) async throws -> (question: Question, page: String) {
    let response = noBrowser ? try await type("login", "--no-browser", host) : try await type("login", host)
    guard case .ask(let question) = response,
      case .string(let url)? = question.introduction?.data.first(where: { $0.name == "url" })?.value
    else { throw AppError.unknown("no question") }
    return (question, url)
  }
}

import FeatureKit
import FoundationEssentials
import Sandbox

/// The sandbox as a server on a port, for other programs.
@MainActor
public struct SandboxServing {
  /// The server's address and the token to use, for users and for scripts to parse.
  public let banner: String
  private let server: SandboxServer
  private let residents: Task<Void, Never>

  /// Starts serving.
  ///
  /// - Throws: ``AppError`` if the port is in use or the file cannot be used.
  public static func start(_ options: SandboxOptions) async throws -> SandboxServing {
    do {
      let faults = FaultInjector(try options.faults.map(Self.rule), seed: options.seed)
      let sandbox = try Sandbox(
        store: options.state.map(SandboxStore.file) ?? .inMemory, seed: options.seed, clock: .system,
        activity: options.activity, rateLimit: options.rateLimit,
        configuration: SandboxConfiguration(
          translation: .reverseWords, quirks: try quirks(options.quirks), domain: options.domain))
      let server = SandboxServer(sandbox, port: options.port, address: options.address, faults: faults)
      let port: Int
      do { port = try await server.start() } catch {
        throw AppError.usage(
          "Howdah cannot listen on port \(options.port) of \(options.address).",
          suggestion: "Another program may be using it. Add --port 0 to use a free port.")
      }
      let token = try await sandbox.token(for: "you")
      let password = try await sandbox.password()
      let accounts = try await sandbox.accounts().filter { $0.canSignIn && $0.acct != "you" }.map(\.acct)
      let residents = Task { await sandbox.runResidents() }
      return SandboxServing(
        banner: """
          http://\(options.host):\(port)
          token \(token)
          Sign in from another terminal: howdah login \(options.host):\(port)
          Or without a browser: echo TOKEN | howdah login \(options.host):\(port) --with-token
          In a browser, sign in as you, or with the password \(password) as \(accounts.joined(separator: ", ")).
          Press Ctrl-C to stop.

          """, server: server, residents: residents)
    } catch {
      throw AppError(error)
    }
  }

  /// The syntax of the rules in ``SandboxOptions/faults``.
  public nonisolated static var faultHelp: String { FaultRule.help }

  /// The values of ``SandboxOptions/quirks`` and what each changes.
  public nonisolated static var quirksHelp: String { SandboxQuirks.help }

  /// The values of ``SandboxOptions/quirks``.
  public nonisolated static var quirkNames: [String] { SandboxQuirks.all.map(\.name) }

  private static func quirks(_ name: String?) throws -> SandboxQuirks {
    guard let name else { return .mastodon }
    if let quirks = SandboxQuirks(named: name) { return quirks }
    throw AppError.usage("Unknown quirks “\(name)”.", suggestion: "Use \(quirkNames.joined(separator: ", ")).")
  }

  private static func rule(_ text: String) throws -> FaultRule {
    do { return try FaultRule(parsing: text) } catch {
      throw AppError.usage(error.message, suggestion: "See howdah sandbox --help for the syntax.")
    }
  }

  /// A warning if other machines can reach the server; `nil` on a loopback address.
  public nonisolated static func warning(for options: SandboxOptions) -> String? {
    guard !SandboxServer.isLoopback(options.address) else { return nil }
    return "Anyone who can reach \(options.address) can read and change everything here. Connections are not encrypted."
  }

  /// Closes every connection and stops the residents.
  public func stop() async {
    residents.cancel()
    await server.stop()
  }
}

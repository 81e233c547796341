import FeatureKit
public import FoundationEssentials
import LocalStore
import MastodonKit
import Sandbox
import TerminalKit

/// The sandbox as a server on a port, for other programs.
@MainActor
public struct SandboxServing {
  /// The server's address and the token to use, for users and for scripts to parse.
  public let banner: String
  /// The same as one line of JSON, for programs.
  public let readyLine: String
  private let server: SandboxServer
  private let sandbox: Sandbox
  private let residents: Task<Void, Never>
  private let files: [UserFiles.GrowingFile]
  private let archive: ExchangeArchive?

  /// Starts serving.
  ///
  /// - Parameters:
  ///   - process: The id of this process, for the ready line.
  ///   - version: The program's version, for the archive of exchanges.
  /// - Throws: ``AppError`` if the port is in use or the file cannot be used.
  public static func start(
    _ options: SandboxOptions, process: Int32, version: String
  ) async throws -> SandboxServing {
    do {
      let faults = FaultInjector(try options.faults.map(Self.rule), seed: options.seed)
      let clock = AdjustableClock(at: options.start ?? Date(), speed: options.speed)
      let isAdjustable = options.start != nil || options.speed != 1 || options.hasAdmin
      var configuration = SandboxConfiguration(
        translation: .reverseWords, quirks: try quirks(options.quirks), domain: options.domain)
      configuration.users = options.users
      configuration.isEmpty = options.isEmpty
      configuration.isRepeatable = options.start != nil
      configuration.isStrict = options.isStrict
      configuration.script = try options.residents.map(script)
      // It has tokens and passwords.
      if let state = options.state { try FileLocations.makeFile(state) }
      let sandbox = try Sandbox(
        store: options.state.map(SandboxStore.file) ?? .inMemory, seed: options.seed,
        clock: isAdjustable ? clock.clock : .system, activity: options.activity, rateLimit: options.rateLimit,
        configuration: configuration)
      if let script = configuration.script, let file = options.residents { try await check(script, file, sandbox) }
      let certificate = try options.authority.map { try Self.certificate(for: options, in: $0) }
      let log = try options.log.map { try Self.files.begin($0) }
      let record = try options.record.map { try Self.files.begin($0) }
      let archive = record.map { ExchangeArchive(version: version, write: $0.write) }
      let server = SandboxServer(
        sandbox, port: options.port, address: options.address, faults: faults,
        control: SandboxControl(
          clock: options.hasAdmin ? clock : nil, log: log.map { RequestLog(write: $0.write) }, archive: archive,
          certificate: certificate,
          connectionLimit: options.connectionLimit))
      let port: Int
      do { port = try await server.start() } catch {
        // Any free port is taken for 0, so then it is the address.
        throw AppError.usage(
          "Howdah cannot listen on port \(options.port) of \(options.address).",
          suggestion: options.port == 0
            ? "Give --bind an address of this machine."
            : "Another program may be using it. Add --port 0 to use a free port.")
      }
      let token = try await sandbox.token(for: "you", as: options.token)
      var users = [("you", token)]
      for name in try await sandbox.usernames() where name != "you" {
        let token = try await sandbox.token(for: name)
        users.append((name, token))
      }
      let password = try await sandbox.password()
      let accounts = try await sandbox.accounts().filter { $0.canSignIn && $0.acct != "you" }.map(\.acct)
      let address = "\(certificate == nil ? "http" : "https")://\(options.host):\(port)"
      // A client finds out by itself that a loopback address has no TLS.
      let name = certificate == nil ? "\(options.host):\(port)" : address
      let trust = options.authority.map { "SSL_CERT_FILE=\($0) " } ?? ""
      let residents = Task { await sandbox.runResidents() }
      return SandboxServing(
        banner: """
          \(address)
          token \(token)
          Sign in from another terminal: \(trust)howdah login \(name)
          Or without a browser: echo TOKEN | \(trust)howdah login \(name) --with-token
          \(users.dropFirst().map { "token of \($0): \($1)\n" }.joined())\
          In a browser, sign in as you\
          \(accounts.isEmpty ? "" : ", or with the password \(password) as \(accounts.joined(separator: ", "))").
          Press Ctrl-C to stop.

          """,
        readyLine: JSONValue.answer(
          [
            .init("address", .string(address)), .init("token", .string(token)),
            .init("tokens", .object(users.map { .init($0, .string($1)) })), .init("password", .string(password)),
            .init("pid", .int(Int(process))),
          ] + (options.authority.map { [.init("authority", .string($0))] } ?? [])) + "\n",
        server: server, sandbox: sandbox, residents: residents, files: [log, record].compactMap(\.self),
        archive: archive)
    } catch {
      throw AppError(error)
    }
  }

  /// The speeds of the clock in ``SandboxOptions/speed``.
  public nonisolated static var speeds: ClosedRange<Double> { AdjustableClock.speeds }

  /// Reads a time in ISO 8601.
  public nonisolated static func time(_ text: String) -> Date? { MastodonDate.parse(text) }

  /// Whether a text can be a name in ``SandboxOptions/users``.
  public nonisolated static func isUsername(_ name: String) -> Bool { SandboxAccount.isUsername(name) }

  public nonisolated static func isDomain(_ name: String) -> Bool { HostName.ascii(name) != nil }

  /// The format of the file in ``SandboxOptions/residents``.
  public nonisolated static var scriptHelp: String { ResidentScript.help }

  /// The syntax of the rules in ``SandboxOptions/faults``.
  public nonisolated static var faultHelp: String { FaultRule.help }

  /// The values of ``SandboxOptions/quirks`` and what each changes.
  public nonisolated static var quirksHelp: String { SandboxQuirks.help }

  /// The values of ``SandboxOptions/quirks``.
  public nonisolated static var quirkNames: [String] { SandboxQuirks.all.map(\.name) }

  private static func quirks(_ name: String?) throws -> SandboxQuirks {
    guard let name else { return .mastodon }
    if let quirks = SandboxQuirks(named: name) { return quirks }
    throw AppError.unlisted("Unknown quirks “\(name)”.", word: name, among: quirkNames)
  }

  private static func rule(_ text: String) throws -> FaultRule {
    do { return try FaultRule(parsing: text) } catch {
      throw AppError.usage(error.message, suggestion: "See howdah sandbox --help for the syntax.")
    }
  }

  private static let files = NamedFiles(expand: { $0 })

  private static func script(_ path: String) throws -> ResidentScript {
    guard let bytes = try files.read(path) else {
      throw AppError.notFound("\(path) does not exist.", suggestion: "Check the name, then try again.")
    }
    guard let text = String(validating: bytes, as: UTF8.self) else {
      throw AppError.usage("\(path) is not text in UTF-8.", suggestion: "Save it as UTF-8, then try again.")
    }
    do { return try ResidentScript(parsing: text) } catch {
      throw mistake(error, path)
    }
  }

  private static func check(_ script: ResidentScript, _ path: String, _ sandbox: Sandbox) async throws {
    do { try await sandbox.check(script) } catch let error as ResidentScript.Mistake { throw mistake(error, path) }
  }

  private static func mistake(_ mistake: ResidentScript.Mistake, _ path: String) -> AppError {
    .usage(
      "\(path), line \(mistake.line): \(mistake.message)",
      suggestion: "howdah help sandbox has the format, under --residents.")
  }

  /// Makes a certificate, and writes the authority's for clients.
  private static func certificate(for options: SandboxOptions, in path: String) throws -> ServerCertificate {
    // Other programs take a certificate here, and theirs must not be lost.
    if let known = try files.read(path), !ServerCertificate.isAuthority(known) {
      throw AppError.usage(
        "\(path) exists and is not a sandbox's certificate.",
        suggestion: "Name a new file: the sandbox makes its certificate itself.")
    }
    let hosts = [options.address, options.domain].compactMap(\.self)
    let certificate = try ServerCertificate(for: hosts, now: Date())
    try files.write(path, Array(certificate.authority.utf8))
    return certificate
  }

  /// A warning if other machines can reach the server; `nil` on a loopback address.
  public nonisolated static func warning(for options: SandboxOptions) -> String? {
    guard !SandboxServer.isLoopback(options.address) else { return nil }
    let encryption = options.authority == nil ? " Connections are not encrypted." : ""
    return "Anyone who can reach \(options.address) can read and change everything here.\(encryption)"
  }

  /// Closes every connection, stops the residents and leaves the whole state in its file.
  public func stop() async {
    residents.cancel()
    await server.stop()
    await residents.value
    // The next opening reads a log that could not be written to the file.
    try? await sandbox.close()
    archive?.end()
    for file in files { await file.close() }
  }
}

import AppCoordinator
import AppEnvironment
import ArgumentParser
import FeatureKit
import Glibc
import REPL
import SandboxHost

/// `howdah sandbox`: serves the embedded instance over HTTP on a loopback port.
struct SandboxCommand: AsyncParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "howdah sandbox",
    abstract: "Serve the embedded instance on a loopback port.",
    discussion: """
      Prints its address and how to sign in, then serves until Ctrl-C. Only this machine can reach it, \
      unless --bind says otherwise.

      Clients in a browser can use it from any origin. Behind a proxy on this machine, X-Forwarded-Proto and \
      X-Forwarded-Host set the scheme and the host of its URLs.

      With --fault, requests fail by rule, so that a client or a bot can be tested against errors.

      \(SandboxServing.faultHelp)

      With --residents, residents do what a file says. \(SandboxServing.scriptHelp)

      With --quirks it behaves like other server software:

      \(SandboxServing.quirksHelp)
      """)

  @Option(help: ArgumentHelp("The port; 0 for a free one.", valueName: "port"))
  var port = 0

  @Option(help: ArgumentHelp("Repeatable content: the same number gives the same posts.", valueName: "number"))
  var seed: UInt64 = 1

  @Option(help: ArgumentHelp("Keep everything in this SQLite file instead of memory.", valueName: "file"))
  var state: String?

  @Flag(help: "No background activity: the residents do nothing.")
  var quiet = false

  @Option(help: ArgumentHelp("Generate this many events a second.", valueName: "number"))
  var busy: Int?

  @Option(help: ArgumentHelp("Refuse a client after this many requests in five minutes.", valueName: "number"))
  var rateLimit: Int?

  @Option(help: ArgumentHelp("Listen on this address, so that others can reach it.", valueName: "address"))
  var bind = "127.0.0.1"

  @Option(name: .customLong("fault"), help: ArgumentHelp("Fail requests by this rule; repeatable.", valueName: "rule"))
  var faults: [String] = []

  @Option(
    help: ArgumentHelp("Behave like \(SandboxServing.quirkNames.joined(separator: ", ")).", valueName: "name"))
  var quirks: String?

  @Option(
    help: ArgumentHelp("Report this as the domain of the accounts, instead of the API's host.", valueName: "name"))
  var domain: String?

  @Option(
    help: ArgumentHelp(
      "Start the clock at this time (2026-06-01T12:00:00Z): with a seed, ids, times and tokens are the same in every run.",
      valueName: "time"))
  var at: String?

  @Option(help: ArgumentHelp("Let this many seconds pass in one; 0 stops the clock.", valueName: "number"))
  var speed = 1.0

  @Option(help: ArgumentHelp("Add these accounts, with tokens: a,b,c.", valueName: "names"))
  var users: String?

  @Flag(help: "No residents and no posts.")
  var empty = false

  @Option(help: ArgumentHelp("Give the account “you” this token.", valueName: "token"))
  var token: String?

  @Flag(help: "Serve POST /sandbox/reset, clock, accounts, statuses, notifications, moderation and faults.")
  var admin = false

  @Flag(help: "Print the address, the tokens and the process id as one line of JSON.")
  var json = false

  @Option(
    help: ArgumentHelp("Write a line of JSON about each request into this file, which is replaced.", valueName: "file"))
  var log: String?

  @Option(
    help: ArgumentHelp(
      "Replace this file by every request and its answer when it stops, as an HTTP Archive without secrets.",
      valueName: "file"))
  var record: String?

  @Option(
    help: ArgumentHelp(
      "Serve HTTPS, and write the certificate to trust into this file (SSL_CERT_FILE).", valueName: "file"))
  var tls: String?

  @Option(help: ArgumentHelp("Let residents do what this file says, and nothing else.", valueName: "file"))
  var residents: String?

  @Flag(help: "Refuse whatever Mastodon refuses: its rate limits, its checks, its ways to sign in.")
  var strict = false

  @Option(help: ArgumentHelp("Close connections beyond this many.", valueName: "number"))
  var connections = 1000

  func validate() throws {
    if !(0...65535).contains(port) { throw ValidationError("--port takes a number from 0 to 65535.") }
    if let busy, !(1...1000).contains(busy) { throw ValidationError("--busy takes a number from 1 to 1000.") }
    if let rateLimit, rateLimit < 1 { throw ValidationError("--rate-limit takes a number from 1.") }
    if busy != nil, quiet { throw ValidationError("--busy and --quiet can't be combined.") }
    if residents != nil, busy != nil || quiet { throw ValidationError("--residents already says what they do.") }
    if strict, quirks != nil { throw ValidationError("--strict is Mastodon: leave out --quirks.") }
    if busy != nil, empty { throw ValidationError("--busy needs residents: leave out --empty.") }
    if let at, SandboxServing.time(at) == nil {
      throw ValidationError("--at takes a time such as 2026-06-01T12:00:00Z.")
    }
    if !SandboxServing.speeds.contains(speed) { throw ValidationError("--speed takes a number from 0 to 1000000.") }
    if connections < 1 { throw ValidationError("--connections takes a number from 1.") }
    if let token, token.isEmpty || !token.utf8.allSatisfy({ (0x21...0x7E).contains($0) }) {
      throw ValidationError("--token takes visible ASCII characters without spaces.")
    }
    if let domain, !SandboxServing.isDomain(domain) {
      throw ValidationError("--domain takes the name of a server, such as shore.example.")
    }
    for name in names where !SandboxServing.isUsername(name) {
      throw ValidationError("--users takes names of letters, digits and _, with commas between them.")
    }
  }

  private var names: [String] { users?.split(separator: ",").map(String.init) ?? [] }

  @MainActor
  mutating func run() async throws {
    do {
      var options = SandboxOptions(port: port, seed: seed, state: state, isQuiet: quiet, faults: faults)
      options.busy = busy
      options.rateLimit = rateLimit
      options.address = bind
      options.quirks = quirks
      options.domain = domain
      options.start = at.flatMap(SandboxServing.time)
      options.speed = speed
      options.users = names
      options.isEmpty = empty
      options.token = token
      options.hasAdmin = admin
      options.connectionLimit = connections
      options.log = log
      options.record = record
      options.authority = tls
      options.residents = residents
      options.isStrict = strict
      let server = try await SandboxServing.start(options, process: getpid(), version: AppVersion.current)
      if let warning = SandboxServing.warning(for: options) { StandardStreams.say("! \(warning)\n", to: 2) }
      // A reader of the banner may stop it at once, and the state is to be whole in its file then.
      let termination = Termination()
      StandardStreams.write(json ? server.readyLine : server.banner, to: 1)
      await termination.wait()
      await server.stop()
    } catch {
      let error = AppError(error)
      StandardStreams.report(error, isJSON: false)
      StandardStreams.leave(REPL.ExitCode(error).rawValue)
    }
  }
}

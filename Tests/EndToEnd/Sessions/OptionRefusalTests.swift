import AppEnvironment
import FeatureKit
import MastodonKit
import NavigationKit
import TerminalKit
import Testing

@testable import AppCoordinator
@testable import REPL
@testable import Session
@testable import howdah

/// Every verb of every tab, place and sheet, given an option that it does not have.
///
/// The class of mistake is an option that becomes text, or is passed over: what somebody meant for a few is public then.
@MainActor
@Suite struct OptionRefusalTests {
  /// Goes to every tab, place and sheet of an app.
  private func forEachPlace(_ app: AppCoordinator, _ visit: (String) async throws -> Void) async throws {
    let driver = Driver(app)
    for tab in app.session.router.tabs {
      app.session.router.select(tab)
      await app.screen.load()
      try await visit("tab \(tab)")
    }
    let makers = [
      ("lists", "Canal", "create Canal"), ("groups", "Birds", "create Birds #birds"),
      ("servers", "tide.example", "add tide.example"),
    ]
    for (tab, name, make) in makers {
      for line in [tab, make] {
        let verdict = await driver.run(.typed(line))
        #expect(verdict.failure == nil, "\(tab): \(line): \(driver.errors)")
      }
      let verdict = await driver.run(.typed("open \(name)"))
      // Nobody answers where another server's posts would be.
      #expect(verdict.failure == nil || tab == "servers", "\(tab): \(driver.errors)")
      try await visit("\(tab) open")
    }
    let routes: [Route] = [.thread("117654299695841280"), .profile(Account.fixtures.rook.id), .tag("canal")]
    for route in routes {
      app.session.router.select("home")
      try await app.session.router.push(route)
      try await visit("\(route)")
    }
    for case let destination as SheetDestination in Mirror(reflecting: SheetDestination.fixtures).children.map(\.value)
    {
      try await app.session.router.present(destination)
      try await visit("\(destination)")
      app.session.router.dismiss(destination)
    }
  }

  @Test func everyVerbRefusesAnUnknownOptionAndSendsNothing() async throws {
    let folder = try TemporaryFolder()
    let app = try AppCoordinator(
      dependencies: .fixtures.still(in: folder.path),
      choice: RunChoice(.prompt, usesSandbox: true))
    let driver = Driver(app)
    _ = await driver.run(.shell(["home", "--limit", "40", "--json"]))
    let before = driver.written
    #expect(before.hasPrefix("{"))
    var seen: Set<String> = []
    var done: Set<String> = []
    try await forEachPlace(app) { place in
      let (screen, location) = (app.screen.id, app.location)
      let builtIns = driver.builtIns
      for verb in app.layers.flatMap(\.verbs) + builtIns {
        seen.insert(verb.name)
        // The same verb on the same kind of screen has the same parameters.
        guard done.insert("\(screen) \(verb.usage)").inserted else { continue }
        for name in [verb.name] + verb.aliases {
          for line in Self.lines(name, verb) {
            let verdict = await driver.run(line)
            let all = "\(place): \(line): \(driver.errors)"
            #expect(verdict.exitCode == .usage, "\(all)")
            #expect(driver.errors.hasPrefix("! Unknown option “--wobble”."), "\(all)")
            #expect(driver.written.isEmpty, "\(all) \(driver.written)")
          }
        }
      }
      #expect(driver.resolved.isEmpty, "\(place)")
      #expect(app.location == location, "\(place)")
    }
    #expect(seen.count > 100, "\(seen.count)")
    let some = ["post", "reply", "fav", "delete", "send", "attach", "set", "save", "vote", "intent", "retry", "close"]
    #expect(seen.isSuperset(of: some), "\(Set(some).subtracting(seen))")
    #expect(try app.session.drafts.all().isEmpty)
    _ = await driver.run(.shell(["home", "--limit", "40", "--json"]))
    #expect(driver.written == before)
    await app.shutdown()
  }

  /// Options whose value may be any text.
  private static let anyText: Set<String> = [
    "cw", "alt", "poll", "comment", "bio", "field", "note", "exec", "keyword", "name", "display-name", "description",
    "search",
  ]

  /// Before, `--before yesterday` was sent as an id.
  @Test func everyOptionReadsItsValueOrRefusesIt() async throws {
    let folder = try TemporaryFolder()
    let app = try AppCoordinator(
      dependencies: .fixtures.still(in: folder.path), choice: RunChoice(.prompt, usesSandbox: true))
    let driver = Driver(app)
    var done: Set<String> = []
    var options = 0
    try await forEachPlace(app) { place in
      let location = app.location
      for verb in app.layers.flatMap(\.verbs) + driver.builtIns where done.insert(verb.usage).inserted {
        for option in verb.parameters where option.takesValue && !Self.anyText.contains(option.name) {
          options += 1
          for line in Self.lines(verb, option, value: "\"wro\u{7F}ng\"") {
            let verdict = await driver.run(line)
            let all = "\(place): \(line): \(driver.errors)"
            #expect([.usage, .invalidInput, .notFound].contains(verdict.exitCode), "\(all) \(driver.written)")
            #expect(driver.written.isEmpty, "\(all) \(driver.written)")
          }
        }
      }
      #expect(app.location == location, "\(place)")
    }
    #expect(options > 100, "\(options)")
    #expect(try app.session.drafts.all().isEmpty)
    await app.shutdown()
  }

  /// A verb with an option, and with the arguments that it needs.
  private static func lines(_ verb: Verb, _ option: ParameterDescription, value: String) -> [Driver.Line] {
    let objects = verb.parameters.filter { !$0.isFlag && !$0.isText && !$0.isOptional }.map { parameter in
      switch parameter.form {
      case .choice(let choices): choices.first ?? "x"
      case .integer(let range): "\(range.lowerBound)"
      case .reference, .word, .phrase, .text, .line, .flag: "109372843234"
      }
    }
    return [.typed(([verb.name] + objects + ["--\(option.name)=\(value)"]).joined(separator: " "))]
  }

  @Test func noOptionOfAVerbHasTheNameOfOneOfTheProgram() throws {
    let folder = try TemporaryFolder()
    let app = try AppCoordinator(dependencies: .fixtures.still(in: folder.path), choice: .init(usesSandbox: true))
    // Where a command has one of these itself, it means the same for that command.
    let names = Set(ProgramOption.allCases.map(\.rawValue)).subtracting(["dry-run"])
    for verb in app.layers.flatMap(\.verbs) {
      #expect(names.isDisjoint(with: verb.parameters.filter(\.isFlag).map(\.name)), "\(verb.name)")
    }
  }

  /// A verb with arguments that it takes, and the option before them, among them and after them.
  private static func lines(_ name: String, _ verb: Verb) -> [Driver.Line] {
    let objects = verb.parameters.filter { !$0.isFlag && !$0.isText }.map { parameter in
      switch parameter.form {
      case .choice(let choices): choices.first ?? "x"
      case .integer(let range): "\(range.lowerBound)"
      case .reference, .word, .phrase, .text, .line, .flag: "109372843234"
      }
    }
    // The rest of the line has no options.
    if verb.parameters.contains(where: { $0.form == .line }) { return [] }
    let text = verb.takesText ? ["secret", "words"] : []
    let all = objects + text
    var lists = [
      ["--wobble"] + all, all + ["--wobble"], all + ["--wobble=1"], ["--wobble", "direct"] + all,
    ]
    if !all.isEmpty { lists.append([all[0], "--wobble"] + all.dropFirst()) }
    return lists.flatMap { [.shell([name] + $0), .typed(([name] + $0).joined(separator: " "))] }
  }
}

/// Types lines at the app, as the prompt or a shell does.
@MainActor
private final class Driver {
  enum Line: CustomStringConvertible {
    case typed(String)
    case shell([String])

    var description: String {
      switch self {
      case .typed(let line): "› \(line)"
      case .shell(let words): "$ howdah \(words.joined(separator: " "))"
      }
    }
  }

  private let app: AppCoordinator
  private(set) var written = ""
  private(set) var errors = ""
  var resolved: [String] { host.resolved }
  private let host: RecordingHost

  init(_ app: AppCoordinator) { (self.app, host) = (app, RecordingHost(app)) }

  /// Records the addresses that are looked up.
  private final class RecordingHost: LoneHost {
    private let app: AppCoordinator
    private(set) var resolved: [String] = []

    init(_ app: AppCoordinator) { self.app = app }

    var account: String { app.account }
    var screen: FeatureKit.Screen { app.screen }
    var promptPlace: PromptPlace { app.promptPlace }
    var notes: ToastCenter { app.notes }
    var userFiles: UserFiles { app.userFiles }
    var uptime: Duration { app.uptime }
    var sleep: @Sendable (Duration) async throws -> Void { app.sleep }
    var layersElsewhere: [VerbLayer] { app.layersElsewhere }
    func layout(width: Int) -> Layout { app.layout(width: width) }
    func layers(on screen: FeatureKit.Screen?) -> [VerbLayer] { app.layers(on: screen) }
    func recall() -> [Int: [Reference]] { app.recall() }
    func remember(_ shown: [Int: [Reference]], summaries: [Int: String]) { app.remember(shown, summaries: summaries) }
    func resolve(_ address: String, kind: Reference.Kind) async throws -> Reference {
      resolved.append(address)
      return try await app.resolve(address, kind: kind)
    }
  }

  private func interpreter() -> Interpreter {
    let output = Output.plain(
      style: Output.Style(format: .plain, colors: .none, showsHints: false, hasHyperlinks: false),
      terminalWidth: { 200 }, write: { self.written += $0 }, writeError: { self.errors += $0 },
      ask: { prompt, _ in
        self.written += prompt
        return nil
      })
    return Interpreter(host: host, output: output, assumesYes: true)
  }

  /// The verbs of the prompt itself.
  var builtIns: [Verb] { interpreter().line.builtIns }

  func run(_ line: Line) async -> Interpreter.Verdict {
    (written, errors) = ("", "")
    let isWriting = app.screen.textInput != nil
    switch line {
    case .typed(let line): return await interpreter().run(line: isWriting ? "/\(line)" : line)
    case .shell(let words): return await interpreter().run(words: words)
    }
  }
}

import AppEnvironment
import FeatureKit
import Foundation
import NavigationKit
import Session
import TerminalKit
import Testing

@testable import AppCoordinator
@testable import REPL
@testable import howdah

/// Suggestions of a screen or a message, which can be typed there.
@MainActor
@Suite(.timeLimit(.minutes(10))) struct SuggestionTests {
  private let app: AppCoordinator
  private let catalog: VerbCatalog

  init() throws {
    app = try AppCoordinator(dependencies: .fixtures.still(), choice: .init(usesSandbox: true))
    let output = Output.plain(
      style: Output.Style(format: .plain, colors: .none, showsHints: false, hasHyperlinks: false),
      terminalWidth: { 80 }, write: { _ in }, writeError: { _ in }, ask: { _, _ in nil })
    catalog = Interpreter(host: app, output: output).line.catalog
  }

  /// A command of another screen is answered with a line after which it works, or with its help.
  @Test func theWayToACommandOfAnotherScreenBeginsWithACommand() {
    for layer in catalog.elsewhere {
      for verb in layer.verbs where verb.isListed && catalog.verb(named: verb.name, synonyms: false) == nil {
        let way = VerbLayer.Way(to: verb, of: layer.title)
        #expect(catalog.verb(named: way.command) != nil, "\(layer.title)/\(verb.name): \(way.line)")
      }
    }
  }

  /// Ways to a screen or a message; what its last lines say to type is typed there.
  private static let ways: [[String]] = [
    ["home"], ["notifications"], ["announcements"], ["drafts"], ["post Hello", "drafts"], ["scheduled"],
    ["post Soon --at 2h", "scheduled"], ["filters"], ["filter weir"],
    ["filter create Frost --keyword frost", "filters"],
    ["filter delete Frost", "filter create Frost --keyword frost", "filter Frost"], ["lists"],
    ["list create Canal", "lists"], ["list weir"],
    ["list delete Canal", "list create Canal", "list Canal"],
    ["list delete Canal", "list create Canal @rook", "list members Canal"],
    ["list delete Canal", "list create Canal @rook", "lists", "list members Canal"],
    ["groups"], ["group create Birds #birds", "groups"],
    ["servers"],
    ["bookmarks"],
    ["bookmark 1", "bookmarks"], ["favourites"], ["conversations"], ["conversations", "open 1"], ["follow-requests"],
    ["suggestions"], ["trends"], ["trends posts"], ["tag canal"], ["profile @rook"], ["profile @me"], ["open 1"],
    ["search canal"], ["outbox"], ["tabs"], ["accounts"], ["followed-tags"], ["mutes"], ["blocks"], ["domain-blocks"],
    ["settings"], ["themes"], ["server"], ["followers"], ["following"], ["mentions"], ["directory"], ["filtered"],
    ["unread"], ["local"], ["federated"], ["links 1"], ["gallery"], ["messages"], ["status"], ["vault"], ["aliases"],
    ["post Hello"], ["fav 1"], ["boost 1"], ["bookmark 1"], ["follow @rook"], ["mute @rook"], ["block @rook"],
    ["note @rook A note"], ["post"], ["post", "Some text", "/preview"], ["post", "/schedule"], ["post", "/upload"],
    ["post", "/drafts"], ["post", "/scheduled"], ["post", "/who"], ["post", "/edit 7"], ["reply 1"], ["report 1"],
    ["profile edit"], ["list create"], ["create"], ["send"], ["attach"], ["title x"], ["dismiss"], ["dismiss 1"],
    ["draft 7"], ["discard 7"], ["vote . 1"], ["post Which? --poll A --poll B", "vote . 1"], ["schedule"], ["upload"],
    ["who"], ["close"], ["live"], ["bost"], ["open"], ["fav"], ["undo"], ["retry"], ["edit ."], ["delete 1"],
    ["how do I see who liked my post?"], ["help attach a picture"], ["help like"], ["help"], ["home --limt 3"],
    ["set theme"],
  ]

  /// The values that a suggestion leaves to the user, as they may be typed.
  private static let values = [
    "N": "1", "N…": "1", "TEXT": "Hello", "EMOJI": "👍", "WHO": "followers", "COMMAND": "fav", "NAME": "theme",
    "VALUE": "dusk",
    "@NAME": "@rook", "#TAG": "#canal", "WHEN": "3h", "FILE": "/dev/null", "WORDS": "canal", "WARNING": "Food",
    "#tag": "#canal",
    "WORD": "frost", "SECTION": "reading", "M": "1", "HOST": "tide.example",
  ]

  @Test func everySuggestionIsTypedWhereItIsMade() async throws {
    var count = 0
    let folder = try TemporaryFolder()
    for way in Self.ways {
      let app = try AppCoordinator(
        dependencies: .fixtures.still(), choice: .init(.prompt, usesSandbox: true))
      let typist = Typist(app)
      await typist.interpreter.line.open()
      var suggestions: [String]?
      repeat {
        for line in way { _ = await typist.run(line) }
        let (isWriting, isForm) = (app.screen.textInput != nil, app.session.router.current.sheet != nil)
        var rest = suggestions ?? typist.suggestions
        guard !rest.isEmpty else { break }
        let suggestion = rest.removeFirst()
        suggestions = rest
        count += 1
        #expect(!isWriting || suggestion.hasPrefix("/"), "\(way): \(suggestion) would be text")
        let words = suggestion == "set NAME VALUE" && isForm ? "set title Ice" : suggestion
        var line = words.split(separator: " ").map { Self.values[String($0)] ?? String($0) }.joined(separator: " ")
        if words.hasPrefix("download") { line += " \(folder.path)" }
        // What fits is the user's choice: row 1 may be of another kind, a field of another form, and nobody in a list.
        let isChoice = { (message: String) in
          ["Number 1 is ", "No field "].contains(where: message.hasPrefix)
            || [" is not in ", " cannot be “"].contains(where: message.contains)
        }
        if case .usage(let message, _) = await typist.run(line).failure, !isChoice(message) {
          Issue.record("\(way): “\(suggestion)”, typed as “\(line)”: \(message)")
        }
        await typist.leave()
      } while suggestions?.isEmpty == false
    }
    #expect(count > 150, "\(count)")
  }

  @Test(arguments: [
    ("schedule", "Type /at WHEN or /scheduled."), ("upload", "Type /attach FILE."),
  ])
  func suggestionsWhileWritingHaveASlash(_ word: String, _ suggestion: String) {
    var catalog = catalog
    catalog.isWriting = true
    #expect(catalog.unknown(word).suggestion == suggestion)
  }
}

/// Types lines at a prompt, and reads what the last answer says to type next.
@MainActor
private final class Typist {
  private let app: AppCoordinator
  private var written = ""
  private(set) lazy var interpreter = Interpreter(
    host: app,
    output: Output.plain(
      style: Output.Style(format: .plain, colors: .none, showsHints: true, hasHyperlinks: false),
      terminalWidth: { 200 }, write: { [unowned self] in written += $0 },
      writeError: { [unowned self] in written += $0 },
      ask: { _, _ in nil }), assumesYes: true)

  init(_ app: AppCoordinator) { self.app = app }

  func run(_ line: String) async -> Interpreter.Verdict {
    written = ""
    return await interpreter.run(line: line)
  }

  /// Closes what is written or filled in, and goes home.
  func leave() async {
    while app.session.router.current.sheet != nil {
      let line = app.screen.textInput == nil ? "close" : "/discard"
      guard await run(line).failure == nil else { break }
    }
    _ = await run("home")
  }

  /// The commands of the last line, and those after “Type” in an error.
  var suggestions: [String] {
    let lines = written.split(separator: "\n").map(String.init)
    guard let last = lines.last else { return [] }
    if let error = lines.firstIndex(where: { $0.hasPrefix("! ") }) {
      return lines[error...].flatMap(Self.commands(inSentence:)) + (last.hasPrefix("  ") ? hints(last) : [])
    }
    return hints(last)
  }

  private func hints(_ line: String) -> [String] {
    let parts = line.trimmingPrefix { $0 == " " }.components(separatedBy: " · ")
    // A message is the first part.
    let isMessage = parts[0].hasSuffix(".") || parts[0].hasSuffix("”")
    return parts.dropFirst(isMessage ? 1 : 0).filter { !$0.hasPrefix("Tab ") && !$0.hasPrefix("Ctrl-") && isLine($0) }
  }

  /// Whether a part can be a line to type, and not a row of a table.
  private func isLine(_ part: String) -> Bool {
    (part.first.map { $0 == "/" || $0.isLowercase } ?? false) && !part.contains("  ")
  }

  private static func commands(inSentence line: String) -> [String] {
    guard let start = line.range(of: "Type ") else { return [] }
    var rest = line[start.upperBound...]
    if let end = rest.firstIndex(where: { ".;".contains($0) }) { rest = rest[..<end] }
    for word in [" to ", " for ", " first", " with ", " before "] {
      if let end = rest.range(of: word) { rest = rest[..<end.lowerBound] }
    }
    if rest == "some text" { return [] }
    return rest.components(separatedBy: ", ").flatMap { $0.components(separatedBy: " or ") }.filter {
      $0.first.map { $0 == "/" || $0.isLowercase } ?? false
    }
  }
}

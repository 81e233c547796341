import AppEnvironment
import FeatureKit
import TerminalKit
import Testing

@testable import AppCoordinator
@testable import REPL
@testable import howdah

/// What a screen or a message suggests can be typed there.
@MainActor
@Suite(.timeLimit(.minutes(2))) struct SuggestionTests {
  private let app: AppCoordinator
  private let catalog: VerbCatalog

  init() throws {
    app = try AppCoordinator(dependencies: .fixtures.still(), choice: .init(usesSandbox: true))
    let output = Output(
      style: Output.Style(format: .plain, colors: .none, showsHints: false, hasHyperlinks: false),
      terminalWidth: { 80 }, write: { _ in }, writeError: { _ in }, ask: { _, _ in nil })
    catalog = Interpreter(host: Host(app), output: output).catalog
  }

  /// The last line of each screen names commands of that screen, or such as work everywhere.
  @Test func everyHintOfAScreenNamesItsCommands() {
    let notCommands: Set<String> = ["Tab", "Ctrl-D", "Return"]
    let anywhere = catalog.layers.dropFirst().flatMap(\.verbs)
    for plugin in app.session.plugins {
      for preview in plugin.previews() {
        let verbs = preview.verbs() + anywhere
        for part in preview.document(Layout(now: .fixture(minutesAgo: 0))).hint?.parts ?? [] {
          guard let word = part.text.split(separator: " ").first.map(String.init), !notCommands.contains(word) else {
            continue
          }
          let name = word.hasPrefix("/") ? String(word.dropFirst()) : word
          let isKnown = verbs.contains { $0.matches(name) } || Synonym.of(name) != nil
          #expect(isKnown, "\(plugin.id)/\(preview.id): \(part.text)")
        }
      }
    }
  }

  /// A command of another screen is answered with a line after which it works, or with its help.
  @Test func theWayToACommandOfAnotherScreenBeginsWithACommand() {
    for layer in catalog.elsewhere() {
      for verb in layer.verbs where verb.isListed && catalog.verb(named: verb.name, synonyms: false) == nil {
        let way = VerbLayer.Way(to: verb, of: layer.title)
        #expect(catalog.verb(named: way.command) != nil, "\(layer.title)/\(verb.name): \(way.line)")
      }
    }
  }

  @Test(arguments: [
    ("schedule", "Type /at WHEN or /scheduled."), ("upload", "Type /attach FILE."),
    ("who", "Type /accounts or /profile @me."),
  ])
  func suggestionsWhileWritingHaveASlash(_ word: String, _ suggestion: String) {
    var catalog = catalog
    catalog.isWriting = true
    #expect(catalog.unknown(word).suggestion == suggestion)
  }
}

import AppEnvironment
import CustomDump
import FeatureKit
import FoundationEssentials
import TerminalKit
import Testing

@testable import AppCoordinator
@testable import REPL
@testable import howdah

/// docs/commands.md and the synonyms, compared with the commands of the whole app.
@MainActor
@Suite struct DocumentedCommandsTests {
  private static let page = URL(filePath: #filePath).deletingLastPathComponent().deletingLastPathComponent()
    .deletingLastPathComponent().deletingLastPathComponent().appending(path: "docs/commands.md")

  private let app: AppCoordinator

  init() throws { app = try AppCoordinator(dependencies: .fixtures.still(), choice: .init(usesSandbox: true)) }

  private func catalog() -> VerbCatalog {
    let output = Output.plain(
      style: Output.Style(format: .plain, colors: .none, showsHints: false, hasHyperlinks: false),
      terminalWidth: { 80 }, write: { _ in }, writeError: { _ in }, ask: { _, _ in nil })
    return Interpreter(host: app, output: output).line.catalog
  }

  /// An option of a command would be taken for the program's from a shell, or the other way round.
  @Test func noCommandHasAnOptionOfTheProgram() {
    let catalog = catalog()
    let known = Set(ProgramOption.allCases.map(\.rawValue))
    // The command has its own dry run, of what is on this machine.
    let allowed: Set<String> = ["settings --dry-run", "import --dry-run"]
    let clashes = (catalog.layers + catalog.elsewhere).flatMap(\.verbs).flatMap { verb in
      verb.parameters.filter { $0.isFlag && known.contains($0.name) }.map { "\(verb.name) --\($0.name)" }
    }
    #expect(Set(clashes).subtracting(allowed).isEmpty, "\(Set(clashes).sorted())")
  }

  private static func cell(_ text: String) -> String { text.replacing("|", with: "\\|") }

  /// The commands as a page: those that work everywhere, then those of each feature's screens.
  private func written(_ catalog: VerbCatalog) -> String {
    var seen: Set<String> = []
    let everywhere = catalog.layers.dropFirst().flatMap(\.verbs)
    let places = [("Everywhere", everywhere)] + catalog.elsewhere.map { ("In \($0.title)", $0.verbs) }
    var page = """
      # The commands

      Made from the program by `RECORD=1 swift test --filter DocumentedCommandsTests`. `help COMMAND` explains each, with
      its options. N is a number on the screen, an id or a link; N… takes several (`1-3`, `1 4`). While you write a post,
      commands begin with a slash.

      """
    for (title, verbs) in places {
      let verbs = verbs.filter { $0.isListed && seen.insert($0.name).inserted }
      guard !verbs.isEmpty else { continue }
      page += "\n## \(title)\n\n| command | | also |\n| --- | --- | --- |\n"
      for verb in verbs {
        let names = verb.aliases.map { "`\($0)`" }.joined(separator: " ")
        page += "| `\(Self.cell(verb.briefUsage))` | \(Self.cell(verb.help)) | \(Self.cell(names)) |\n"
      }
    }
    return page
  }

  @Test func pageListsEveryCommand() throws {
    let text = written(catalog())
    if ProcessInfo.processInfo.environment["RECORD"] == "1" { try Data(text.utf8).write(to: Self.page) }
    expectNoDifference(String(decoding: try Data(contentsOf: Self.page), as: UTF8.self), text)
  }

  /// README is short, and each command in it exists; docs/commands.md lists them all.
  @Test func readmeIsShortAndNamesOnlyCommandsThatExist() throws {
    let readme = Self.page.deletingLastPathComponent().deletingLastPathComponent().appending(path: "README.md")
    let text = try String(contentsOf: readme, encoding: .utf8)
    #expect(text.split(separator: "\n", omittingEmptySubsequences: false).count <= 110)
    #expect(text.split(whereSeparator: \.isWhitespace).count <= 900)
    let quoted = text.split(separator: "`", omittingEmptySubsequences: false).enumerated()
      .filter { !$0.offset.isMultiple(of: 2) }.map(\.element)
    let catalog = catalog()
    let known = Set((catalog.layers + catalog.elsewhere).flatMap(\.verbs).flatMap { [$0.name] + $0.aliases })
    let programs: Set = ["howdah", "make", "chafa", "ca-certificates"]
    let unknown = quoted.compactMap { $0.split(separator: " ").first.map(String.init) }
      .filter { $0.first?.isLowercase == true && $0.allSatisfy { $0.isLowercase || $0 == "-" } }
      .filter { !known.contains($0) && !programs.contains($0) }
    #expect(unknown == [], "README.md names these, and there is no such command")
  }

  @Test func everySynonymLeadsToACommand() throws {
    let catalog = catalog()
    for (word, synonym) in Synonym.table {
      switch synonym {
      case .command(let name): #expect(catalog.explained(name) != nil, "\(word) is to run \(name)")
      case .line(let line, let alone):
        for line in [line, alone] {
          let name = line.split(separator: " ").first.map(String.init) ?? ""
          #expect(catalog.explained(name) != nil, "\(word) is to run \(line)")
        }
      case .absent(_, let instead, _):
        for line in instead {
          let name = line.split(separator: " ").first.map(String.init) ?? ""
          #expect(catalog.explained(name) != nil, "the answer to \(word) names \(name)")
        }
      }
    }
    for topic in HelpTopic.all {
      for name in [topic.command] + topic.related { #expect(catalog.explained(name) != nil, "help names \(name)") }
    }
  }
}

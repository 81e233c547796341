import CustomDump
import FeatureKit
import FoundationEssentials
import TerminalKit
import Testing

@testable import AppCoordinator
@testable import AppEnvironment
@testable import REPL
@testable import howdah

/// The manual: docs/language.md, the examples in it, and the pages for `man`.
@MainActor
@Suite struct ManualTests {
  private static let page = URL(filePath: #filePath).deletingLastPathComponent().deletingLastPathComponent()
    .deletingLastPathComponent().deletingLastPathComponent().appending(path: "docs/language.md")

  private static let head = """
    # The command language

    How commands are typed at the prompt, in scripts and with `-c`. Made from the program by
    `RECORD=1 swift test --filter ManualTests`; `help language` and the manual page howdah-language(7) say the same.

    """

  @Test func pageIsThatOfTheProgram() throws {
    let text = Self.head + Manual.language.markdown
    if ProcessInfo.processInfo.environment["RECORD"] == "1" { try Data(text.utf8).write(to: Self.page) }
    expectNoDifference(String(decoding: try Data(contentsOf: Self.page), as: UTF8.self), text)
  }

  @Test func everyExampleIsUnderstood() throws {
    let app = try AppCoordinator(dependencies: .fixtures.still(), choice: .init(usesSandbox: true))
    let output = Output(
      style: Output.Style(format: .plain, colors: .none, showsHints: false, hasHyperlinks: false),
      terminalWidth: { 80 }, write: { _ in }, writeError: { _ in }, ask: { _, _ in nil })
    let interpreter = Interpreter(host: Host(app), output: output)
    let catalog = interpreter.catalog
    let examples = Manual.language.examples + Manual.json.examples
    #expect(examples.count > 30)
    for line in examples where !line.hasPrefix("# ") && !line.hasPrefix("! ") {
      let line = line.hasPrefix("/") ? String(line.dropFirst()) : line
      let commands = try CommandSyntax.commands(in: line) { name in
        catalog.verb(named: name).map(interpreter.grammar) ?? ArgumentGrammar()
      }
      #expect(!commands.isEmpty, "\(line)")
      for command in commands {
        guard let verb = catalog.verb(named: command.verb) else {
          #expect(ReferenceSyntax.isBare(command.verb), "\(line)")
          continue
        }
        #expect(throws: Never.self, "\(line)") {
          _ = try ArgumentReader(command.arguments, for: verb, context: interpreter.context)
        }
      }
    }
  }

  @Test(arguments: [
    ("home; open 1; fav 1", ["home", "open 1", "fav 1"]),
    ("post It's late; I'm off to bed", ["post It's late; I'm off to bed"]),
    ("post \"Good night\"; home", ["post \"Good night\"", "home"]),
    ("list create 'Rook; Wren'", ["list create 'Rook; Wren'"]),
  ])
  func examplesMeanWhatThePageSays(_ line: String, _ commands: [String]) throws {
    let parsed = try CommandSyntax.commands(in: line) { ArgumentGrammar(takesText: $0 == "post") }
    #expect(parsed.map(\.source) == commands)
    #expect(Manual.language.examples.contains(line))
  }

  @Test(arguments: Manual.names)
  func manReadsEveryPageWithoutAWarning(_ name: String) throws {
    let machine = try Machine()
    let page = try machine.howdah("man", name)
    #expect(page.code == 0 && page.output.hasPrefix(".TH \(name.uppercased()) "))
    let file = machine.folder.file("page")
    try Files.write(page.output, to: file)
    let read = try machine.shell(
      "man --warnings -E UTF-8 -l '\(file)'", environment: ["MANWIDTH": "80", "MANPAGER": "cat"])
    #expect(read.code == 0 && read.error.isEmpty, "\(read.error)")
    #expect(read.output.contains(name.uppercased()))
    #expect(!read.output.contains("`"), "a backquote was left over")
  }
}

import CustomDump
import FeatureKit
import Foundation
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

  private static let guideHead = """
    # Howdah by topic

    Made from the program by `RECORD=1 swift test --filter ManualTests`; `help TOPIC` and the manual page howdah-guide(7) say the same.
    Each example is run by a test in the sandbox, after `home`.

    """

  @Test func guidePageIsUpToDate() throws {
    let text = Self.guideHead + Manual.guide.markdown
    let page = Self.page.deletingLastPathComponent().appending(path: "guide.md")
    if ProcessInfo.processInfo.environment["RECORD"] == "1" { try Data(text.utf8).write(to: page) }
    expectNoDifference(String(decoding: try Data(contentsOf: page), as: UTF8.self), text)
  }

  /// Nothing of a page is lost where the program reads it.
  @Test(arguments: ["language", "json"]) func aPageIsReadAsItIsWritten(_ name: String) throws {
    let page = Self.page.deletingLastPathComponent().appending(path: "\(name).md")
    let text = String(decoding: try Data(contentsOf: page), as: UTF8.self)
    let sections = try #require(text.firstRange(of: "\n## "))
    expectNoDifference((name == "json" ? Manual.json : .language).markdown, String(text[sections.lowerBound...]))
  }

  @Test func jsonPageHasEveryExitCode() {
    let page = Manual.json.markdown
    for code in ExitCode.allCases where code != .done {
      #expect(page.contains("| `\(code.rawValue)` | \(code.meaning)."))
    }
  }

  /// Each with its members and an example, unless the sandbox prints none.
  @Test func jsonPageHasEveryKind() throws {
    let folder = Self.page.deletingLastPathComponent().appending(path: "schema")
    let files = try FileManager.default.contentsOfDirectory(atPath: folder.path)
    let kinds = files.filter { $0.hasSuffix(".json") && $0 != "types.json" }.map { String($0.dropLast(5)) }
    #expect(kinds.count > 120)
    let withoutExample = ["push", "sign-in"]
    let sections = Manual.json.sections
    for kind in kinds {
      let section = try #require(sections.first { $0.isPart && $0.title == kind }, "\(kind)")
      let hasExample = section.blocks.contains { if case .verbatim = $0 { true } else { false } }
      #expect(hasExample != withoutExample.contains(kind), "\(kind)")
    }
  }

  /// Typed one after the other in the sandbox, each after `home`; those for a shell by themselves.
  @Test(arguments: Manual.topics.map(\.name)) func everyExampleOfATopicRuns(_ name: String) throws {
    let machine = try Machine()
    let environment = ["HOWDAH_SANDBOX": "1", "HOWDAH_YES": "1"]
    let topic = try #require(Manual.topics.first { $0.name == name })
    let examples = topic.examples
    #expect(!examples.isEmpty)
    let isForShell = { (line: String) in line.contains("howdah ") || line.hasSuffix("| howdah") }
    let script = examples.filter { !isForShell($0) }.map { "home --limit 10\n\($0)\n" }.joined()
    try Files.write(script, to: machine.folder.file("script"))
    let run = try machine.shell("cd; howdah < script", environment: environment)
    #expect(run.code == 0, "\(run.error)")
    for line in examples where isForShell(line) {
      let run = try machine.shell("cd; \(line)", environment: environment)
      #expect(run.code == 0 && run.error.isEmpty && !run.output.isEmpty, "\(line): \(run.everything)")
    }
    // What `help` prints fits narrow terminals.
    let help = try machine.howdah("help", name, "--width", "40")
    #expect(help.code == 0)
    #expect(help.lines.allSatisfy { $0.count <= 40 }, "\(help.output)")
  }

  @Test func helpListsTheTopics() throws {
    let help = try Machine().howdah("--sandbox", "help")
    let words = help.output.split { !$0.isLetter }.map(String.init)
    for topic in Manual.topics { #expect(words.contains(topic.name)) }
    let both = try Machine().howdah("--sandbox", "help", "filters")
    #expect(both.output.contains("filter create Frost"), "a topic below the command of that name")
  }

  @Test func everyExampleIsUnderstood() throws {
    let app = try AppCoordinator(dependencies: .fixtures.still(), choice: .init(usesSandbox: true))
    let output = Output.plain(
      style: Output.Style(format: .plain, colors: .none, showsHints: false, hasHyperlinks: false),
      terminalWidth: { 80 }, write: { _ in }, writeError: { _ in }, ask: { _, _ in nil })
    let interpreter = Interpreter(host: app, output: output)
    let catalog = interpreter.line.catalog
    let pages = Manual.json.sections.filter { ["Description", "Pages of a list"].contains($0.title) }
    let examples = (Manual.language.sections + pages).flatMap(\.lines).filter { !$0.contains("…") }
    #expect(examples.count > 30)
    for line in examples where !line.hasPrefix("# ") && !line.hasPrefix("! ") {
      let line = line.hasPrefix("/") ? String(line.dropFirst()) : line
      let commands = try CommandSyntax.commands(in: line) { name in
        catalog.verb(named: name).map(interpreter.line.grammar) ?? ArgumentGrammar()
      }
      #expect(!commands.isEmpty, "\(line)")
      for command in commands {
        guard let verb = catalog.verb(named: command.verb) else {
          #expect(ReferenceSyntax.isBare(command.verb), "\(line)")
          continue
        }
        #expect(throws: Never.self, "\(line)") {
          _ = try ArgumentReader(command.arguments, for: verb, context: interpreter.line.context)
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
    #expect(Manual.language.sections.flatMap(\.lines).contains(line))
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

extension Manual.Section {
  /// The names in the tables of the section: lines that can be typed, where they are examples.
  var lines: [String] {
    blocks.flatMap { block in
      if case .terms(let terms) = block { terms.map(\.term) } else { [String]() }
    }
  }
}

import FeatureKit
import Synchronization
import TerminalKit
import Testing

@testable import REPL

/// Plugins as commands, and the commands that they ask for.
@MainActor @Suite(.timeLimit(.minutes(10))) struct PluginTests {
  @Test func pluginIsLookedForWhenItIsTyped() async {
    let (host, interpreter) = make("")
    #expect(host.found == 0)
    #expect(await interpreter.run(line: "list").failure == nil)
    #expect(host.found == 0, "a command of the app is no reason")
    #expect(await interpreter.run(line: "probe").failure == nil)
    #expect(host.found == 1)
    #expect(await interpreter.run(line: "prob").failure?.suggestion == "Did you mean probe?")
  }

  @Test func allowedCommandsRunWithTheScreensNumbers() async {
    let (host, interpreter) = make("fav 2; boost 1-2", allowed: ["fav", "boost"], prints: ["z"])
    _ = await interpreter.run(line: "list")
    #expect(await interpreter.run(line: "probe").failure == nil)
    #expect(host.app.log == ["fav b", "boost a b"])
    _ = await interpreter.run(line: "fav 1")
    #expect(host.app.log.last == "fav z", "the numbers are those of its answer")
  }

  @Test(arguments: [
    ("clear", "probe asks for “clear”."), ("fav 1; clear", "probe asks for “clear”."),
    ("gone", "probe asks for “clear”."), ("nonsense", "probe requested the unknown command “nonsense”."),
    ("probe", "probe requested the unknown command “probe”."),
    ("fav 1 --yes", "probe requested “fav” with --yes."), ("fav 1 --as=@x", "probe requested “fav” with --as=@x."),
    ("list > /tmp/x", "probe requested “list” with a file or a program for its output."),
    ("list | sh", "probe requested “list” with a file or a program for its output."),
    ("!rm -rf /", "probe requested something that is not a command."),
    ("fav 1\nclear", "probe requested something that is not a command."),
  ])
  func forbiddenCommandsAreRefusedBeforeAnythingRuns(command: String, message: String) async {
    let (host, interpreter) = make("fav 1", command, allowed: ["fav", "list"])
    host.app.aliasList.withLock { $0 = [Alias(name: "gone", command: "clear")] }
    _ = await interpreter.run(line: "list")
    #expect(await interpreter.run(line: "probe").failure?.message == message)
    #expect(host.app.log.isEmpty)
  }

  @Test func confirmationIsStillRequired() async {
    let (host, interpreter) = make("clear", allowed: ["clear"], assumesYes: true)
    #expect(await interpreter.run(words: ["probe"]).failure?.message == "Needs confirmation: Clear all?")
    #expect(host.app.log.isEmpty)
  }

  /// Before, nothing was printed.
  @Test func headingAloneIsShown() async {
    let (host, interpreter) = make("fav 1", allowed: ["fav"], title: "Favourites")
    _ = await interpreter.run(line: "list")
    host.app.written = ""
    #expect(await interpreter.run(line: "probe").failure == nil)
    #expect(host.app.written.hasPrefix("Favourites"))
    #expect(host.app.log == ["fav a"])
  }

  @Test func nothingRunsAfterAFailure() async {
    let (host, interpreter) = make("fav 1", allowed: ["fav"], failure: .validation("No.", suggestion: "x"))
    _ = await interpreter.run(line: "list")
    #expect(await interpreter.run(line: "probe").failure?.message == "No.")
    #expect(host.app.log.isEmpty)
  }

  @Test func commandsAndAliasesComeFirst() async {
    let (host, interpreter) = make("fav 1", name: "list")
    host.app.aliasList.withLock { $0 = [Alias(name: "probe", command: "clear")] }
    _ = await interpreter.run(line: "help list")
    await interpreter.line.findPlugins()
    #expect(host.shadows["list"] == "“list” is a command of Howdah.")
    #expect(host.shadows["probe"] == "“probe” is one of your aliases.")
    #expect(host.shadows["free"] == .some(nil))
    #expect(interpreter.line.catalog.verb(named: "list")?.help == "Show the list")
  }

  /// The text that was meant for it was posted.
  @Test func pluginHidesAWordOfAnotherClient() async {
    let (host, interpreter) = make("", name: "dm")
    #expect(await interpreter.run(line: "dm @rook hello").failure == nil)
    #expect(await interpreter.run(words: ["dm", "@rook", "hello"]).failure == nil)
    #expect(host.screens.count == 2)
    #expect(host.app.log.isEmpty)
  }

  @Test func aliasCanStandForAPlugin() async {
    let (host, interpreter) = make("fav 1", allowed: ["fav"])
    _ = await interpreter.run(line: "list")
    #expect(await interpreter.run(line: "alias p = probe --all").failure == nil)
    #expect(await interpreter.run(line: "p").failure == nil)
    #expect(host.app.log == ["fav a"])
  }

  @Test func screenIsGivenOnceItWasShown() async {
    let (host, interpreter) = make("")
    _ = await interpreter.run(line: "probe")
    _ = await interpreter.run(line: "list")
    _ = await interpreter.run(line: "probe")
    #expect(host.screens == [nil, "list"])
  }

  // MARK: -

  @MainActor
  private final class PluginHost {
    let app = HostFixture()
    var found = 0
    var shadows: [String: String?] = [:]
    var screens: [String?] = []
    var verbs: [Verb] = []
  }

  private func make(
    _ commands: String..., allowed: Set<String> = [], prints ids: [String] = [], failure: AppError? = nil,
    name: String = "probe", title: String? = nil, assumesYes: Bool = false
  ) -> (PluginHost, Interpreter) {
    let fixture = PluginHost()
    let document =
      ids.isEmpty
      ? nil
      : Document(
        kind: "plugin",
        blocks: ids.enumerated().map { index, id in
          .item(
            Item(
              number: index + 1, blocks: [.paragraph("x")], spoken: "x",
              references: [Reference(kind: .status, id: id)]))
        })
    var description = ParameterDescription(name: "[ARGUMENT…]", form: .word, isOptional: true)
    description.passesOptions = true
    let anything = Parameter<Bool>(description) { reader in
      while reader.next() != nil {}
      fixture.screens.append(reader.context.screen()?.document.kind)
      return true
    }
    let verb = Verb(name, anything, help: "A plugin") { _ in
      .requests(
        CommandRequests(
          name: name, document: document ?? Document(kind: "plugin", title: title.map { Document.Title($0) }),
          commands: commands.filter { !$0.isEmpty },
          failure: failure,
          check: { command in
            guard !allowed.contains(command) else { return }
            throw AppError.validation("\(name) asks for “\(command)”.", suggestion: "x")
          }))
    }
    fixture.app.pluginCommands = PluginCommands(
      verbs: { fixture.verbs },
      find: { _, shadow in
        fixture.found += 1
        fixture.shadows = ["list": shadow("list"), "probe": shadow("probe"), "free": shadow("free")]
        fixture.verbs = [verb]
        return true
      }, describe: { _ in })
    let style = Output.Style(format: .plain, colors: .none, showsHints: false, hasHyperlinks: false)
    let output = Output.plain(
      style: style, terminalWidth: { 80 }, write: { fixture.app.written += $0 },
      writeError: { fixture.app.errors += $0 }, ask: { _, _ in nil })
    return (fixture, Interpreter(host: fixture.app, output: output, assumesYes: assumesYes))
  }
}

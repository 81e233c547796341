import EditLine
import FeatureKit
import Synchronization
import TerminalKit
import Testing

@testable import REPL

/// A line from Return to its end.
@MainActor
@Suite(.timeLimit(.minutes(10))) struct InvocationTests {
  let app = HostFixture()
  let style = Output.Style(format: .plain, colors: .none, showsHints: true, hasHyperlinks: false)

  private func run(_ person: PromptLoopTests.Person, _ host: any Host) async {
    _ = await PromptLoop(host: host, console: person.console(), style: style).run()
  }

  /// Before, only the command that ran was cancelled, and one that never waits ended before that.
  @Test(arguments: [";", "\n"]) func ctrlCEndsALineWhoseCommandsNeverWait(_ separator: String) async {
    let person = PromptLoopTests.Person([
      .line(Array(repeating: "tick", count: 9000).joined(separator: separator)), .line("boost id:12345"),
    ])
    app.more = [
      Verb("tick", help: "Count") {
        if app.log.isEmpty { person.interrupts.continuation.yield(0) }
        app.log.append("tick")
        return .nothing
      }
    ]
    await run(person, app)
    #expect(app.log.last == "boost 12345")
    #expect((2..<100).contains(app.log.count), "\(app.log.count)")
    #expect(person.read.contains("Stopped."))
  }

  @Test func ctrlCEndsAScriptWhoseCommandsNeverWait() async {
    let interpreter = app.interpreter()
    app.more = [
      Verb("tick", help: "Count") {
        if app.log.count == 2 { interpreter.cancel() }
        app.log.append("tick")
        return .nothing
      }
    ]
    var lines = 9000
    let code = await Script(interpreter: interpreter, keepsGoing: true).run(
      {
        lines -= 1
        return lines > 0 ? "tick" : nil
      }, isLast: { false })
    #expect(app.log.count == 3)
    #expect(code == .interrupted)
  }

  /// Before, it was made eight times.
  ///
  /// What colours the line while it is typed has a catalogue of its own.
  @Test(arguments: ["boost 12345", "listing > file", "post some text", "b 12345"])
  func theCatalogueIsMadeOnceForALine(_ line: String) async {
    app.aliasList.withLock { $0 = [Alias(name: "b", command: "boost")] }
    app.historyFile = "/one"
    let person = PromptLoopTests.Person([.line(line), .line("list"), .line("quit")])
    var console = person.console()
    var coloured = 0
    console.assist = { _, _ in coloured += 1 }
    _ = await PromptLoop(host: app, console: console, style: style).run()
    #expect(coloured >= 3)
    #expect(app.layersMade == coloured + 3)
  }
}

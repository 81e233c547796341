import EditLine
import FeatureKit
import TerminalKit
import Testing

@testable import REPL

/// Programs behind a pipe in the background.
@MainActor
@Suite(.timeLimit(.minutes(10))) struct BackgroundProgramTests {
  typealias Person = PromptLoopTests.Person

  let app = HostFixture()
  let style = Output.Style(format: .plain, colors: .none, showsHints: true, hasHyperlinks: false)

  /// Before, `kill` did nothing, and `fg` with Ctrl-C kept a core busy until the program ended.
  @Test(arguments: ["kill 1", "fg 1"]) func aProgramInTheBackgroundCanBeStopped(_ line: String) async {
    app.promptSettings.shellAccess = .pipes
    let person = Person([.line("list | wait &"), .line(line), .line("quit")])
    var console = person.console()
    console.run = { _, _ in 0 }
    var isRunning = false
    console.capture = { _, _ in
      isRunning = true
      try await Task.sleep(for: .seconds(3600))
      return (0, [])
    }
    console.print = { text in
      person.read += text
      // `fg` says what it brings back.
      if text.contains("Ctrl-C stops it") { person.interrupts.continuation.yield(2) }
    }
    console.readCount = { person.prompts.count }
    console.readLine = { [read = console.readLine] prompt, text, records in
      while person.prompts.count == 1, !isRunning, !Task.isCancelled { await Task.yield() }
      while person.prompts.count == 2, !person.read.contains("topped"), !Task.isCancelled { await Task.yield() }
      return await read(prompt, text, records)
    }
    _ = await PromptLoop(host: app, console: console, style: style).run()
    #expect(person.read.contains("Stopped") || person.read.contains("Job 1 was stopped"), "\(person.read)")
  }

  /// Before, what a program wrote after `fg` was lost.
  @Test func foregroundedProgramsOutputIsPrinted() async {
    app.promptSettings.shellAccess = .pipes
    let person = Person([.line("list | count &"), .line("fg"), .line("quit")])
    var console = person.console()
    let (starts, start) = AsyncStream.makeStream(of: Void.self)
    console.run = { _, _ in 0 }
    var isRunning = false
    console.readLine = { [read = console.readLine] prompt, text, records in
      while person.prompts.count == 1, !isRunning, !Task.isCancelled { await Task.yield() }
      return await read(prompt, text, records)
    }
    console.capture = { _, _ in
      isRunning = true
      for await _ in starts { break }
      return (0, Array("41 \u{1B}[2Jlines".utf8))
    }
    console.print = { text in
      person.read += text
      // `fg` says what it brings back.
      if text.contains("Ctrl-C stops it") { start.yield() }
    }
    _ = await PromptLoop(host: app, console: console, style: style).run()
    #expect(person.read.contains("41 ") && person.read.contains("lines\n"), "\(person.read)")
    #expect(!person.read.contains("\u{1B}[2J"))
  }
}

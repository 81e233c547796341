import EditLine
import FeatureKit
import TerminalKit
import Testing

@testable import REPL

@MainActor
@Suite(.timeLimit(.minutes(10))) struct PromptLoopTests {
  /// A person who types what the test says and reads what is printed.
  @MainActor
  final class Person {
    var inputs: [Console.Input]
    var prompts: [String] = []
    /// The text that the lines already contained.
    var given: [String] = []
    var read = ""
    /// The styles that the console received.
    var styles: [Bool] = []
    /// The lines that are kept for the next run, and the files that they are kept in.
    var kept: [String] = []
    let interrupts = AsyncStream.makeStream(of: Int.self)
    let terminations = AsyncStream.makeStream(of: Int32.self)

    init(_ inputs: [Console.Input]) { self.inputs = inputs }

    func console() -> Console {
      Console(
        readLine: { prompt, text, _ in
          self.prompts.append(prompt.plain)
          self.given.append(text)
          // What happens meanwhile goes first, as it would while somebody types.
          await Task.yield()
          return self.inputs.isEmpty ? .endOfInput : self.inputs.removeFirst()
        },
        saveToHistory: { self.kept.append($0) }, useHistory: { self.kept.append("file \($0 ?? "-")") },
        appendsOnly: { self.styles.append($0) }, assist: { _, _ in }, readSecret: { _ in .endOfInput },
        run: { _, _ in throw AppError.cancelled }, capture: { _, _ in throw AppError.cancelled },
        edit: { _ in throw AppError.cancelled }, print: { self.read += $0 }, canOverwrite: false, overwrite: { _ in },
        flush: {}, interrupts: interrupts.stream, suspensions: AsyncStream { $0.finish() }, readCount: { 0 }, ready: {},
        terminations: terminations.stream)
    }
  }

  let app = HostFixture()
  let style = Output.Style(format: .plain, colors: .none, showsHints: true, hasHyperlinks: false)

  private func prompt(_ person: Person) -> PromptLoop {
    PromptLoop(host: app, console: person.console(), style: style)
  }

  @Test func promptShowsTheLocation() async {
    let person = Person([])
    #expect(await prompt(person).run() == nil)
    #expect(person.prompts == ["sandbox · home › "])
  }

  /// Editors have a colon there, and chat programs a slash.
  @Test func aSignBeforeACommandHasNoMeaning() async {
    let person = Person([.line(":post hi"), .line("/post ho"), .line(":q!"), .line("post never")])
    _ = await prompt(person).run()
    #expect(app.log == ["post [] hi", "post [] ho"])
  }

  /// Another program may have signed out the account for which it was typed.
  @Test func aLineThatMeansSomethingElseNowDoesNotRun() async {
    app.obstacles = [AppError.usage("Signed out elsewhere.", suggestion: "To sign in again: login HOST")]
    let person = Person([.line("post hi"), .line("post again")])
    _ = await PromptLoop(host: app, console: person.console(), style: style).run()
    #expect(app.log == ["post [] again"])
    #expect(person.read.contains("! Signed out elsewhere."))
  }

  /// A terminal that is not set to UTF-8 sends bytes that mean nothing.
  @Test func aLineThatIsNotTextIsRefusedAndStays() async {
    let person = Person([.line("post \u{FFFD}t\u{FFFD}"), .line("post été")])
    _ = await prompt(person).run()
    #expect(app.log == ["post [] été"])
    #expect(person.given == ["", "post \u{FFFD}t\u{FFFD}", ""])
    #expect(person.read.contains("! That line is not text in UTF-8: \u{FFFD} stands for what can't be read."))
    #expect(!person.kept.contains { $0.contains("\u{FFFD}") })
  }

  @Test func anAnswerThatIsNotTextIsRefusedToo() async {
    app.more = [
      Verb("name", help: "Ask") {
        .ask(
          Question(prompt: "Name") { answer in
            self.app.log.append(answer)
            return .nothing
          })
      }
    ]
    let person = Person([.line("name"), .line("Zo\u{FFFD}"), .line("Zoë")])
    _ = await prompt(person).run()
    #expect(app.log == ["Zoë"] && person.given == ["", "", "Zo\u{FFFD}", ""])
  }

  @Test(arguments: [
    (90, "sandbox · home +5 · @juniper@shore.example › "), (80, "sandbox · … · @juniper@shore.example › "),
    (60, "sandbox · … · @juniper@shore.… › "),
    (40, "sandbox · … · @juniper@… › "), (10, "sandbox · … · @juniper@… › "),
  ])
  func promptKeepsTheAccountAndShortensThePath(_ width: Int, _ prompt: String) {
    let text = PromptText(
      places: ["sandbox", "home", "@juniper@shore.example"], counts: (0, 5), width: width)
    #expect(text.text.plain == prompt)
  }

  @Test(arguments: [
    (80, "wren@shore.example ★ 56 · home +5 › "), (60, "wren@shore.exa… ★ 56 · home +5 › "),
    (40, "wren@sho… ★ 56 · home +5 › "),
  ])
  func promptHasTheNumberOfUnreadNotificationsAtEveryWidth(_ width: Int, _ prompt: String) {
    #expect(PromptText(places: ["wren@shore.example", "home"], counts: (56, 5), width: width).text.plain == prompt)
  }

  @Test(arguments: [
    (120, "wren@shore.example ★ 5 +2 moss +1 rook · home › "), (84, "wren@shore.example ★ 5 +3 elsewhere · home › "),
    (80, "wren@shore.example ★ 5 · home › "),
  ])
  func promptHasTheNotificationsOfOtherAccountsWhereThereIsRoom(_ width: Int, _ prompt: String) {
    let elsewhere = ["rook@canal.example": 1, "moss@shore.example": 2, "zoe@shore.example": 0]
    let text = PromptText(places: ["wren@shore.example", "home"], counts: (5, 0), elsewhere: elsewhere, width: width)
    #expect(text.text.plain == prompt)
    let spoken = PromptLoop.spokenPrompt(
      for: ["wren@shore.example", "home"], counts: (5, 0), elsewhere: elsewhere, writing: nil)
    #expect(spoken.plain == "home, 5 notifications, 2 for moss, 1 for rook: ")
  }

  @Test func accountsOfOneNameAreToldApartInThePrompt() {
    let text = PromptText(
      places: ["wren@shore.example", "home"], counts: (0, 0), elsewhere: ["wren@a.example": 2, "moss@a.example": 1],
      width: 140)
    #expect(text.text.plain == "wren@shore.example +1 moss +2 wren@a.example · home › ")
  }

  @Test func promptCountsInWordsForAScreenReader() {
    let text = PromptLoop.spokenPrompt(for: ["sandbox", "home"], counts: (56, 5), writing: nil)
    #expect(text.plain == "home, 5 new posts, 56 notifications: ")
  }

  @Test func inSentencesTheFirstScreenComesBeforeTheFirstPrompt() async {
    app.promptSettings.isPlain = true
    let person = Person([])
    var readBefore = ""
    var console = person.console()
    console.readLine = { [read = console.readLine] prompt, text, records in
      if readBefore.isEmpty { readBefore = person.read }
      return await read(prompt, text, records)
    }
    _ = await PromptLoop(host: app, console: console, style: style).run()
    #expect(readBefore.hasPrefix("List\n1. Item a."))
    #expect(person.prompts == ["home: "])
    #expect(person.styles == [true])
  }

  @Test func inSentencesCountsAreReadOnceUntilTheyChange() async {
    app.promptSettings.isPlain = true
    app.counts = (unread: 2, newPosts: 0)
    app.more = [
      Verb("arrive", help: "Let one more arrive") {
        self.app.counts.unread = 3
        return .nothing
      }
    ]
    let person = Person([.line("list"), .line("arrive"), .line("list")])
    _ = await prompt(person).run()
    #expect(person.prompts == ["home, 2 notifications: ", "home: ", "home, 3 notifications: ", "home: "])
  }

  @Test func theFirstScreenAndTheGreetingArePrintedAtOnce() async {
    var prints = 0
    let person = Person([])
    let app = HostFixture()
    let interpreter = Interpreter(
      host: app,
      output: Output.plain(
        style: style, terminalWidth: { 80 },
        write: {
          prints += 1
          person.read += $0
        }, writeError: { _ in }, ask: { _, _ in nil }))
    await interpreter.line.open()
    #expect(prints == 1)
    #expect(person.read.contains("\n\n"))
  }

  @Test func ctrlCCancelsTheLineAndNotTheProgram() async {
    let person = Person([.interrupted("boost"), .line("boost id:12345")])
    _ = await prompt(person).run()
    #expect(person.prompts.count == 3)
    #expect(app.log == ["boost 12345"])
  }

  @Test(arguments: ["Ctrl-C", "Ctrl-Z", "a signal"]) func keyAfterReturnIsForTheCommand(_ key: String) async {
    app.more = [
      Verb("wait", help: "Wait for ever") {
        try await Task.sleep(for: .seconds(3600))
        return .nothing
      }
    ]
    let person = Person([.line("wait"), .line("quit"), .line("y")])
    var console = person.console()
    let (suspensions, suspension) = AsyncStream.makeStream(of: Int.self)
    console.suspensions = suspensions
    console.readLine = { [read = console.readLine] prompt, text, records in
      defer {
        if person.prompts.count == 1 {
          switch key {
          case "Ctrl-C": person.interrupts.continuation.yield(0)
          case "Ctrl-Z": suspension.yield(0)
          default: person.terminations.continuation.yield(15)
          }
        }
      }
      return await read(prompt, text, records)
    }
    let signal = await PromptLoop(host: app, console: console, style: style).run()
    #expect(signal == (key == "a signal" ? 15 : nil))
    #expect(person.read.contains("Job 1 is running in the background: wait") == (key == "Ctrl-Z"))
  }

  /// Before, the second of two quick Ctrl-C stopped the command that was typed next.
  @Test(arguments: ["Ctrl-C", "Ctrl-Z"]) func aKeyBeforeALineIsNotForItsCommand(_ key: String) async {
    app.more = [
      Verb("wait", help: "Wait a moment") { [app] in
        for _ in 0..<20 { await Task.yield() }
        try Task.checkCancellation()
        app.log.append("waited")
        return .nothing
      }
    ]
    let person = Person([.interrupted(""), .line("wait"), .line("quit")])
    var console = person.console()
    let (suspensions, suspension) = AsyncStream.makeStream(of: Int.self)
    console.suspensions = suspensions
    console.readCount = { person.prompts.count }
    console.readLine = { [read = console.readLine] prompt, text, records in
      if person.prompts.count == 1 {
        if key == "Ctrl-C" { person.interrupts.continuation.yield(1) } else { suspension.yield(1) }
      }
      return await read(prompt, text, records)
    }
    _ = await PromptLoop(host: app, console: console, style: style).run()
    #expect(app.log == ["waited"])
    #expect(!person.read.contains("Job"))
  }

  @Test func ctrlCWhileWritingKeepsTheHalfTypedLine() async {
    app.isWriting = true
    let person = Person([.line("first"), .interrupted("half a")])
    _ = await prompt(person).run()
    #expect(app.lines == ["first", "half a"])
    #expect(app.log == ["close"])
  }

  @Test func helpTypedIntoATextIsExplainedOnce() async {
    app.isWriting = true
    let person = Person([.line("help"), .line(" Help "), .line("help me"), .line("/close")])
    _ = await prompt(person).run()
    #expect(app.lines == ["help", " Help ", "help me"])
    #expect(person.read.split(separator: "\n").count { $0 == "That line is part of the post; /help shows help." } == 1)
  }

  @Test func externallyOpenedScreenWaitsForReturn() async {
    // A line that was typed ahead still means what it meant.
    app.more = [
      Verb("now", help: "Hand something over") { [app] in
        app.isWaiting = true
        return .nothing
      }
    ]
    let person = Person([.line("now ; boost id:12345"), .line("boost id:54321"), .line(""), .line("a line of text")])
    _ = await prompt(person).run()
    #expect(app.log == ["boost 12345", "boost 54321", "close"])
    #expect(app.lines == ["a line of text"])
    #expect(
      person.prompts.prefix(4) == ["sandbox · home › ", "sandbox · home › ", "sandbox · home › ", "text │ "])
    #expect(person.read.contains("List"))
  }

  @Test func ctrlDWhileWritingLeavesTheSheetFirst() async {
    app.isWriting = true
    let person = Person([.endOfInput, .line("quit")])
    _ = await prompt(person).run()
    #expect(app.log == ["close"])
    #expect(person.prompts == ["text │ ", "sandbox · home › "])
  }

  @Test func secondCtrlDQuitsWithoutAnAnswer() async {
    app.more = [
      Verb("quit", help: "Leave (asks first)") {
        .confirm(
          Confirmation("Leave without saving?") {
            self.app.log.append("left")
            return .leave
          })
      }
    ]
    let stays = Person([.endOfInput, .line("n"), .line("boost id:12345"), .endOfInput, .line("y")])
    _ = await prompt(stays).run()
    #expect(app.log == ["boost 12345", "left"])
    let gone = Person([.endOfInput, .endOfInput, .endOfInput, .endOfInput, .line("boost id:12345")])
    _ = await prompt(gone).run()
    #expect(app.log == ["boost 12345", "left"])
  }

  @Test func aSignalEndsTheSessionAndIsPassedOn() async {
    #expect(await prompt(Person([.terminated(signal: 15, text: "boost 12345")])).run() == 15)
    #expect(app.log.isEmpty)
  }

  @Test(arguments: [("half a", ["half a"]), ("/clo", []), ("", [])])
  func aSignalWhileWritingKeepsTheHalfTypedLine(_ typed: String, _ kept: [String]) async {
    app.isWriting = true
    #expect(await prompt(Person([.terminated(signal: 1, text: typed)])).run() == 1)
    #expect(app.lines == kept)
    #expect(app.log.isEmpty)
  }

  @Test func notesAppearWhileALineIsTyped() async {
    let person = Person([])
    let app = app
    var inputs = 0
    var console = person.console()
    console.readLine = { _, _, _ in
      inputs += 1
      app.toasts.post(Note("Heron favourited it."))
      while !person.read.contains("Heron"), !Task.isCancelled { await Task.yield() }
      return .endOfInput
    }
    _ = await PromptLoop(host: app, console: console, style: style).run()
    #expect(person.read.contains("Heron favourited it.\n"))
  }

  @Test func textsForOthersAreNotInTheHistory() async {
    let lines = [
      "boost 1", "post something private", "/post this", "boost 1; post that", "psot something private", "psot", "post",
      "ghp_S3cret9f8a7b6c",
      "boost 1\npost this", "post one\ntwo", "boost \"1", "join nettle.example", "set theme paper",
      // What is refused may be a text or a password.
      "join nettle.example secret", "boost 1 --token abc", "list secret", "! date", "@hunter2", "boost 1; quit",
    ]
    for (keepsTexts, kept) in [
      (false, ["boost 1", "join nettle.example", "set theme paper", "boost 1; quit"]), (true, lines),
    ] {
      let person = Person(lines.map(Console.Input.line))
      app.promptSettings.keepsTexts = keepsTexts
      app.historyFile = "/one"
      _ = await PromptLoop(host: app, console: person.console(), style: style).run()
      #expect(person.kept == ["file /one"] + kept)
    }
  }

  @Test func tokensAreNeverInTheHistory() async {
    let token = "aB3dE5fG7hJ9kL1mN2pQ4rS6tU8vW0xY1zA3bC5dE7"
    let person = Person(["join \(token)", "set theme \(token)", "set theme paper"].map(Console.Input.line))
    app.promptSettings.keepsTexts = true
    app.historyFile = "/one"
    _ = await PromptLoop(host: app, console: person.console(), style: style).run()
    #expect(person.kept == ["file /one", "set theme paper"])
  }

  @Test(arguments: [PromptSettings.ShellAccess.off, .pipes, .on]) func programsAreInTheHistoryWhereTheyMayRun(
    _ access: PromptSettings.ShellAccess
  )
    async
  {
    let person = Person([.line("! date"), .line("!!"), .line("! date\nboost 1"), .line("quit")])
    app.historyFile = "/one"
    app.promptSettings.shellAccess = access
    _ = await PromptLoop(host: app, console: person.console(), style: style).run()
    #expect(person.kept == ["file /one"] + (access == .on ? ["! date"] : []) + ["quit"])
  }

  @Test func eachAccountHasAHistoryOfItsOwn() async {
    let person = Person([.line("boost 1"), .line("turn"), .line("boost 2"), .line("quit")])
    app.historyFile = "/one"
    let app = app
    app.more = [
      Verb("turn", help: "Act as another account") {
        app.historyFile = "/two"
        return .nothing
      }
    ]
    _ = await PromptLoop(host: app, console: person.console(), style: style).run()
    #expect(person.kept == ["file /one", "boost 1", "turn", "file /two", "boost 2", "quit"])
  }
}

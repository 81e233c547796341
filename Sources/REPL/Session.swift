import FeatureKit
import TerminalKit

/// The prompt at a terminal: reads lines, runs them, and prints events above the line being typed.
@MainActor
public final class Session {
  private let host: Host
  private let console: Console
  /// Shows a line on the desktop: what the terminal has to be told, or nothing.
  private let alert: (DesktopAlert) -> String
  /// The terminating signal received while a command ran.
  private var endingSignal: Int32?
  /// Whether the console only appends text, once it was told.
  private var appendsOnly: Bool?
  /// The counts that were read with a prompt.
  private var spokenCounts: (unread: Int, newPosts: Int) = (0, 0)
  /// The history file that the console uses.
  private var historyFile: String?
  /// Runs the lines, and knows the verbs for completion; another one once its command went to the background.
  public private(set) var interpreter: Interpreter
  /// Is told when the interpreter has changed.
  public var changed: (Interpreter) -> Void = { _ in }
  /// Makes an interpreter that can become a job.
  private let makeInterpreter: () -> Interpreter
  private let jobs: JobList
  /// The search for plugins that runs while a line is typed.
  private var pluginSearch: Task<Void, Never>?
  /// What happens from the end of the last line on; a key may be faster than the command that it is meant for.
  private var events = AsyncStream.makeStream(of: Event.self)
  private var isRunningLine = false

  /// What can happen while a line runs.
  private enum Event {
    case ended(Interpreter.Verdict)
    /// By Ctrl-C, with what `readCount` was then; or by a signal that ends the program, without.
    case stopped(Int?)
    /// By Ctrl-Z.
    case suspended(Int)
  }

  /// Makes a session that prints in the given style.
  public init(
    host: Host, console: Console, style: Output.Style, terminalWidth: @escaping () -> Int,
    pageHeight: @escaping () -> Int? = { nil }, assumesYes: Bool = false, isDryRun: Bool = false,
    timeout: Int? = nil,
    alert: @escaping (DesktopAlert) -> String = { _ in "" }
  ) {
    self.host = host
    self.alert = alert
    self.console = console
    let jobs = JobList()
    self.jobs = jobs
    makeInterpreter = {
      let place = JobSwitch()
      let interpreter = Interpreter(
        host: host,
        output: Self.output(to: console, place, style: style, terminalWidth: terminalWidth, pageHeight: pageHeight),
        assumesYes: assumesYes, isDryRun: isDryRun, timeout: timeout)
      interpreter.jobs = jobs
      interpreter.jobSwitch = place
      return interpreter
    }
    interpreter = makeInterpreter()
    interpreter.startJob = { [weak self] in self?.start($0) }
  }

  /// The console as the output of an interpreter, until that becomes a job.
  private static func output(
    to console: Console, _ place: JobSwitch, style: Output.Style, terminalWidth: @escaping () -> Int,
    pageHeight: @escaping () -> Int?
  ) -> Output {
    let write: (String) -> Void = { text in
      if let job = place.job { job.append(text) } else { console.print(text) }
    }
    var output = Output(
      style: style, terminalWidth: terminalWidth, write: write, writeError: write,
      ask: { prompt, isSecret in
        place.job == nil ? await Session.ask(prompt, isSecret, console) : nil
      })
    output.canAsk = { place.job == nil }
    output.editLine = { prompt, text in
      guard place.job == nil, case .line(let line) = await console.readLine(StyledText(prompt, .secondary), text, false)
      else { return nil }
      return line
    }
    output.pageHeight = { place.job == nil ? pageHeight() : nil }
    if let overwrite = console.overwrite {
      output.overwrite = { if place.job == nil { overwrite($0) } }
    }
    if let run = console.run {
      output.run = { command, input in
        guard place.job != nil else { return try await run(command, input) }
        guard let input, let capture = console.capture else { throw Self.needsTerminal }
        let (code, written) = try await capture(command, input)
        // `fg` may have shown the job meanwhile.
        write(Job.text(ofProgram: written))
        return code
      }
    }
    if let edit = console.edit {
      output.edit = { text in
        if place.job != nil { throw Self.needsTerminal }
        return try await edit(text)
      }
    }
    return output
  }

  private static let needsTerminal = AppError.usage(
    "A program needs the terminal, which a job does not have.", suggestion: "Leave out the &, or write to a file.")

  /// Reads and runs lines until the user quits.
  ///
  /// The prompt appears at once, and the first screen is printed above it when loaded; in sentences, it comes first.
  /// - Returns: the signal that ended it, if one did.
  public func run() async -> Int32? {
    let opening = Task { [interpreter, console] in
      await console.ready()
      await interpreter.open()
      interpreter.recorder?.opened()
    }
    interpreter.firstScreen = FirstScreen(task: opening)
    // Whatever is to be said about the settings or the files comes below the first screen.
    let notes = Task { [weak self, host, console, alert] in
      await opening.value
      for await note in host.notes {
        guard let self else { return }
        console.print((DesktopAlert(note).map(alert) ?? "") + interpreter.render(note))
        interpreter.record(note, isLive: note.isUnprompted || note.label != nil || !interpreter.isBusy)
      }
    }
    // After the first screen, so that nothing starts later for it; a line that is typed sooner looks for itself.
    let search = Task { [weak self, interpreter] in
      await opening.value
      await interpreter.findPlugins()
      self?.assistAgain()
    }
    let interrupts = Task { [weak self, console] in
      for await count in console.interrupts {
        opening.cancel()
        self?.stop(at: count)
      }
    }
    let suspensions = Task { [weak self, console] in
      for await count in console.suspensions { self?.events.continuation.yield(.suspended(count)) }
    }
    let terminations = Task { [weak self, console] in
      for await signal in console.terminations {
        self?.endingSignal = signal
        self?.stop()
      }
    }
    defer {
      terminations.cancel()
      suspensions.cancel()
      jobs.stopAll()
      notes.cancel()
      interrupts.cancel()
      opening.cancel()
      search.cancel()
      pluginSearch?.cancel()
      interpreter.saveLabels()
    }
    // What is printed after the prompt would be taken for the answer to what is typed.
    if interpreter.mode.style.format == .spoken {
      await opening.value
      await console.flush()
    }
    let signal = await converse()
    await interpreter.endRecordAtEnd()
    return signal
  }

  /// Looks for plugins that came or went since, while the next line is typed.
  private func findPluginChanges() {
    guard pluginSearch == nil else { return }
    pluginSearch = Task { [weak self] in
      if await self?.interpreter.findPluginChanges() == true, !Task.isCancelled { self?.assistAgain() }
      self?.pluginSearch = nil
    }
  }

  /// Colours the line that is being typed by what is known now.
  private func assistAgain() {
    guard host.screen().textInput == nil else { return }
    console.assist(interpreter.highlighter, appendsOnly != true && host.suggestsHistory())
  }

  /// Stops the command that runs, or the one that is about to.
  private func stop(at count: Int? = nil) {
    events.continuation.yield(.stopped(count))
    // The first screen is no line's.
    if !isRunningLine { interpreter.cancel() }
  }

  private func converse() async -> Int32? {
    var hasAskedToLeave = false
    while true {
      if let endingSignal {
        await printUnsaved()
        return endingSignal
      }
      let isSpoken = interpreter.mode.style.format == .spoken
      if isSpoken != appendsOnly { console.appendsOnly(isSpoken) }
      appendsOnly = isSpoken
      let file = host.historyFile()
      if file != historyFile { console.useHistory(file) }
      historyFile = file
      // The lines of a text are not commands; they are saved in the draft and not in the history.
      let isCommand = host.screen().textInput == nil
      if isCommand { console.assist(interpreter.highlighter, !isSpoken && host.suggestsHistory()) }
      events = AsyncStream.makeStream()
      let input = await console.readText(nextPrompt(), recordsHistory: isCommand) { [interpreter] in
        interpreter.report($0)
      }
      switch input {
      case .line(let line):
        hasAskedToLeave = false
        // What was written is no command, although its composer was closed meanwhile.
        if !isCommand, host.screen().textInput == nil {
          refuse(strayLine: line)
          continue
        }
        // Decided before the line runs, which may change what it means.
        if isCommand, await interpreter.isAllowedInHistory(line) { console.saveToHistory(line) }
        // Only Return by itself shows what another program wants to open: what is typed ahead means what it meant.
        if line.isEmpty, host.screen().textInput == nil, await host.settle() {
          _ = await interpreter.showScreen()
          continue
        }
        if await run(line) { return nil }
      case .interrupted(let text):
        guard host.screen().textInput != nil else { continue }
        await keep(halfTyped: text)
        if await run("/close") { return nil }
      case .endOfInput:
        guard host.screen().textInput != nil else {
          // Runs `quit`, which may ask a question. A second Ctrl-D quits without it.
          if await run("quit") || hasAskedToLeave { return nil }
          hasAskedToLeave = true
          continue
        }
        if await run("/close") { return nil }
      case .terminated(let signal, let text):
        if host.screen().textInput != nil { await keep(halfTyped: text) }
        await printUnsaved()
        return signal
      }
    }
  }

  /// Shows a line that was typed into a text that is not open any more, so that it can be copied.
  private func refuse(strayLine line: String) {
    console.print(
      interpreter.render(
        StyledText("The composer was closed meanwhile. This line is not part of a post:", .warning)))
    console.print(interpreter.render(StyledText(Sanitizer.clean(line))))
  }

  /// Adds the line being typed to the text; a half-typed command is not part of it.
  private func keep(halfTyped text: String) async {
    if !text.isEmpty, !text.hasPrefix("/") || text.hasPrefix("//") { _ = await run(text) }
  }

  /// Prints a text that could not be saved, so that it can be copied from the terminal.
  private func printUnsaved() async {
    if host.screen().textInput != nil, host.screen().unsaved() != nil { _ = await run("/close") }
  }

  /// Runs a line; returns whether the user quits.
  private func run(_ line: String) async -> Bool {
    let verdict = await verdict(of: line)
    await console.flush()
    if !verdict.leaves { findPluginChanges() }
    return verdict.leaves
  }

  /// How a line ended; one that Ctrl-Z sends to the background has succeeded so far.
  private func verdict(of line: String) async -> Interpreter.Verdict {
    let interpreter = interpreter
    let (events, event) = events
    // A key that was pressed before the line was asked for may arrive late; it was meant for the command before.
    let count = console.readCount()
    isRunningLine = true
    defer { isRunningLine = false }
    var hasEnded = false
    let detour = Detour()
    let task = Task {
      let verdict = await detour.run { await interpreter.run(line: line) }
      hasEnded = true
      event.yield(.ended(verdict))
      return verdict
    }
    for await next in events {
      while !interpreter.isBusy, !hasEnded { await Task.yield() }
      // The first step of a command comes before: in it, `fg` gives the terminal to a job.
      await Task.yield()
      switch next {
      case .ended(let verdict): return verdict
      case .stopped(let pressed): if pressed ?? count >= count { interpreter.cancel() }
      case .suspended(let pressed):
        guard pressed >= count else { continue }
        if let job = jobs.sendBack() {
          announce(job)
          continue
        }
        guard interpreter.fileDepth == 0 else {
          console.print(interpreter.render(StyledText("The commands of a file run here. Ctrl-C stops them.", .hint)))
          continue
        }
        // What is typed next would be the rest of a text.
        guard interpreter.isBusy, !interpreter.isWriting, jobs.running.count < JobList.runningLimit else { continue }
        let job = add(line, interpreter, within: detour)
        announce(job)
        interpreter.recordSuspension(of: line)
        self.interpreter = successor(of: interpreter)
        self.interpreter.takeRecord(from: interpreter)
        changed(self.interpreter)
        job.cancelTask = { task.cancel() }
        Task { finish(job, interpreter, await task.value) }
        return Interpreter.Verdict()
      }
    }
    return Interpreter.Verdict()
  }

  private func announce(_ job: Job) {
    console.print(
      interpreter.render(StyledText("Job \(job.number) is running in the background: \(job.command)", .hint)))
  }

  /// Runs a command in an interpreter of its own.
  private func start(_ command: Command) -> Job {
    let runner = successor(of: interpreter)
    runner.notice?.cancel()
    return interpreter.begin(command, in: runner) { [self] in finish($0, runner, $1) }.job
  }

  private func add(_ command: String, _ runner: Interpreter, within detour: Detour) -> Job {
    runner.notice?.cancel()
    return jobs.add(command, of: runner, within: detour)
  }

  /// An interpreter that goes on where another one is.
  private func successor(of interpreter: Interpreter) -> Interpreter {
    let next = makeInterpreter()
    next.goOn(from: interpreter)
    return next
  }

  private func finish(_ job: Job, _ runner: Interpreter, _ verdict: Interpreter.Verdict) {
    let isNews = jobs.end(job, verdict, at: host.uptime())
    interpreter.take(resultsOf: job, runner)
    guard isNews else { return }
    console.print(interpreter.render(interpreter.summary(of: job)))
  }

  private func nextPrompt() -> StyledText {
    if interpreter.mode.style.format == .spoken {
      let counts = host.counts()
      // What was read with the last prompt is not read again.
      let isNews = counts != spokenCounts
      spokenCounts = counts
      return Self.spokenPrompt(
        for: host.location(), counts: isNews ? counts : (0, 0), writing: host.screen().textInput?.prompt())
    }
    if let input = host.screen().textInput { return StyledText(input.prompt() + " ", .secondary) }
    return PromptText(
      places: host.location(), counts: host.counts(), width: interpreter.output.terminalWidth()
    ).text
  }

  /// A prompt that takes a few words to read: `home: `, or `home, 5 new posts, 3 notifications: ` if something is new.
  static func spokenPrompt(
    for location: [String], counts: (unread: Int, newPosts: Int) = (0, 0), writing: String?
  ) -> StyledText {
    if let writing { return StyledText(writing.replacing(" │", with: "") + ": ", .secondary) }
    let news = [
      counts.newPosts > 0 ? "\(counts.newPosts) new \(counts.newPosts == 1 ? "post" : "posts")" : nil,
      counts.unread > 0 ? "\(counts.unread) \(counts.unread == 1 ? "notification" : "notifications")" : nil,
    ]
    return StyledText(([location.last ?? ""] + news.compactMap(\.self)).joined(separator: ", ") + ": ", .secondary)
  }

  private static func ask(_ prompt: String, _ isSecret: Bool, _ console: Console) async -> String? {
    let prompt = StyledText("\(prompt): ", .warning)
    let input =
      if isSecret { await console.readSecret(prompt) } else {
        await console.readText(prompt, recordsHistory: false) { console.print("! \($0.message)\n  \($0.suggestion)\n") }
      }
    // Ctrl-C and Ctrl-D count as an empty answer.
    guard case .line(let answer) = input else { return "" }
    return answer
  }
}

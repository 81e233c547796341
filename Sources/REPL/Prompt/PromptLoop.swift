import EditLine
import FeatureKit
import TerminalKit

/// The prompt at a terminal: reads lines, runs them, and prints events above the line being typed.
@MainActor
public final class PromptLoop {
  private let host: any Host
  private let console: Console
  /// The terminating signal received while a command ran.
  private var endingSignal: Int32?
  /// Whether the console only appends text, once it was told.
  private var appendsOnly: Bool?
  private var spokenCounts: (unread: Int, newPosts: Int) = (0, 0)
  private var spokenElsewhere: [String: Int] = [:]
  private var historyFile: String?
  /// Runs the lines, and knows the verbs for completion.
  public let interpreter: Interpreter
  /// The search for plugins that runs while a line is typed.
  private var pluginSearch: Task<Void, Never>?
  /// The events from the end of the last line on; a key may be faster than the command that it is meant for.
  private var events = AsyncStream.makeStream(of: Event.self)

  /// An event while a line runs.
  private enum Event {
    case ended(Interpreter.Verdict)
    /// By Ctrl-C, with what `readCount` was then; or by a signal that ends the program, without.
    case stopped(Int?)
    /// By Ctrl-Z.
    case suspended(Int)
  }

  public init(
    host: any Host, console: Console, style: Output.Style, terminalWidth: @escaping () -> Int,
    pageHeight: @escaping () -> Int?, assumesYes: Bool = false, isDryRun: Bool = false, timeout: Int? = nil,
    alert: @escaping (DesktopAlert) -> String
  ) {
    self.host = host
    self.console = console
    var output = Output.plain(
      style: style, terminalWidth: terminalWidth, write: console.print, writeError: console.print,
      ask: { prompt, isSecret in await Self.ask(prompt, isSecret, console) })
    output.editLine = { prompt, text in
      guard case .line(let line) = await console.readLine(StyledText(prompt, .secondary), text, false) else {
        return nil
      }
      return line
    }
    output.pageHeight = pageHeight
    (output.canOverwrite, output.overwrite) = (console.canOverwrite, console.overwrite)
    (output.run, output.capture, output.edit) = (console.run, console.capture, console.edit)
    output.hasJobs = true
    output.alert = { DesktopAlert($0).map(alert) ?? "" }
    interpreter = Interpreter(
      host: host, output: output, assumesYes: assumesYes, isDryRun: isDryRun, timeout: timeout, isPrompt: true)
  }

  /// Reads and runs lines until the user quits.
  ///
  /// The prompt appears at once, and the first screen is printed above it when loaded; in sentences, it comes first.
  /// - Returns: the signal that ended it, if one did.
  public func run() async -> Int32? {
    // A command may open another screen before the console is ready.
    let first = host.screen
    let opening = Task { [interpreter, console] in
      await console.ready()
      await Invocation(interpreter).open(first)
      interpreter.state.recorder?.opened()
    }
    interpreter.state.firstScreen = FirstScreen(task: opening)
    // Whatever is to be said about the settings or the files comes below the first screen.
    let notes = Task { [interpreter, host] in
      await opening.value
      for await note in host.notes { interpreter.tell(note) }
    }
    // After the first screen, so that nothing starts later for it; a line that is typed sooner looks for itself.
    let search = Task { [weak self, interpreter] in
      await opening.value
      await Invocation(interpreter).findPlugins()
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
      interpreter.state.jobs.stopAll()
      for update in interpreter.state.updates.values { update.task?.cancel() }
      notes.cancel()
      interrupts.cancel()
      opening.cancel()
      search.cancel()
      pluginSearch?.cancel()
      interpreter.line.saveLabels()
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
      guard let line = self?.interpreter.line else { return }
      if await line.findPlugins(onlyIfChanged: true), !Task.isCancelled { self?.assistAgain() }
      self?.pluginSearch = nil
    }
  }

  /// Colours the line that is being typed by what is known now.
  private func assistAgain() {
    guard host.screen.textInput == nil else { return }
    console.assist(interpreter.line.highlighter, appendsOnly != true && host.promptSettings.suggestsHistory)
  }

  /// Stops the command that runs, or the one that is about to.
  private func stop(at count: Int? = nil) { events.continuation.yield(.stopped(count)) }

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
      let file = host.prepareHistoryFile()
      if file != historyFile { console.useHistory(file) }
      historyFile = file
      // The lines of a text are not commands; they are saved in the draft and not in the history.
      let isCommand = host.screen.textInput == nil
      if isCommand { console.assist(interpreter.line.highlighter, !isSpoken && host.promptSettings.suggestsHistory) }
      events = AsyncStream.makeStream()
      let input = await console.readText(nextPrompt(), recordsHistory: isCommand) { [interpreter] in
        interpreter.report($0)
      }
      switch input {
      case .line(let line):
        hasAskedToLeave = false
        if let obstacle = host.refresh() {
          interpreter.report(obstacle)
          continue
        }
        // What was written is not a command, although its composer was closed meanwhile.
        if !isCommand, host.screen.textInput == nil {
          refuse(strayLine: line)
          continue
        }
        let invocation = Invocation(interpreter)
        // Decided before the line runs, which may change what it means.
        let mayBeSaved = isCommand ? await invocation.isAllowedInHistory(line) : false
        // Only Return by itself shows what another program wants to open: what is typed ahead means what it meant.
        if line.isEmpty, host.screen.textInput == nil, await host.settle() {
          _ = await invocation.showScreen()
          continue
        }
        if await run(line, invocation, isSaved: mayBeSaved) { return nil }
      case .interrupted(let text):
        guard host.screen.textInput != nil else { continue }
        await keep(halfTyped: text)
        if await run("/close") { return nil }
      case .endOfInput:
        guard host.screen.textInput != nil else {
          // Runs `quit`, which may ask a question. A second Ctrl-D quits without it.
          if await run("quit") || hasAskedToLeave { return nil }
          hasAskedToLeave = true
          continue
        }
        if await run("/close") { return nil }
      case .terminated(let signal, let text):
        if host.screen.textInput != nil { await keep(halfTyped: text) }
        await printUnsaved()
        return signal
      }
    }
  }

  /// Shows a line that was typed into a text that is not open any more, so that it can be copied.
  private func refuse(strayLine line: String) {
    console.print(
      interpreter.line.render(
        StyledText("The composer was closed meanwhile. This line is not part of a post:", .warning)))
    console.print(interpreter.line.render(StyledText(Sanitizer.clean(line))))
  }

  /// Adds the line being typed to the text; a half-typed command is not part of it.
  private func keep(halfTyped text: String) async {
    if !text.isEmpty, !text.hasPrefix("/") || text.hasPrefix("//") { _ = await run(text) }
  }

  /// Prints a text that could not be saved, so that it can be copied from the terminal.
  private func printUnsaved() async {
    if host.screen.textInput != nil, host.screen.unsaved() != nil { _ = await run("/close") }
  }

  /// Runs a line; returns whether the user quits.
  private func run(_ line: String, _ invocation: Invocation? = nil, isSaved: Bool = false) async -> Bool {
    let verdict = await verdict(of: line, invocation ?? Invocation(interpreter))
    // What was refused may be a password in the place of a name or a value.
    let isRefused = [.usage, .notFound, .invalidInput].contains(verdict.exitCode)
    if isSaved, !isRefused || host.promptSettings.keepsTexts { console.saveToHistory(line) }
    await console.flush()
    if !verdict.leaves { findPluginChanges() }
    return verdict.leaves
  }

  /// The result of a line; one that Ctrl-Z sends to the background has succeeded so far.
  private func verdict(of line: String, _ invocation: Invocation) async -> Interpreter.Verdict {
    let (events, event) = events
    let jobs = interpreter.state.jobs
    // A key that was pressed before the line was asked for may arrive late; it was meant for the command before.
    let count = console.readCount()
    let task = Task { [interpreter] in
      let verdict = await interpreter.run(invocation) { await $0.run(line: line) }
      event.yield(.ended(verdict))
      return verdict
    }
    for await next in events {
      switch next {
      case .ended(let verdict): return verdict
      case .stopped(let pressed):
        guard pressed ?? count >= count else { continue }
        await invocation.begins()
        invocation.cancel()
      case .suspended(let pressed):
        guard pressed >= count else { continue }
        await invocation.begins()
        if let job = jobs.sendBack() {
          announce(job)
          continue
        }
        guard invocation.files.depth == 0 else {
          console.print(
            interpreter.line.render(StyledText("The commands of a file run here. Ctrl-C stops them.", .hint)))
          continue
        }
        // What is typed next would be the rest of a text.
        guard invocation.isBusy, !interpreter.isWriting, jobs.hasRoom else { continue }
        invocation.suspendRecording(of: line)
        interpreter.foreground = nil
        announce(interpreter.addJob(line, invocation) { await task.value })
        return Interpreter.Verdict()
      }
    }
    return Interpreter.Verdict()
  }

  private func announce(_ job: Job) {
    console.print(
      interpreter.line.render(StyledText("Job \(job.number) is running in the background: \(job.command)", .hint)))
  }

  private func nextPrompt() -> StyledText {
    let place = host.promptPlace
    let counts = (unread: place.unread, newPosts: place.newPosts)
    if interpreter.mode.style.format == .spoken {
      // What was read with the last prompt is not read again.
      let isNews = counts != spokenCounts || place.unreadElsewhere != spokenElsewhere
      (spokenCounts, spokenElsewhere) = (counts, place.unreadElsewhere)
      return Self.spokenPrompt(
        for: place.path, counts: isNews ? counts : (0, 0), elsewhere: isNews ? place.unreadElsewhere : [:],
        writing: host.screen.textInput?.prompt())
    }
    if let input = host.screen.textInput { return StyledText(input.prompt() + " ", .secondary) }
    return PromptText(
      places: place.path, counts: counts, elsewhere: place.unreadElsewhere, width: interpreter.output.terminalWidth()
    ).text
  }

  /// A prompt that takes a few words to read: `home: `, or `home, 5 new posts, 3 notifications: ` if something is new.
  static func spokenPrompt(
    for location: [String], counts: (unread: Int, newPosts: Int) = (0, 0), elsewhere: [String: Int] = [:],
    writing: String?
  ) -> StyledText {
    if let writing { return StyledText(writing.replacing(" │", with: "") + ": ", .secondary) }
    let news = [
      counts.newPosts > 0 ? "\(counts.newPosts) new \(counts.newPosts == 1 ? "post" : "posts")" : nil,
      counts.unread > 0 ? "\(counts.unread) \(counts.unread == 1 ? "notification" : "notifications")" : nil,
    ]
    let others = PromptText.counts(elsewhere, besides: location.first, isSum: false)
      .map { "\($0.count) for \($0.name)" }
    return StyledText(
      ([location.last ?? ""] + news.compactMap(\.self) + others).joined(separator: ", ") + ": ", .secondary)
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

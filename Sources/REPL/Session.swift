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
  /// Runs the lines, and knows the verbs for completion.
  public let interpreter: Interpreter

  /// Makes a session that prints in the given style.
  public init(
    host: Host, console: Console, style: Output.Style, terminalWidth: @escaping () -> Int,
    pageHeight: @escaping () -> Int? = { nil }, assumesYes: Bool = false, isDryRun: Bool = false,
    alert: @escaping (DesktopAlert) -> String = { _ in "" }
  ) {
    self.host = host
    self.alert = alert
    self.console = console
    var output = Output(
      style: style, terminalWidth: terminalWidth, write: console.print, writeError: console.print,
      ask: { prompt, isSecret in await Session.ask(prompt, isSecret, console) })
    output.pageHeight = pageHeight
    output.overwrite = console.overwrite
    output.run = console.run
    output.edit = console.edit
    interpreter = Interpreter(host: host, output: output, assumesYes: assumesYes, isDryRun: isDryRun)
  }

  /// Reads and runs lines until the user quits.
  ///
  /// The prompt appears at once, and the first screen is printed above it when loaded; in sentences, it comes first.
  /// - Returns: the signal that ended it, if one did.
  public func run() async -> Int32? {
    let opening = Task { [interpreter] in
      await interpreter.open()
      interpreter.recorder?.opened()
    }
    // Whatever is to be said about the settings or the files comes below the first screen.
    let notes = Task { [host, console, interpreter, alert] in
      await opening.value
      for await note in host.notes {
        console.print((DesktopAlert(note).map(alert) ?? "") + interpreter.render(note))
        interpreter.record(note, isLive: note.label != nil || !interpreter.isBusy)
      }
    }
    // After the first screen, so that nothing starts later for it; a line that is typed sooner looks for itself.
    let search = Task { [weak self, interpreter] in
      await opening.value
      await interpreter.findPlugins()
      self?.assistAgain()
    }
    let interrupts = Task { [console, interpreter] in
      for await _ in console.interrupts {
        opening.cancel()
        interpreter.cancel()
      }
    }
    let terminations = Task { [weak self, console, interpreter] in
      for await signal in console.terminations {
        self?.endingSignal = signal
        interpreter.cancel()
      }
    }
    defer {
      terminations.cancel()
      notes.cancel()
      interrupts.cancel()
      opening.cancel()
      search.cancel()
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

  /// Colours the line that is being typed by what is known now.
  private func assistAgain() {
    guard !host.pluginVerbs().isEmpty, host.screen().textInput == nil else { return }
    console.assist(interpreter.highlighter, appendsOnly != true && host.suggestsHistory())
  }

  private func converse() async -> Int32? {
    var hasAskedToLeave = false
    while true {
      if let endingSignal {
        await printUnsaved()
        return endingSignal
      }
      // A screen from elsewhere waits for the end of the line, so that it does not change what the line's numbers mean.
      if await host.settle() { _ = await interpreter.showScreen() }
      let isSpoken = interpreter.mode.style.format == .spoken
      if isSpoken != appendsOnly { console.appendsOnly(isSpoken) }
      appendsOnly = isSpoken
      let file = host.historyFile()
      if file != historyFile { console.useHistory(file) }
      historyFile = file
      // The lines of a text are not commands; they are saved in the draft and not in the history.
      let isCommand = host.screen().textInput == nil
      if isCommand { console.assist(interpreter.highlighter, !isSpoken && host.suggestsHistory()) }
      switch await console.readLine(nextPrompt(), "", isCommand) {
      case .line(let line):
        hasAskedToLeave = false
        // Decided before the line runs, which may change what it means.
        if isCommand, interpreter.isAllowedInHistory(line) { console.saveToHistory(line) }
        // Return by itself first shows a waiting screen; only the next one has the screen's own meaning.
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
    let verdict = await interpreter.run(line: line)
    await console.flush()
    return verdict.leaves
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

  /// A prompt that takes a few words to read: `home: `, or `home, 5 new, 56 unread: ` if something is new.
  static func spokenPrompt(
    for location: [String], counts: (unread: Int, newPosts: Int) = (0, 0), writing: String?
  ) -> StyledText {
    if let writing { return StyledText(writing.replacing(" │", with: "") + ": ", .secondary) }
    let news = [
      counts.newPosts > 0 ? "\(counts.newPosts) new" : nil, counts.unread > 0 ? "\(counts.unread) unread" : nil,
    ]
    return StyledText(([location.last ?? ""] + news.compactMap(\.self)).joined(separator: ", ") + ": ", .secondary)
  }

  private static func ask(_ prompt: String, _ isSecret: Bool, _ console: Console) async -> String? {
    let prompt = StyledText("\(prompt): ", .warning)
    let input = isSecret ? await console.readSecret(prompt) : await console.readLine(prompt, "", false)
    // Ctrl-C and Ctrl-D count as an empty answer.
    guard case .line(let answer) = input else { return "" }
    return answer
  }
}

import FeatureKit
import TerminalKit

/// The prompt at a terminal: reads lines, runs them, and prints events above the line being typed.
@MainActor
public final class Session {
  private let host: Host
  private let console: Console
  /// The terminating signal received while a command ran.
  private var endingSignal: Int32?
  /// Whether the console only appends text, once it was told.
  private var appendsOnly: Bool?
  /// The history file that the console uses.
  private var historyFile: String?
  /// Runs the lines, and knows the verbs for completion.
  public let interpreter: Interpreter

  /// Makes a session that prints in the given style.
  public init(
    host: Host, console: Console, style: Output.Style, terminalWidth: @escaping () -> Int, assumesYes: Bool = false
  ) {
    self.host = host
    self.console = console
    let output = Output(
      style: style, terminalWidth: terminalWidth, write: console.print, writeError: console.print,
      ask: { prompt, isSecret in await Session.ask(prompt, isSecret, console) })
    interpreter = Interpreter(host: host, output: output, assumesYes: assumesYes)
  }

  /// Reads and runs lines until the user quits.
  ///
  /// The prompt appears at once, and the first screen is printed above it when loaded; in sentences, it comes first.
  /// - Returns: the signal that ended it, if one did.
  public func run() async -> Int32? {
    let notes = Task { [host, console, interpreter] in
      for await note in host.notes { console.print(interpreter.render(note)) }
    }
    let opening = Task { [interpreter] in await interpreter.open() }
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
    }
    // What is printed after the prompt would be taken for the answer to what is typed.
    if interpreter.mode.style.format == .spoken {
      await opening.value
      await console.flush()
    }
    return await converse()
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
      switch await console.readLine(prompt, "", isCommand) {
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

  private var prompt: StyledText {
    if interpreter.mode.style.format == .spoken {
      return Self.spokenPrompt(for: host.location(), writing: host.screen().textInput?.prompt())
    }
    if let input = host.screen().textInput { return StyledText(input.prompt() + " ", .secondary) }
    return Self.prompt(for: host.location(), width: interpreter.output.terminalWidth())
  }

  /// The prompt for a location, outermost first, on a terminal with this many columns.
  ///
  /// It takes at most half of the line: outer places are left out; `where` lists them.
  static func prompt(for location: [String], width: Int) -> StyledText {
    let room = max(12, width / 2)
    var location = location[...]
    while location.count > 1, location.joined(separator: " · ").displayWidth > room { location.removeFirst() }
    if let place = location.last, location.count == 1 {
      location = [StyledText(place).truncated(to: room).plain]
    }
    var text = StyledText()
    for (index, place) in location.enumerated() {
      if index > 0 { text += StyledText(" · ", .rule) }
      text += StyledText(place, index == location.count - 1 ? .title : .secondary)
    }
    return text + StyledText(" › ", .rule)
  }

  /// A prompt that takes one or two words to read: `home: `.
  static func spokenPrompt(for location: [String], writing: String?) -> StyledText {
    let place = writing.map { $0.replacing(" │", with: "") } ?? location.last ?? ""
    return StyledText(place + ": ", .secondary)
  }

  private static func ask(_ prompt: String, _ isSecret: Bool, _ console: Console) async -> String? {
    let prompt = StyledText("\(prompt): ", .warning)
    let input = isSecret ? await console.readSecret(prompt) : await console.readLine(prompt, "", false)
    // Ctrl-C and Ctrl-D count as an empty answer.
    guard case .line(let answer) = input else { return "" }
    return answer
  }
}

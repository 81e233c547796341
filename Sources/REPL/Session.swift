import FeatureKit
import TerminalKit

/// The conversation at a terminal: asks for lines, runs them, and lets what happens meanwhile appear above.
@MainActor
public final class Session {
  private let host: Host
  private let console: Console
  /// The signal that asked the program to end while a command ran.
  private var endingSignal: Int32?
  /// The file in which lines are kept, as the console was told last.
  private var historyFile: String?
  /// What runs the lines; completion asks it for the verbs.
  public let interpreter: Interpreter

  /// Makes a session; the style says how answers look.
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

  /// Talks until the person leaves.
  ///
  /// The prompt is there at once; the first screen appears above it when it has been loaded.
  /// - Returns: the signal that ended it, if one did.
  public func run() async -> Int32? {
    let notes = Task { [host, console, interpreter] in
      for await note in host.notes { console.print(interpreter.render(note)) }
    }
    let interrupts = Task { [console, interpreter] in
      for await _ in console.interrupts { interpreter.cancel() }
    }
    let opening = Task { [interpreter] in await interpreter.open() }
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
    return await converse()
  }

  private func converse() async -> Int32? {
    var hasAskedToLeave = false
    while true {
      if let endingSignal {
        await printUnsaved()
        return endingSignal
      }
      // What somebody else wants to show was not to change what the line meant; now there is none.
      if await host.settle() { _ = await interpreter.showScreen() }
      let file = host.historyFile()
      if file != historyFile { console.useHistory(file) }
      historyFile = file
      // What is written is no command to come back to, and not for a file beside the drafts.
      let isCommand = host.screen().textInput == nil
      switch await console.readLine(prompt, "", isCommand) {
      case .line(let line):
        hasAskedToLeave = false
        // Decided before it runs: what it means then may be something else.
        if isCommand, interpreter.mayBeKept(line) { console.keep(line) }
        // Return by itself shows what somebody else has waiting, before it stands for anything of the screen's.
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
          // As if it were typed, since the app may have something to ask. Who ends the question so too means it.
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

  /// Keeps the line of a text that was not entered yet; a half-typed command is none.
  private func keep(halfTyped text: String) async {
    if !text.isEmpty, !text.hasPrefix("/") || text.hasPrefix("//") { _ = await run(text) }
  }

  /// Prints a text that could not be saved: the terminal is the last place to copy it from.
  private func printUnsaved() async {
    if host.screen().textInput != nil, host.screen().unsaved() != nil { _ = await run("/close") }
  }

  /// Runs a line; a terminating signal while it runs stops it and the session.
  private func run(_ line: String) async -> Bool {
    let verdict = await interpreter.run(line: line)
    await console.flush()
    return verdict.leaves
  }

  private var prompt: StyledText {
    if let input = host.screen().textInput { return StyledText(input.prompt() + " ", .secondary) }
    return Self.prompt(for: host.location(), width: interpreter.output.terminalWidth())
  }

  /// The prompt for a place, outermost first, on a terminal of that many columns.
  ///
  /// It takes half of the line at most: where there is more to say, the outer places are left out, which `where` tells.
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

  private static func ask(_ prompt: String, _ isSecret: Bool, _ console: Console) async -> String? {
    let prompt = StyledText("\(prompt): ", .warning)
    let input = isSecret ? await console.readSecret(prompt) : await console.readLine(prompt, "", false)
    // Whoever leaves a question has answered it, with nothing.
    guard case .line(let answer) = input else { return "" }
    return answer
  }
}

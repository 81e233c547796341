import AppCoordinator
import AppEnvironment
import EditLine
import FeatureKit
import Glibc
import PushNotifications
import REPL
import Synchronization
import TerminalKit

/// A run of Howdah: makes the app, and runs a prompt or a script.
@MainActor
struct Program {
  var options: GlobalOptions
  let commands: String?
  let words: [String]

  init(options: GlobalOptions, commands: String?, words: [String]) {
    self.options = options
    self.commands = commands
    // `howdah post -h` prints help and posts nothing.
    self.words = words.count == 2 && words[1] == "-h" ? ["help", words[0]] : words
  }

  /// Runs to the end and returns the exit code.
  mutating func run() async -> Int32 {
    let surroundings = Surroundings.current()
    let run: Run =
      !words.isEmpty ? .command : commands == nil && LineEditor.isInteractive ? .prompt : .script
    do {
      try options.take(words.dropFirst())
      try options.fill(from: surroundings.environment)
    } catch {
      return fail(.usage("\(error)", suggestion: "howdah --help lists the options."), surroundings)
    }
    guard options.record == nil || run == .prompt else {
      return fail(
        .usage("Only the prompt is recorded.", suggestion: "Leave out the command, or --record."), surroundings)
    }
    let app: AppCoordinator
    do {
      // A script on standard input leaves no input for its commands.
      let isFree = commands != nil || !words.isEmpty
      let input = PipedInput { limit in isFree ? try await StandardStreams.readPiped(limit: limit) : nil }
      let dependencies =
        options.fixtures
        ? AppDependencies.fixtures.still(input: input)
        : try AppDependencies.live(
          environment: surroundings.environment, zone: Surroundings.zone, input: input,
          waitsForLimits: options.wait)
      var choice = RunChoice(
        run, account: options.account, usesSandbox: options.sandbox || options.fixtures,
        fallsBackToSandbox: surroundings.isAttended,
        isLive: run == .prompt && !options.noLive, terminal: surroundings.terminal,
        width: options.width,
        pageSize: run == .prompt ? surroundings.pageSize : nil)
      if let name = words.first { choice.readsToken = !AppCoordinator.commandsWithoutToken.contains(name) }
      choice.keepsUnsent = !options.noKeep
      (choice.isPlain, choice.isDumb) = (options.plain, surroundings.outputIsTerminal && surroundings.isDumb)
      (choice.isCached, choice.isFresh) = (options.cached, options.fresh)
      if options.cached { (choice.isLive, choice.readsToken) = (false, false) }
      choice.isFollowing = words.first == "watch" && !options.noLive && !options.cached
      app = try AppCoordinator(dependencies: options.dryRun ? dependencies.dry() : dependencies, choice: choice)
    } catch {
      return fail(AppError(error), surroundings)
    }
    if let isOnLight = surroundings.isOnLight {
      app.setBackground(isLight: isOnLight)
    } else {
      app.recallBackground(of: surroundings.terminalKind)
    }
    // A script's changes are saved when its last command has finished; shutting the network down in
    // order would only delay the exit.
    guard run == .prompt else { return await runScript(app, surroundings) }
    let code = await converse(app, surroundings)
    let held: [String]
    // A user who quits wants the post sent; one whose terminal was closed may have wanted to take it back.
    if code > 128 { held = app.keepHeld() } else { held = await app.sendHeld() }
    for line in held { StandardStreams.say(line + "\n", to: surroundings.outputIsTerminal ? 1 : 2) }
    await app.shutdown()
    AppCoordinator.endPrograms()
    return code
  }

  private func converse(_ app: AppCoordinator, _ surroundings: Surroundings) async -> Int32 {
    app.setOutput(isTerminal: surroundings.outputIsTerminal, isData: options.json)
    // Spoken, what the welcome below the first screen says would be heard twice.
    let isWelcomed = app.promptSettings.isPlain && app.firstReturn != nil
    if app.promptSettings.isPlain, !isWelcomed {
      StandardStreams.write(
        "Howdah, a Mastodon client. Type help for the commands.\n", to: surroundings.errorIsTerminal ? 2 : 1)
    }
    if app.isSandbox, !options.fixtures, !isWelcomed { announceSandbox(surroundings) }
    app.listenToOtherPrograms()
    // The prompt is always on the terminal; responses may go to a file.
    let promptColors = colors(app, surroundings, isTerminal: true)
    let colors = colors(app, surroundings, isTerminal: surroundings.outputIsTerminal)
    let style = style(colors, surroundings)
    do {
      let box = InterpreterBox()
      let terminalStyle = LineEditor.Style(terminalName: surroundings.environment["TERM"])
      var configuration = LineEditor.Configuration(
        programName: "howdah", historyFile: nil, historyLimit: 2000,
        style: app.promptSettings.isPlain ? .appendOnly : terminalStyle,
        displayWidth: surroundings.displayWidth,
        completer: { line, cursor in await box.completion(of: line, at: cursor) },
        holdsNotesUntilEnter: false)
      configuration.continuation = "… "
      configuration.reportsSuspensions = true
      configuration.asksForBackground =
        promptColors != .none && app.followsBackground && surroundings.tellsBackground
      configuration.externalEditor = { text in
        do { return .text(try await app.edit(text)) } catch {
          await box.refuse(AppError(error))
          return .refused("")
        }
      }
      let editor = try LineEditor(configuration: configuration)
      // A terminal that does not answer at once gets the first screen in the colours that were known before.
      let patience = Task { try await Task.sleep(for: .milliseconds(60)) }
      let background = Task {
        for await isLight in editor.backgrounds {
          if let isLight { app.setBackground(isLight: isLight, saidBy: surroundings.terminalKind) }
          patience.cancel()
        }
        patience.cancel()
      }
      defer { background.cancel() }
      let console = Console(
        editor, style: terminalStyle, rendition: { app.promptSettings.theme[$0].rendition(promptColors) },
        run: { command, input in
          try await editor.withTerminalReleased { try await app.runShell(command, input: input) }
        }, capture: { try await app.captureShell($0, input: $1) },
        edit: { text in try await editor.withTerminalReleased { try await app.edit(text) } },
        // It ends early when the answer has come.
        ready: { _ = try? await patience.value })
      let prompt = PromptLoop(
        host: app, console: console, style: style,
        terminalWidth: { LineEditor.terminalSize?.columns ?? 80 },
        // Above the page is the command, below it the prompt.
        pageHeight: { surroundings.outputIsTerminal ? LineEditor.terminalSize.map { max($0.rows - 2, 1) } : nil },
        assumesYes: options.yes, isDryRun: options.dryRun, timeout: options.timeout,
        // Neither a file nor a screen reader gets what is for the desktop.
        alert: { alert in
          guard surroundings.outputIsTerminal, !app.promptSettings.isPlain else { return "" }
          let method = DesktopAlert.Method(
            setting: app.promptSettings.desktopMethod, environment: surroundings.environment)
          if method == .notifySend { app.showOnDesktop(alert.text) }
          return alert.sequence(method) ?? ""
        })
      box.interpreter = prompt.interpreter
      app.setProgressLine(prompt.interpreter.progressLine)
      if let file = options.record {
        do {
          try prompt.interpreter.recordFromStart(file)
        } catch {
          await editor.shutdown()
          return fail(AppError(error), surroundings)
        }
      }
      let signal = await prompt.run()
      await editor.shutdown()
      return signal.map { 128 + $0 } ?? ExitCode.done.rawValue
    } catch {
      return fail(.unknown("The terminal cannot be used: \(error)."), surroundings)
    }
  }

  private func style(_ colors: ColorDepth, _ surroundings: Surroundings) -> Output.Style {
    let (isTerminal, features) = (surroundings.outputIsTerminal, surroundings.features)
    var style = Output.Style(
      format: format(colors: colors), colors: colors, showsHints: isTerminal && !options.json,
      hasHyperlinks: isTerminal && features.hasHyperlinks)
    style.hasClipboard = isTerminal ? features.hasClipboard : nil
    return style
  }

  private mutating func runScript(_ app: AppCoordinator, _ surroundings: Surroundings) async -> Int32 {
    StandardStreams.isData.store(options.json, ordering: .relaxed)
    app.setOutput(isTerminal: surroundings.outputIsTerminal, isData: options.json)
    if let width = options.width { app.override(width: width) }
    let colors = colors(app, surroundings, isTerminal: surroundings.outputIsTerminal)
    let style = style(colors, surroundings)
    let hasSentChanges = app.createOmissions().hasSentChanges
    var running: Interpreter?
    let progress = ProgressDisplay { hasSentChanges() || running?.reportsChange == true }
    var output = Output.plain(
      style: style,
      // A file or another program has no edge.
      terminalWidth: {
        surroundings.outputIsTerminal
          ? LineEditor.terminalSize?.columns ?? 80 : app.promptSettings.width ?? LineEditor.terminalSize?.columns ?? 80
      },
      write: { progress.write($0, to: 1) }, writeError: { progress.write($0, to: 2) },
      ask: { [commands, words] prompt, isSecret in
        await Asking.answer(
          to: prompt, isSecret: isSecret, mayReadInput: commands != nil || !words.isEmpty)
      })
    if !surroundings.outputIsTerminal {
      output.writeBytes = {
        StandardStreams.write($0, to: 1)
        return true
      }
    }
    output.canAsk = { LineEditor.isInteractive }
    output.writeQuestion = { progress.write($0, to: surroundings.outputIsTerminal ? 1 : 2) }
    output.canOverwrite = surroundings.errorIsTerminal && surroundings.environment["TERM"] != "dumb"
    output.overwrite = progress.show
    output.run = { try await app.runShell($0, input: $1) }
    if surroundings.outputIsTerminal, LineEditor.isInteractive {
      output.pagerHeight = { LineEditor.terminalSize.map { max($0.rows - 1, 1) } }
    }
    output.beginsFollowing = StandardStreams.endWithReader
    var isEditing = false
    if LineEditor.isInteractive, commands != nil || !words.isEmpty {
      output.edit = { text in
        isEditing = true
        defer { isEditing = false }
        return try await app.edit(text)
      }
    }
    if app.isSandbox, !options.sandbox, !options.fixtures, !["login", "register"].contains(words.first) {
      announceSandbox(surroundings)
    }
    let interpreter = Interpreter(
      host: app, output: output, assumesYes: options.yes, isDryRun: options.dryRun, timeout: options.timeout)
    running = interpreter
    app.setProgressLine(interpreter.progressLine)
    if options.parse {
      return await check(
        ScriptCheck(interpreter: interpreter, isJSON: options.json) { StandardStreams.write($0, to: 1) }
      ).rawValue
    }
    app.setAlert { note in
      guard let alert = DesktopAlert(note) else { return }
      let method = DesktopAlert.Method(setting: app.promptSettings.desktopMethod, environment: surroundings.environment)
      guard surroundings.errorIsTerminal, let sequence = alert.sequence(method) else {
        return app.showOnDesktop(alert.text)
      }
      StandardStreams.write(sequence, to: 2)
    }
    let script = Script(interpreter: interpreter, keepsGoing: options.keepGoing)
    let interrupt = Interruption {
      // Ctrl-C is the editor's meanwhile.
      if isEditing { return }
      // After the ^C that the terminal prints.
      if surroundings.errorIsTerminal { StandardStreams.write("\n", to: 2) }
      interpreter.cancel()
    }
    let notes = Task { for await note in app.notes { interpreter.tell(note) } }
    let ending = Ending()
    let code = await run(script)
    // It was written while the page was printed.
    await app.settleArchive()
    ending.stop()
    // Messages of the last command are printed before the program ends.
    app.finishNotes()
    await notes.value
    interrupt.stop()
    // As the shell expects it of a program that Ctrl-C has ended: a loop around it ends too.
    if code == .interrupted, interrupt.hasHappened { SignalSource.endProgram(by: SIGINT) }
    return code.rawValue
  }

  /// Prints first that the sandbox is used.
  private func announceSandbox(_ surroundings: Surroundings) {
    let text = "This is the sandbox: nothing leaves this machine. To sign in: login HOST"
    let isSeen = surroundings.errorIsTerminal || surroundings.outputIsTerminal
    let width = isSeen ? LineEditor.terminalSize?.columns : nil
    let lines = StyledText(text).wrapped(width: width ?? text.count).map { $0.plain + "\n" }
    StandardStreams.write(lines.joined(), to: surroundings.errorIsTerminal ? 2 : 1)
  }

  /// Reads the commands without running them.
  private func check(_ script: ScriptCheck) async -> ExitCode {
    if !words.isEmpty { return await script.run(words: words) }
    if let commands {
      var lines = Script.lines(of: commands).map(String.init)[...]
      return await script.run { lines.popFirst() }
    }
    let reader = PipedLineReader(fileDescriptor: 0)
    let code = await script.run { await reader.next() }
    return report(reader) ?? code
  }

  private func run(_ script: Script) async -> ExitCode {
    if !words.isEmpty { return await script.run(words: words, standardInput: StandardStreams.readText) }
    if let commands {
      var lines = Script.lines(of: commands).map(String.init)[...]
      while lines.last?.allSatisfy(\.isWhitespace) == true { lines.removeLast() }
      return await script.run(
        { lines.popFirst() }, isLast: { lines.isEmpty }, standardInput: StandardStreams.readText)
    }
    let reader = PipedLineReader(fileDescriptor: 0)
    let code = await script.run({ await reader.next() }, isLast: { false })
    return report(reader) ?? code
  }

  /// Says why a script could not be read to its end; `nil` if it was.
  private func report(_ reader: PipedLineReader) -> ExitCode? {
    let error: AppError
    switch reader.failure {
    case nil: return nil
    case .unreadable(let reason): error = .unknown("Standard input cannot be read: \(reason).")
    case .tooLong(let line):
      error = .validation(
        "Line \(line) of the script is longer than \(PipedLineReader.limit >> 20) MB.", suggestion: "Split it.")
    case .notText(let line):
      error = .validation(
        "Line \(line) of the script is not text in UTF-8.", suggestion: "Save it as UTF-8, then run the rest.")
    }
    StandardStreams.report(error, isJSON: options.json)
    return ExitCode(error)
  }

  private func format(colors: ColorDepth) -> Renderer.Format {
    if options.json { return .json }
    return colors == .none ? .plain : .ansi
  }

  private func colors(_ app: AppCoordinator, _ surroundings: Surroundings, isTerminal: Bool) -> ColorDepth {
    switch options.color?.rawValue ?? app.promptSettings.color {
    case "never": return .none
    case "always":
      let depth = surroundings.colorDepth(isTerminal: true, ignoringNoColor: true)
      return depth == .none ? .ansi16 : depth
    default: return surroundings.colorDepth(isTerminal: isTerminal, ignoringNoColor: false)
    }
  }

  private func fail(_ error: AppError, _ surroundings: Surroundings) -> Int32 {
    StandardStreams.report(error, isJSON: options.json)
    return ExitCode(error).rawValue
  }
}

/// Holds the interpreter, which can only be made after the editor that asks it for completions.
@MainActor
final class InterpreterBox {
  weak var interpreter: Interpreter?

  nonisolated init() {}

  /// Prints an error above the line being typed.
  func refuse(_ error: AppError) { interpreter?.report(error) }

  func completion(of line: String, at cursor: Int) -> Completion {
    interpreter.map { Completer($0).completion(of: line, at: cursor) } ?? .none
  }
}

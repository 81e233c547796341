public import FeatureKit
import TerminalKit

/// Carries out commands: finds the verb, reads its arguments, runs it, and prints what it answers.
///
/// One interpreter serves a prompt, a script and a one-shot command; they differ in where lines come from and in what
/// becomes of the verdict.
@MainActor
public final class Interpreter {
  /// What became of a line.
  public struct Verdict: Equatable, Sendable {
    /// `nil` if all went well.
    public var failure: AppError?
    /// Whether the person asked to leave.
    public var leaves = false
    /// Whether what failed for want of a sign-in can be done now.
    var canRetry = false
    /// The name of the verb that ran, if what was typed is one.
    var verb: String?

    /// The exit code it would have as a one-shot command.
    public var exitCode: ExitCode { failure.map(ExitCode.init) ?? .done }
  }

  let host: Host
  var output: Output
  /// Whether questions are answered with yes without being asked.
  var assumesYes: Bool
  /// Whether the command that runs prints data in a run that does not: what it numbers is not what the person sees.
  var isAloneAsData = false
  /// What numbers stand for since a screen was printed; `nil` before the first.
  var shown: [Int: [Reference]]?
  /// What the numbers of the present command stood for, if it has any.
  private var meant: [Int: [Reference]]?
  /// How many changes had been sent when the command began.
  private var changesBefore = 0
  /// Whether a screen has been printed that numbers mean from now on.
  var hasNumberedAnew = false
  /// What `retry` would do.
  var failed: Failed?
  private var running: Task<Verdict, Never>?
  var notice: Task<Void, Never>?
  var hasExplainedHelp = false
  /// What the present command names.
  private var lastNamed: Reference?
  /// The command that opened what is to be filled in.
  private(set) var opener = ""
  /// Whether the command that runs is a script's last, so that nothing can be typed into what it opens.
  var isScriptsLast = false
  /// Whether the command comes from a shell, whose arguments may have the program's options among them.
  var isOneShot = false
  /// What Return stands for below the greeting, until something is typed.
  private var firstReturn: String?

  /// Makes an interpreter between an app and an output.
  public init(host: Host, output: Output, assumesYes: Bool = false) {
    self.host = host
    self.output = output
    self.assumesYes = assumesYes
  }

  /// Runs what was typed on one line, or pasted as several.
  ///
  /// Commands are separated by `;` and stop at the first that fails, so that a number never means something else than
  /// what the person saw.
  ///
  /// - Parameters:
  ///   - keepsGoing: Whether the commands behind one that failed run all the same.
  ///   - isLast: Whether nothing follows that could be typed into what the line opens.
  public func run(line: String, keepsGoing: Bool = false, isLast: Bool = false) async -> Verdict {
    if let input = host.screen().textInput {
      guard let command = Self.slashCommand(line) else {
        for part in line.split(separator: "\n", omittingEmptySubsequences: false) {
          input.append(part.hasPrefix("//") ? String(part.dropFirst()) : String(part))
        }
        explainHelp(line)
        return Verdict()
      }
      return await run(commandLine: command)
    }
    if line.contains("\n"), !beginsWithTextVerb(line) {
      var verdict = Verdict()
      for part in line.split(separator: "\n") {
        // One of them may open what the next is written into.
        verdict = await run(line: String(part))
        if verdict.failure != nil || verdict.leaves { break }
      }
      return verdict
    }
    if line.allSatisfy(\.isWhitespace) {
      guard let command = host.screen().onReturn() ?? firstReturn else { return Verdict() }
      return await run(commandLine: command)
    }
    // A slash before a verb is a habit from the composer and from chat programs: it does no harm elsewhere.
    return await run(
      commandLine: line.hasPrefix("/") ? String(line.dropFirst()) : line, keepsGoing: keepsGoing, isLast: isLast)
  }

  /// Stops the command that is running, if there is one.
  public func cancel() { running?.cancel() }

  /// Whether a command is running.
  var isBusy: Bool { running != nil }

  /// Whether plain lines are text now.
  var isWriting: Bool { host.screen().textInput != nil }

  /// Whether the first word of the line takes the rest of it as text.
  private func beginsWithTextVerb(_ line: String) -> Bool {
    let word = line.drop(while: \.isWhitespace).prefix { !$0.isWhitespace }
    return catalog.verb(named: String(word))?.takesText ?? false
  }

  /// The command behind a leading slash, unless the line is text: `//` or several lines.
  private static func slashCommand(_ line: String) -> String? {
    guard line.hasPrefix("/"), !line.hasPrefix("//"), !line.contains("\n") else { return nil }
    return String(line.dropFirst())
  }

  var catalog: VerbCatalog {
    VerbCatalog(layers: host.layers() + [VerbLayer("The program", builtIns)], isWriting: isWriting)
  }

  private func run(commandLine: String, keepsGoing: Bool = false, isLast: Bool = false) async -> Verdict {
    let commands: [Command]
    do {
      let catalog = catalog
      commands = try CommandSyntax.commands(in: commandLine) { name in
        let name = name.hasPrefix("/") ? String(name.dropFirst()) : name
        return catalog.verb(named: name).map(grammar) ?? ArgumentGrammar()
      }
    } catch {
      return refuse(AppError(error))
    }
    var verdict = Verdict()
    defer { isScriptsLast = false }
    for (index, command) in commands.enumerated() {
      var command = command
      isScriptsLast = isLast && index == commands.count - 1
      // Behind a semicolon, too: `resume 1; /send`.
      if command.verb.hasPrefix("/") { command.verb.removeFirst() }
      let outcome = await run(command)
      verdict.leaves = outcome.leaves
      // The first failure is the line's, whatever goes well behind it.
      if verdict.failure == nil { verdict.failure = outcome.failure }
      if outcome.leaves || (outcome.failure != nil && !keepsGoing) { break }
    }
    return verdict
  }

  func run(_ command: Command) async -> Verdict {
    firstReturn = nil
    // With arguments, it is refused like any other verb.
    if command.verb == "retry", command.arguments.words.isEmpty { return await retry() }
    let (account, began) = (host.account(), host.uptime())
    changesBefore = host.changesSent()
    meant = nil
    lastNamed = nil
    // A task of its own, so that Ctrl-C can stop the command and nothing else.
    let task = Task { await perform(command) }
    running = task
    notice = noticeIfSlow()
    let verdict = await withTaskCancellationHandler {
      await task.value
    } onCancel: {
      task.cancel()
    }
    notice?.cancel()
    running = nil
    if let verb = verdict.verb { host.ran(verb, host.uptime() - began) }
    if let failure = verdict.failure {
      if failure.isRetryable { failed = Failed(failure, command: command, numbers: meant, account: account) }
      return verdict
    }
    if failed?.command == command {
      failed = nil
    } else if verdict.canRetry, failed?.isForWantOfSignIn == true {
      // What failed for want of a sign-in is done as soon as there is one.
      return await repeatFailed()
    }
    return verdict
  }

  private func perform(_ command: Command) async -> Verdict {
    var name: String?
    let (style, yes) = (output.style, assumesYes)
    defer { endOptions(style, yes) }
    do {
      guard let verb = catalog.verb(named: command.verb) else { throw catalog.unknown(Sanitizer.clean(command.verb)) }
      name = verb.name
      if isAboutFailure(command) { return try await carryOut(dismiss()) }
      let reader = try ArgumentReader(command.arguments, for: verb, context: context)
      try take(optionsOf: reader)
      if reader.flag(ProgramOption.help.rawValue) != nil {
        return try await carryOut(.document(HelpText.explanation(of: verb, isWriting: isWriting)))
      }
      let sheet = host.screen().scripted()
      let response = try await verb.run(reader)
      if sheet == nil, host.screen().scripted() != nil {
        opener = Sanitizer.clean(command.source)
        if isScriptsLast, let failure = leftUndone {
          try await closeSheet()
          throw failure
        }
      }
      var verdict = try await carryOut(response)
      verdict.verb = name
      if verdict.failure == nil { keepNamed(lastNamed) }
      return verdict
    } catch {
      var verdict = refuse(await failure(of: error))
      verdict.verb = name
      return verdict
    }
  }

  /// What Ctrl-C has stopped: it claims that nothing was changed only where no change was sent.
  var stopped: AppError { host.changesSent() == changesBefore ? .cancelled : .interrupted }

  func refuse(_ failure: AppError) -> Verdict {
    report(failure)
    return Verdict(failure: failure)
  }

  /// Says after a second that something takes its time, so that nobody wonders.
  private func noticeIfSlow() -> Task<Void, Never> {
    Task { [output] in
      guard output.style.showsHints else { return }
      do { try await Task.sleep(for: .seconds(1)) } catch { return }
      // On a busy machine the answer may have been given between the end of the wait and now.
      guard !Task.isCancelled else { return }
      output.write(render(StyledText("Still waiting. Ctrl-C stops it.", .hint)))
    }
  }

  /// What the numbers stand for; in a new run, what they stood for in the last.
  var numbers: [Int: [Reference]] {
    if let shown { return shown }
    let recalled = host.recall()
    shown = recalled
    return recalled
  }

  var context: ArgumentContext {
    var context = ArgumentContext(
      highestNumber: { max(0, self.meaning().keys.max() ?? 0) }, shown: { $0 > 0 ? self.meaning()[$0] : nil },
      resolve: host.resolve)
    context.slash = catalog.slash
    context.sharedOptions = sharedOptions
    context.startOptions = ProgramOption.allCases.map(\.rawValue)
    context.last = { (self.meaning()[Self.made] ?? self.meaning()[Self.named])?.first }
    context.named = { self.lastNamed = $0 }
    return context
  }

  /// What the numbers stand for, kept in mind for another try.
  private func meaning() -> [Int: [Reference]] {
    let numbers = numbers
    meant = numbers
    return numbers
  }
}

// MARK: - Answers

extension Interpreter {
  func carryOut(_ response: Response) async throws -> Verdict {
    switch response {
    case .nothing: return Verdict()
    case .leave: return Verdict(leaves: true)
    case .toast(let toast):
      if let made = toast.made { keepInMind(made, as: Self.made) }
      host.remembered(toast)
      output.write(render(toast))
      return Verdict()
    case .retry(let toast):
      host.remembered(toast)
      output.write(render(toast))
      return Verdict(canRetry: true)
    case .document(let document):
      show(document)
      return Verdict()
    case .view(let view):
      show(view(layout))
      return Verdict()
    case .prepared(let document):
      show(try await document(layout))
      return Verdict()
    case .screen: return await showScreen()
    case .screenAfter(let toast): return await showScreen(after: toast)
    case .lines(let lines):
      // Nothing is slow where nothing may come for an hour.
      notice?.cancel()
      for try await line in lines { output.write(line + "\n") }
      try Task.checkCancellation()
      return Verdict()
    case .confirm(let confirmation):
      guard try await isConfirmed(confirmation) else {
        return try await carryOut(.toast(confirmation.declined ?? Toast(.information, "Nothing was changed.")))
      }
      return try await carryOut(try await confirmation.proceed())
    case .ask(let question):
      if let introduction = question.introduction { show(introduction) }
      notice?.cancel()
      if let elsewhere = question.elsewhere { return try await carryOut(try await race(question, elsewhere)) }
      guard let answer = await output.ask(question.prompt, question.isSecret), !answer.isEmpty else {
        throw AppError.cancelled
      }
      return try await carryOut(try await question.answer(answer))
    }
  }

  /// How views are laid out here.
  private var layout: Layout {
    var layout = host.layout(width)
    layout.form = form
    layout.colors = output.style.format == .ansi ? output.style.colors : .none
    if layout.colors == .none { layout.pictures = nil }
    return layout
  }

  /// Loads and prints the screen on top, and in the same go what stands below it, if anything does.
  func showScreen(
    adding members: [JSONValue.Member] = [], above below: () -> String = { "" }
  ) async -> Verdict {
    let screen = host.screen()
    await screen.load()
    let layout = layout
    if !Task.isCancelled { await screen.prepare(layout) }
    if Task.isCancelled { return refuse(stopped) }
    var document = screen.document(layout)
    document.data = members + document.data
    if let failure = screen.failure() {
      if !document.items.isEmpty { show(document) }
      defer {
        let rest = below()
        if !rest.isEmpty { output.write(rest) }
      }
      return refuse(failure)
    }
    show(document, above: below())
    return Verdict()
  }

  /// Prints the first screen, and below it what a newcomer should know.
  ///
  /// Both at once: whoever listens to the terminal would hear the prompt again between them.
  func open() async {
    let verdict = await showScreen { [host, output] in
      guard let greeting = host.greeting() else { return "" }
      firstReturn = host.firstReturn()
      return (output.style.format == .json ? "" : "\n") + renderer.render(greeting)
    }
    if case .unauthorized = verdict.failure {
      let command = Command(verb: "screen", arguments: ArgumentList([]), source: "screen")
      failed = Failed(.unauthorized(host: nil), command: command, numbers: nil, account: host.account())
    }
  }

  /// Prints a document; its numbers are what numbers mean from now on.
  ///
  /// The lines of a text that is being written are numbered for themselves: what stands below the sheet keeps its numbers.
  func show(_ document: Document, above rest: String = "") {
    // What is here is not waited for any more.
    notice?.cancel()
    output.write(renderer.render(document) + rest)
    if isAloneAsData || isWriting && document.kind == host.screen().id { return }
    let numbered = document.items.compactMap { item in item.number.map { ($0, item.references) } }
    guard !numbered.isEmpty else { return }
    var shown = Dictionary(numbered) { first, _ in first }
    for place in [Self.made, Self.named] { shown[place] = numbers[place] }
    self.shown = shown
    hasNumberedAnew = true
    host.remember(shown)
  }

  var width: Int { max(20, min(host.width() ?? output.terminalWidth(), output.terminalWidth(), 500)) }

  /// The form of documents that this output uses.
  private var form: Layout.Form {
    switch output.style.format {
    case .plain, .ansi: .seen
    case .spoken: .spoken
    case .json: .data
    }
  }

  var renderer: Renderer {
    Renderer(
      format: output.style.format, width: width, theme: host.theme(), colors: output.style.colors,
      showsHint: output.style.showsHints, hyperlinks: output.style.hasHyperlinks)
  }

  func render(_ text: StyledText) -> String { renderer.render(text) + "\n" }
}

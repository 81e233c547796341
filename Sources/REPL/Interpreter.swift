public import FeatureKit
public import TerminalKit

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

    /// The exit code it would have as a one-shot command.
    public var exitCode: ExitCode { failure.map(ExitCode.init) ?? .done }
  }

  let host: Host
  let output: Output
  /// Whether questions are answered with yes without being asked.
  private let assumesYes: Bool
  private var shown: [Int: [Reference]]?
  private var failed: (command: Command, isForWantOfSignIn: Bool)?
  private var running: Task<Verdict, Never>?
  private var notice: Task<Void, Never>?

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
  /// - Parameter keepsGoing: Whether the commands behind one that failed run all the same.
  public func run(line: String, keepsGoing: Bool = false) async -> Verdict {
    if let input = host.screen().textInput {
      guard let command = Self.slashCommand(line) else {
        for part in line.split(separator: "\n", omittingEmptySubsequences: false) {
          input.append(part.hasPrefix("//") ? String(part.dropFirst()) : String(part))
        }
        return Verdict()
      }
      return await run(commandLine: command)
    }
    if line.contains("\n"), !beginsWithTextVerb(line) {
      var verdict = Verdict()
      for part in line.split(separator: "\n") {
        verdict = await run(commandLine: String(part))
        if verdict.failure != nil || verdict.leaves { break }
      }
      return verdict
    }
    // A slash before a verb is a habit from the composer and from chat programs: it does no harm elsewhere.
    return await run(
      commandLine: line.hasPrefix("/") ? String(line.dropFirst()) : line, keepsGoing: keepsGoing)
  }

  /// Runs one command given as words, as a shell hands them over.
  public func run(words: [String]) async -> Verdict {
    guard let verb = words.first else { return Verdict() }
    let arguments = ArgumentList(words.dropFirst().map { ArgumentList.Word($0) })
    return await run(Command(verb: verb, arguments: arguments, source: words.joined(separator: " ")))
  }

  /// Stops the command that is running, if there is one.
  public func cancel() { running?.cancel() }

  /// Whether a command is running.
  var isBusy: Bool { running != nil }

  /// Whether plain lines are text now.
  var isWriting: Bool { host.screen().textInput != nil }

  /// Forgets what `retry` would do.
  func forgetFailure() { failed = nil }

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

  var catalog: VerbCatalog { VerbCatalog(layers: host.layers() + [VerbLayer("The program", builtIns)]) }

  private func run(commandLine: String, keepsGoing: Bool = false) async -> Verdict {
    let commands: [Command]
    do {
      let catalog = catalog
      commands = try CommandSyntax.commands(in: commandLine) { catalog.verb(named: $0)?.takesText ?? false }
    } catch {
      let failure = AppError.usage(
        "A quotation mark is not closed.", suggestion: "Close it with \", or write \\\" for the sign itself.")
      report(failure)
      return Verdict(failure: failure)
    }
    var verdict = Verdict()
    for var command in commands {
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

  private func run(_ command: Command) async -> Verdict {
    if command.verb == "retry" {
      guard let again = failed?.command else {
        return refuse(.usage("Nothing failed.", suggestion: "Type help for what there is."))
      }
      return await run(again)
    }
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
    if let failure = verdict.failure {
      if failure.isRetryable {
        var isForWantOfSignIn = false
        if case .unauthorized = failure { isForWantOfSignIn = true }
        failed = (command, isForWantOfSignIn)
      }
    } else if failed?.command == command {
      failed = nil
    } else if verdict.canRetry, let again = failed, again.isForWantOfSignIn {
      // What failed for want of a sign-in is done as soon as there is one.
      return await run(again.command)
    }
    return verdict
  }

  private func perform(_ command: Command) async -> Verdict {
    do {
      guard let verb = catalog.verb(named: command.verb) else { throw catalog.unknown(Sanitizer.clean(command.verb)) }
      let reader = try ArgumentReader(command.arguments, for: verb, context: context)
      return try await carryOut(try await verb.run(reader))
    } catch {
      return refuse(Task.isCancelled ? .cancelled : AppError(error))
    }
  }

  private func refuse(_ failure: AppError) -> Verdict {
    report(failure)
    return Verdict(failure: failure)
  }

  /// Says after a second that something takes its time, so that nobody wonders.
  private func noticeIfSlow() -> Task<Void, Never> {
    Task { [output] in
      guard output.style.showsHints else { return }
      do { try await Task.sleep(for: .seconds(1)) } catch { return }
      output.write(render(StyledText("Still waiting. Ctrl-C stops it.", .hint)))
    }
  }

  /// What the numbers stand for; in a new run, what they stood for in the last.
  private var numbers: [Int: [Reference]] {
    if let shown { return shown }
    let recalled = host.recall()
    shown = recalled
    return recalled
  }

  private var context: ArgumentContext {
    ArgumentContext(
      highestNumber: { self.numbers.keys.max() ?? 0 }, shown: { self.numbers[$0] }, resolve: host.resolve)
  }
}

// MARK: - Answers

extension Interpreter {
  private func carryOut(_ response: Response) async throws -> Verdict {
    switch response {
    case .nothing: return Verdict()
    case .leave: return Verdict(leaves: true)
    case .toast(let toast):
      output.write(render(toast))
      return Verdict()
    case .retry(let toast):
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
    case .lines(let lines):
      // Nothing is slow where nothing may come for an hour.
      notice?.cancel()
      for try await line in lines { output.write(line + "\n") }
      try Task.checkCancellation()
      return Verdict()
    case .confirm(let confirmation):
      guard try await isConfirmed(confirmation.question) else {
        output.write(render(Toast(.information, "Nothing was changed.")))
        return Verdict()
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

  /// Waits for the person's answer and for what may come from elsewhere, and goes on with what is there first.
  private func race(
    _ question: Question, _ elsewhere: @escaping @MainActor @Sendable () async throws -> Response
  ) async throws -> Response {
    enum Event {
      case answer(String?)
      case elsewhere(Result<Response, any Error>)
    }
    let (events, continuation) = AsyncStream.makeStream(of: Event.self)
    let asking = Task<Void, Never> { [output] in
      continuation.yield(.answer(await output.ask(question.prompt, question.isSecret)))
    }
    let waiting = Task {
      do {
        continuation.yield(.elsewhere(.success(try await elsewhere())))
      } catch {
        continuation.yield(.elsewhere(.failure(error)))
      }
    }
    defer {
      asking.cancel()
      waiting.cancel()
    }
    for await event in events {
      switch event {
      case .answer(nil): continue  // Nobody is there to answer: the other way is left.
      case .answer(""?): throw AppError.cancelled
      case .answer(let answer?):
        waiting.cancel()
        return try await question.answer(answer)
      case .elsewhere(let result):
        asking.cancel()
        // Until the question has left the terminal.
        await asking.value
        return try result.get()
      }
    }
    throw AppError.cancelled
  }

  private func isConfirmed(_ question: String) async throws -> Bool {
    if assumesYes { return true }
    // While a person thinks, nothing is slow.
    notice?.cancel()
    var prompt = "\(question) [y/N]"
    if prompt.displayWidth + 2 > width {
      output.write(render(StyledText(question, .warning)))
      prompt = "[y/N]"
    }
    guard let answer = await output.ask(prompt, false) else {
      throw AppError.usage("This has to be confirmed.", suggestion: "Give the option --yes before the verb.")
    }
    return ["y", "yes"].contains(answer.lowercased())
  }

  /// How views are laid out here.
  private var layout: Layout {
    var layout = host.layout(width)
    layout.form = form
    layout.colors = output.style.format == .ansi ? output.style.colors : .none
    if layout.colors == .none { layout.pictures = nil }
    return layout
  }

  /// Loads and prints the screen on top.
  func showScreen() async -> Verdict {
    let screen = host.screen()
    await screen.load()
    let layout = layout
    if !Task.isCancelled { await screen.prepare(layout) }
    if Task.isCancelled { return refuse(.cancelled) }
    let document = screen.document(layout)
    if let failure = screen.failure() {
      if !document.items.isEmpty { show(document) }
      return refuse(failure)
    }
    show(document)
    return Verdict()
  }

  /// Prints the first screen, and below it what a newcomer should know.
  func open() async {
    if case .unauthorized = await showScreen().failure {
      failed = (Command(verb: "screen", arguments: ArgumentList([]), source: "screen"), true)
    }
    guard let greeting = host.greeting() else { return }
    if output.style.format != .json { output.write("\n") }
    show(greeting)
  }

  /// Prints a document; its numbers are what numbers mean from now on.
  ///
  /// The lines of a text that is being written are numbered for themselves: what stands below the sheet keeps its numbers.
  func show(_ document: Document) {
    output.write(renderer.render(document))
    if isWriting, document.kind == host.screen().id { return }
    let numbered = document.items.compactMap { item in item.number.map { ($0, item.references) } }
    guard !numbered.isEmpty else { return }
    let shown = Dictionary(numbered) { first, _ in first }
    self.shown = shown
    host.remember(shown)
  }

  private var width: Int { max(20, min(host.width() ?? output.terminalWidth(), output.terminalWidth(), 500)) }

  /// The form of documents that this output uses.
  private var form: Layout.Form {
    switch output.style.format {
    case .plain, .ansi: .seen
    case .spoken: .spoken
    case .json: .data
    }
  }

  private var renderer: Renderer {
    Renderer(
      format: output.style.format, width: width, theme: host.theme(), colors: output.style.colors,
      showsHint: output.style.showsHints, hyperlinks: output.style.hasHyperlinks)
  }

  func render(_ text: StyledText) -> String { renderer.render(text) + "\n" }

  private func render(_ toast: Toast) -> String {
    if output.style.format == .json {
      let members = [JSONValue.Member("ok", true), JSONValue.Member("message", .string(toast.text.plain))] + toast.data
      return JSONValue.object(members).serialized() + "\n"
    }
    var line = toast.text
    if let hint = toast.hint, output.style.showsHints { line += StyledText("  \(hint)", .hint) }
    return render(line)
  }

  /// Says what nobody asked for and somebody should know, such as that a text is kept.
  public func note(_ words: StyledText) { output.writeError(render(words)) }

  /// Says what went wrong: two lines, or an object where JSON was asked for.
  public func report(_ failure: AppError) {
    if output.style.format == .json { return output.writeError(failure.json) }
    let suggestion = StyledText("\(failure.suggestion)\(retryHint(failure))", .hint)
    guard output.style.format != .spoken else {
      let words = StyledText("! ", .error, spoken: "Error: ") + StyledText(failure.words)
      return output.writeError(render(words) + render(suggestion))
    }
    // Longer words stay to the right of the sign.
    let lines: [Block] = [.paragraph(StyledText(failure.words)), .paragraph(suggestion)]
    output.writeError(
      renderer.render(Document(kind: "error", blocks: [.listItem(marker: StyledText("!", .error), lines)])))
  }

  private func retryHint(_ failure: AppError) -> String {
    failure.isRetryable && output.style.showsHints && failure != .cancelled ? " · retry" : ""
  }
}

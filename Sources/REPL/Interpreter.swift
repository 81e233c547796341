public import FeatureKit
import TerminalKit

/// Parses and runs commands and prints their results.
///
/// A prompt, a script and a one-shot command share it; they differ in where lines come from and in what they do with the
/// verdict.
@MainActor
public final class Interpreter {
  /// The result of running one line.
  public struct Verdict: Equatable, Sendable {
    /// Why the line failed; `nil` if it succeeded.
    public var failure: AppError?
    /// Whether the user asked to quit.
    public var leaves = false
    /// Whether a command of the line succeeded although another one failed.
    var didPart = false
    /// Whether a command that failed because nobody was signed in can succeed now.
    var canRetry = false

    /// The exit code of the line as a one-shot command.
    public var exitCode: ExitCode { failure.map(ExitCode.init) ?? .done }
  }

  let host: Host
  var output: Output
  /// How responses are printed and questions answered now.
  var mode: CommandMode
  /// Where the command that runs comes from.
  var source = CommandSource.line
  /// Whether the lines are those of a script, which is answered like a shell.
  var isScripted = false
  /// Reads the text that `-` stands for in a script; `nil` where standard input is the script.
  var standardInput: (() throws -> String)?
  /// What numbers mean; `nil` until a screen is printed or a number is read.
  var shown: ShownNumbers?
  /// The first screen of a prompt, while it loads.
  var firstScreen: FirstScreen?
  /// The names that were on a screen, for completion.
  var seen = SeenWords()
  /// The command that runs, if one does.
  var current: RunningCommand?
  /// The command that `retry` would repeat.
  var failed: FailedCommand?
  /// What `undo` takes back, the last command first.
  var undoable = UndoStack()
  /// The screens that were printed in this run, which a screen reader need not read again.
  var printedScreens: Set<String> = []
  /// Prints after a while that a command is still running.
  var notice: Task<Void, Never>?
  /// Stops the command that runs when its time is over.
  private var deadline: Task<Void, Never>?
  var hasExplainedHelp = false
  /// The command that opened the present form or text, as typed.
  private(set) var opener = ""
  /// The command that Return stands for below the greeting, until something is typed.
  var firstReturn: String?
  private var running: Task<Verdict, Never>?
  /// What the last command has asked for, with what numbers stood for when it was run.
  var pendingRequests: (CommandRequests, NumberedReferences)?
  /// Writes down what is typed and shown; `nil` while nothing is recorded.
  var recorder: SessionRecorder?
  /// The record that the user makes.
  var recording: Recording?
  /// Who may read what was shown.
  var audiences: [Reference: Audience] = [:]
  /// What `source` has read and is about to run.
  var pendingFile: PendingFile?
  /// How many files run now, one from another.
  var fileDepth = 0
  /// Whether it was said which line of them failed.
  var hasFailedInFile = false
  /// The user's aliases, read once for each line.
  var knownAliases: [Alias]?
  /// The verbs of screens that are not shown, made once for each line that asks for them: they take a while.
  private var knownElsewhere: [VerbLayer]?

  /// The commands in the background, which all interpreters of a prompt share.
  var jobs = JobList()
  /// Where the output goes, if this interpreter can become a job.
  var jobSwitch: JobSwitch?
  /// What this interpreter has become, if it runs a command in the background, also while `fg` shows that.
  weak var job: Job?
  /// Runs a command in the background; `nil` where there is no prompt.
  var startJob: ((Command) -> Job?)?
  /// The interpreter that runs the present command.
  @TaskLocal static var running: Running?

  /// A reference that does not keep its interpreter.
  struct Running: Sendable {
    weak var interpreter: Interpreter?
  }

  /// Makes an interpreter between an app and an output.
  ///
  /// - Parameters:
  ///   - isDryRun: Whether every command lists the requests that would change something and sends none of them.
  ///   - timeout: After how many seconds a command is stopped; `nil` for never.
  public init(
    host: Host, output: Output, assumesYes: Bool = false, isDryRun: Bool = false, timeout: Int? = nil
  ) {
    self.host = host
    self.output = output
    mode = CommandMode(style: output.style, assumesYes: assumesYes)
    mode.isDryRun = isDryRun
    mode.timeout = timeout
    applySettings()
  }

  /// Stops the command that is running, if there is one.
  public func cancel() { running?.cancel() }

  /// Runs what goes on after a command, such as a program that gets its output, so that ``cancel()`` stops it too.
  func stoppable(_ work: @escaping () async throws -> Verdict) async -> Verdict {
    let task = Task { () -> Verdict in
      do { return try await work() } catch { return refuse(AppError(error)) }
    }
    running = task
    defer { running = nil }
    return await withTaskCancellationHandler {
      await task.value
    } onCancel: {
      task.cancel()
    }
  }

  /// Whether a command is running.
  var isBusy: Bool { running != nil }

  /// Whether plain lines are text now.
  var isWriting: Bool { host.screen().textInput != nil }

  /// The verbs that can be typed now.
  var catalog: VerbCatalog {
    var catalog = plainCatalog
    let aliases = aliasVerbs
    if !aliases.isEmpty { catalog.layers.append(VerbLayer("Your aliases", aliases)) }
    let plugins = host.pluginVerbs()
    if !plugins.isEmpty { catalog.layers.append(VerbLayer("Plugins", plugins)) }
    return catalog
  }

  /// The same without the user's aliases and plugins.
  var plainCatalog: VerbCatalog {
    let layers = host.layers() + [VerbLayer("The program", builtIns + jobCommands + aliasCommands)]
    return VerbCatalog(layers: layers, elsewhere: { self.elsewhere }, isWriting: isWriting)
  }

  private var elsewhere: [VerbLayer] {
    if let knownElsewhere { return knownElsewhere }
    let layers = host.elsewhere()
    knownElsewhere = layers
    return layers
  }

  /// Forgets what was read for the line before.
  func forgetCatalog() {
    knownAliases = nil
    knownElsewhere = nil
  }

  // MARK: - Commands

  /// Runs one command and records whether `retry` can repeat it.
  func run(_ command: Command) async -> Verdict {
    if let failure = await meetFirstScreen(before: command).failure { return Verdict(failure: failure) }
    settleNumbers()
    if command.isInBackground { return await runInBackground(command) }
    let verdict =
      if let redirection = command.redirection { await run(command, into: redirection) } else {
        await runPaged(command)
      }
    return await runFile(after: await runRequests(after: verdict))
  }

  /// Starts a command in the background and says so.
  private func runInBackground(_ command: Command) async -> Verdict {
    var command = command
    command.isInBackground = false
    if let verb = plainCatalog.verb(named: Self.withoutSlash(command.verb)), ["fg", "kill", "quit"].contains(verb.name)
    {
      return refuse(.usage("\(verb.name) does not run in the background.", suggestion: "Leave out the &."))
    }
    guard let startJob else {
      return refuse(.noBackground)
    }
    guard jobs.running.count < JobList.runningLimit else {
      return refuse(
        .usage(
          "\(JobList.runningLimit) jobs are already running.",
          suggestion: "Type jobs for a list, kill N to stop one, or wait for one to end."))
    }
    guard let job = startJob(command) else { return Verdict() }
    output.write(render(StyledText("Job \(job.number) is running: \(job.command)", .hint)))
    return Verdict()
  }

  /// Runs one command, which prints where this interpreter does.
  func runHere(_ command: Command) async -> Verdict {
    firstReturn = nil
    let verdict = await execute(command) { try await self.response(to: command) }
    guard verdict.canRetry, let failed, failed.needsSignIn else { return verdict }
    // A command that failed because nobody was signed in is repeated after signing in.
    return await execute(failed.command) { try await self.response(repeating: failed) }
  }

  private func execute(_ command: Command, respond: @escaping () async throws -> Response) async -> Verdict {
    current = RunningCommand(
      command, account: host.account(), began: host.uptime(), changesBefore: host.changesSent())
    // A task of its own, so that Ctrl-C stops the command and nothing else.
    let task = Task {
      await Self.$running.withValue(Running(interpreter: self)) {
        await collectingOmissions { await self.perform(respond) }
      }
    }
    running = task
    notice = noticeIfSlow()
    startDeadline()
    let verdict = await withTaskCancellationHandler {
      await task.value
    } onCancel: {
      task.cancel()
    }
    notice?.cancel()
    stopDeadline()
    running = nil
    if let finished = current { record(finished, verdict) }
    undoable.isUndoing = false
    current = nil
    return verdict
  }

  private func record(_ finished: RunningCommand, _ verdict: Verdict) {
    restoreNumbers(after: finished)
    undoable.add(finished, isChange: hasSentChanges, numbers: numbers)
    if let verb = finished.verb { host.ran(verb, host.uptime() - finished.began) }
    if let failure = verdict.failure {
      if let repeatable = FailedCommand(failure, of: finished) { failed = repeatable }
    } else if failed?.command == finished.command {
      failed = nil
    }
  }

  private func perform(_ respond: () async throws -> Response) async -> Verdict {
    let modeOfRun = mode
    defer {
      mode = modeOfRun
      current?.detour?.abandon()
      // The command may have changed a setting.
      applySettings()
      if jobSwitch?.job == nil { host.setData(mode.isData) }
    }
    do {
      current?.shown = shownSubject
      current?.place = place
      current?.otherServer = host.screen().otherServer
      let couldBeScripted = host.screen().scripted() != nil
      let response = try await respond()
      try refuseInputOfJob()
      if !couldBeScripted { try await refuseUnfilledForm() }
      var verdict = try await heldBack { try await self.carryOut(response) }
      if let refusal = current?.refusal { verdict.failure = refusal }
      if let run = current?.dryRun {
        var isList = false
        if case .document(let document) = response { isList = document.kind == run.document.kind }
        // A screen may send a change too, such as how far it was read.
        if !isList, !run.requests().isEmpty { show(run.document) }
        return verdict
      }
      if verdict.failure == nil { takeNamed() }
      return verdict
    } catch {
      let failure = await failure(of: error)
      noteUndo(ofQueued: failure)
      return refuse(failure)
    }
  }

  /// Finds the verb of a command, reads its arguments and runs it.
  func response(to command: Command) async throws -> Response {
    let isHelp = command.arguments.words.contains { $0.text == "--help" && !$0.isQuoted }
    await findPlugin(command.verb, describes: isHelp)
    // What was stopped while it looked for plugins is no unknown command.
    try Task.checkCancellation()
    guard let command = try isHelp ? command : continued(command) else {
      let turn = PageTurn(command.verb)?.rawValue ?? "more"
      return .toast(Toast(.information, StyledText("No \(turn) posts.")))
    }
    let catalog = catalog
    if !isHelp, let page = try answer(toQuestion: command, in: catalog) { return .document(page) }
    var (verb, arguments) = try meaning(of: command, isHelp: isHelp, in: catalog)
    current?.verb = verb.name
    current?.writesText = verb.writesText
    current?.canWait = verb.canWait
    var reader = try ArgumentReader(arguments, for: verb, context: context)
    if mode.isDryRun, verb.hasOwnDryRun, reader.flag(ProgramOption.dryRun.rawValue) == nil {
      arguments.words.insert(ArgumentList.Word("--dry-run"), at: 0)
      reader = try ArgumentReader(arguments, for: verb, context: context)
    }
    if !isHelp, isDryRun(verb, reader) {
      try apply(optionsOf: reader)
      return try await dryRun(verb, arguments, as: reader.flag(ProgramOption.as.rawValue))
    }
    if !isHelp, let account = reader.flag(ProgramOption.as.rawValue) {
      verb = try await act(as: account, running: verb)
      reader = try ArgumentReader(arguments, for: verb, context: context)
    }
    if !isHelp, verb.formerNames.contains(command.verb.lowercased()), !mode.isData {
      explain(former: command.verb.lowercased(), verb, arguments)
    }
    try apply(optionsOf: reader)
    if mode.isSeparateData { stayHere() }
    if reader.flag(ProgramOption.help.rawValue) != nil {
      return .document(HelpText.explanation(of: verb, at: catalog.explained(command.verb)?.place, isWriting: isWriting))
    }
    return try await verb.run(reader)
  }

  /// The verb of another account in place of the current one's.
  private func act(as account: String, running verb: Verb) async throws -> Verb {
    let acting = try await host.acting(account)
    guard let own = acting.verbs.first(where: { $0.name == verb.name }) else { throw acting.refusal(of: verb.name) }
    current?.acting = acting
    return own
  }

  /// The verb of a command and its arguments; a reference in the place of a verb is something to open.
  private func meaning(
    of command: Command, isHelp: Bool, in catalog: VerbCatalog
  ) throws -> (Verb, ArgumentList) {
    if !isHelp, command.arguments.words.isEmpty, let error = Synonym.failure(ofBare: command.verb) { throw error }
    if let verb = isHelp ? catalog.explained(command.verb)?.verb : catalog.verb(named: command.verb) {
      return (verb, command.arguments)
    }
    guard ReferenceSyntax.isBare(command.verb), let open = catalog.verb(named: "open") else {
      throw catalog.unknown(Sanitizer.clean(command.verb))
    }
    return (open, ArgumentList([ArgumentList.Word(command.verb)] + command.arguments.words))
  }

  /// Closes a form or text that the command has opened and that nothing can fill in.
  private func refuseUnfilledForm() async throws {
    guard host.screen().scripted() != nil, let command = current?.command else { return }
    opener = Sanitizer.clean(command.source)
    guard !source.allowsInput, let failure = leftUndone else { return }
    try await closeSheet()
    throw failure
  }

  /// Gives the command that runs the time that `--timeout` allows, beginning now.
  func startDeadline() {
    stopDeadline()
    guard let seconds = mode.timeout, let running else { return }
    deadline = Task { [weak self] in
      do { try await Task.sleep(for: .seconds(seconds)) } catch { return }
      guard !Task.isCancelled else { return }
      self?.current?.timedOut = seconds
      running.cancel()
    }
  }

  /// Lets the command take any time: the user, or what it follows, takes it.
  func stopDeadline() { deadline?.cancel() }

  /// The error of a cancelled command; it says that nothing was changed only where no change was sent.
  var stopped: AppError {
    guard let seconds = current?.timedOut else { return hasSentChanges ? .interrupted : .cancelled }
    let error = AppError.network(.outOfTime(seconds: seconds))
    return hasSentChanges ? error.afterSending : error
  }

  /// Whether the command has sent a change, as whichever account.
  var hasSentChanges: Bool {
    (current?.acting?.changesSent() ?? 0) > 0 || host.changesSent() != current?.changesBefore
  }

  /// Prints an error and returns the verdict for it.
  func refuse(_ failure: AppError) -> Verdict {
    report(failure)
    return Verdict(failure: failure)
  }

  /// Prints a notice after a second without a response.
  func noticeIfSlow() -> Task<Void, Never> {
    Task { [output] in
      guard mode.style.showsHints else { return }
      do { try await Task.sleep(for: .seconds(1)) } catch { return }
      // On a busy machine the response may have been printed between the end of the sleep and now.
      guard !Task.isCancelled else { return }
      // What stopped early says how far it came.
      if let text = current?.unreported { return show(progress: text) }
      // `jobs` says that it runs.
      guard jobSwitch?.job == nil else { return }
      output.write(render(StyledText("Still waiting. Ctrl-C stops it.", .hint)))
    }
  }
}

import FeatureKit
import TerminalKit

/// A line while its commands run, or one command in the background.
///
/// It knows where they print: a job is one that prints into a buffer until `fg` gives it the terminal.
@MainActor
final class Invocation {
  typealias Verdict = Interpreter.Verdict

  let interpreter: Interpreter
  /// The job in the background, or before `fg` brought it back; `nil` if there was none.
  weak var job: Job?
  var source = CommandSource.line
  /// The place of its commands, apart from the user's while it is active.
  private(set) lazy var detour = Detour { [weak self] in self?.showsKept ?? false }
  /// Whether the lines are those of a script, which is answered like a shell.
  var isScripted: Bool
  /// Whether a plugin asked for the commands, which only the user can confirm.
  var isRequested = false
  var current: RunningCommand?
  /// The command that Ctrl-C stops.
  var stop = StopSign()
  /// The requests of the last command, with the references of numbers when it was run.
  var pendingRequests: (CommandRequests, NumberedReferences)?
  /// The files that `source` runs.
  var files = SourcedFiles()
  var reading = Reading()
  /// What the server leaves out of the command that runs, and what the archive answers in its place.
  var answers: Omissions?

  init(_ interpreter: Interpreter) {
    self.interpreter = interpreter
    isScripted = interpreter.script != nil
    stop.isSet = interpreter.script?.isStopped ?? false
  }

  var host: any Host { interpreter.host }
  var state: PromptState { interpreter.state }

  /// The screen that its commands are on: their own, or the top one.
  var screen: Screen { detour.screen ?? host.screen }

  /// Whether plain lines are text now.
  var isWriting: Bool { screen.textInput != nil }

  /// The mode in which responses are printed and questions answered now.
  var mode: CommandMode {
    get { current?.mode ?? lineMode }
    set { current?.mode = newValue }
  }

  /// The same without the options of the command that runs.
  var lineMode: CommandMode {
    var mode = interpreter.mode
    if isRequested { (mode.isRequested, mode.assumesYes) = (true, false) }
    return mode
  }

  /// Runs one command and records whether `retry` can repeat it.
  func run(_ command: Command) async -> Verdict {
    if stop.isSet { return refuse(.cancelled) }
    if let failure = await meetFirstScreen(before: command).failure { return Verdict(failure: failure) }
    settleNumbers()
    if command.isInBackground { return runInBackground(command) }
    let verdict =
      if let redirection = command.redirection { await run(command, into: redirection) } else {
        await runPaged(command)
      }
    return await runFile(after: await runRequests(after: verdict))
  }

  /// Runs one command, which prints to a sink.
  func run(_ command: Command, to sink: Sink) async -> Verdict {
    state.firstReturn = nil
    let verdict = await execute(command, sink) { try await self.response(to: command) }
    guard verdict.canRetry, let failed = state.failed, failed.needsSignIn else { return verdict }
    // A command that failed because nobody was signed in is repeated after signing in.
    return await execute(failed.command, sink) { try await self.response(repeating: failed) }
  }

  private func execute(
    _ command: Command, _ sink: Sink, respond: @escaping () async throws -> Response
  ) async -> Verdict {
    let outer = answers
    defer { answers = outer }
    current = RunningCommand(
      command, account: host.account, began: host.uptime, sink: sink, mode: sink.mode(lineMode))
    let notice = noticeIfSlow()
    current?.notice = notice
    let verdict = await stoppable { await self.sayingOmissions { await self.perform(respond) } }
    if verdict.failure != nil, stop.isSet || current?.timedOut != nil { await leaveUnseen() }
    detour.settle()
    cancelNotice()
    stopDeadline()
    if let finished = current { record(finished, verdict) }
    current = nil
    // The command may have opened another screen.
    reading.forgetCatalog()
    return verdict
  }

  private func record(_ finished: RunningCommand, _ verdict: Verdict) {
    restoreNumbers(after: finished)
    // In a form, changes are kept when it is saved.
    let isForm = host.screen.scripted() != nil || host.screen.unsaved() != nil
    let isKept = finished.changesMachine && !isForm
    state.undoable.add(finished, isChange: hasSentChanges || isKept, numbers: numbers)
    if hasSentChanges { state.shown?.isOutdated = true }
    if let entry = finished.undoing {
      state.undoable.replace(deletedBy: entry.deletes, with: finished.undo)
      if finished.isDeclined || verdict.failure?.isRetryable == true { state.undoable.restore(entry) }
    }
    if let verb = finished.verb { host.record(verb: verb, took: host.uptime - finished.began) }
    if let failure = verdict.failure {
      // A job that was stopped is not what the user has seen fail.
      let isStopped = [.cancelled, .interrupted].contains(failure) && isInBackground
      if !isStopped, let repeatable = FailedCommand(failure, of: finished) { state.failed = repeatable }
    } else if state.failed?.command == finished.command {
      state.failed = nil
    }
  }

  private func perform(_ respond: () async throws -> Response) async -> Verdict {
    defer {
      if current?.isApart == true { detour.abandon() }
      current?.dryRun?.setTried(false)
      // The command may have changed a setting; what it has left out is not said with its options.
      if let sink = current?.sink { mode = sink.mode(lineMode) }
      if !isInBackground { host.setData(mode.isData, isShown: true) }
    }
    do {
      current?.shown = shownSubject
      current?.place = place
      current?.otherServer = screen.otherServer?.name
      let couldBeScripted = screen.scripted() != nil
      let response = try await respond().arriving(within: detour)
      reading.forgetCatalog()
      try refuseInputOfJob()
      if !couldBeScripted { try await refuseUnfilledForm() }
      var verdict = try await carryOut(response)
      if let refusal = current?.refusal { verdict.failure = refusal }
      if let run = current?.dryRun {
        var isList = false
        if case .document(let document) = response { isList = document.kind == run.document.kind }
        // A screen may send a change too, such as how far it was read.
        if !isList, !run.visits().isEmpty { show(run.document) }
        return verdict
      }
      if verdict.failure == nil {
        if current?.named == state.missing { state.missing = nil }
        takeNamed()
      }
      return verdict
    } catch {
      reading.forgetCatalog()
      let failure = await queued(afterTimeout: doubted(failure(of: error)))
      noteUndo(ofQueued: failure)
      forgetMissing(after: failure)
      takeUnsent(failure.data)
      if let toast = settled(failure) {
        show(completed(toast))
        return Verdict()
      }
      return refuse(current?.isLater == true ? failure.ofDeferred : failure)
    }
  }

  /// What the archive does not have may be on the server, which was not reached.
  private func doubted(_ failure: AppError) -> AppError {
    guard failure.left == nil, case .notFound(let message, _) = failure.cause, let unreached = answers?.unreached()
    else { return failure }
    return .detailed(unreached, suggestion: "From the archive: \(message) Retry when the server answers.", data: [])
  }

  /// Finds the verb of a command, reads its arguments and runs it.
  func response(to command: Command) async throws -> Response {
    let mayAskForHelp = command.arguments.words.contains { $0.text == "--help" && !$0.isQuoted }
    await findPlugin(command.verb, describes: mayAskForHelp)
    // A command that was stopped while it looked for plugins is not unknown.
    try Task.checkCancellation()
    if mayAskForHelp, let explanation = try explanation(of: command) { return .document(explanation) }
    let page = PageTurn(command.verb)
    guard let continued = try continued(command) else { return .information(Self.atEnd(page, nil)) }
    if continued != command { current?.turn = page }
    let command = continued
    let catalog = catalog
    if let page = try answer(toQuestion: command, in: catalog) { return .document(page) }
    var (verb, arguments) = try meaning(of: command, in: catalog)
    try await refuseProgramName(before: arguments, of: verb, as: command.verb)
    current?.verb = verb.name
    current?.takesShownNumbers = verb.takesShownNumbers
    current?.writesText = verb.writesText
    current?.canWait = verb.canWait
    current?.opposite = verb.opposite.map { [$0] + objects(of: arguments, for: verb).map(\.source) }
    var reader = try ArgumentReader(arguments, for: verb, context: context)
    if verb.name == "back", isOverScreen { return .returned }
    if mode.isDryRun, verb.hasOwnDryRun, reader.flag(ProgramOption.dryRun.rawValue) == nil {
      arguments.words.insert(ArgumentList.Word("--dry-run"), at: 0)
      reader = try ArgumentReader(arguments, for: verb, context: context)
    }
    let names = try reader.flag(ProgramOption.as.rawValue).map { list in
      let names = list.split(separator: ",", omittingEmptySubsequences: false).map {
        $0.split(whereSeparator: \.isWhitespace).joined(separator: " ")
      }
      // After a comma at the end, the next account would be taken for a part of the text.
      guard !names.contains("") || list.isEmpty else {
        throw AppError.usage(
          "“\(Sanitizer.clean(list))” is not a list of accounts.",
          suggestion: "Write --as @NAME, or --as @a,@b for several, without spaces.")
      }
      return names
    }
    let isEach = (names?.count ?? 0) > 1
    let account = try names?.joined(separator: ",") ?? self.account(of: arguments, for: verb)
    let isDryRun = isDryRun(verb, reader)
    let isLater = reader.flag(ProgramOption.later.rawValue) != nil
    if isDryRun || isLater, isEach {
      throw AppError.usage(
        "--later and --dry-run take one account.", suggestion: "Give the command once for each: --as @NAME.")
    }
    if isDryRun {
      try apply(optionsOf: reader)
      return try await dryRun(verb, arguments, as: account)
    }
    if isLater {
      try apply(optionsOf: reader)
      return try await deferring(verb, arguments, as: account)
    }
    if let names, isEach {
      try apply(optionsOf: reader)
      return try await act(asEach: names, running: verb, arguments)
    }
    if let account {
      verb = try await act(as: account, running: verb, opensScreens: names == nil)
      reader = try ArgumentReader(arguments, for: verb, context: context)
    }
    if verb.formerNames.contains(command.verb.lowercased()), !mode.isData {
      explain(former: command.verb.lowercased(), verb, arguments)
    }
    try apply(optionsOf: reader)
    // What is printed for another program takes the user nowhere.
    if mode.isSeparateData, isPrompt { current?.isApart = detour.begin() }
    // What has no effect to name has an option that only starts something.
    let effect = try? verb.effect(ArgumentReader(arguments, for: verb, context: context))
    current?.changesMachine = effect == .changesServer || effect == .changesOnlyMachine
    current?.sending = (verb, arguments, account)
    do { return try await verb.run(reader) } catch { throw self.error(error, inSentence: command, of: verb) }
  }

  /// The help of a command that was given the option `--help`; `nil` if that is part of a text or the value of an option.
  private func explanation(of command: Command) throws -> Document? {
    guard let (verb, place) = catalog.explained(command.verb) else { return nil }
    let reader = try ArgumentReader(command.arguments, for: verb, context: context)
    guard reader.flag(ProgramOption.help.rawValue) != nil else { return nil }
    current?.verb = verb.name
    try apply(optionsOf: reader)
    return HelpText.explanation(of: verb, at: place, isWriting: isWriting)
  }

  /// The verb of another account in place of the current one's.
  ///
  /// - Parameter opensScreens: Whether what it opens is shown among the current account's screens.
  private func act(as account: String, running verb: Verb, opensScreens: Bool) async throws -> Verb {
    let acting = try await host.acting(as: account, opensScreens: opensScreens)
    guard let own = acting.verbs.first(where: { $0.name == verb.name }) else { throw acting.refusal(of: verb.name) }
    current?.acting = acting
    return own
  }

  /// The verb of a command and its arguments; a reference in the place of a verb is something to open.
  private func meaning(of command: Command, in catalog: VerbCatalog) throws -> (Verb, ArgumentList) {
    if command.arguments.words.isEmpty, let error = Synonym.failure(ofBare: command.verb) { throw error }
    // Alone it rather means the command of that name, which works elsewhere: `read`.
    if command.arguments.words.isEmpty, catalog.isOnlyElsewhere(command.verb) {
      throw catalog.unknown(Sanitizer.clean(command.verb))
    }
    if let verb = catalog.verb(named: command.verb) {
      guard !isBeginOfSentence(command, verb, in: catalog) else {
        throw AppError.usage(
          "“\(Sanitizer.clean(command.verb))” is not a command.",
          suggestion: "To send what follows it: \(catalog.slash)\(verb.name) TEXT.")
      }
      guard let line = verb.line, let meant = try parsed(line).first, let whole = catalog.verb(named: meant.verb) else {
        return (verb, command.arguments)
      }
      return (whole, ArgumentList(meant.arguments.words + command.arguments.words))
    }
    guard ReferenceSyntax.isBare(command.verb), let open = catalog.verb(named: "open") else {
      throw unknown(command, in: catalog)
    }
    return (open, ArgumentList([ArgumentList.Word(command.verb)] + command.arguments.words))
  }

  /// The error for an unknown command; in a chat, the line may be an answer.
  private func unknown(_ command: Command, in catalog: VerbCatalog) -> AppError {
    let error = catalog.unknown(Sanitizer.clean(command.verb))
    let words = command.arguments.words
    guard !words.isEmpty, !words.contains(where: { $0.isOption || ReferenceSyntax.isBare($0.text) }),
      let reply = catalog.verb(named: "reply", synonyms: false), reply.takesText,
      reply.parameters.allSatisfy({ $0.isFlag || $0.isOptional || $0.isText })
    else { return error }
    return .usage(error.message, suggestion: "To answer: \(catalog.slash)reply TEXT.")
  }

  /// Whether a word of other clients would send the rest of the line at once: “write a post” may be a question.
  private func isBeginOfSentence(_ command: Command, _ verb: Verb, in catalog: VerbCatalog) -> Bool {
    verb.takesText && verb.parameters.allSatisfy { $0.isFlag || $0.isOptional || $0.isText }
      && command.arguments.words.contains { !$0.isOption }
      && catalog.verb(named: command.verb, synonyms: false) == nil
  }

  /// Refuses a command of this program after the name of another one, `toot timeline`: it would be sent as a post.
  private func refuseProgramName(before arguments: ArgumentList, of verb: Verb, as name: String) async throws {
    guard name.lowercased() == "toot", verb.takesText, !arguments.words.contains(where: \.isQuoted) else { return }
    let line = arguments.words.map(\.text).joined(separator: " ")
    let isAbsent = if case .absent = Synonym.of(line) { true } else { false }
    guard await isCommand(line) || isAbsent else { return }
    let shown = Sanitizer.clean(line)
    throw AppError.usage(
      "“\(shown)” is a command, and toot sends a post.",
      suggestion: "To run it: \(shown). To send it: post \(shown).")
  }

  /// Closes a form or text that the command has opened and that nothing can fill in.
  private func refuseUnfilledForm() async throws {
    guard screen.scripted() != nil, let command = current?.command else { return }
    state.opener = Sanitizer.clean(source == .shell ? command.typed : command.source)
    guard !source.allowsInput, let failure = leftUndone else { return }
    try await closeSheet()
    throw failure
  }

  /// The error of a cancelled command; it says that nothing was changed only where no change was sent.
  var stopped: AppError {
    guard let seconds = current?.timedOut else { return hasSentChanges ? .interrupted : .cancelled }
    let error = AppError.network(.outOfTime(seconds: seconds))
    return hasSentChanges ? error.afterSending : error
  }

  /// Whether the command has sent a change, as whichever account.
  var hasSentChanges: Bool {
    (current?.acting?.changesSent() ?? 0) > 0 || answers?.hasSentChanges() ?? false
  }

  /// Whether the command says that it has changed something.
  var reportsChange: Bool { current?.hasReported == true && current?.changesMachine == true }

  /// Prints an error and returns the verdict for it.
  func refuse(_ failure: AppError) -> Verdict {
    report(failure)
    return Verdict(failure: failure)
  }
}

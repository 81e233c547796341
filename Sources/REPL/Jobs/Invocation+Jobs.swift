import FeatureKit
import TerminalKit

/// Commands in the background: `&` at the end of a line, Ctrl-Z, and the commands for them.
extension Invocation {
  var jobCommands: [Verb] {
    [
      Verb(
        "jobs", help: "List the commands that run in the background",
        discussion: """
          A command runs in the background with & at its end, or after Ctrl-Z: export follows follows.csv & \
          When it is done, a line says so, and you stay where you are. fg shows what it printed and goes to what it opened, kill stops it. A job cannot ask questions: \
          add --yes, or bring it back with fg.
          """
      ) { [weak self] in
        guard let self else { return .nothing }
        return .document(list(state.jobs.all))
      }.withoutAccount.reading,
      Verb(
        "fg", .optionalWord("JOB"), help: "Bring a command back from the background, or show its output",
        completions: { [state] _ in state.jobs.all.map { "\($0.number)" } }
      ) { [weak self] word in
        guard let self else { return .nothing }
        let job = try state.jobs.job(word)
        cancelNotice()
        if job.state != .running, job.text.isEmpty {
          var toast = Toast(.information, job.summary(for: host.account))
          // What was typed may have been a post for few.
          toast.audience = .limited
          return .toast(toast)
        }
        if job.state == .running {
          let progress = job.progress.map { ", \(Sanitizer.clean($0))" } ?? ""
          output.write(render(StyledText("\(job.command)\(progress). Ctrl-C stops it, Ctrl-Z sends it back.", .hint)))
        }
        await state.jobs.bringBack(job, write: output.write)
        // Ctrl-C was for the job.
        goOn()
        // Its numbers and what can be typed next are those of the screen that it has shown.
        if case .done = job.state, job.account == host.account { job.detour.adopt() }
        takeNumbers(of: job)
        return .nothing
      }.withoutAccount.having(.changesOnlyMachine),
      Verb(
        "kill", .word("JOB"), help: "Stop a command that runs in the background",
        completions: { [state] _ in state.jobs.running.map { "\($0.number)" } }
      ) { [weak self] word in
        guard let self else { return .nothing }
        let job = try state.jobs.job(word)
        guard job.state == .running else {
          return .information("Job \(job.number) has already ended.")
        }
        job.stop()
        // Its own line says what was done until then.
        return .nothing
      }.withoutAccount.having(.changesOnlyMachine),
    ]
  }

  /// Whether it prints into the buffer of a job.
  var isInBackground: Bool { job.map { !$0.hasTerminal } ?? false }

  /// The line's output: the terminal, or its job.
  private var lineOutput: Output {
    guard let job, isInBackground else { return interpreter.output }
    return interpreter.output.inBackground(of: job)
  }

  /// The output of the running command, or else of its line.
  var output: Output { current.map { $0.sink.output(lineOutput) } ?? lineOutput }

  /// Starts a command in the background and says so.
  func runInBackground(_ command: Command) -> Verdict {
    var command = command
    command.isInBackground = false
    guard interpreter.output.hasJobs else { return refuse(.noBackground) }
    if let verb = plainCatalog.verb(named: Self.withoutSlash(command.verb)),
      ["fg", "kill", "quit", "source"].contains(verb.name)
    {
      return refuse(.usage("\(verb.name) does not run in the background.", suggestion: "Leave out the &."))
    }
    guard state.jobs.hasRoom else {
      return refuse(
        .usage(
          "\(JobList.runningLimit) jobs are already running.",
          suggestion: "Type jobs for a list, kill N to stop one, or wait for one to end."))
    }
    let invocation = Invocation(interpreter)
    let job = interpreter.addJob(command.whole, invocation) { await invocation.run(command) }
    output.write(render(StyledText("Job \(job.number) is running: \(job.command)", .hint)))
    return Verdict()
  }

  /// Refuses a form or text that a command has opened apart from what the user sees: nobody can fill it in.
  func refuseInputOfJob() throws {
    guard let screen = detour.screen, screen.textInput != nil || screen.scripted() != nil else { return }
    if job != nil {
      throw AppError.usage("“\(screen.label())” needs input, which a job can't get.", suggestion: "Leave out the &.")
    }
    let sign = current?.command.redirection?.text ?? "--json"
    throw AppError.usage(
      "“\(screen.label())” needs input, so its output can't go elsewhere.",
      suggestion: "Leave out \(Sanitizer.clean(sign)).")
  }

  /// Makes the numbers in the output of a job the ones that can be typed, since it was printed last.
  private func takeNumbers(of job: Job) {
    guard var shown = job.printed else { return }
    job.printed = nil
    current?.numbersToRestore = nil
    // The ids of another account's server mean nothing here.
    if job.account != host.account { return forgetNumbers() }
    shown.place = place
    store(shown.takingLast(of: known))
  }

  private func list(_ jobs: [Job]) -> Document {
    let rows = jobs.map { job in
      [
        StyledText("\(job.number)", .number), StyledText(Self.word(for: job), Self.role(of: job)),
        StyledText(job.command) + StyledText(job.progress.map { "  \(Sanitizer.clean($0))" } ?? "", .secondary),
      ]
    }
    let now = host.uptime
    var document = Document(
      kind: "jobs", title: Document.Title("Jobs"),
      blocks: rows.isEmpty ? [.paragraph("No background jobs.")] : [.table(rows)],
      hint: StyledText(rows.isEmpty ? "COMMAND & · Ctrl-Z while a command runs" : "fg N · kill N", .hint),
      data: [
        .init(
          "jobs",
          .array(
            jobs.map { job in
              [
                "number": .int(job.number), "command": .string(job.command), "account": .string(job.account),
                "state": .string(Self.word(for: job)),
                "seconds": .int(Int((job.ended ?? now).components.seconds - job.began.components.seconds)),
                "progress": job.progress.map { .string($0) } ?? .null,
              ]
            }))
      ])
    // What was typed may have been a post for few.
    if !jobs.isEmpty { document.audience = .limited }
    return document
  }

  private static func word(for job: Job) -> String {
    switch job.state {
    case .running: "running"
    case .done: "done"
    case .failed: "failed"
    case .stopped: "stopped"
    }
  }

  private static func role(of job: Job) -> Role {
    switch job.state {
    case .running: .accent
    case .done: .success
    case .failed: .error
    case .stopped: .warning
    }
  }

  /// Asks whether to stop the jobs, if the user leaves while some run.
  func mayLeave() async throws -> Bool {
    guard !state.jobs.running.isEmpty else { return true }
    // One that has no more to do than to end is not worth a question.
    let end = Task { [jobs = state.jobs] in await jobs.ended() }
    let patience = Task { [sleep = host.sleep] in
      try await sleep(.milliseconds(100))
      end.cancel()
    }
    await end.value
    patience.cancel()
    let running = state.jobs.running
    guard !running.isEmpty else { return true }
    let what = running.count == 1 ? "1 job is running: \(running[0].command)" : "\(running.count) jobs are running"
    return try await isConfirmed(Confirmation("\(what). Stop and quit anyway?") { .nothing }, isPrivate: true)
  }
}

extension Job {
  /// One line about it when it has ended, with the first line of what it printed.
  ///
  /// - Parameter account: The user's account now.
  func summary(for account: String) -> StyledText {
    let lines = text.split(separator: "\n").map { Sanitizer.clean(String($0)) }
      .filter { !$0.allSatisfy(\.isWhitespace) }
    let whose = self.account == account ? "" : " as \(self.account)"
    let name = "Job \(number)"
    switch state {
    case .running: return StyledText("\(name): \(command)")
    case .stopped: return StyledText("\(name) was stopped: \(command)", .warning)
    case .failed(let error):
      return StyledText("\(name) failed\(whose): \(command). ", .error)
        + StyledText(Sanitizer.clean("\(error.message) \(error.suggestion)"))
    case .done:
      let text = StyledText("\(name) is done\(whose): \(command)", .success)
      guard let first = lines.first else { return text }
      if lines.count == 1 { return text + StyledText(". " + first.trimmedStart) }
      return text + StyledText(". \(lines.count) lines; fg \(number) shows them.", .hint)
    }
  }
}

extension Interpreter {
  /// Creates a job of a command, and tells of its end.
  ///
  /// - Parameter run: Runs it, or waits until it was run.
  /// - Parameter run: Runs it, or waits until it was run.
  func addJob(_ command: String, _ invocation: Invocation, run: @escaping () async -> Verdict) -> Job {
    invocation.cancelNotice()
    let job = Job(
      number: state.jobs.nextNumber(), command: Sanitizer.clean(command.split(separator: "\n").joined(separator: " ")),
      account: host.account, began: host.uptime, numbers: state.shown, invocation: invocation)
    state.jobs.add(job)
    job.task = Task {
      let verdict = await run()
      if state.jobs.end(job, verdict, at: host.uptime) {
        output.write(line.render(job.summary(for: host.account)))
      }
    }
    return job
  }
}

extension AppError {
  /// The error for `&` where nothing can run in the background.
  static let noBackground = AppError.usage(
    "& works only at the prompt.", suggestion: "Leave out the &. In a shell, put it after the whole howdah command.")
}

extension Command {
  /// The command with what follows it.
  var whole: String { source + (redirection.map { " " + $0.text } ?? "") }
}

extension Output {
  /// The output without a terminal: it prints into the buffer of a job, and asks no questions.
  func inBackground(of job: Job) -> Output {
    var output = self
    output.write = { job.append($0) }
    (output.writeError, output.writeQuestion) = (output.write, output.write)
    output.ask = { _, _ in nil }
    output.canAsk = { false }
    output.editLine = { _, _ in nil }
    output.pageHeight = { nil }
    output.canOverwrite = false
    output.run = { command, input in
      guard let input else { throw Self.needsTerminal }
      let (code, written) = try await capture(command, input)
      // `fg` may have shown the job meanwhile.
      job.invocation?.output.write(Job.text(ofProgram: written))
      return code
    }
    output.edit = { _ in throw Self.needsTerminal }
    return output
  }

  private static let needsTerminal = AppError.usage(
    "A program needs the terminal, which a job does not have.", suggestion: "Leave out the &, or write to a file.")
}

extension String {
  fileprivate var trimmedStart: String { String(drop(while: \.isWhitespace)) }
}

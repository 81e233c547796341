import FeatureKit
import TerminalKit

/// Commands in the background: `&` at the end of a line, Ctrl-Z, and the commands for them.
extension Interpreter {
  /// The commands for jobs.
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
        return .document(list(jobs.all))
      }.withoutAccount,
      Verb(
        "fg", .optionalWord("JOB"), help: "Bring a command back from the background, or show what it printed",
        completions: { [weak self] _ in self?.jobs.all.map { "\($0.number)" } ?? [] }
      ) { [weak self] word in
        guard let self else { return .nothing }
        let job = try jobs.job(word)
        notice?.cancel()
        if job.state != .running, job.text.isEmpty {
          var toast = Toast(.information, summary(of: job))
          // What was typed may have been a post for few.
          toast.audience = .limited
          return .toast(toast)
        }
        if job.state == .running {
          let progress = job.progress.map { ", \(Sanitizer.clean($0))" } ?? ""
          output.write(render(StyledText("\(job.command)\(progress). Ctrl-C stops it, Ctrl-Z sends it back.", .hint)))
        }
        await jobs.bringBack(job, write: output.write)
        // Its numbers and what can be typed next are those of the screen that it has shown.
        if case .done = job.state, job.account == host.account() { job.detour.adopt() }
        takeNumbers(of: job)
        return .nothing
      }.withoutAccount,
      Verb(
        "kill", .word("JOB"), help: "Stop a command that runs in the background",
        completions: { [weak self] _ in self?.jobs.running.map { "\($0.number)" } ?? [] }
      ) { [weak self] word in
        guard let self else { return .nothing }
        let job = try jobs.job(word)
        guard job.state == .running else {
          return .toast(Toast(.information, StyledText("Job \(job.number) has already ended.")))
        }
        job.stop()
        // Its own line says what was done until then.
        return .nothing
      }.withoutAccount,
    ]
  }

  /// Gives a command that begins in the background to an interpreter of its own.
  ///
  /// - Parameter end: Is told how it ended.
  func begin(
    _ command: Command, in runner: Interpreter, end: @escaping @MainActor (Job, Verdict) -> Void
  ) -> (job: Job, task: Task<Void, Never>) {
    let detour = Detour()
    let job = jobs.add(command.whole, of: runner, within: detour)
    let task = Task { end(job, await detour.run { await runner.run(command) }) }
    job.cancelTask = { task.cancel() }
    return (job, task)
  }

  /// Refuses a form or text that a command has opened apart from what the user sees: nobody can fill it in.
  func refuseInputOfJob() throws {
    guard let screen = Detour.active?.screen, screen.textInput != nil || screen.scripted() != nil else { return }
    if job != nil {
      throw AppError.usage("“\(screen.label())” needs input, which a job can't get.", suggestion: "Leave out the &.")
    }
    let sign = current?.command.redirection?.text ?? "--json"
    throw AppError.usage(
      "“\(screen.label())” needs input, so its output can't go elsewhere.",
      suggestion: "Leave out \(Sanitizer.clean(sign)).")
  }

  /// Takes over what the user sees and may refer to.
  func goOn(from other: Interpreter) {
    shown = other.shown
    firstScreen = other.firstScreen
    seen = other.seen
    failed = other.failed
    undoable = other.undoable
    printedScreens = other.printedScreens
    hasExplainedHelp = other.hasExplainedHelp
    startJob = other.startJob
  }

  /// Makes the numbers in the output of a job the ones that can be typed, since it was printed last.
  private func takeNumbers(of job: Job) {
    guard var shown = job.shown else { return }
    job.shown = nil
    current?.numbersToRestore = nil
    // The ids of another account's server mean nothing here.
    if job.account != host.account() { return forgetNumbers() }
    shown.place = place
    store(shown.takingLast(of: known))
  }

  /// Lets `retry` repeat what has failed in the background, and `undo` take back what was done there.
  func take(resultsOf job: Job, _ runner: Interpreter) {
    if case .failed = job.state, let failure = runner.failed { failed = failure }
    for entry in runner.undoable.entries.dropFirst(job.undoableBefore) { undoable.restore(entry) }
    audiences.merge(runner.audiences) { _, new in new }
  }

  /// One line about a job that has ended, with the first line of what it printed.
  func summary(of job: Job) -> StyledText {
    let lines = job.text.split(separator: "\n").map { Sanitizer.clean(String($0)) }
      .filter { !$0.allSatisfy(\.isWhitespace) }
    let whose = job.account == host.account() ? "" : " as \(job.account)"
    let name = "Job \(job.number)"
    switch job.state {
    case .running: return StyledText("\(name): \(job.command)")
    case .stopped: return StyledText("\(name) was stopped: \(job.command)", .warning)
    case .failed(let error):
      return StyledText("\(name) failed\(whose): \(job.command). ", .error)
        + StyledText(Sanitizer.clean("\(error.message) \(error.suggestion)"))
    case .done:
      let text = StyledText("\(name) is done\(whose): \(job.command)", .success)
      guard let first = lines.first else { return text }
      if lines.count == 1 { return text + StyledText(". " + first.trimmedStart) }
      return text + StyledText(". \(lines.count) lines; fg \(job.number) shows them.", .hint)
    }
  }

  private func list(_ jobs: [Job]) -> Document {
    let rows = jobs.map { job in
      [
        StyledText("\(job.number)", .number), StyledText(Self.word(for: job), Self.role(of: job)),
        StyledText(job.command) + StyledText(job.progress.map { "  \(Sanitizer.clean($0))" } ?? "", .secondary),
      ]
    }
    let now = host.uptime()
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
    let running = jobs.running
    guard !running.isEmpty else { return true }
    let what = running.count == 1 ? "1 job is running: \(running[0].command)" : "\(running.count) jobs are running"
    return try await isConfirmed(Confirmation("\(what). Stop and quit anyway?") { .nothing }, isPrivate: true)
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

extension String {
  fileprivate var trimmedStart: String { String(drop(while: \.isWhitespace)) }
}

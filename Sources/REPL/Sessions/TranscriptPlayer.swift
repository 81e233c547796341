import FeatureKit
public import ScreenKit
public import TerminalKit
public import TranscriptKit

/// Types a session's lines into an app and records what it answers.
@MainActor
public final class TranscriptPlayer {
  private let transcript: Transcript
  private let host: any Host
  private var typed: ArraySlice<String>
  private var unanswered: String?
  private let isDryRun: Bool

  private init(_ transcript: Transcript, host: any Host, isDryRun: Bool = false) {
    self.isDryRun = isDryRun
    self.transcript = transcript
    self.host = host
    typed = transcript.typed[...]
  }

  /// The session as it goes now.
  ///
  /// - Parameter isDryRun: Whether commands list the requests that would change something in place of sending them.
  /// - Throws: `AppError` if a question has no answer in it, or lines follow after it was left.
  public static func play(_ transcript: Transcript, host: any Host, isDryRun: Bool = false) async throws -> Transcript {
    let start = transcript.start
    var text = SessionWriter.beginning(
      header: transcript.header, start: start.command.map { "$ \($0)" }, opensScreen: start.opensScreen)
    var writer = SessionWriter()
    let recorder = SessionRecorder(
      showsPrivatePosts: !transcript.masksPrivatePosts, hidesAnswers: transcript.masksPrivatePosts, clock: { .zero }
    ) { event, _ in
      text += writer.text(of: event)
    }
    try await TranscriptPlayer(transcript, host: host, isDryRun: isDryRun).play(recorder)
    return Transcript(text)
  }

  /// The output of a terminal while the session is typed, evenly and always in the same time.
  ///
  /// - Throws: as ``play(_:host:isDryRun:)``.
  public static func screenplay(
    of transcript: Transcript, host: any Host, theme: Theme, title: String
  ) async throws -> Screenplay {
    let start = transcript.start
    var writer = ScreenplayWriter(columns: start.width, rows: start.rows ?? 24, title: title)
    let recorder = SessionRecorder(
      showsPrivatePosts: !transcript.masksPrivatePosts, hidesAnswers: transcript.masksPrivatePosts,
      isDrawn: true, theme: theme, showsPlaces: true, clock: { .zero }
    ) { event, _ in
      switch event {
      case .typed(let prompt, let line): writer.type(line, behind: prompt)
      case .answered(let prompt, let answer): writer.type(answer, behind: "\(prompt): ")
      case .printed(let text), .arrived(let text): writer.show(text)
      case .ended: break
      }
    }
    try await TranscriptPlayer(transcript, host: host).play(recorder)
    return writer.play
  }

  private func play(_ recorder: SessionRecorder) async throws {
    let interpreter = Interpreter(host: host, output: output, isDryRun: isDryRun)
    interpreter.state.recorder = recorder
    let notes = Task { for await note in host.notes { interpreter.tell(note) } }
    defer { notes.cancel() }
    if transcript.start.opensScreen {
      await Invocation(interpreter).open()
      interpreter.tellPostedNotes()
      recorder.opened()
    }
    while let line = typed.popFirst() {
      let verdict = await interpreter.run(line: line)
      // What runs in the background has ended before the next line, so that it always goes the same way.
      for job in interpreter.state.jobs.running { await job.task?.value }
      if verdict.leaves { break }
    }
    recorder.finish()
    guard typed.isEmpty else {
      throw AppError.validation(
        "The session goes on after it was left: \(Self.name(typed.first ?? ""))", suggestion: "Put quit at its end.")
    }
    if let unanswered {
      throw AppError.validation(
        "The session has no answer to “\(Self.name(unanswered))”.",
        suggestion: "Put one below the command: ? \(Self.name(unanswered)): y")
    }
  }

  private var output: Output {
    let start = transcript.start
    let format: Renderer.Format = start.isData ? .json : start.isPlain ? .spoken : .plain
    var output = Output.plain(
      style: Output.Style(format: format, colors: .none, showsHints: format != .json, hasHyperlinks: false),
      terminalWidth: { start.width }, write: { _ in }, writeError: { _ in },
      ask: { [weak self] prompt, _ in self?.ask(prompt) })
    output.hasJobs = true
    output.pageHeight = { start.rows.map { max($0 - 2, 1) } }
    return output
  }

  private func ask(_ prompt: String) -> String? {
    let answer = typed.popFirst()
    if answer == nil { unanswered = prompt }
    return answer
  }

  private static func name(_ line: String) -> String { String(Sanitizer.clean(line).prefix(80)) }
}

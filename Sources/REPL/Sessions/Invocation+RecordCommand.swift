import FeatureKit
import ScreenKit
import TerminalKit
import TranscriptKit

/// A record that is being made.
@MainActor
final class Recording {
  let path: String
  let recorder: SessionRecorder
  let file: UserFiles.GrowingFile
  /// Waits for the first error.
  var failure: Task<Void, Never>?

  init(path: String, recorder: SessionRecorder, file: UserFiles.GrowingFile) {
    self.path = path
    self.recorder = recorder
    self.file = file
  }

  /// Ends it when everything is on its way to the disk.
  func end() async {
    recorder.finish()
    await file.close()
    await failure?.value
  }
}

/// The command `record`.
extension Invocation {
  enum RecordFormat: String, CaseIterable {
    /// A session, which `howdah play` plays.
    case session
    /// An asciicast, which shows how it looked.
    case cast
  }

  /// Begins, ends and describes records.
  var recordVerb: Verb {
    Verb(
      "record", .optionalWord("FILE"), .flag("with-private"),
      .option("format", "FORMAT", choices: RecordFormat.allCases.map(\.rawValue)),
      help: "Record this session to a file; record off stops it",
      discussion: """
        What is typed and shown from now on is written to FILE, as it happens. howdah play FILE runs the session again and \
        compares. Without FILE, it says what is being recorded; record off stops. An existing FILE is replaced only \
        after a question.

        Posts that not everyone may read, answers to them and the text of your notes are replaced by [private post], \
        and answers such as passwords and codes by [hidden]. --with-private keeps the posts. docs/sessions.md describes the \
        format. --format cast writes an asciicast, which asciinema plays.
        """
    ) { [weak self] file, showsPrivatePosts, format in
      guard let self else { return .nothing }
      guard file != nil && file != "off" || !showsPrivatePosts && format == nil else {
        throw AppError.usage(
          "--with-private and --format are for a new record.", suggestion: "Usage: record FILE [OPTIONS]")
      }
      guard let file else { return .toast(recordingState) }
      if file == "off" { return .toast(try await endRecord()) }
      return try await beginRecord(
        file, format.flatMap(RecordFormat.init) ?? .session, showsPrivatePosts: showsPrivatePosts)
    }.withoutAccount.having(.changesOnlyMachine)
  }

  private var recordingState: Toast {
    guard let recording = state.recording else {
      return Toast(.information, "Not recording.", hint: "record FILE", data: [.init("file", .null)])
    }
    return Toast(
      .information, StyledText("Recording to \(Sanitizer.clean(recording.path))."), hint: "record off",
      data: [.init("file", .string(recording.path))])
  }

  private func beginRecord(_ file: String, _ format: RecordFormat, showsPrivatePosts: Bool) async throws -> Response {
    guard source != .shell else {
      throw AppError.usage(
        "A single command isn't recorded.", suggestion: "Open the prompt with howdah --record FILE.")
    }
    guard files.depth == 0 else {
      throw AppError.usage("Recording has to start at the prompt.", suggestion: "Type record FILE, then source.")
    }
    if let recording = state.recording {
      throw AppError.usage(
        "Already recording to \(Sanitizer.clean(recording.path)).", suggestion: "Stop that first: record off.")
    }
    guard host.userFiles.exists(file) else {
      return .toast(try start(file, format, showsPrivatePosts: showsPrivatePosts, opensScreen: false))
    }
    return .confirm(
      Confirmation("\(Sanitizer.clean(file)) exists. Replace it?") { [weak self] in
        guard let self else { return .nothing }
        return .toast(try start(file, format, showsPrivatePosts: showsPrivatePosts, opensScreen: false))
      })
  }

  fileprivate func start(
    _ file: String, _ format: RecordFormat, showsPrivatePosts: Bool, opensScreen: Bool
  ) throws -> Toast {
    let growing = try host.userFiles.begin(file)
    let recorder =
      switch format {
      case .session: session(in: growing, showsPrivatePosts: showsPrivatePosts, opensScreen: opensScreen)
      case .cast: cast(in: growing, showsPrivatePosts: showsPrivatePosts)
      }
    recorder.isWaiting = !opensScreen
    state.recorder = recorder
    let recording = Recording(path: file, recorder: recorder, file: growing)
    recording.failure = Task { [weak interpreter] in
      for await failure in growing.failures { interpreter?.giveUpRecord(failure) }
    }
    state.recording = recording
    return Toast(
      .success, StyledText("Recording to \(Sanitizer.clean(file))."), hint: "record off",
      data: [.init("file", .string(file))], undo: .command("record off"))
  }

  private func session(
    in file: UserFiles.GrowingFile, showsPrivatePosts: Bool, opensScreen: Bool
  ) -> SessionRecorder {
    var start = TranscriptStart()
    start.isData = mode.style.format == .json
    start.isPlain = mode.style.format == .spoken
    start.width = width
    start.rows = output.pageHeight().map { $0 + 2 }
    let header =
      [Transcript.recorded(by: host.version), Transcript.elasticSign + "times, ids"]
      + (showsPrivatePosts ? [] : [Transcript.maskedSign])
    file.write(
      SessionWriter.beginning(header: header, start: start.line(isOpening: opensScreen), opensScreen: opensScreen))
    var writer = SessionWriter()
    return SessionRecorder(showsPrivatePosts: showsPrivatePosts, clock: { .zero }) { event, _ in
      let text = writer.text(of: event)
      if !text.isEmpty { file.write(text) }
    }
  }

  private func cast(in file: UserFiles.GrowingFile, showsPrivatePosts: Bool) -> SessionRecorder {
    file.write(
      Asciicast.header(columns: width, rows: output.pageHeight().map { $0 + 2 } ?? 24, title: "Howdah"))
    let begin = host.uptime
    var last = Duration.zero
    func write(_ text: String, at time: Duration) {
      guard !text.isEmpty else { return }
      // A text that was held back is written with its own time, but no event comes before another one.
      last = max(time, last)
      file.write(Asciicast.event(text, at: last))
    }
    return SessionRecorder(
      showsPrivatePosts: showsPrivatePosts, isDrawn: true, clock: { [host] in host.uptime - begin }
    ) { event, time in
      switch event {
      case .typed(let prompt, let line): write("\(prompt)\(line)\n", at: time)
      case .answered(let prompt, let answer): write("\(prompt): \(answer)\n", at: time)
      case .printed(let text), .arrived(let text): write(text, at: time)
      case .ended: break
      }
    }
  }

  /// Ends the record, if one is made, when everything is on its way to the disk.
  @discardableResult
  func endRecord() async throws -> Toast {
    guard let recording = state.recording else {
      throw AppError.usage("Not recording.", suggestion: "To begin: record FILE.")
    }
    // The command that ends it is not part of it.
    recording.recorder.discardCurrent()
    (state.recording, state.recorder) = (nil, nil)
    await recording.end()
    return Toast(
      .success, StyledText("Saved the session to \(Sanitizer.clean(recording.path))."),
      data: [.init("file", .string(recording.path))])
  }
}

extension Interpreter {
  /// Begins a record with the start of the program, before its first screen.
  ///
  /// - Throws: `AppError` if the file exists or cannot be written.
  public func recordFromStart(_ file: String) throws {
    guard choices.assumesYes || !host.userFiles.exists(file) else {
      throw AppError.usage("\(Sanitizer.clean(file)) exists.", suggestion: "Add --yes to replace it.")
    }
    let format = file.hasSuffix(".cast") ? Invocation.RecordFormat.cast : .session
    _ = try Invocation(self).start(file, format, showsPrivatePosts: false, opensScreen: true)
  }

  /// Ends the record with the run.
  func endRecordAtEnd() async {
    guard let recording = state.recording else { return }
    await recording.end()
    (state.recording, state.recorder) = (nil, nil)
  }

  /// Says why nothing is recorded any more.
  fileprivate func giveUpRecord(_ failure: AppError) {
    (state.recording, state.recorder) = (nil, nil)
    note(Note(StyledText("The recording ended: \(failure.message) \(failure.suggestion)", .warning)))
  }
}

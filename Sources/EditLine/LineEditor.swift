internal import CEditLine
internal import Glibc
internal import Synchronization

/// Reads lines from the person at the terminal, with libedit, and writes everything else above them.
///
/// One thread owns libedit and the terminal; this object only leaves messages for it, so any task may use it. There
/// can be one editor at a time, since a process has one terminal and one set of signal handlers.
///
/// ```swift
/// let editor = try LineEditor(configuration: .init(programName: "howdah"))
/// while case .line(let line) = await editor.readLine("howdah> ") {
///   editor.print("You said \(line)")
/// }
/// await editor.shutdown()
/// ```
public final class LineEditor: Sendable {
  /// How a request for a line ended.
  public enum Outcome: Equatable, Sendable {
    /// A line, without its final line feed; it may have line feeds within.
    case line(String)
    /// The interrupt key, or a cancelled task; and what was typed until then, unless it is a secret.
    case interrupted(String)
    /// The end-of-input key on an empty line, or a terminal that has gone.
    case endOfInput
    /// A signal that asks the program to end, which should call `shutdown` and do so; and what was typed until then, unless
    /// it is a secret.
    case terminated(signal: Int32, text: String)
  }

  /// Why there is no editor.
  public enum SetupError: Error, Equatable, Sendable {
    /// Standard input or both outputs are no terminal.
    case notATerminal
    /// There is another editor.
    case inUse
    /// No pipe could be made; the `errno` says why.
    case noPipe(Int32)
    /// No thread could be started; the `errno` says why.
    case noThread(Int32)
    /// libedit refused.
    case noLibEdit
  }

  /// The interrupt key while no line is being read: a running command should stop.
  public let interrupts: AsyncStream<Void>
  /// Signals that ask the program to end and that came while no line was being read.
  public let terminations: AsyncStream<Int32>
  /// The new size of the terminal each time it changes.
  public let resizes: AsyncStream<TerminalSize>

  private let mailbox: Mailbox
  private let nextRequest = Mutex<UInt64>(0)

  /// Takes the terminal over: from now on nothing else may write to it.
  ///
  /// - Throws: `SetupError`, for instance where there is no terminal.
  public init(configuration: Configuration) throws(SetupError) {
    guard Self.isInteractive else { throw .notATerminal }
    cel_use_utf8()
    let mailbox = try Mailbox()
    let signals = cel_signals_start()
    guard signals >= 0 else { throw .inUse }
    let display: Int32 = isatty(1) == 1 ? 1 : 2
    let farewell = configuration.style == .drawn ? "\u{1B}[?2004l" : ""
    guard cel_guard_start(0, display, farewell) == 0 else {
      cel_signals_stop()
      throw .notATerminal
    }
    let (interrupts, interrupt) = AsyncStream.makeStream(of: Void.self, bufferingPolicy: .bufferingNewest(1))
    let (terminations, terminate) = AsyncStream.makeStream(of: Int32.self)
    let (resizes, resize) = AsyncStream.makeStream(of: TerminalSize.self, bufferingPolicy: .bufferingNewest(1))
    self.mailbox = mailbox
    self.interrupts = interrupts
    self.terminations = terminations
    self.resizes = resizes
    let terminal = Terminal(input: 0, display: display, data: 1, signals: signals)
    try EditorThread.start {
      let session = EditSession(
        configuration: configuration, terminal: terminal, mailbox: mailbox,
        events: Events(interrupt: interrupt, terminate: terminate, resize: resize))
      session.run()
    }
  }

  deinit {
    mailbox.post(.shutdown(nil))
  }

  /// Asks for a line, and returns when there is one or something else has happened.
  ///
  /// - Parameters:
  ///   - prompt: what stands before it.
  ///   - initialText: what stands in it already; the cursor is behind it.
  ///   - history: where it may be remembered. Lines that begin with a space never are.
  public func readLine(
    _ prompt: Prompt, initialText: String = "", history: Recording = .file
  ) async -> Outcome {
    await read(prompt, initialText: initialText, history: history, isSecret: false)
  }

  /// Where a line is remembered.
  public enum Recording: Sendable {
    /// Nowhere.
    case none
    /// In this run, so that it can be called back; ``keep(_:)`` puts it into the file as well.
    case run
    /// In this run and in the history file.
    case file
  }

  /// Puts a line into the history file that was remembered for this run alone.
  public func keep(_ line: String) { mailbox.post(.keep(line)) }

  /// Takes another history file in place of the present one, with what it remembers; `nil` for none.
  public func useHistory(_ file: String?) { mailbox.post(.history(file)) }

  /// Asks for a password or a token: nothing of it is shown or remembered.
  public func readSecret(_ prompt: Prompt) async -> Outcome {
    await read(prompt, initialText: "", history: .none, isSecret: true)
  }

  private func read(
    _ prompt: Prompt, initialText: String, history: Recording, isSecret: Bool
  ) async -> Outcome {
    let id = nextRequest.withLock { counter in
      counter += 1
      return counter
    }
    let request = LineRequest(
      id: id, prompt: prompt, initialText: initialText, history: history, isSecret: isSecret)
    return await withTaskCancellationHandler {
      await withCheckedContinuation { continuation in
        if !mailbox.post(.read(request, continuation)) { continuation.resume(returning: .endOfInput) }
      }
    } onCancel: {
      mailbox.post(.cancel(id))
    }
  }

  /// Writes whole lines: above the line being edited, or straight out if there is none.
  ///
  /// Returns at once; `flush` waits. A line feed is added if the text does not end with one. The text may have SGR
  /// sequences of the program's own; text from elsewhere must have been cleaned.
  public func print(_ text: String) {
    mailbox.post(.print(text))
  }

  /// Returns when everything printed before is on the terminal.
  public func flush() async {
    await withCheckedContinuation { continuation in
      if !mailbox.post(.flush(continuation)) { continuation.resume() }
    }
  }

  /// Hands the terminal to another program, such as an editor or a pager, while the body runs.
  ///
  /// What is printed meanwhile appears afterwards.
  public func withTerminalReleased<Result, Failure: Error>(
    _ body: () async throws(Failure) -> Result
  ) async throws(Failure) -> Result {
    await withCheckedContinuation { continuation in
      if !mailbox.post(.release(continuation)) { continuation.resume() }
    }
    let result: Swift.Result<Result, Failure>
    do throws(Failure) { result = .success(try await body()) } catch { result = .failure(error) }
    await withCheckedContinuation { continuation in
      if !mailbox.post(.reclaim(continuation)) { continuation.resume() }
    }
    return try result.get()
  }

  /// Gives the terminal back as it was found, and ends the thread; a line that is being read ends as `endOfInput`.
  public func shutdown() async {
    await withCheckedContinuation { continuation in
      if !mailbox.post(.shutdown(continuation)) { continuation.resume() }
    }
  }
}

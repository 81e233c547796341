internal import CEditLine
internal import Glibc
internal import Synchronization

/// Reads lines from the terminal with libedit, and prints messages above the line being edited.
///
/// One thread owns libedit and the terminal; this object sends it commands, so any task may use it. There
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
  public enum Outcome: Equatable, Sendable {
    /// A line, without its final line feed; it may have line feeds within.
    case line(String)
    /// The interrupt key or a cancelled task, with what was typed before, unless it is a secret.
    case interrupted(String)
    /// The end-of-input key on an empty line.
    case endOfInput
    /// A terminating signal, or a closed terminal as `SIGHUP`, after which the program should call `shutdown`; with what was typed before, unless
    /// it is a secret.
    case terminated(signal: Int32, text: String)
  }

  /// Why an editor cannot be made.
  public enum SetupError: Error, Equatable, Sendable {
    /// Standard input or both outputs are not a terminal.
    case notATerminal
    /// Another editor exists.
    case inUse
    /// A pipe cannot be made, with the `errno`.
    case noPipe(Int32)
    /// A thread cannot be started, with the `errno`.
    case noThread(Int32)
    /// libedit cannot be initialized.
    case noLibEdit
  }

  /// The interrupt key pressed while no line is being read, to stop a running command: ``readCount`` as it was then.
  public let interrupts: AsyncStream<Int>
  /// The suspend key pressed while no line is being read, if ``Configuration/reportsSuspensions``: ``readCount`` as it was
  /// then.
  public let suspensions: AsyncStream<Int>
  /// Terminating signals received while no line is being read.
  public let terminations: AsyncStream<Int32>
  /// The new size of the terminal each time it changes.
  public let resizes: AsyncStream<TerminalSize>
  /// Whether the terminal's background is light, each time it says so; `nil` once it has answered whatever it will.
  public let backgrounds: AsyncStream<Bool?>

  let mailbox: Mailbox
  private let nextRequest = Mutex<UInt64>(0)

  /// The number of lines and secrets that were requested so far.
  public var readCount: Int { Int(nextRequest.withLock(\.self)) }

  /// Takes over the terminal; from now on nothing else may write to it.
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
    let (interrupts, interrupt) = AsyncStream.makeStream(of: Int.self, bufferingPolicy: .bufferingNewest(1))
    let (suspensions, suspend) = AsyncStream.makeStream(of: Int.self, bufferingPolicy: .bufferingNewest(1))
    let (terminations, terminate) = AsyncStream.makeStream(of: Int32.self)
    let (resizes, resize) = AsyncStream.makeStream(of: TerminalSize.self, bufferingPolicy: .bufferingNewest(1))
    let (backgrounds, background) = AsyncStream.makeStream(of: Bool?.self)
    self.backgrounds = backgrounds
    self.mailbox = mailbox
    self.interrupts = interrupts
    self.suspensions = suspensions
    self.terminations = terminations
    self.resizes = resizes
    let terminal = Terminal(input: 0, display: display, data: 1, signals: signals)
    try EditorThread.start {
      let session = EditSession(
        configuration: configuration, terminal: terminal, mailbox: mailbox,
        events: Events(
          interrupt: interrupt, suspend: suspend, terminate: terminate, resize: resize, background: background))
      session.run()
    }
  }

  deinit {
    mailbox.post(.shutdown(nil))
  }

  /// Reads a line; returns when it is finished or something else has ended it.
  ///
  /// - Parameters:
  ///   - initialText: The initial text, with the cursor after it.
  ///   - history: The history of the line. Lines that begin with a space never are.
  public func readLine(
    _ prompt: Prompt, initialText: String = "", history: Recording = .file
  ) async -> Outcome {
    await read(prompt, initialText: initialText, history: history, isSecret: false)
  }

  /// The history in which a line is remembered.
  public enum Recording: Sendable {
    case none
    /// In this run; ``keep(_:)`` saves it in the file as well.
    case run
    /// In this run and in the history file.
    case file
  }

  /// Saves a line in the history file that was remembered for this run.
  public func keep(_ line: String) { mailbox.post(.keep(line)) }

  /// Switches to another history file and its entries; `nil` for none.
  public func useHistory(_ file: String?) { mailbox.post(.history(file)) }

  /// Shows lines in another style from the next one on.
  public func use(_ style: Style) { mailbox.post(.style(style)) }

  /// Reads a password or token, which is neither shown nor remembered.
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

  /// Writes whole lines, above the line being edited if there is one.
  ///
  /// Returns at once; `flush` waits. A line feed is added if the text does not end with one. The text may have SGR
  /// sequences of the program's own; text from elsewhere must have been cleaned.
  public func print(_ text: String) {
    mailbox.post(.print(text))
  }

  /// Shows on the terminal's last line how far something is, in place of the last such text.
  ///
  /// It goes when something is printed or a line is read, and nothing is shown while a line is read. The text must fit a row.
  public func showProgress(_ text: String) {
    mailbox.post(.progress(text))
  }

  /// Returns when everything printed before is on the terminal.
  public func flush() async { await perform(Command.flush) }

  /// Sends a command, and returns when it has run or the thread has ended.
  private func perform(_ command: (CheckedContinuation<Void, Never>) -> Command) async {
    await withCheckedContinuation { continuation in
      if !mailbox.post(command(continuation)) { continuation.resume() }
    }
  }

  /// Gives the terminal to another program, such as an editor or a pager, while the body runs.
  ///
  /// Messages printed meanwhile appear afterwards.
  public func withTerminalReleased<Result, Failure: Error>(
    _ body: () async throws(Failure) -> Result
  ) async throws(Failure) -> Result {
    await perform(Command.release)
    let result: Swift.Result<Result, Failure>
    do throws(Failure) { result = .success(try await body()) } catch { result = .failure(error) }
    await perform(Command.reclaim)
    return try result.get()
  }

  /// Restores the terminal and ends the thread; a line being read ends as `endOfInput`.
  public func shutdown() async { await perform(Command.shutdown) }
}

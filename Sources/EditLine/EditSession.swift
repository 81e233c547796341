internal import CEditLine
internal import Glibc

/// The state of the editing thread: libedit, the screen, and keys that are not used yet.
///
/// Made on that thread and used by no other.
final class EditSession {
  let configuration: LineEditor.Configuration
  private(set) var style: LineEditor.Style
  let terminal: Terminal
  let mailbox: Mailbox
  let events: Events

  /// nil if libedit refused; then every request ends at once.
  var libedit: LibEdit?
  /// The file with the user's settings for libedit; nil for the one that the environment names.
  var editrc: String?
  var history: HistoryFile
  /// Whether the last line could not be added to the history file.
  private var isHistoryFailing = false
  var decoder = KeyDecoder()
  var renderer: any LineRenderer
  var size: TerminalSize
  /// Keys that are not used yet; those typed while a command runs are for the next line.
  var keys: ArraySlice<Key> = []
  let controls = ControlKeys()
  /// Escape sequences that the user's .editrc binds, which are passed to libedit unchanged.
  var sequencesOfTheUser: Set<String> = []

  /// The number of requests for lines and secrets up to the last one that was read.
  var readCount = 0
  /// The line being read, nil between lines.
  var request: LineRequest?
  /// Why the line ends, other than by Enter.
  var outcome: LineEditor.Outcome?
  /// The texts that the next paste keys insert.
  var insertions: [String] = []
  /// The line in place of prompt and line while searching.
  var stand: EditedLine?
  /// The line at which the completion key was last pressed: pressed again there, it lists.
  var completedLine: EditedLine?
  var lastPattern = ""
  var completions: [UInt64: Completion] = [:]
  /// The candidates below the line.
  var menu: CompletionMenu?
  /// The lines edited by another program.
  var edits: [UInt64: LineEditor.EditedText] = [:]
  var assistance: LineEditor.Assistance
  /// The lines that are suggested, the newest last: those that may be in the history file.
  var suggestible: [String] = []
  /// The last suggestion, and its line.
  var suggested: (line: String, rest: String?) = ("", nil)
  /// The lines that were read since the last one of the history: those of a text, which Up goes back to.
  var rowsOfText: [String] = []
  /// The position of Up and Down in the history.
  var walk: HistoryWalk?
  var undoStack = UndoStack()
  /// Whether the last key was a character, and not a paste or a command.
  var isTyping = false
  var nextCompletion: UInt64 = 0

  /// Messages that are not written yet.
  var notes: [String] = []
  var flushes: [CheckedContinuation<Void, Never>] = []
  /// Commands that must wait until no line is read.
  var deferred: [Command] = []
  var isReleased = false
  /// Whether the last line shows how far something is.
  var isProgressShown = false
  var isShutDown = false
  /// The continuations that wait for the end.
  var farewells: [CheckedContinuation<Void, Never>?] = []
  /// When an incomplete escape sequence is decoded as it is.
  var patienceEnd: ContinuousClock.Instant?
  var terminatedBy: Int32?
  var hasHungUp = false
  /// Until when the terminal may still say what it is; nil if it has.
  var answerEnd: ContinuousClock.Instant?
  /// When the program last continued itself; the signal for it needs no handling.
  var continuedAt: ContinuousClock.Instant?

  init(configuration: LineEditor.Configuration, terminal: Terminal, mailbox: Mailbox, events: Events) {
    self.configuration = configuration
    assistance = configuration.assistance
    self.terminal = terminal
    self.mailbox = mailbox
    self.events = events
    size = terminal.size
    history = HistoryFile(path: configuration.historyFile, limit: configuration.historyLimit)
    style = configuration.style
    renderer = Self.renderer(for: configuration.style)
  }

  var isDrawn: Bool { style == .drawn }

  private static func renderer(for style: LineEditor.Style) -> any LineRenderer {
    style == .drawn ? BlockRenderer() : AppendingRenderer()
  }

  // MARK: from start to shutdown

  func run() {
    start()
    while !isShutDown {
      perform(takeDeferred())
      if deferred.isEmpty, !isShutDown { wait() }
    }
    stop()
  }

  private func start() {
    cel_signals_unblock()
    cel_guard_arm(true)
    open()
    loadHistory()
    takeTerminal()
    askForBackground()
  }

  /// Makes libedit with its keys.
  func open() {
    libedit = LibEdit(
      programName: configuration.programName, terminal: terminal, historyLimit: configuration.historyLimit)
    guard let libedit else { return }
    cel_set_context(libedit.editor, Unmanaged.passUnretained(self).toOpaque())
    installKeys(libedit)
  }

  private func stop() {
    libedit = nil
    giveTerminal()
    cel_guard_stop()
    cel_signals_stop()
    events.finish()
    for command in deferred + mailbox.close() { refuse(command) }
    for flush in flushes { flush.resume() }
    // Last, because those who wait for this write to the terminal next.
    for farewell in farewells { farewell?.resume() }
  }

  /// Raw from here on, also between lines; pastes are marked, also while a command runs.
  func takeTerminal() {
    cel_guard_raw()
    cel_guard_arm(true)
    if isDrawn { terminal.write("\u{1B}[?2004h", to: terminal.display) }
  }

  /// The terminal as it was found.
  ///
  /// Not before its answer has come, which the next program would get as typed text otherwise.
  func giveTerminal() {
    takeLateAnswer()
    cel_guard_restore()
    cel_guard_arm(false)
  }

  private func refuse(_ command: Command) {
    switch command {
    case .read(_, let continuation): continuation.resume(returning: .endOfInput)
    case .flush(let continuation), .release(let continuation), .reclaim(let continuation):
      continuation.resume()
    case .shutdown(let continuation): continuation?.resume()
    case .assistance, .cancel, .completed, .edited, .history, .keep, .print, .progress, .style: break
    }
  }

  // MARK: commands

  private func takeDeferred() -> [Command] {
    defer { deferred = [] }
    return deferred
  }

  /// Runs commands in order.
  private func perform(_ commands: [Command]) {
    for (index, command) in commands.enumerated() {
      guard case .read = command else {
        perform(command)
        continue
      }
      // Commands after a request for a line, such as messages, can run while it is read.
      deferred = commands[(index + 1)...] + deferred
      perform(command)
      break
    }
    writeNotes()
  }

  private func perform(_ command: Command) {
    switch command {
    case .print(let text):
      notes.append(text)
    case .progress(let text):
      writeNotes()
      guard isDrawn, !isReleased else { break }
      terminal.write("\r\u{1B}[K" + text, to: terminal.display)
      isProgressShown = true
    case .flush(let continuation):
      flushes.append(continuation)
    case .read(let request, let continuation):
      writeNotes()
      removeProgress()
      // The line is returned before later commands run, since the program's next message may concern it.
      let outcome = read(request)
      continuation.resume(returning: outcome)
      // A key right after Return is for the command that the line is.
      if case .line = outcome { takeControlKeys() }
    case .cancel, .completed, .edited:
      break
    case .assistance(let new):
      assistance = new
    case .keep(let line):
      keep(line)
    case .style(let new):
      guard new != style else { break }
      style = new
      renderer = Self.renderer(for: new)
      if !isReleased { terminal.write(isDrawn ? "\u{1B}[?2004h" : "\u{1B}[?2004l", to: terminal.display) }
    case .history(let path):
      libedit?.forgetHistory()
      suggestible = []
      suggested = ("", nil)
      history = HistoryFile(path: path, limit: configuration.historyLimit)
      loadHistory()
    case .release(let continuation):
      writeNotes()
      removeProgress()
      giveTerminal()
      isReleased = true
      // Its keys are for the program that has the terminal, as in a shell.
      cel_ignore_quit(true)
      continuation.resume()
    case .reclaim(let continuation):
      isReleased = false
      cel_ignore_quit(false)
      takeTerminal()
      updateSize()
      beginLine()
      continuation.resume()
    case .shutdown(let continuation):
      writeNotes()
      removeProgress()
      isShutDown = true
      farewells.append(continuation)
    }
  }

  /// Runs commands while a line is read: only those that can run then.
  func serve(_ commands: [Command]) {
    for command in commands {
      switch command {
      case .print(let text):
        notes.append(text)
      case .flush(let continuation):
        flushes.append(continuation)
      case .cancel(let id):
        if id == request?.id { outcome = .interrupted("") }
        cancelDeferred(id)
      case .completed(let id, let completion):
        completions[id] = completion
      case .edited(let id, let text):
        edits[id] = text
      case .progress: break
      case .shutdown:
        outcome = outcome ?? .endOfInput
        deferred.append(command)
      default:
        deferred.append(command)
      }
    }
  }

  private func cancelDeferred(_ id: UInt64) {
    deferred = deferred.filter { command in
      guard case .read(let request, let continuation) = command, request.id == id else { return true }
      continuation.resume(returning: .interrupted(""))
      return false
    }
  }

  // MARK: a line

  func read(_ request: LineRequest) -> LineEditor.Outcome {
    if let terminatedBy { return .terminated(signal: terminatedBy, text: "") }
    if hasHungUp { return .terminated(signal: SIGHUP, text: "") }
    guard let libedit else { return .endOfInput }
    self.request = request
    readCount = Int(request.id)
    outcome = nil
    insertions = []
    completedLine = nil
    menu = nil
    walk = nil
    undoStack = UndoStack()
    updateSize()
    serve(takeDeferred())
    defer {
      self.request = nil
      renderer.forget()
    }
    if request.isSecret { return readSecret(request) }
    if !request.initialText.isEmpty { insert(request.initialText) }
    let line = libedit.readLine()
    guard let line, outcome == nil else {
      if case .interrupted = outcome { outcome = .interrupted(editedLine.text) }
      if case .terminated(let signal, _) = outcome { outcome = .terminated(signal: signal, text: editedLine.text) }
      leaveLine(outcome ?? .endOfInput)
      return outcome ?? .endOfInput
    }
    leaveLine(.line(line))
    if request.history != .none { remember(line, inFile: request.history == .file) }
    rowsOfText = request.history == .none ? rowsOfText + [line] : []
    return .line(line)
  }

  /// Leaves the line on the screen, with the reason if it was not accepted.
  func leaveLine(_ outcome: LineEditor.Outcome) {
    stand = nil
    menu = nil
    var line = editedLine
    // libedit has put a line feed after what it has accepted.
    if case .line(let text) = outcome, request?.isSecret == false { line.text = text }
    line.cursor = Int.max
    var mark = ""
    if case .interrupted = outcome { mark = "^C" }
    terminal.write(draw(line) + mark + renderer.finish(), to: terminal.display)
  }

  private func loadHistory() {
    isHistoryFailing = false
    do { _ = try history.load() } catch { sayHistoryFails(error) }
    for entry in history.entries {
      libedit?.remember(entry)
      suggestible.append(entry)
    }
  }

  /// Adds a line to the history file and to what is suggested.
  private func keep(_ line: String) {
    suggestLater(line)
    do {
      try history.keep(line)
      isHistoryFailing = false
    } catch {
      sayHistoryFails(error)
    }
  }

  /// Says why the file cannot be written, once and not for every line.
  private func sayHistoryFails(_ problem: HistoryFile.Problem) {
    if !isHistoryFailing { notes.append("History can't be saved: \(problem)") }
    isHistoryFailing = true
  }

  private func remember(_ line: String, inFile: Bool) {
    guard history.remember(line) else { return }
    libedit?.remember(line)
    if inFile { keep(line) }
  }

  /// Creates a key that inserts text, as if it had been typed before anything else.
  func insert(_ text: String) {
    insertions.append(text)
    keys.insert(.paste(""), at: keys.startIndex)
  }
}

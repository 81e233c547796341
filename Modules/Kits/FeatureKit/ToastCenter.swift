public import FoundationEssentials
import Synchronization
public import TerminalKit

/// Carries messages to the prompt, which prints them above the line that is typed, and remembers the recent ones.
///
/// It is the sequence of the messages to print, for one reader; those that nobody has read wait.
public final class ToastCenter: Sendable {
  /// A message, with its time.
  public struct Entry: Hashable, Sendable {
    public var time: Date
    public var kind: Toast.Kind
    public var text: StyledText
    /// The label of a live line; `nil` for a message.
    public var label: LineLabel?
    public var audience = Audience.unstated

    public init(time: Date, kind: Toast.Kind, text: StyledText, label: LineLabel? = nil) {
      self.time = time
      self.kind = kind
      self.text = text
      self.label = label
    }
  }

  public static let limit = 200

  private let arrivals: AsyncStream<Void>
  private let arrival: AsyncStream<Void>.Continuation
  private let now: @Sendable () -> Date
  private let recent = Mutex(Recent())

  /// Creates a center without messages.
  public init(now: @escaping @Sendable () -> Date) {
    (arrivals, arrival) = AsyncStream.makeStream(bufferingPolicy: .bufferingNewest(1))
    self.now = now
  }

  deinit { arrival.finish() }

  /// Posts a message to be printed above the prompt.
  public func post(_ text: StyledText) { post(Note(text)) }

  /// Posts a line to be printed above the prompt; one that stands for something gets the next label.
  public func post(_ note: Note) {
    let time = now()
    // The caller has styled a warning as one.
    let isWarning = note.text.spans.contains { $0.role == .warning || $0.role == .error }
    recent.withLock { recent in
      var note = note
      if !note.references.isEmpty { note.label = recent.lines.add(note.references) }
      if !recent.isFinished { recent.unread.append(note) }
      var entry = Entry(
        time: time, kind: isWarning ? .warning : .information, text: note.message, label: note.label)
      entry.audience = note.audience
      recent.append(entry)
    }
    arrival.yield()
  }

  /// Takes the first message that nobody has read, without waiting; `nil` if there is none.
  public func take() -> Note? { recent.withLock { $0.take() } }

  /// The references of the live lines' labels.
  public var lines: LiveLines { recent.withLock { $0.lines } }

  /// Takes the labels of an earlier run out of stored numbers, and returns the rest.
  public func restoreLines(from stored: [Int: [Reference]]) -> [Int: [Reference]] {
    recent.withLock { $0.lines.restore(from: stored) }
  }

  /// Forgets what the labels stand for, before another account is used.
  public func forgetLines() {
    recent.withLock { recent in
      recent.lines.forget()
      recent.gone = []
    }
  }

  /// Remembers that something was deleted, which `.` no longer stands for.
  public func forget(_ reference: Reference) {
    recent.withLock { recent in
      recent.gone.append(reference)
      if recent.gone.count > 2 * Self.limit { recent.gone.removeFirst(Self.limit) }
    }
  }

  /// Whether something was deleted, here or elsewhere, as far as is known.
  public func isGone(_ reference: Reference) -> Bool { recent.withLock { $0.gone.contains(reference) } }

  /// Posts a warning to be printed above the prompt; one that waits to be read is not repeated.
  public func warn(_ text: String) {
    let text = StyledText(text, .warning)
    if !recent.withLock({ $0.isWaiting(text) }) { post(text) }
  }

  /// Remembers the answer of a command, which the prompt has printed itself.
  public func remember(_ toast: Toast) { remember(toast.text, toast.kind, toast.audience) }

  /// Ends the sequence after the messages posted so far; later ones are only remembered.
  public func finish() {
    recent.withLock { $0.isFinished = true }
    arrival.finish()
  }

  /// The most recent messages, the newest first.
  public func entries(_ limit: Int) -> [Entry] { recent.withLock { Array($0.entries.suffix(limit).reversed()) } }

  private func remember(_ text: StyledText, _ kind: Toast.Kind, _ audience: Audience) {
    var entry = Entry(time: now(), kind: kind, text: text)
    entry.audience = audience
    recent.withLock { $0.append(entry) }
  }

  /// The live lines, and the most recent entries, oldest first; trimmed seldom, so that a thousand events cost no more than a few.
  private struct Recent {
    private var all: [Entry] = []
    var lines = LiveLines()
    /// The deleted things, the newest last; the oldest are forgotten.
    var gone: [Reference] = []
    /// The messages to print, of which the first ones were read.
    var unread: [Note] = []
    private var read = 0
    var isFinished = false

    var entries: ArraySlice<Entry> { all.suffix(ToastCenter.limit) }

    mutating func append(_ entry: Entry) {
      all.append(entry)
      if all.count >= 2 * ToastCenter.limit { all.removeFirst(all.count - ToastCenter.limit) }
    }

    func isWaiting(_ text: StyledText) -> Bool { unread.dropFirst(read).contains { $0.text == text } }

    mutating func take() -> Note? {
      guard read < unread.count else { return nil }
      defer { read += 1 }
      let note = unread[read]
      if read + 1 == unread.count { (unread, read) = ([], -1) }
      return note
    }
  }
}

extension ToastCenter: AsyncSequence {
  /// Reads the messages as they come.
  public struct AsyncIterator: AsyncIteratorProtocol {
    let center: ToastCenter
    var arrivals: AsyncStream<Void>.AsyncIterator

    /// Waits for the next message; `nil` at the end.
    public mutating func next(isolation actor: isolated (any Actor)?) async -> Note? {
      while true {
        if let note = center.take() { return note }
        guard await arrivals.next(isolation: actor) != nil else { return center.take() }
      }
    }
  }

  public func makeAsyncIterator() -> AsyncIterator {
    AsyncIterator(center: self, arrivals: arrivals.makeAsyncIterator())
  }
}

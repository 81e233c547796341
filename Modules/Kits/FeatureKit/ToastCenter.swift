public import FoundationEssentials
import Synchronization
public import TerminalKit

/// Carries messages to the prompt, which prints them above the line that is typed, and remembers the recent ones.
public final class ToastCenter: Sendable {
  /// A message, with its time.
  public struct Entry: Hashable, Sendable {
    /// When it was posted.
    public var time: Date
    /// What kind of message it is.
    public var kind: Toast.Kind
    /// The message.
    public var text: StyledText

    /// Makes an entry.
    public init(time: Date, kind: Toast.Kind, text: StyledText) {
      self.time = time
      self.kind = kind
      self.text = text
    }
  }

  /// How many messages are remembered.
  public static let limit = 200

  /// The messages to print; they wait until they are read.
  public let stream: AsyncStream<StyledText>
  private let continuation: AsyncStream<StyledText>.Continuation
  private let now: @Sendable () -> Date
  private let recent = Mutex(Recent())

  /// Makes a center without messages.
  public init(now: @escaping @Sendable () -> Date) {
    (stream, continuation) = AsyncStream.makeStream(of: StyledText.self)
    self.now = now
  }

  deinit { continuation.finish() }

  /// Posts a message to be printed above the prompt.
  public func post(_ text: StyledText) {
    continuation.yield(text)
    // The caller has styled a warning as one.
    remember(text, text.spans.contains { $0.role == .warning || $0.role == .error } ? .warning : .information)
  }

  /// Posts a warning to be printed above the prompt.
  public func warn(_ text: String) { post(StyledText(text, .warning)) }

  /// Remembers the answer of a command, which the prompt has printed itself.
  public func remember(_ toast: Toast) { remember(toast.text, toast.kind) }

  /// Ends the stream after the messages posted so far; later ones are only remembered.
  public func finish() { continuation.finish() }

  /// The most recent messages, the newest first.
  public func entries(_ limit: Int) -> [Entry] { recent.withLock { Array($0.entries.suffix(limit).reversed()) } }

  private func remember(_ text: StyledText, _ kind: Toast.Kind) {
    let entry = Entry(time: now(), kind: kind, text: text)
    recent.withLock { $0.append(entry) }
  }

  /// The most recent entries, oldest first; trimmed seldom, so that a thousand events cost no more than a few.
  private struct Recent {
    private var all: [Entry] = []

    var entries: ArraySlice<Entry> { all.suffix(ToastCenter.limit) }

    mutating func append(_ entry: Entry) {
      all.append(entry)
      if all.count >= 2 * ToastCenter.limit { all.removeFirst(all.count - ToastCenter.limit) }
    }
  }
}

import FeatureKit
import FoundationEssentials
import Synchronization
import TerminalKit
import ToastsFeature

/// What the prompt should print when it can (live events, warnings from below), and the last of what was said at all.
final class ToastCenter: Sendable {
  /// What is to be printed above the line that is typed; it waits there as long as nobody reads.
  let stream: AsyncStream<StyledText>
  private let continuation: AsyncStream<StyledText>.Continuation
  private let now: @Sendable () -> Date
  private let said = Mutex(Ring())

  init(now: @escaping @Sendable () -> Date) {
    (stream, continuation) = AsyncStream.makeStream(of: StyledText.self)
    self.now = now
  }

  deinit { continuation.finish() }

  /// Says something above the prompt; it waits if nobody reads yet.
  func post(_ words: StyledText) {
    continuation.yield(words)
    // Whoever says it has given it the look of a warning, if it is one.
    remember(words, words.spans.contains { $0.role == .warning || $0.role == .error } ? .warning : .information)
  }

  /// Remembers what a verb has answered, which the prompt has printed by itself.
  func remember(_ toast: Toast) { remember(toast.text, toast.kind) }

  /// Ends the stream behind what was said; what is said from now on is heard by nobody.
  func finish() { continuation.finish() }

  /// The last so many things that were said, the last first.
  func entries(_ limit: Int) -> [Toasts.Entry] { said.withLock { Array($0.entries.suffix(limit).reversed()) } }

  private func remember(_ words: StyledText, _ kind: Toast.Kind) {
    let entry = Toasts.Entry(time: now(), kind: kind, text: words)
    said.withLock { $0.append(entry) }
  }

  /// The last entries, the oldest first; cut seldom, so that a thousand events cost no more than a few.
  private struct Ring {
    private var all: [Toasts.Entry] = []

    var entries: ArraySlice<Toasts.Entry> { all.suffix(Toasts.most) }

    mutating func append(_ entry: Toasts.Entry) {
      all.append(entry)
      if all.count >= 2 * Toasts.most { all.removeFirst(all.count - Toasts.most) }
    }
  }
}

import TerminalKit

/// What the prompt should print when it can: live events, warnings from below.
final class Notices: Sendable {
  let stream: AsyncStream<StyledText>
  private let continuation: AsyncStream<StyledText>.Continuation

  init() {
    (stream, continuation) = AsyncStream.makeStream(of: StyledText.self)
  }

  deinit { continuation.finish() }

  /// Says something; it waits if nobody reads yet.
  func post(_ words: StyledText) { continuation.yield(words) }

  /// Ends the stream behind what was said; what is said from now on is heard by nobody.
  func finish() { continuation.finish() }
}

public import FoundationEssentials
internal import Synchronization

/// Lets the requests of one screen be answered from the archive alone, so that it is shown before the server has answered.
///
/// The screen's client and its model have the same one.
public final class KeptReads: Sendable {
  private struct State {
    var isReading = false
    /// The time of the oldest answer.
    var oldest: Date?
  }

  private let state = Mutex(State())
  private let answers: AnswerLog

  /// - Parameter answers: Remembers that a page came from the archive.
  public init(_ answers: AnswerLog) { self.answers = answers }

  /// Whether nothing is asked for that is not kept.
  public var isReading: Bool { state.withLock(\.isReading) }

  /// Notes that the archive has answered, with what the server sent at this time.
  public func note(_ date: Date) { state.withLock { $0.oldest = min($0.oldest ?? date, date) } }

  /// Reads a page from the archive alone.
  ///
  /// - Parameter read: Reads the page; `nil` for one that is not worth showing.
  /// - Returns: The page, and whether the server has to be asked then: what needs no server, such as a search of the archive,
  ///   is not read twice. `nil` where the server has to be asked first.
  @MainActor
  public func read<Value>(
    _ read: @MainActor () async throws -> Value?
  ) async -> (value: Value, isKept: Bool)? {
    state.withLock { $0 = State(isReading: true) }
    defer { state.withLock { $0.isReading = false } }
    // Whatever is missing, the server has it.
    guard let value = try? await read() else { return nil }
    let oldest = state.withLock(\.oldest)
    if let oldest { answers.add(.archived(oldest, because: nil)) }
    return (value, oldest != nil)
  }
}

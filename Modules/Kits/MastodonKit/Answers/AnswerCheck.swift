public import FoundationEssentials
internal import Synchronization

/// Collects what servers left out of the requests of one command, while it is the current one.
///
/// The client compares each answer with its request and adds what is missing; what runs the command says so.
public final class AnswerCheck: Sendable {
  /// The one of this task; `nil` for none.
  @TaskLocal public static var current: AnswerCheck?

  private let found = Mutex<[Omission]>([])
  private let recalled = Mutex<ArchivedAnswers?>(nil)

  /// Creates a check that has found nothing.
  public init() {}

  /// Adds what a server left out; the same of each post of a thread is one omission.
  public func add(_ omission: Omission) {
    found.withLock { found in if !found.contains(omission) { found.append(omission) } }
  }

  /// Returns what was found since the last call.
  public func take() -> [Omission] {
    found.withLock { found in
      defer { found = [] }
      return found
    }
  }

  /// Notes that a request was answered from the archive, with what the server sent at this time.
  ///
  /// - Parameter error: The reason; `nil` if the user wanted the archive.
  public func addArchived(_ date: Date, because error: MastodonError?) {
    recalled.withLock { $0 = ArchivedAnswers(oldest: min($0?.oldest ?? date, date), reason: $0?.reason ?? error) }
  }

  /// The responses from the archive; `nil` if there was none.
  public var archived: ArchivedAnswers? { recalled.withLock(\.self) }

  /// Runs something with a check of its own, and returns what its requests lost.
  public nonisolated(nonsending) static func collecting<Value>(
    _ work: () async throws -> Value
  ) async rethrows -> (value: Value, omissions: [Omission]) {
    let check = AnswerCheck()
    let value = try await $current.withValue(check) { try await work() }
    return (value, check.take())
  }
}

/// The responses of one command that came from the archive.
public struct ArchivedAnswers: Hashable, Sendable {
  /// The time at which the server sent the oldest of them.
  public var oldest: Date
  /// The error that the server was not reached for; `nil` if the user wanted the archive.
  public var reason: MastodonError?
}

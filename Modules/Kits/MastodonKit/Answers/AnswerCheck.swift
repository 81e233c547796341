public import FoundationEssentials
internal import Synchronization

/// Collects what servers left out of the requests of one command, while it is the current one.
///
/// The client compares each answer with its request and adds what is missing; what runs the command says so.
public final class AnswerCheck: Sendable {
  /// The one of this task; `nil` for none.
  @TaskLocal public static var current: AnswerCheck?

  private let found = Mutex<[Omission]>([])
  private let oldest = Mutex<Date?>(nil)

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
  public func addArchived(_ date: Date) { oldest.withLock { $0 = min($0 ?? date, date) } }

  /// The time of the oldest response from the archive; `nil` if there was none.
  public var archived: Date? { oldest.withLock(\.self) }

  /// Runs something with a check of its own, and returns what its requests lost.
  public nonisolated(nonsending) static func collecting<Value>(
    _ work: () async throws -> Value
  ) async rethrows -> (value: Value, omissions: [Omission]) {
    let check = AnswerCheck()
    let value = try await $current.withValue(check) { try await work() }
    return (value, check.take())
  }
}

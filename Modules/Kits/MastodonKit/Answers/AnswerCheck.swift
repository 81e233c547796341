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
  private let update = Mutex<Update?>(nil)
  /// Whether what is kept is shown before the server has answered.
  private let showsKept: @MainActor @Sendable () -> Bool
  /// Whether nothing is asked for that is not kept.
  public let readsKept: Bool

  /// Asks the server for what was shown from the archive, and returns the text that says what is new; `nil` for nothing.
  public typealias Update = @MainActor @Sendable () async throws -> String?

  /// Creates a check that has found nothing.
  ///
  /// - Parameter showsKept: Whether the command shows what is kept before the server has answered; asked when it reads.
  public convenience init(showsKept: @escaping @MainActor @Sendable () -> Bool = { false }) {
    self.init(showsKept: showsKept, readsKept: false)
  }

  private init(showsKept: @escaping @MainActor @Sendable () -> Bool, readsKept: Bool) {
    self.showsKept = showsKept
    self.readsKept = readsKept
  }

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

  /// Reads the page of a command from the archive alone, if the command shows that before the server has answered.
  ///
  /// - Parameters:
  ///   - read: Reads the page; `nil` for one that is not worth showing.
  ///   - update: Asks the server, once the page is shown.
  /// - Returns: `nil` where the server has to be asked first.
  @MainActor
  public static func keptFirst<Value>(
    _ read: @MainActor () async throws -> Value?, update: @escaping Update
  ) async -> Value? {
    guard let check = current, check.showsKept() else { return nil }
    let kept = AnswerCheck(showsKept: { false }, readsKept: true)
    // Whatever is missing, the server has it.
    guard let value = try? await $current.withValue(kept, operation: read) else { return nil }
    // What needs no server, such as a search of the archive, is not read twice.
    if let archived = kept.archived {
      check.recalled.withLock { $0 = archived }
      check.update.withLock { $0 = update }
    }
    return value
  }

  /// Asks the server again once the page is shown, if the command does that: more is known to come.
  @MainActor
  public static func afterwards(_ update: @escaping Update) {
    guard let check = current, check.showsKept() else { return }
    check.update.withLock { $0 = update }
  }

  /// What the command has to do once its page is shown; `nil` if that came from the server.
  public var pendingUpdate: Update? { update.withLock(\.self) }

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

/// Collects what servers left out of what one command asked for, and whether the archive answered in their place.
public struct Omissions: Sendable {
  /// The loss in one request: a sentence, and the names of the parts for scripts.
  public typealias Found = (sentence: String, names: [String])

  public let collecting: @MainActor @Sendable (_ work: @MainActor () async -> Void) async -> Void
  public let take: @MainActor @Sendable () -> [Found]
  /// Returns the age of the oldest answer that came from the archive, with the sentence that says why, which is empty if
  /// the user wanted that; `nil` if none did.
  public let archived: @MainActor @Sendable () -> (age: Duration, reason: String)?
  /// Asks the server for what was shown from the archive, and returns the text that says what is new; `nil` if the server
  /// has sent what was shown.
  public let update: @MainActor @Sendable () -> (@MainActor () async throws -> String?)?

  /// Creates a collection from its closures.
  ///
  /// - Parameter collecting: Runs something, and collects what its requests lose.
  public init(
    collecting: @escaping @MainActor @Sendable (_ work: @MainActor () async -> Void) async -> Void,
    take: @escaping @MainActor @Sendable () -> [Found],
    archived: @escaping @MainActor @Sendable () -> (age: Duration, reason: String)?,
    update: @escaping @MainActor @Sendable () -> (@MainActor () async throws -> String?)?
  ) {
    self.collecting = collecting
    self.take = take
    self.archived = archived
    self.update = update
  }

  public static let none = Omissions(
    collecting: { await $0() }, take: { [] }, archived: { nil }, update: { nil })
}

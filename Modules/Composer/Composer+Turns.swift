public import MastodonKit

extension Composer {
  /// The order in which posts are sent: each after what was written before it, and by one prompt or process at a time.
  @MainActor
  public struct Turns {
    /// Sends a draft when it is its turn; the flag says whether it is on disk, where another prompt may have sent it.
    public var take: (Draft.ID, _ isSaved: Bool, _ send: () async throws -> Void) async throws -> Void
    /// Sends a draft at once that has no place in the order, such as an edit; the flag says the same.
    public var alone: (Draft.ID, _ isSaved: Bool, _ send: () async throws -> Void) async throws -> Void
    /// Whether a draft waits in the outbox.
    public var isWaiting: (Draft.ID) -> Bool

    /// Makes turns from their closures.
    public init(
      take: @escaping (Draft.ID, _ isSaved: Bool, _ send: () async throws -> Void) async throws -> Void,
      alone: @escaping (Draft.ID, _ isSaved: Bool, _ send: () async throws -> Void) async throws -> Void,
      isWaiting: @escaping (Draft.ID) -> Bool
    ) {
      self.take = take
      self.alone = alone
      self.isWaiting = isWaiting
    }

    /// Everything is sent at once.
    public static var none: Turns {
      Turns(
        take: { _, _, send in try await send() }, alone: { _, _, send in try await send() }, isWaiting: { _ in false })
    }
  }
}

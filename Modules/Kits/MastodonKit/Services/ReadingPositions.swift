/// Stores the reading positions of one account's timelines.
public struct ReadingPositions: Sendable {
  /// The last post that was read in a timeline, `home` or `tag/bees`; `nil` if there is none.
  public var position: @Sendable (_ timeline: String) throws -> Status.ID?
  /// Saves the last post that was read in a timeline, unless it is older than the saved one.
  public var keep: @Sendable (Status.ID, _ timeline: String) throws -> Void

  public init(
    position: @escaping @Sendable (_ timeline: String) throws -> Status.ID?,
    keep: @escaping @Sendable (Status.ID, _ timeline: String) throws -> Void
  ) {
    self.position = position
    self.keep = keep
  }

  /// Saves nothing, for scripts.
  public static let none = ReadingPositions(position: { _ in nil }, keep: { _, _ in })
}

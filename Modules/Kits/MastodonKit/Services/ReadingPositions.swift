/// Remembers how far each timeline of one account was read.
public struct ReadingPositions: Sendable {
  /// The last post that was read of a timeline, `home` or `tag/bees`; `nil` if it was never read.
  public var position: @Sendable (_ timeline: String) throws -> Status.ID?
  /// Remembers the last post that was read of a timeline; an older one does not take its place.
  public var keep: @Sendable (Status.ID, _ timeline: String) throws -> Void

  /// Makes the service from its parts.
  public init(
    position: @escaping @Sendable (_ timeline: String) throws -> Status.ID?,
    keep: @escaping @Sendable (Status.ID, _ timeline: String) throws -> Void
  ) {
    self.position = position
    self.keep = keep
  }

  /// Nothing is remembered, as for a script, which reads for nobody.
  public static let none = ReadingPositions(position: { _ in nil }, keep: { _, _ in })
}

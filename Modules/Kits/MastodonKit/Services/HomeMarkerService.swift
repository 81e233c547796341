/// Reads and writes how far the home timeline was read, which the account's other clients share.
public struct HomeMarkerService: Sendable {
  /// The last post that was read on any device; `nil` if there is none.
  public var read: @Sendable () async throws -> Status.ID?
  /// Marks everything up to a post as read.
  public var write: @Sendable (Status.ID) async throws -> Void
  /// Whether visits follow the marker; false in scripts, which read it only when asked to.
  public var isFollowed: Bool

  public init(
    isFollowed: Bool, read: @escaping @Sendable () async throws -> Status.ID?,
    write: @escaping @Sendable (Status.ID) async throws -> Void
  ) {
    self.isFollowed = isFollowed
    self.read = read
    self.write = write
  }

  /// Knows and marks nothing.
  public static let none = HomeMarkerService(isFollowed: false, read: { nil }, write: { _ in })
}

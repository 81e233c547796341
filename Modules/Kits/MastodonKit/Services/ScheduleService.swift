public import FoundationEssentials

/// Reads and changes the scheduled posts of the signed-in account.
public struct ScheduleService: Sendable {
  /// A page of them.
  public var all: @Sendable (PageRequest) async throws -> Page<ScheduledStatus>
  /// Changes when one is published.
  public var move: @Sendable (ScheduledStatus.ID, Date) async throws -> ScheduledStatus
  /// Cancels one.
  public var cancel: @Sendable (ScheduledStatus.ID) async throws -> Void

  /// Creates the service from its closures.
  public init(
    all: @escaping @Sendable (PageRequest) async throws -> Page<ScheduledStatus>,
    move: @escaping @Sendable (ScheduledStatus.ID, Date) async throws -> ScheduledStatus,
    cancel: @escaping @Sendable (ScheduledStatus.ID) async throws -> Void
  ) {
    self.all = all
    self.move = move
    self.cancel = cancel
  }
}

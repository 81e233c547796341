public import FoundationEssentials

/// Reads and changes the scheduled posts of the signed-in account.
public struct ScheduleService: Sendable {
  public var all: @Sendable (PageRequest) async throws -> Page<ScheduledStatus>
  public var move: @Sendable (ScheduledStatus.ID, Date) async throws -> ScheduledStatus
  public var cancel: @Sendable (ScheduledStatus.ID) async throws -> Void

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

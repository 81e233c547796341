/// Manages the signed-in account's own statuses, except writing and deleting them.
public struct OwnStatusService: Sendable {
  public var source: @Sendable (Status.ID) async throws -> StatusSource
  /// All versions of a status, the oldest first.
  public var history: @Sendable (Status.ID) async throws -> [StatusEdit]
  public var setPinned: @Sendable (Status.ID, Bool) async throws -> Status
  public var setThreadMuted: @Sendable (Status.ID, Bool) async throws -> Status
  public var setQuotePolicy: @Sendable (Status.ID, QuotePolicy) async throws -> Status
  public var quotes: @Sendable (Status.ID, PageRequest) async throws -> Page<Status>
  /// Detaches a status from one that quotes it, permanently; returns the quoting status.
  public var revokeQuote: @Sendable (_ quoted: Status.ID, _ quoting: Status.ID) async throws -> Status

  public init(
    source: @escaping @Sendable (Status.ID) async throws -> StatusSource,
    history: @escaping @Sendable (Status.ID) async throws -> [StatusEdit],
    setPinned: @escaping @Sendable (Status.ID, Bool) async throws -> Status,
    setThreadMuted: @escaping @Sendable (Status.ID, Bool) async throws -> Status,
    setQuotePolicy: @escaping @Sendable (Status.ID, QuotePolicy) async throws -> Status,
    quotes: @escaping @Sendable (Status.ID, PageRequest) async throws -> Page<Status>,
    revokeQuote: @escaping @Sendable (_ quoted: Status.ID, _ quoting: Status.ID) async throws -> Status
  ) {
    self.source = source
    self.history = history
    self.setPinned = setPinned
    self.setThreadMuted = setThreadMuted
    self.setQuotePolicy = setQuotePolicy
    self.quotes = quotes
    self.revokeQuote = revokeQuote
  }
}

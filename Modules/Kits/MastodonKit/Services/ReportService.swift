/// Tells the moderators of an account.
public struct ReportService: Sendable {
  /// Sends a report; it cannot be taken back.
  public var send: @Sendable (ReportDraft) async throws -> Report

  /// Makes the service from its part.
  public init(send: @escaping @Sendable (ReportDraft) async throws -> Report) { self.send = send }
}

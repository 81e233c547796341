public struct ReportService: Sendable {
  /// Sends a report, which cannot be undone.
  public var send: @Sendable (ReportDraft) async throws -> Report

  public init(send: @escaping @Sendable (ReportDraft) async throws -> Report) { self.send = send }
}

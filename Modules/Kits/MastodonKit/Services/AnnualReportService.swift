/// Reads and requests the signed-in account's annual reports.
public struct AnnualReportService: Sendable {
  public var unread: @Sendable () async throws -> WrappedAnnualReports
  public var report: @Sendable (_ year: Int) async throws -> WrappedAnnualReports
  public var state: @Sendable (_ year: Int) async throws -> AnnualReportState
  /// Asks the server to generate the report of a year.
  public var generate: @Sendable (_ year: Int) async throws -> Void
  public var markRead: @Sendable (_ year: Int) async throws -> Void

  public init(
    unread: @escaping @Sendable () async throws -> WrappedAnnualReports,
    report: @escaping @Sendable (_ year: Int) async throws -> WrappedAnnualReports,
    state: @escaping @Sendable (_ year: Int) async throws -> AnnualReportState,
    generate: @escaping @Sendable (_ year: Int) async throws -> Void,
    markRead: @escaping @Sendable (_ year: Int) async throws -> Void
  ) {
    self.unread = unread
    self.report = report
    self.state = state
    self.generate = generate
    self.markRead = markRead
  }
}

public import MastodonKit

extension Endpoint {
  public static var annualReports: Endpoint<WrappedAnnualReports> {
    .init(.get, "/api/v1/annual_reports", access: .account, .readAccounts, to: "load the annual reports")
  }

  public static func annualReport(_ year: Int) -> Endpoint<WrappedAnnualReports> {
    .init(.get, "/api/v1/annual_reports/:year", year, access: .account, .readAccounts, to: "load the annual report")
  }

  /// Whether a year has a report (API version 8).
  public static func annualReportState(_ year: Int) -> Endpoint<AnnualReportState> {
    .init(
      .get, "/api/v1/annual_reports/:year/state", year, access: .account, .readAccounts,
      to: "check for an annual report")
  }

  public static func readAnnualReport(_ year: Int) -> Endpoint<Void> {
    .init(
      .post, "/api/v1/annual_reports/:year/read", year, access: .account, .writeAccounts,
      to: "mark the annual report as read")
  }

  /// Requests the report of a year (API version 8).
  public static func generateAnnualReport(_ year: Int) -> Endpoint<Void> {
    .init(
      .post, "/api/v1/annual_reports/:year/generate", year, access: .account, .writeAccounts,
      to: "ask for the annual report")
  }
}

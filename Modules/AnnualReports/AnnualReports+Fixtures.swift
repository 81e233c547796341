import MastodonKit

extension AnnualReports.State {
  public static let fixtures = Fixtures()

  public final class Fixtures: Sendable {
    public let full = AnnualReports.State(
      year: 2025,
      report: AnnualReport(
        year: 2025,
        contents: AnnualReport.Contents(
          archetype: .oracle,
          topStatuses: AnnualReport.Contents.TopStatuses(
            byReblogs: Status.fixtures.own.id, byFavourites: Status.fixtures.own.id,
            byReplies: Status.fixtures.threadRoot.id),
          timeSeries: (1...12).map {
            AnnualReport.Contents.Month(month: $0, statuses: $0 * 7 % 31, following: $0 % 3, followers: $0 % 4)
          },
          topHashtags: [
            AnnualReport.Contents.Hashtag(name: "canal", count: 31),
            AnnualReport.Contents.Hashtag(name: "bicycles", count: 1),
          ]), shareURL: "https://sandbox.example/@you/wrapstodon/2025"),
      statuses: [Status.fixtures.own, Status.fixtures.threadRoot])
    /// A year of one post, and a kind of account that this version does not know.
    public let quiet = AnnualReports.State(
      year: 2025,
      report: AnnualReport(
        year: 2025,
        contents: AnnualReport.Contents(
          archetype: .unknown("moon"),
          timeSeries: [AnnualReport.Contents.Month(month: 3, statuses: 1, following: 0, followers: 0)])))
    /// A report without contents that this version can read.
    public let unreadable = AnnualReports.State(year: 2025, report: AnnualReport(year: 2025))
    /// Control characters in every text, and numbers that cannot be.
    public let hostile = AnnualReports.State(
      year: 2025,
      report: AnnualReport(
        year: 2025,
        contents: AnnualReport.Contents(
          archetype: .unknown("or\u{1B}[31macle\nmore"),
          topStatuses: AnnualReport.Contents.TopStatuses(
            byReblogs: Status.fixtures.hostile.id, byFavourites: "nowhere"),
          timeSeries: [
            AnnualReport.Contents.Month(month: 99, statuses: 5), AnnualReport.Contents.Month(month: 0, statuses: -3),
          ], topHashtags: [AnnualReport.Contents.Hashtag(name: "a\u{1B}]0;b\u{07}\nc", count: 2)]),
        shareURL: "https://sandbox.example/\u{1B}[2Jyear"),
      statuses: [Status.fixtures.hostile])
  }
}

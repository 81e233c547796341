public import MastodonKit

/// The server's summary of the account's year.
public enum AnnualReports {
  public struct State: Hashable, Sendable {
    public var year: Int
    /// The report; `nil` if there is none.
    public var report: AnnualReport?
    public var statuses: [Status] = []
    public var standing: AnnualReportState.State = .available

    /// A post that did best, and in what.
    struct Best: Hashable {
      var status: Status
      var reasons: [String]
    }

    /// The posts that did best, once each.
    var best: [Best] {
      guard let top = report?.contents?.topStatuses else { return [] }
      var best: [Best] = []
      let named = [
        (top.byReblogs, "most boosts"), (top.byFavourites, "most favourites"), (top.byReplies, "most replies"),
      ]
      for (id, reason) in named {
        guard let id, let status = statuses.first(where: { $0.id == id }) else { continue }
        if let index = best.firstIndex(where: { $0.status.id == id }) {
          best[index].reasons.append(reason)
        } else {
          best.append(Best(status: status, reasons: [reason]))
        }
      }
      return best
    }
  }

  enum Act: String, CaseIterable, Sendable {
    case generate, read, state
  }

  struct Request: Sendable {
    var act: Act?
    var year: Int?
  }
}

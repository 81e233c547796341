import FeatureKit
public import FoundationEssentials
public import MastodonKit

extension AnnualReports {
  /// Fetches reports; it keeps nothing, because a report is printed and not shown as a screen.
  @MainActor
  public final class Model {
    private let service: AnnualReportService
    private let now: @Sendable () -> Date

    public init(service: AnnualReportService, now: @escaping @Sendable () -> Date) {
      self.service = service
      self.now = now
    }

    /// The year that servers report on now: this one at its end, else the last one.
    var presentYear: Int {
      let parts = MastodonDate.formatDay(now()).split(separator: "-").compactMap { Int($0) }
      guard parts.count == 3 else { return 2000 }
      return parts[1] >= 11 ? parts[0] : parts[0] - 1
    }

    /// The report of a year, or without a year the newest one that is unread.
    ///
    /// - throws: ``AppError`` if there is no report, which says how to get one.
    public func report(of year: Int?) async throws -> State {
      do {
        if let year { return try state(await service.report(year), year) }
        let unread = try await service.unread()
        guard let newest = unread.annualReports.map(\.year).max() else {
          throw absence(try await standing(of: presentYear))
        }
        return try state(unread, newest)
      } catch let error as MastodonError {
        guard case .notFound = error, let year else { throw AppError(error) }
        throw absence(try await standing(of: year))
      } catch {
        throw AppError(error)
      }
    }

    public func standing(of year: Int) async throws -> State {
      do {
        return State(year: year, standing: try await service.state(year).state)
      } catch let error as MastodonError {
        // Mastodon before 4.6 does not say; it has made the report or it has none.
        guard case .notFound = error else { throw AppError(error) }
        return State(year: year, standing: .ineligible)
      } catch {
        throw AppError(error)
      }
    }

    /// Asks for the report of a year, and returns the result.
    public func generate(_ year: Int?) async throws -> State {
      let year = year ?? presentYear
      let before = try await standing(of: year)
      guard before.standing == .eligible else { return before }
      do { try await service.generate(year) } catch { throw AppError(error) }
      return try await standing(of: year)
    }

    /// Marks the report of a year as read, or without a year the newest one that is unread; returns the year.
    public func markRead(_ year: Int?) async throws -> Int {
      var year = year
      do {
        if year == nil { year = try await service.unread().annualReports.map(\.year).max() }
        guard let year else {
          throw AppError.notFound("No unread annual report.", suggestion: "Nothing needs to be marked.")
        }
        try await service.markRead(year)
        return year
      } catch {
        throw AppError(error)
      }
    }

    private func state(_ response: WrappedAnnualReports, _ year: Int) throws -> State {
      guard let report = response.annualReports.first(where: { $0.year == year }) ?? response.annualReports.first else {
        throw AppError.notFound("No annual report for \(year).", suggestion: "Type annual-report state \(year).")
      }
      return State(year: report.year, report: report, statuses: response.statuses)
    }

    /// The error for a year without a report that can be read as new.
    private func absence(_ state: State) -> AppError {
      switch state.standing {
      case .eligible:
        .notFound(
          "No annual report for \(state.year) yet.", suggestion: "Type annual-report generate \(state.year) to get it.")
      case .generating:
        .notFound(
          "The annual report for \(state.year) is being generated.",
          suggestion: "Type annual-report \(state.year) in a few minutes.")
      case .available:
        .notFound("No new annual report.", suggestion: "Type annual-report \(state.year) to read the last one again.")
      case .ineligible, .unknown:
        .notFound(
          "No annual report for \(state.year).",
          suggestion: "Servers make one at the end of a year for accounts that posted in it.")
      }
    }
  }
}

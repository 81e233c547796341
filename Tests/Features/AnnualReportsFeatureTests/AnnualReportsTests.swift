import AnnualReportsFeature
import FeatureKit
import FeatureTestKit
import FoundationEssentials
import Synchronization
import TerminalKit
import Testing

@testable import MastodonKit

@MainActor @Suite struct AnnualReportsTests {
  /// A server that knows one year, and notes what it is asked for.
  private final class Server: Sendable {
    let asked = Mutex<[String]>([])
    let standing: AnnualReportState.State
    let year: Int?

    init(_ standing: AnnualReportState.State, year: Int? = nil) {
      self.standing = standing
      self.year = year
    }

    var log: [String] { asked.withLock { $0 } }
    private func note(_ request: String) { asked.withLock { $0.append(request) } }

    var service: AnnualReportService {
      AnnualReportService(
        unread: {
          self.note("unread")
          return WrappedAnnualReports(annualReports: self.year.map { [AnnualReport(year: $0)] } ?? [])
        },
        report: { year in
          self.note("report \(year)")
          guard year == self.year else {
            throw MastodonError.notFound(host: "shore.example", operation: "load the annual report")
          }
          return WrappedAnnualReports(annualReports: [AnnualReport(year: year)])
        },
        state: { year in
          self.note("state \(year)")
          return AnnualReportState(state: self.standing)
        }, generate: { self.note("generate \($0)") }, markRead: { self.note("read \($0)") })
    }
  }

  private func type(_ words: String..., to server: Server, at now: Date = .fixtureNow) async throws -> Response {
    let plugin = AnnualReports.plugin(model: AnnualReports.Model(service: server.service, now: { now }))
    let verb = try #require(plugin.verbs.first)
    let context = ArgumentContext(
      highestNumber: { 0 }, shown: { _ in nil }, resolve: { _, _ in throw AppError.notFound("x") })
    let arguments = ArgumentList(words.map { ArgumentList.Word($0) })
    return try await verb.run(ArgumentReader(arguments, for: verb, context: context))
  }

  private func message(_ response: Response) -> String? {
    if case .toast(let toast) = response { toast.text.plain } else { nil }
  }

  private func error(_ words: String..., to server: Server, at now: Date = .fixtureNow) async -> AppError? {
    do {
      switch words.count {
      case 0: _ = try await type(to: server, at: now)
      case 1: _ = try await type(words[0], to: server, at: now)
      default: _ = try await type(words[0], words[1], to: server, at: now)
      }
      return nil
    } catch { return AppError(error) }
  }

  @Test func aYearIsOneRequest() async throws {
    let server = Server(.available, year: 2025)
    guard case .view(let view) = try await type("2025", to: server) else {
      Issue.record("no view")
      return
    }
    #expect(view(Layout(now: .fixtureNow)).title?.text.plain == "Your year 2025")
    #expect(server.log == ["report 2025"])
  }

  @Test func withoutAYearTheNewestUnreadReportIsShown() async throws {
    let server = Server(.available, year: 2024)
    guard case .view = try await type(to: server) else {
      Issue.record("no view")
      return
    }
    #expect(server.log == ["unread"])
  }

  @Test(arguments: [
    (AnnualReportState.State.eligible, "Type annual-report generate 2026 to get it."),
    (.generating, "Type annual-report 2026 in a few minutes."),
    (.available, "Type annual-report 2026 to read the last one again."),
    (.ineligible, "Servers make one at the end of a year for accounts that posted in it."),
  ])
  func missingReportSaysHowToGetIt(_ standing: AnnualReportState.State, _ suggestion: String) async {
    let server = Server(standing)
    #expect(await error(to: server)?.suggestion == suggestion)
    #expect(server.log == ["unread", "state 2026"])
    #expect(await error("2026", to: server)?.suggestion == suggestion)
  }

  @Test func currentReportBeforeNovemberIsLastYears() async {
    let server = Server(.eligible)
    let march = Date(timeIntervalSince1970: 1_773_000_000)
    #expect(await error(to: server, at: march)?.message == "No annual report for 2025 yet.")
  }

  @Test func onlyAYearThatCanHaveAReportIsAskedFor() async throws {
    let server = Server(.ineligible)
    #expect(message(try await type("generate", "2020", to: server)) == "You get no annual report for 2020.")
    #expect(server.log == ["state 2020"])
    let willing = Server(.eligible)
    _ = try await type("2026", "generate", to: willing)
    #expect(willing.log == ["state 2026", "generate 2026", "state 2026"])
  }

  @Test func reportIsMarkedAsRead() async throws {
    let server = Server(.available, year: 2025)
    #expect(message(try await type("read", to: server)) == "Marked the annual report for 2025 as read.")
    #expect(server.log == ["unread", "read 2025"])
    #expect(await error("read", to: Server(.available))?.message == "No unread annual report.")
  }

  @Test func olderServerWithoutStatesHasNoReport() async throws {
    var service = Server(.eligible).service
    service.state = { _ in throw MastodonError.notFound(host: "shore.example", operation: "check") }
    let model = AnnualReports.Model(service: service, now: { .fixtureNow })
    await #expect(throws: AppError.self) { try await model.report(of: 2022) }
    #expect(try await model.standing(of: 2022).standing == .ineligible)
  }

  @Test(arguments: ["yesterday", "20", "generated"])
  func anythingElseIsRefused(_ word: String) async {
    #expect(await error(word, to: Server(.available))?.message == "“\(word)” is not a year.")
  }

  @Test func monthsAreSentencesForTheEar() {
    let document = AnnualReports.view(.fixtures.quiet, layout: Layout(width: 76, now: .fixtureNow))
    let text = Renderer(format: .spoken, width: 76, theme: .mono, colors: .none, showsHint: false, hyperlinks: false)
      .render(document)
    #expect(text.contains("March: 1 post."))
    #expect(!text.contains("month"))
  }
}

import ConnectionFeature
import FeatureKit
import FeatureTestKit
import FoundationEssentials
import MastodonKit
import TerminalKit
import Testing

@MainActor
@Suite struct ConnectionTests {
  private func text(_ state: Connection.State) -> String {
    Renderer(format: .plain, width: 76, theme: .mono, colors: .none, showsHint: false, hyperlinks: false)
      .render(Connection.view(state, layout: Layout(width: 76, now: .fixtureNow)))
  }

  private func run(_ state: Connection.State) async throws -> Response {
    let verb = try #require(Connection.plugin(state: { state }).verbs.first)
    let context = ArgumentContext(
      highestNumber: { 0 }, shown: { _ in nil }, resolve: { _, _ in throw AppError.cancelled })
    return try await verb.run(ArgumentReader(ArgumentList([]), for: verb, context: context))
  }

  @Test func remainingRateLimitIsShownWithItsEnd() {
    let rate = RateLimit(limit: 300, remaining: 12, resets: .fixtureNow.addingTimeInterval(240))
    let text = text(Connection.State(account: "you@shore.example", host: "shore.example", milliseconds: 9, rate: rate))
    #expect(text.contains("12 of 300 requests left; all again in 4 min"))
    #expect(text.contains("shore.example answered in 9 ms"))
  }

  @Test func whatCannotBeReadIsNotCalledEmpty() {
    let state = Connection.State(account: "you@shore.example", host: "shore.example", outbox: nil, drafts: nil)
    #expect(text(state).split(separator: "can't be read").count == 3)
    let renderer = Renderer(
      format: .json, width: 76, theme: .mono, colors: .none, showsHint: false, hyperlinks: false)
    let json = renderer.render(Connection.view(state, layout: Layout(width: 76, now: .fixtureNow)))
    #expect(json.contains(#""outbox":null,"drafts":null"#), "\(json)")
  }

  @Test func whyTheServerLetsTheAccountDoNothingIsSaid() {
    for (reason, expected) in [
      ("Your login is missing a confirmed\ne-mail address", ": Your login is missing a confirmed e-mail address."),
      ("Wait!", ": Wait!"), ("", "."), ("\u{1B}[2Jno", ": no."),
    ] {
      let state = Connection.State(
        account: "you@shore.example", host: "shore.example", milliseconds: 9, obstacle: reason)
      let words = text(state).split(whereSeparator: \.isWhitespace).joined(separator: " ")
      #expect(words.hasSuffix("Your server does not let this account act yet" + expected), "\(words)")
    }
    #expect(!text(Connection.State(account: "you@shore.example", host: "shore.example")).contains("let this account"))
  }

  @Test func silentServerIsPartOfThePageAndDecidesTheExitCode() async throws {
    let state = Connection.State(
      account: "you@shore.example", host: "shore.example", error: .fixtures.noConnection, outbox: 2)
    #expect(text(state).contains("2 changes waiting"))
    do {
      _ = try await run(state)
      Issue.record("the server did not answer")
    } catch let failure as PartialFailure {
      #expect(failure.appError == .fixtures.noConnection)
    }
  }

  @Test func liveUpdatesAreNamedAsWhereNamesThem() {
    for (live, words) in [("polling", "asking every two minutes"), ("off", "set live on")] {
      let state = Connection.State(account: "a@b", host: "b", milliseconds: 1, live: live)
      #expect(text(state).contains(words))
    }
    #expect(!text(Connection.State(account: "a@b", host: "b", milliseconds: 1)).contains("Live updates"))
  }
}

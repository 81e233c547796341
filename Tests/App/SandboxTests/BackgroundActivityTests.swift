import FoundationEssentials
import GRDB
import MastodonKit
import Testing

@testable import Sandbox

@Suite(.timeLimit(.minutes(10))) struct BackgroundActivityTests {
  @Test(arguments: [1, 3, 20]) func eventsAreGeneratedAtTheGivenRate(_ perSecond: Int) {
    let start = Moment(.fixtureNow)
    var backgroundActivity = BackgroundActivity(perSecond: perSecond, seed: 1, from: start)
    #expect(backgroundActivity.actions(until: start).isEmpty)
    var count = 0
    for tenth in 1...100 { count += backgroundActivity.actions(until: start + Double(tenth) / 10).count }
    #expect(count == perSecond * 10)
  }

  @Test func sameSeedGivesSameEventsHoweverOftenPolled() {
    let start = Moment(.fixtureNow)
    var often = BackgroundActivity(perSecond: 5, seed: 4, from: start)
    var once = often
    var actions: [BackgroundActivity.Kind] = []
    for second in 1...10 { actions += often.actions(until: start + Double(second)).map(\.kind) }
    #expect(once.actions(until: start + 10).map(\.kind) == actions)
    var other = BackgroundActivity(perSecond: 5, seed: 5, from: start)
    #expect(other.actions(until: start + 10).map(\.kind) != actions)
  }

  @Test func streamCarriesBackgroundActivity() async throws {
    let instance = try await TestInstance(activity: .busy(perSecond: 50))
    let frames = try await instance.sandbox.events(token: instance.token, stream: "public")
    instance.clock.advance(by: 1)
    try await instance.sandbox.step()
    var iterator = frames.makeAsyncIterator()
    #expect(await iterator.next()?.contains("#<span>crowd</span>") == true)
  }

  /// The number of statements does not depend on the length of the page.
  @Test func pageOf40NeedsNoMoreStatementsThanPageOf5() async throws {
    let instance = try await TestInstance()
    func statements(_ limit: Int) async throws -> Int {
      try await instance.sandbox.read { transaction in
        let counter = StatementCounter()
        transaction.database.trace { _ in counter.count += 1 }
        let rows = try transaction.database.rows(
          """
          SELECT \(StatusRow.columns) FROM statuses s WHERE \(Visible.atHome) AND \(Visible.toViewer)
          ORDER BY s.id DESC LIMIT :limit
          """, ["viewer": try transaction.account(named: "you")?.id, "limit": limit]
        ).map(StatusRow.init)
        _ = try StatusRenderer(rows, for: transaction.account(named: "you")?.id, in: transaction).response(rows)
        transaction.database.trace(options: [], nil)
        return counter.count
      }
    }
    // Once before, so that statements are cached.
    _ = try await statements(40)
    let many = try await statements(40)
    #expect(many <= 16)
    #expect(many - (try await statements(5)) <= 4)
  }
}

private final class StatementCounter { var count = 0 }

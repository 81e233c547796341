import FeatureKit
import MastodonKit
import Synchronization
import TerminalKit
import Testing

@testable import ReportFeature

@MainActor @Suite struct ReportTests {
  private let sent = Sent()

  private final class Sent: Sendable {
    let drafts = Mutex<[ReportDraft]>([])
  }

  private func model(_ named: [Status.ID] = []) -> Reporting.Model {
    let sent = sent
    let pool = Account.fixtures.pool
    let posts = [Status.fixtures.threadRoot, Status.fixtures.plain].map { status in
      var status = status
      status.account = pool
      return status
    }
    let first = posts[0]
    return Reporting.Model(
      pool.id, named: named, server: "sandbox.example",
      accounts: AccountService(
        account: { _ in pool }, lookup: { _ in pool }, statuses: { _, _ in Page(posts + [Status.fixtures.boost]) },
        relationship: { Relationship(id: $0) }, setFollowing: { id, _ in Relationship(id: id) },
        resolve: { _ in throw MastodonError.fixtures.offline }),
      statuses: StatusService(
        status: { id in posts.first { $0.id == id } ?? first }, context: { _ in throw MastodonError.fixtures.offline },
        setFavourited: { _, _ in first }, setReblogged: { _, _ in first }, setBookmarked: { _, _ in first },
        vote: { _, _ in throw MastodonError.fixtures.offline }, delete: { _ in first }),
      rules: { Instance.fixtures.sandbox.rules },
      reports: ReportService { draft in
        sent.drafts.withLock { $0.append(draft) }
        return Report(id: "1", createdAt: .fixtureNow, targetAccount: pool)
      })
  }

  private func verb(_ name: String, of screen: Screen) throws -> Verb {
    try #require(screen.verbs().first { $0.matches(name) })
  }

  private func run(_ verb: Verb) async throws -> Response {
    let context = ArgumentContext(
      highestNumber: { 0 }, shown: { _ in nil }, resolve: { _, _ in throw AppError.cancelled })
    return try await verb.run(ArgumentReader(ArgumentList(), for: verb, context: context))
  }

  @Test func thePostsThatWereNamedAreChosenAndOthersOffered() async throws {
    let model = model([Status.fixtures.plain.id])
    await model.form.load()
    #expect(model.subject?.statuses.map(\.id) == [Status.fixtures.plain.id, Status.fixtures.threadRoot.id])
    #expect(model.draft?.statusIDs == [Status.fixtures.plain.id])
    _ = try await model.form.add("2", to: "posts")
    #expect(model.draft?.statusIDs.count == 2)
    await #expect(throws: AppError.self) { try await model.form.add("3", to: "posts") }
  }

  @Test(arguments: ["send", "save"])
  func nothingIsSentWithoutAsking(_ name: String) async throws {
    let model = model([Status.fixtures.plain.id])
    let screen = Reporting.screen(model: model, sent: { _ in .nothing })
    await screen.load()
    _ = try await model.form.set("comment", to: "Every day.")
    _ = try await model.form.set("forward", to: "yes")
    guard case .confirm(let confirmation) = try await run(try verb(name, of: screen)) else {
      Issue.record("it does not ask")
      return
    }
    #expect(
      confirmation.question
        == "Send this report on @pool@shore.example, with 1 post, to the moderators of sandbox.example and "
        + "shore.example? It cannot be taken back.")
    #expect(sent.drafts.withLock { $0 } == [])
    _ = try await confirmation.proceed()
    #expect(
      sent.drafts.withLock { $0 } == [
        ReportDraft(
          accountID: Account.fixtures.pool.id, statusIDs: [Status.fixtures.plain.id], comment: "Every day.",
          forwards: true, category: .other)
      ])
  }

  @Test func rulesCountOnlyWhereARuleWasBroken() async throws {
    let model = model()
    await model.form.load()
    _ = try await model.form.set("rules", to: "1")
    #expect(model.draft?.ruleIDs == [])
    _ = try await model.form.set("category", to: "violation")
    #expect(model.draft?.ruleIDs.count == 1)
  }

  @Test func somebodyOfThisServerIsNotForwarded() {
    #expect(Reporting.form(.silent).fields.map(\.name) == ["category", "comment"])
  }
}

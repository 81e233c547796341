import FeatureKit
import FeatureTestKit
import Synchronization
import TerminalKit
import Testing

@testable import MastodonKit
@testable import ReportingFeature

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
        waitForReplies: { _ in }, mark: { _, _, _ in first },
        vote: { _, _, _ in throw MastodonError.fixtures.offline }, delete: { _, _ in }),
      rules: { Instance.fixtures.sandbox.rules },
      reports: ReportService { draft in
        sent.drafts.withLock { $0.append(draft) }
        return Report(id: "1")
      })
  }

  private func verb(_ name: String, of screen: Screen) throws -> Verb {
    try #require(screen.verbs().first { $0.matches(name) })
  }

  private func run(_ verb: Verb, _ words: String...) async throws -> Response {
    let context = ArgumentContext(
      highestNumber: { 0 }, shown: { _ in nil }, resolve: { _, _ in throw AppError.cancelled })
    return try await verb.run(ArgumentReader(ArgumentList(words.map { .init($0) }), for: verb, context: context))
  }

  @Test func namedPostsAreSelectedAndNewestPostsAreOffered() async throws {
    let model = model([Status.fixtures.plain.id])
    await model.form.load()
    #expect(model.subject?.statuses.map(\.id) == [Status.fixtures.plain.id, Status.fixtures.threadRoot.id])
    #expect(model.draft?.statusIDs == [Status.fixtures.plain.id])
    _ = try await model.form.add("2", to: "posts")
    #expect(model.draft?.statusIDs.count == 2)
    await #expect(throws: AppError.self) { try await model.form.add("3", to: "posts") }
  }

  @Test func postsByOneAccountAreReportedTogether() async throws {
    let (one, other) = (Status.fixtures.plain, Status.fixtures.own)
    let status: @MainActor (Status.ID) async throws -> Status = { $0 == other.id ? other : one }
    #expect(try await Reporting.account(nil, of: [one.id, "2"], me: nil, status: status) == one.account.id)
    #expect(try await Reporting.account("7", of: [], me: nil, status: status) == "7")
    await #expect(throws: AppError.self) {
      _ = try await Reporting.account(nil, of: [one.id, other.id], me: nil, status: status)
    }
    await #expect(throws: AppError.self) {
      _ = try await Reporting.account(nil, of: [one.id], me: one.account.id, status: status)
    }
  }

  @Test func reportTakesOneOrMoreReferences() {
    let verbs = Reporting.plugin(action: .fixtures.none).verbs
    let options = "[--category CATEGORY] [--comment TEXT] [--rules NUMBERS] [--collection N] [--forward]"
    #expect(verbs.map(\.usage) == ["report N… \(options)"])
  }

  /// Types a report with options, for which a server has two rules and a known account.
  private func type(_ words: String...) async throws -> (Response, [ReportDraft]) {
    let drafts = Drafts()
    let plugin = Reporting.plugin(
      action: Reporting.Action(
        report: { _, _ in
          drafts.opened = true
          return .screen
        }, subject: { _, _ in Account.fixtures.pool },
        owner: { $0 == "710009" ? Account.fixtures.rook.id : Account.fixtures.pool.id },
        rules: { [Instance.Rule(id: "11", text: "Kindly."), Instance.Rule(id: "12", text: "No spam.")] },
        send: { drafts.sent.append($0) }))
    let verb = try #require(plugin.verbs.first)
    let context = ArgumentContext(
      highestNumber: { 2 }, shown: { $0 <= 2 ? [Reference(kind: .init(rawValue: "status"), id: "7777\($0)")] : nil },
      resolve: { _, _ in throw AppError.cancelled })
    let response = try await verb.run(
      ArgumentReader(ArgumentList(words.map { ArgumentList.Word($0) }), for: verb, context: context))
    guard case .confirm(let confirmation) = response else { return (response, drafts.sent) }
    #expect(drafts.sent.isEmpty && !drafts.opened)
    #expect(confirmation.question.hasPrefix("Report @pool@shore.example"))
    return (try await confirmation.proceed(), drafts.sent)
  }

  private final class Drafts {
    var sent: [ReportDraft] = []
    var opened = false
  }

  @Test func aReportIsSentInOneLineAfterAQuestion() async throws {
    let (response, sent) = try await type(
      "1-2", "--category", "violation", "--rules", "2", "--comment", "Every day.", "--forward")
    guard case .toast(let toast) = response else { throw AppError.cancelled }
    #expect(toast.text.plain == "Sent your report on @pool@shore.example to the moderators.")
    #expect(
      sent == [
        ReportDraft(
          accountID: Account.fixtures.pool.id, statusIDs: ["77771", "77772"], comment: "Every day.", forwards: true,
          category: .violation, ruleIDs: ["12"])
      ])
  }

  @Test func collectionOfAnotherAccountIsNotReported() async throws {
    let error = await #expect(throws: AppError.self) {
      _ = try await type("1", "--category", "spam", "--collection", "id:710009")
    }
    #expect(error?.message == "The collection id:710009 is not @pool@shore.example's.")
  }

  @Test func aReportNamesCollections() async throws {
    let (_, sent) = try await type("1", "--category", "spam", "--collection", "id:710001")
    #expect(sent.map(\.collectionIDs) == [["710001"]])
    let error = await #expect(throws: AppError.self) {
      _ = try await type("1", "--category", "spam", "--collection", "1")
    }
    #expect(error?.message == "Number 1 is a post, not a collection.")
  }

  @Test(arguments: [
    ["1", "--comment", "x"], ["1", "--category", "spam", "--rules", "1"],
    ["1", "--category", "violation", "--rules", "3"],
    ["1", "--category", "violation", "--rules", "two"], ["1", "--category", "rude"],
  ])
  func aReportThatIsNotWholeIsNotSent(_ words: [String]) async throws {
    await #expect(throws: AppError.self) {
      switch words.count {
      case 3: _ = try await type(words[0], words[1], words[2])
      default: _ = try await type(words[0], words[1], words[2], words[3], words[4])
      }
    }
  }

  @Test func reportIsSentOnlyAfterConfirmation() async throws {
    let model = model([Status.fixtures.plain.id])
    let screen = Reporting.screen(model: model, sent: { _ in .nothing })
    await screen.load()
    _ = try await model.form.set("comment", to: "Every day.")
    _ = try await model.form.set("forward", to: "yes")
    guard case .confirm(let confirmation) = try await run(try verb("send", of: screen)) else {
      Issue.record("no confirmation")
      return
    }
    #expect(
      confirmation.question
        == "Send this report on @pool@shore.example, with 1 post, to the moderators of sandbox.example and "
        + "shore.example? This can't be undone.")
    #expect(sent.drafts.withLock { $0 } == [])
    _ = try await confirmation.proceed()
    #expect(
      sent.drafts.withLock { $0 } == [
        ReportDraft(
          accountID: Account.fixtures.pool.id, statusIDs: [Status.fixtures.plain.id], comment: "Every day.",
          forwards: true, category: .other)
      ])
  }

  @Test func saveIsRefused() async throws {
    let model = model()
    let screen = Reporting.screen(model: model, sent: { _ in .nothing })
    await screen.load()
    _ = try await model.form.set("comment", to: "Every day.")
    let save = try verb("save", of: screen)
    #expect(!save.isListed)
    await #expect(
      throws: AppError.usage("A report can't be saved.", suggestion: "Type send to send it; it asks first.")
    ) {
      try await run(save)
    }
    #expect(sent.drafts.withLock { $0 } == [])
    #expect(screen.unsaved() == "sending the report")
    guard case .toast(let toast) = try await run(try verb("comment", of: screen), "Daily.") else {
      throw AppError.cancelled
    }
    #expect(toast.hint == "send")
  }

  @Test(arguments: [["category", "violation"], ["set", "category", "violation"], ["set", "1", "viol"]])
  func rulesAreListedWhenTheCategoryIsViolation(_ line: [String]) async throws {
    let model = model()
    let screen = Reporting.screen(model: model, sent: { _ in .nothing })
    await screen.load()
    let verb = try verb(line[0], of: screen)
    let response = line.count == 2 ? try await run(verb, line[1]) : try await run(verb, line[1], line[2])
    guard case .view(let view) = response else {
      Issue.record("the rules are not listed")
      return
    }
    let text = Renderer(
      format: .plain, width: 80, theme: .mono, colors: .none, showsHint: true, hyperlinks: false
    ).render(view(Layout(width: 80, now: .fixtureNow)))
    #expect(text.hasPrefix("category: violation\n\nRules of sandbox.example\n  1. "))
    #expect(text.hasSuffix("\n\nrules 1 2 · send\n"))
  }

  @Test func rulesAreSentOnlyInTheCategoryViolation() async throws {
    let model = model()
    await model.form.load()
    _ = try await model.form.set("rules", to: "1")
    #expect(model.draft?.ruleIDs == [])
    _ = try await model.form.set("category", to: "violation")
    #expect(model.draft?.ruleIDs.count == 1)
  }

  @Test func localAccountHasNoForwardField() {
    #expect(Reporting.form(.silent).fields.map(\.name) == [.category, .comment])
  }
}

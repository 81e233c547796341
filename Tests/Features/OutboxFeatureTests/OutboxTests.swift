import FeatureKit
import FeatureTestKit
import Foundation
import MastodonKit
import Synchronization
import TerminalKit
import Testing

@testable import OutboxFeature

@MainActor @Suite struct OutboxTests {
  private static func favourite(_ id: String, age: TimeInterval = 60) -> OutboxItem {
    OutboxItem(
      QueuedRequest(
        template: "/api/v1/statuses/:id/favourite", arguments: [id], fields: [], operation: "favourite the post"),
      at: .fixtureNow - age)
  }

  private let log = Log()

  private final class Log: Sendable {
    let discarded = Mutex<[[OutboxItem.ID]?]>([])
  }

  private func model(
    _ items: [OutboxItem], unreadable: Int = 0, drafts: [Draft] = [],
    post: @escaping @MainActor (StyledText) -> Void = { _ in }, flush: OutboxFlush = OutboxFlush()
  ) -> Outbox.Model {
    let contents = OutboxContents(
      items.enumerated().map { WaitingItem($1, place: Int64($0)) }, unreadable: unreadable)
    return Outbox.Model(
      dependencies: Outbox.Model.Dependencies(
        service: OutboxService(
          all: { contents }, next: { _, _ in nil }, find: { _ in nil }, add: { _, _ in }, mark: { _, _ in },
          settle: { _ in }, delete: { [log] ids in log.discarded.withLock { $0.append(ids) } }, lock: { nil }),
        flush: { _, _ in flush },
        problem: { $0 == "post d9" ? MastodonError.rejected(host: "shore.example", words: "Too long") : nil },
        status: { $0 == "1" ? Status.fixtures.plain : nil }, kept: { $0 == "2" ? Status.fixtures.plain : nil },
        lists: { [] },
        drafts: DraftService(
          all: { drafts }, save: { _ in }, delete: { _ in }, take: { _ in }, conflict: { _ in nil },
          changes: { AsyncThrowingStream { $0.finish() } }), post: post,
        oldest: { .fixtureNow - 86_400 }))
  }

  @Test func oppositeActionsShareAnID() {
    func request(_ template: String) -> QueuedRequest {
      QueuedRequest(template: template, arguments: ["7"], fields: [], operation: "")
    }
    let favourite = request("/api/v1/statuses/:id/favourite")
    #expect(request("/api/v1/statuses/:id/unfavourite").undoes(favourite))
    #expect(!favourite.undoes(favourite))
    #expect(request("/api/v1/statuses/:id/reblog").key != favourite.key)
    let member = QueuedRequest(
      template: "/api/v1/lists/:id/accounts", arguments: ["7"], fields: [["account_ids[]", "3"]], operation: "")
    var (removal, other) = (member, member)
    removal.method = "DELETE"
    other.fields = [["account_ids[]", "4"]]
    #expect(removal.undoes(member) && other.key != member.key)
    #expect(request("/api/v1/accounts/:id/mute").key != request("/api/v1/statuses/:id/mute").key)
  }

  /// It may change what the server has, which then is not what it was before.
  @Test func anActionWithOptionsIsReplacedByItsOpposite() {
    func request(_ act: String, _ fields: [[String]] = []) -> QueuedRequest {
      QueuedRequest(template: "/api/v1/accounts/:id/\(act)", arguments: ["7"], fields: fields, operation: "")
    }
    let (follow, mute) = (request("follow", [["notify", "true"]]), request("mute", [["duration", "86400"]]))
    #expect(!request("unfollow").undoes(follow) && !follow.undoes(request("unfollow")))
    #expect(!request("unmute").undoes(mute) && !mute.undoes(request("unmute")))
    #expect(follow.key == request("unfollow").key, "one replaces the other")
  }

  @Test func secondFollowKeepsTheOptionsOfTheFirst() {
    func request(_ act: String, _ fields: [[String]]) -> QueuedRequest {
      QueuedRequest(template: "/api/v1/accounts/:id/\(act)", arguments: ["7"], fields: fields, operation: "")
    }
    let first = request("follow", [["notify", "true"], ["reblogs", "true"]])
    #expect(
      request("follow", [["reblogs", "false"]]).after(first).fields == [["notify", "true"], ["reblogs", "false"]])
    #expect(request("follow", []).after(first) == first)
    #expect(request("unfollow", []).after(first).fields.isEmpty)
    // A mute without an end has none.
    #expect(request("mute", []).after(request("mute", [["duration", "60"]])).fields.isEmpty)
  }

  @Test func syncNamesWhatWasNotRead() async throws {
    let sources = ["home", "lists", "conversations"].map { name in
      Outbox.Source(name, name, name) {
        if name == "lists" { throw AppError.fixtures.noConnection }
        return 2
      }
    }
    let verbs = Outbox.plugin(
      model: model([]), sync: Outbox.Sync(sources: { sources }, watchArchive: { { nil } })
    ).verbs
    let failure = await #expect(throws: PartialFailure.self) { try await verbs.type("sync") }
    #expect(failure?.left == ["lists", "conversations"])
    // Its JSON is not ok.
    guard case .toast(let toast)? = failure?.done else { throw AppError.cancelled }
    #expect(toast.dropped == ["lists", "conversations"])
  }

  @Test func syncThatDoesNothingFailsAsAWhole() async throws {
    let source = Outbox.Source("home", "post", "posts") { throw AppError.fixtures.noConnection }
    let verbs = Outbox.plugin(
      model: model([]), sync: Outbox.Sync(sources: { [source] }, watchArchive: { { nil } })
    ).verbs
    await #expect(throws: AppError.fixtures.noConnection) { try await verbs.type("sync") }
  }

  @Test func sentItemsAreReportedInOneLine() {
    var lines: [String] = []
    var flush = OutboxFlush()
    let model = model([], post: { lines.append($0.plain) })
    model.report(flush)
    #expect(lines.isEmpty, "nothing is said of nothing")
    flush.sent = [Self.favourite("1")]
    model.report(flush)
    flush.sent.append(Self.favourite("2"))
    model.report(flush)
    #expect(lines.count == 2 && lines[0].hasPrefix("Sent from the outbox: favourite the post, “"), "\(lines)")
    #expect(lines.last == "Sent from the outbox: 2 items.")
    flush.isRequested = true
    model.report(flush)
    #expect(lines.count == 2, "the command says it")
  }

  @Test func partsThatTheServerLeftOutAreReported() throws {
    var lines: [String] = []
    var flush = OutboxFlush()
    let model = model([], post: { lines.append($0.plain) })
    flush.sent = [Self.favourite("1")]
    flush.omissions = [Omission(host: "shore.example", parts: [.language])]
    model.report(flush)
    #expect(lines.first == "From the outbox: shore.example left out the language.")
    let toast = try Outbox.sent(flush, model)
    #expect(toast.text.plain == "Sent 1 item. shore.example left out the language.")
    #expect(toast.dropped == ["language"] && toast.kind == .warning)
    flush = OutboxFlush()
    flush.refused = [(Self.favourite("9"), AppError.fixtures.validation)]
    #expect(try Outbox.sent(flush, model).dropped == [Self.favourite("9").typedID])
  }

  @Test func rejectionIsReported() {
    var lines: [String] = []
    var flush = OutboxFlush()
    let error = MastodonError.notFound(host: "shore.example", operation: "favourite the post")
    flush.refused = [(Self.favourite("9"), error), (OutboxItem(post: "d1", at: .fixtureNow), error)]
    flush.problems = [(OutboxItem(post: "d2", at: .fixtureNow), AppError.fixtures.validation)]
    flush.problems.append((OutboxItem(post: "d3", at: .fixtureNow), OutboxObstacle.missingText))
    let draft = Draft(id: "d2", account: "you@sandbox", content: StatusDraft(text: "Snow"), updatedAt: .fixtureNow)
    model([], drafts: [draft], post: { lines.append($0.plain) }).report(flush)
    #expect(lines.count == 4)
    #expect(lines[0].hasPrefix("From the outbox: could not favourite the post. "))
    #expect(lines[1].hasSuffix("Its text is kept: drafts."))
    #expect(lines[2].hasSuffix("It still waits: draft d2 opens it."))
    #expect(lines[3].hasSuffix("Its text is missing or can't be read. It still waits until outbox discard."))
  }

  @Test func entriesNameTheirSubject() async throws {
    let draft = Draft(
      id: "d1", account: "you@sandbox", content: StatusDraft(text: "Snow on the towpath"), updatedAt: .fixtureNow)
    var failedElsewhere = OutboxItem(post: "d1", at: .fixtureNow)
    failedElsewhere.problem = "The text is too long."
    let items = [
      Self.favourite("1"), Self.favourite("2", age: 90_000), OutboxItem(post: "d1", at: .fixtureNow),
      OutboxItem(post: "d9", at: .fixtureNow), OutboxItem(post: "d8", at: .fixtureNow), failedElsewhere,
    ]
    let outbox = model(items, drafts: [draft])
    let entries = try outbox.state().entries
    #expect(entries[0].subject?.isEmpty == false && !entries[0].isOld)
    #expect(entries[1].subject == nil && entries[1].isOld)
    #expect(try await outbox.namedState().entries[1].subject == entries[0].subject, "the archive has it")
    #expect(entries[2].subject == "Snow on the towpath" && entries[2].problem == nil)
    #expect(entries[3].problem?.contains("Too long") == true)
    #expect(entries[4].problem == "Its text is missing or can't be read.")
    #expect(entries[5].problem == "The text is too long.")
  }

  @Test func whatWaitsForAPostIsNamed() {
    var edit = StatusDraft(text: "Snow")
    edit.editedStatusID = "7"
    let draft = Draft(id: "d1", account: "you@sandbox", content: edit, updatedAt: .fixtureNow)
    let waiting = model([Self.favourite("7"), OutboxItem(post: "d1", at: .fixtureNow)], drafts: [draft]).waiting()
    #expect(waiting == ["7": ["favourite", "edit"]])
  }

  @Test func unreadableItemsAreCountedAndHideNoOthers() throws {
    let state = try model([Self.favourite("1")], unreadable: 2).state()
    #expect(state.entries.count == 1)
    #expect(text(state).contains("2 items can't be read. They are kept until outbox discard."), "\(text(state))")
    #expect(json(state).contains(#""unreadable":2"#) && json(Outbox.State()).contains(#""unreadable":0"#))
  }

  @Test func listSaysThatNewerItemsGoBeforeAnOldOne() throws {
    let state = try model([Self.favourite("2", age: 90_000), Self.favourite("1")]).state()
    let words = text(state).split(whereSeparator: \.isWhitespace).joined(separator: " ")
    #expect(
      words.contains("1 d · waits for outbox send; newer items go first 2 Favourite the post · 1 min "), "\(words)")
  }

  private func text(_ state: Outbox.State) -> String {
    Renderer(format: .plain, width: 72, theme: .mono, colors: .none, showsHint: true, hyperlinks: false)
      .render(Outbox.view(state, layout: Layout(now: .fixtureNow)))
  }

  private func json(_ state: Outbox.State) -> String {
    Renderer(format: .json, width: 72, theme: .mono, colors: .none, showsHint: true, hyperlinks: false)
      .render(Outbox.view(state, layout: Layout(now: .fixtureNow)))
  }

  @Test func sendingFailsWhereSomethingCannotBeSent() {
    var flush = OutboxFlush()
    #expect(Outbox.refusal(flush) == nil)
    flush.problems = [(OutboxItem(post: "d1", at: .fixtureNow), OutboxObstacle.missingText)]
    #expect(Outbox.refusal(flush)?.message == "1 item can't be sent as it is.")
    flush.refused = [(Self.favourite("1"), MastodonError.notFound(host: "shore.example", operation: "x"))]
    #expect(Outbox.refusal(flush)?.suggestion == "It is not sent again.")
  }

  @Test func everyItemIsDiscardedByTheIDThatIsShown() async throws {
    let items = [Self.favourite("1"), OutboxItem(post: "01KDRAFT", at: .fixtureNow)]
    let model = model(items)
    let verbs = Outbox.plugin(model: model, sync: Outbox.Sync(sources: { [] }, watchArchive: { { nil } })).verbs
    for entry in try model.state().entries {
      #expect(ReferenceSyntax.isID(entry.id))
      _ = try await verbs.type("outbox discard \(entry.id)")
    }
    #expect(log.discarded.withLock(\.self) == items.map { [$0.id] })
  }

  @Test func discardingOneOrAll() throws {
    let model = model([Self.favourite("1")])
    try model.discard([Self.favourite("1").id])
    try model.discard(nil)
    #expect(log.discarded.withLock(\.self) == [[Self.favourite("1").id], nil])
  }
}

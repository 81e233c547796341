import Accounts
import AppEnvironment
import ComposerFeature
import FeatureKit
import FeatureTestKit
import Foundation
import HomeFeature
import LocalStore
import MastodonKit
import NavigationKit
import StatusKit
import TerminalKit
import Testing

@testable import AppCoordinator
@testable import Session

/// A draft is open in one composer, whichever tab or prompt that is in.
@MainActor
@Suite(.timeLimit(.minutes(10))) struct OpenDraftTests {
  let folder = TemporaryFolder()

  private func makeApp() throws -> AppCoordinator {
    let ids = Ids()
    var world = AppDependencies.fixtures.still(in: folder.path)
    world.makeID = { ids.next() }
    return try AppCoordinator(dependencies: world, choice: .init(.prompt, usesSandbox: true))
  }

  private final class Ids: @unchecked Sendable {
    private let lock = NSLock()
    private var last = 0
    func next() -> String {
      lock.withLock {
        last += 1
        return "draft000\(last)"
      }
    }
  }

  @Test func aDraftThatIsOpenedInAnotherTabIsClosedWhereItWas() async throws {
    let app = try makeApp()
    let router = app.session.router
    app.session.composers.presentComposer(.new)
    app.screen.textInput?.append("Low water at six.")
    let draft = try #require(try app.session.drafts.all().first)
    router.select("lists")
    app.session.composers.presentComposer(.draft(draft))
    #expect(router.sheets.count == 1 && router.current.sheet != nil)
    _ = try await app.type("send")
    #expect(router.sheets.isEmpty)
    #expect(try app.session.drafts.all().isEmpty)
    await app.shutdown()
  }

  @Test func sendingOneNewPostLeavesAnotherOneOpen() async throws {
    let app = try makeApp()
    let router = app.session.router
    app.session.composers.presentComposer(.new)
    app.screen.textInput?.append("one")
    router.select("lists")
    app.session.composers.presentComposer(.new)
    app.screen.textInput?.append("two")
    _ = try await app.type("send")
    #expect(router.current.sheet == nil)
    router.select("home")
    #expect((app.screen.model as? Composer.Model)?.state.draft.content.text == "one")
    await app.shutdown()
  }

  @Test func aDraftThatIsDiscardedFromTheListIsClosed() async throws {
    let app = try makeApp()
    app.session.composers.presentComposer(.new)
    app.screen.textInput?.append("one")
    let draft = try #require(try app.session.drafts.all().first)
    app.session.router.select("lists")
    guard case .confirm(let question) = try await app.type("discard", "id:\(draft.id)") else {
      Issue.record("discard did not ask")
      return
    }
    _ = try await question.proceed()
    #expect(app.session.router.sheets.isEmpty)
    await app.shutdown()
  }

  @Test(arguments: ["sent", "opened"]) func anotherProcessClosesTheComposerHere(_ act: String) async throws {
    let app = try makeApp()
    app.session.composers.presentComposer(.new)
    app.screen.textInput?.append("Low water at six.")
    let draft = try #require(try app.session.drafts.all().first)
    let other = Database(
      locations: app.dependencies.locations, now: { .fixtureNow }, report: { _ in }
    ).draftService(account: app.session.identity.id)
    if act == "sent" { try other.delete(draft.id) } else { try other.take(draft.id) }
    while app.screen.textInput != nil, !Task.isCancelled { try await Task.sleep(for: .milliseconds(20)) }
    #expect(app.session.router.sheets.isEmpty)
    let said = app.toasts.entries(20).map(\.text.plain).joined(separator: "\n")
    #expect(
      said.contains(
        act == "sent" ? "was sent or discarded elsewhere, so it is closed here" : "opened in another Howdah"),
      "\(said)")
    await app.shutdown()
  }

  @Test(arguments: ["sent", "opened"]) func aDraftOfAnotherProcessIsNotSentHere(_ act: String) async throws {
    let app = try makeApp()
    let model = app.session.publisher.model(.new)
    model.append("Low water at six.")
    let other = Database(
      locations: app.dependencies.locations, now: { .fixtureNow }, report: { _ in }
    ).draftService(account: app.session.identity.id)
    let id = model.state.draft.id
    if act == "sent" { try other.delete(id) } else { try other.take(id) }
    await #expect(throws: AppError.self) { _ = try await model.send() }
    await app.screen.load()
    #expect(!app.session.home.state.list.statuses.contains { $0.content.contains("Low water at six.") })
    #expect(try other.all().count == (act == "sent" ? 0 : 1))
    await app.shutdown()
  }

  /// A post that waits in the outbox, open in the composer.
  private func openWaitingPost(_ app: AppCoordinator) throws -> Draft.ID {
    let model = app.session.publisher.model(.new)
    model.append("Low water at six.")
    var draft = model.state.draft
    draft.delivery = .waiting
    try app.session.drafts.save(draft)
    try app.session.publisher.outboxQueue.service.add(OutboxItem(post: draft.id, at: .fixtureNow), false)
    app.session.composers.presentComposer(.draft(try #require(try app.session.drafts.find(draft.id))))
    return draft.id
  }

  @Test func waitingPostIsSentInItsTurnAlthoughItsComposerIsOpen() async throws {
    let app = try makeApp()
    _ = try openWaitingPost(app)
    let flush = await app.session.publisher.outboxQueue.flush()
    #expect(flush.sent.count == 1 && flush.stop == nil)
    #expect(app.session.router.sheets.isEmpty)
    #expect(try app.session.drafts.all().isEmpty)
    await app.shutdown()
  }

  @Test func waitingPostThatIsChangedWaitsUntilItsComposerIsClosed() async throws {
    let app = try makeApp()
    let id = try openWaitingPost(app)
    app.screen.textInput?.append("High water at noon.")
    let flush = await app.session.publisher.outboxQueue.flush()
    #expect(flush.sent.isEmpty && flush.stop != nil)
    #expect(app.session.router.sheets.count == 1)
    #expect(try app.session.drafts.find(id)?.delivery == .reopened)
    _ = try await app.type("close")
    #expect(try app.session.drafts.find(id)?.delivery == .waiting)
    #expect(await app.session.publisher.outboxQueue.flush().sent.count == 1)
    await app.shutdown()
  }

  @Test func draftThatIsBeingSentIsNotOpenedOrDeleted() async throws {
    let app = try makeApp()
    let model = app.session.publisher.model(.new)
    model.append("Low water at six.")
    var draft = model.state.draft
    draft.delivery = .sending
    try app.session.drafts.save(draft)
    for command in ["draft", "discard"] {
      await #expect(throws: AppError.self) { _ = try await app.type(command, "id:\(draft.id)") }
    }
    #expect(app.session.router.sheets.isEmpty)
    await app.shutdown()
  }

  @Test func textTypedAfterADraftIsGoneIsADraftOfItsOwn() async throws {
    let app = try makeApp()
    app.session.composers.presentComposer(.new)
    app.screen.textInput?.append("one")
    let draft = try #require(try app.session.drafts.all().first)
    // As another process does, whose change is not noticed yet.
    try app.session.drafts.delete(draft.id)
    app.screen.textInput?.append("two")
    let kept = try #require(try app.session.drafts.all().first)
    #expect(kept.id != draft.id && kept.key != draft.key && kept.content.text == "one\ntwo")
    #expect(app.toasts.entries(20).contains { $0.text.plain.contains("is a draft of its own") })
    _ = try await app.type("send")
    #expect(try app.session.drafts.all().isEmpty)
    await app.shutdown()
  }

  @Test func redirectedTimelineLeavesHomeUnchanged() async throws {
    let app = try makeApp()
    await app.screen.load()
    let shown = app.session.home.state
    let detour = Detour()
    detour.begin()
    _ = try await app.type("local", within: detour)
    let screen = try #require(detour.screen)
    await screen.load()
    #expect(screen.label() == "local")
    detour.abandon()
    #expect(app.screen.label() == "home" && app.session.home.state == shown)
    await app.shutdown()
  }

  @Test func backShowsTheTimelineThatWasThereBefore() async throws {
    let app = try makeApp()
    await app.screen.load()
    _ = try await app.type("local")
    _ = try await app.type("notifications")
    _ = try await app.type("back")
    #expect(app.screen.label() == "local")
    _ = try await app.type("back")
    #expect(app.screen.label() == "home" && !app.session.home.state.list.isEmpty)
    await app.shutdown()
  }
}

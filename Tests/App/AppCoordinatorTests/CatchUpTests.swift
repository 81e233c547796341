import AppEnvironment
import FeatureKit
import MastodonKit
import TerminalKit
import Testing

@testable import AppCoordinator
@testable import Sandbox
@testable import Session
@testable import StatusKit

/// Notices about missed events, which are for one account alone.
@MainActor
@Suite(.timeLimit(.minutes(10))) struct CatchUpTests {
  @Test(arguments: [false, true]) func missedItemsAreReportedOnlyToTheirAccount(isSwitched: Bool) async throws {
    let loopback = try await LoopbackSandbox()
    let app = try loopback.app(.init(.prompt), browser: loopback.browser())
    let (question, _) = try await app.login(loopback.host)
    _ = try await question.elsewhere?()
    await app.screen.load()
    let token = try await loopback.sandbox.write { @Sendable transaction in
      try transaction.issueToken(
        for: try transaction.account(named: "heron")?.id, to: try transaction.ownApplication().id, Scopes("read write"))
    }
    let answer = await loopback.sandbox.respond(
      to: .post("/api/v1/statuses", form: ["status": "Seen by one account."], token: token))
    #expect(answer.status == 200)
    let events = app.session.streams.follower
    let catchUp = Task.immediate { await events.take(.gap) }
    // It has begun by now, and waits for the server over a socket.
    if isSwitched { _ = try await app.type("switch", "sandbox") }
    await catchUp.value
    app.finishNotes()
    var notes: [String] = []
    for await note in app.notes { notes.append(note.plain) }
    #expect(notes.contains { $0.contains("1 post") } == !isSwitched, "\(notes)")
    await app.shutdown()
    await loopback.stop()
  }
}

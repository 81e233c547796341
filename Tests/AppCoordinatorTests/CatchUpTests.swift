import AppEnvironment
import FeatureKit
import MastodonKit
import TerminalKit
import Testing

@testable import AppCoordinator
@testable import Sandbox
@testable import Session
@testable import StatusKit

/// What one account missed is said to that account alone.
@MainActor
@Suite(.timeLimit(.minutes(10))) struct CatchUpTests {
  @Test(arguments: [false, true]) func whatOneAccountMissedIsNotSaidToAnother(isSwitched: Bool) async throws {
    let harbour = try await Harbour()
    let app = try harbour.app(.init(.prompt), browser: harbour.browser())
    let (question, _) = try await app.login(harbour.host)
    _ = try await question.elsewhere?()
    await app.screen.load()
    let token = try await harbour.sandbox.write { @Sendable transaction in
      try transaction.issueToken(
        for: try transaction.account(named: "heron")?.id, to: try transaction.ownApplication().id, Scopes("read write"))
    }
    let answer = await harbour.sandbox.respond(
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
    await harbour.stop()
  }
}

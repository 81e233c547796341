import Accounts
import AppEnvironment
import ComposerFeature
import FeatureKit
import FoundationEssentials
import GraphFeature
import HomeFeature
import IntentKit
import LocalStore
import MastodonKit
import NavigationKit
import OwnershipKit
import StatusKit
import Synchronization
import TerminalKit
import Testing

@testable import AppCoordinator
@testable import IntentHandling
@testable import Session

/// Requests by other programs, and what a user at the prompt sees of them.
@MainActor
@Suite struct IntentsInAppTests {
  let folder = TemporaryFolder()

  private func makeApp() throws -> (AppCoordinator, IntentCoordinator) {
    var world = AppDependencies.fixtures.still(in: folder.path)
    let ids = IDs()
    world.makeID = { ids.next() }
    let app = try AppCoordinator(dependencies: world, choice: .init(.prompt, usesSandbox: true))
    app.listenToOtherPrograms()
    return (app, app.intents())
  }

  private func ask(_ intents: IntentCoordinator, _ line: String) async throws -> IntentReply {
    try MastodonJSON.decode(IntentReply.self, from: await intents.respond(to: line).line)
  }

  @Test func linkOpensWhenTheLineIsDone() async throws {
    let (app, intents) = try makeApp()
    let reply = try await ask(intents, ##"{"howdah":1,"intent":"open","link":"#canal","id":"7"}"##)
    #expect(reply.ok && reply.outcome == "waiting")
    #expect(app.screen.id == "home")
    #expect(await app.settle())
    #expect(app.screen.id == "tag")
    #expect(await app.settle() == false)
    await app.shutdown()
  }

  @Test func textIsSavedAtOnceAndOpensWhenTheLineIsDone() async throws {
    let (app, intents) = try makeApp()
    let reply = try await ask(intents, #"{"howdah":1,"intent":"compose","text":"one\r\ntwo\u001b[2J\tthree"}"#)
    #expect(reply.outcome == "waiting")
    #expect(try app.session.drafts.all().map(\.content.text) == ["one\ntwo[2J three"])
    #expect(app.screen.textInput == nil)
    #expect(await app.settle())
    #expect(app.screen.textInput != nil)
    // The composer is open now.
    #expect(try await ask(intents, #"{"howdah":1,"intent":"compose","text":"more"}"#).outcome == "kept")
    #expect(await app.settle() == false)
    #expect(try app.session.drafts.all().count == 2)
    await app.shutdown()
  }

  @Test func logShowsTheLatestOutcome() async throws {
    let (app, intents) = try makeApp()
    func outcomes() -> [String] { intents.log.records.map(\.outcome) }
    _ = try await ask(intents, #"{"howdah":1,"intent":"compose","text":"one"}"#)
    _ = try await ask(intents, #"{"howdah":1,"intent":"compose","text":"two"}"#)
    #expect(outcomes() == ["saved as a draft", "waiting for Return"])
    _ = await app.settle()
    #expect(outcomes() == ["saved as a draft", "opened"])
    _ = try await app.type("send")
    #expect(outcomes() == ["saved as a draft", "sent"])
    _ = try await ask(intents, ##"{"howdah":1,"intent":"open","link":"#canal"}"##)
    _ = await app.settle()
    #expect(outcomes().first == "opened")
    await app.shutdown()
  }

  @Test func sheetOpenedByTheLineComesFirst() async throws {
    let (app, intents) = try makeApp()
    _ = try await ask(intents, #"{"howdah":1,"intent":"compose","text":"from outside"}"#)
    _ = try await ask(intents, ##"{"howdah":1,"intent":"open","link":"#canal"}"##)
    app.session.composers.presentComposer(.new)
    #expect(await app.settle() == false)
    #expect(app.screen.textInput != nil)
    app.session.router.dismissSheet()
    #expect(app.screen.id == "tag")
    #expect(try app.session.drafts.all().map(\.content.text) == ["from outside"])
    await app.shutdown()
  }

  @Test func pendingRequestIsNotOpenedForAnotherAccount() async throws {
    let (app, intents) = try makeApp()
    _ = try await ask(intents, ##"{"howdah":1,"intent":"open","link":"#canal"}"##)
    try app.install(
      SignedInAccount(
        identity: AccountIdentity(id: "other@sandbox", accountID: nil, isSandbox: true), server: nil,
        token: nil))
    #expect(await app.settle() == false)
    #expect(app.screen.id == "home")
    await app.shutdown()
  }

  @Test func countsAndAccountAreReturned() async throws {
    let (app, intents) = try makeApp()
    let unread = try await ask(intents, #"{"howdah":1,"intent":"unread"}"#)
    #expect(unread.ok && unread.account == "you@sandbox" && unread.notifications != nil && unread.hasMore == false)
    let who = try await ask(intents, #"{"howdah":1,"intent":"whoami","account":"you@sandbox"}"#)
    #expect(who.account == "you@sandbox" && who.sandbox == true && who.process == Int(IntentPeer.this.process))
    #expect(await intents.respond(to: #"{"howdah":1,"intent":"events"}"#).subscribes)
    await app.shutdown()
  }

  @Test func coordinatorIsCreatedForAPromptAndReleasedWithTheRoot() async throws {
    weak var released: IntentCoordinator?
    do {
      let app = try AppCoordinator(dependencies: .fixtures.still(in: folder.path), choice: .init(usesSandbox: true))
      await app.session.home.load()
      #expect(app.intents.current == nil)
      app.listenToOtherPrograms()
      released = app.intents.current
      #expect(app.graph.nodes.first { $0.name == "intents" }?.made == 1)
      await app.shutdown()
    }
    #expect(released == nil)
  }
}

/// Ids that differ.
private final class IDs: Sendable {
  private let count = Mutex(1_000_000)

  func next() -> String {
    let number = count.withLock { count in
      count += 1
      return count
    }
    return "01JD7M3ZV5D2H6QK8XW\(number)"
  }
}

/// The same through a real socket, with the command as the client.
@MainActor
@Suite(.timeLimit(.minutes(10))) struct IntentVerbTests {
  let folder = TemporaryFolder()

  private func makeApp(_ choice: RunChoice) throws -> AppCoordinator {
    try FileLocations.make(folder.path)
    var world = AppDependencies.fixtures.still(in: folder.path)
    world.intents = IntentPort(
      directory: "\(folder.path)/run", limits: IntentLimits(timeout: 600_000), timeout: 600,
      isTrusted: { $0.isSameUser })
    return try AppCoordinator(dependencies: world, choice: choice)
  }

  @Test func commandIsCarriedOutByTheRunningHowdah() async throws {
    let running = try makeApp(.init(.prompt, usesSandbox: true))
    running.listenToOtherPrograms()
    guard case .open = running.intents().socket.0 else {
      Issue.record("\(String(describing: running.intents.current?.socket))")
      return
    }
    let client = try makeApp(.init(usesSandbox: true))
    guard case .toast(let toast) = try await client.type("intent", "open", "#canal") else {
      Issue.record("no toast")
      return
    }
    #expect(toast.text.plain == "Press Return in the running Howdah to open it.")
    #expect(client.screen.id == "home")
    #expect(await running.settle())
    #expect(running.screen.id == "tag")
    await #expect(throws: AppError.self) { _ = try await client.type("intent", "open", "javascript:alert(1)") }
    // At its own prompt, a process carries out its commands by itself.
    guard case .screen = try await running.type("intent", "open", "@rook") else {
      Issue.record("it sent a request to itself")
      return
    }
    await running.shutdown()
    guard case .screen = try await client.type("intent", "open", "#canal") else {
      Issue.record("it did not carry out the command")
      return
    }
    #expect(client.screen.id == "tag")
    await client.shutdown()
  }

  @Test func requestForAnotherAccountIsRefused() async throws {
    let running = try makeApp(.init(.prompt, usesSandbox: true))
    running.listenToOtherPrograms()
    let request = IntentRequest(.whoami, account: "somebody@else.example")
    let client = try #require(await IntentClient.connect(directory: "\(folder.path)/run"))
    let reply = try MastodonJSON.decode(IntentReply.self, from: await client.ask(request.line, within: 600))
    #expect(reply.error?.code == IntentReply.otherAccount)
    await running.shutdown()
  }
}

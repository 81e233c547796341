import Accounts
import ComposerFeature
import FeatureKit
import FoundationEssentials
import GraphFeature
import HomeFeature
import IntentSocket
import IntentsFeature
import LocalStore
import MastodonKit
import NavigationKit
import StatusKit
import Synchronization
import TerminalKit
import Testing

@testable import AppCoordinator

/// What other programs ask, and what somebody sees of it who types meanwhile.
@MainActor
@Suite struct IntentDeskTests {
  let folder = TemporaryFolder()

  private func makeApp() throws -> (AppCoordinator, IntentDesk) {
    var world = AppDependencies.fixtures.still(in: folder.path)
    let ids = IDs()
    world.makeID = { ids.next() }
    let app = try AppCoordinator(dependencies: world, choice: .init(usesSandbox: true, isConversation: true))
    app.listenToOtherPrograms()
    return (app, try #require(app.intents))
  }

  private func ask(_ desk: IntentDesk, _ line: String) async throws -> IntentReply {
    try MastodonJSON.decode(IntentReply.self, from: await desk.answer(line).line)
  }

  @Test func aLinkWaitsUntilTheLineIsDone() async throws {
    let (app, desk) = try makeApp()
    let reply = try await ask(desk, ##"{"howdah":1,"intent":"open","link":"#canal","id":"7"}"##)
    #expect(reply.ok && reply.outcome == "waiting")
    #expect(app.screen.id == "home")
    #expect(await app.settle())
    #expect(app.screen.id == "tag")
    #expect(await app.settle() == false)
    await app.shutdown()
  }

  @Test func aTextIsADraftAtOnceAndOpensWhenTheLineIsDone() async throws {
    let (app, desk) = try makeApp()
    let reply = try await ask(desk, #"{"howdah":1,"intent":"compose","text":"one\r\ntwo\u001b[2J\tthree"}"#)
    #expect(reply.outcome == "waiting")
    #expect(try app.session.drafts.all().map(\.content.text) == ["one\ntwo[2J three"])
    #expect(app.screen.textInput == nil)
    #expect(await app.settle())
    #expect(app.screen.textInput != nil)
    // Now something is being written.
    #expect(try await ask(desk, #"{"howdah":1,"intent":"compose","text":"more"}"#).outcome == "kept")
    #expect(await app.settle() == false)
    #expect(try app.session.drafts.all().count == 2)
    await app.shutdown()
  }

  @Test func whatBecameOfARequestIsSaidWhenItIsKnown() async throws {
    let (app, desk) = try makeApp()
    func outcomes() -> [String] { desk.model.state.requests.map(\.outcome) }
    _ = try await ask(desk, #"{"howdah":1,"intent":"compose","text":"one"}"#)
    _ = try await ask(desk, #"{"howdah":1,"intent":"compose","text":"two"}"#)
    #expect(outcomes() == ["kept as a draft", "waits for Return"])
    _ = await app.settle()
    #expect(outcomes() == ["kept as a draft", "opened"])
    _ = try await app.type("send")
    #expect(outcomes() == ["kept as a draft", "sent"])
    _ = try await ask(desk, ##"{"howdah":1,"intent":"open","link":"#canal"}"##)
    _ = await app.settle()
    #expect(outcomes().first == "opened")
    await app.shutdown()
  }

  @Test func whatTheLineItselfOpensComesFirst() async throws {
    let (app, desk) = try makeApp()
    _ = try await ask(desk, #"{"howdah":1,"intent":"compose","text":"from outside"}"#)
    _ = try await ask(desk, ##"{"howdah":1,"intent":"open","link":"#canal"}"##)
    app.presentComposer(.new)
    #expect(await app.settle() == false)
    #expect(app.screen.textInput != nil)
    app.router.dismissSheet()
    #expect(app.screen.id == "tag")
    #expect(try app.session.drafts.all().map(\.content.text) == ["from outside"])
    await app.shutdown()
  }

  @Test func whatWaitsForOneAccountIsNotShownToAnother() async throws {
    let (app, desk) = try makeApp()
    _ = try await ask(desk, ##"{"howdah":1,"intent":"open","link":"#canal"}"##)
    try app.install(
      SignedInAccount(
        identity: AccountIdentity(id: "other@sandbox", accountID: nil, isSandbox: true), server: nil,
        token: nil))
    #expect(await app.settle() == false)
    #expect(app.screen.id == "home")
    await app.shutdown()
  }

  @Test(arguments: [
    ("", "invalid_request"), ("hello", "invalid_request"), ("[]", "invalid_request"), ("null", "invalid_request"),
    ("{}", "invalid_request"), (#"{"intent":"unread"}"#, "invalid_request"),
    (#"{"howdah":2,"intent":"unread"}"#, "invalid_request"), (#"{"howdah":"1","intent":"unread"}"#, "invalid_request"),
    (#"{"howdah":1}"#, "invalid_request"), (#"{"howdah":1,"intent":7}"#, "invalid_request"),
    (#"{"howdah":1,"intent":"post","text":"x"}"#, "usage"), (#"{"howdah":1,"intent":"compose"}"#, "usage"),
    (#"{"howdah":1,"intent":"compose","text":" \n\t"}"#, "invalid_input"),
    (#"{"howdah":1,"intent":"compose","text":7}"#, "invalid_request"),
    (#"{"howdah":1,"intent":"open"}"#, "usage"), (#"{"howdah":1,"intent":"open","link":"3"}"#, "usage"),
    (#"{"howdah":1,"intent":"open","link":"file:///etc/passwd"}"#, "usage"),
    (#"{"howdah":1,"intent":"open","link":"howdah://tab/nowhere"}"#, "usage"),
    (#"{"howdah":1,"intent":"open","link":"https://nowhere.example/@a/1"}"#, "not_found"),
    (#"{"howdah":1,"intent":"unread","account":"somebody@else.example"}"#, "other_account"),
    (String(repeating: "[", count: 5000), "invalid_request"),
  ])
  func whatCannotBeDoneIsRefusedWithACodeAndASentence(_ line: String, _ code: String) async throws {
    let (app, desk) = try makeApp()
    let error = try #require(try await ask(desk, line).error)
    #expect(error.code == code)
    #expect(error.message.hasSuffix(".") && !error.suggestion.isEmpty)
    #expect(await app.settle() == false)
    await app.shutdown()
  }

  @Test func aFloodIsStoppedBeforeAnybodyIsDisturbed() async throws {
    let (app, desk) = try makeApp()
    var codes: [String?] = []
    for _ in 0..<100 {
      codes.append(try await ask(desk, #"{"howdah":1,"intent":"compose","text":"x"}"#).error?.code)
    }
    #expect(codes.prefix(20).allSatisfy { $0 == nil })
    #expect(codes.dropFirst(20).allSatisfy { $0 == "rate_limited" })
    #expect(try app.session.drafts.all().count == 20)
    #expect(desk.model.state.requests.count == 20)
    await app.shutdown()
  }

  @Test func noMoreWaitsThanOneCanTakeIn() async throws {
    let (app, desk) = try makeApp()
    for _ in 0..<IntentDesk.mostWaiting {
      #expect(try await ask(desk, ##"{"howdah":1,"intent":"open","link":"#canal"}"##).ok)
    }
    #expect(try await ask(desk, ##"{"howdah":1,"intent":"open","link":"#canal"}"##).error?.code == "invalid_input")
    await app.shutdown()
  }

  @Test func countsAndNamesAreAnswered() async throws {
    let (app, desk) = try makeApp()
    let unread = try await ask(desk, #"{"howdah":1,"intent":"unread"}"#)
    #expect(unread.ok && unread.account == "you@sandbox" && unread.notifications != nil && unread.hasMore == false)
    let who = try await ask(desk, #"{"howdah":1,"intent":"whoami","account":"you@sandbox"}"#)
    #expect(who.account == "you@sandbox" && who.sandbox == true && who.process == Int(IntentPeer.this.process))
    #expect(await desk.answer(#"{"howdah":1,"intent":"events"}"#).subscribes)
    await app.shutdown()
  }

  @Test func anAnswerCarriesTheIDOfItsQuestion() async throws {
    let (app, desk) = try makeApp()
    #expect(await desk.answer(#"{"howdah":1,"intent":"whoami","id":"a\u001b7"}"#).line.contains(##""id":"a\u001b7""##))
    #expect(await desk.answer(#"{"howdah":1,"intent":"nothing","id":"x"}"#).line.contains(#""id":"x""#))
    await app.shutdown()
  }

  @Test func eventsAreOneSafeLineEach() throws {
    let events: [StreamEvent] = [
      .update(Status.fixtures.hostile), .statusUpdate(Status.fixtures.boost), .delete("7"),
      .notification(MastodonKit.Notification.fixtures.mention),
    ]
    for event in events {
      let line = try #require(IntentEvent.line(for: event))
      #expect(IntentEvent.safe(line) == line)
    }
    #expect(IntentEvent.line(for: .filtersChanged) == nil)
    #expect(IntentEvent.safe("{\"event\":\"\u{1B}[2J\"}") == nil)
    #expect(IntentEvent.safe("{\"event\":\"\u{202E}\"}") == nil)
    #expect(IntentEvent.safe("hello") == nil && IntentEvent.safe(#"{"ok":true}"#) == nil)
    #expect(IntentEvent.missed(3) == #"{"howdah":1,"event":"missed","count":3}"#)
  }

  @Test func theDeskIsMadeAtAPromptOnlyAndGoesWithTheRoot() async throws {
    weak var gone: IntentDesk?
    do {
      let app = try AppCoordinator(dependencies: .fixtures.still(in: folder.path), choice: .init(usesSandbox: true))
      await app.session.home.load()
      #expect(app.intents == nil)
      app.listenToOtherPrograms()
      gone = app.intents
      #expect(app.ledger.nodes.first { $0.name == GraphNode.intents.rawValue }?.made == 1)
      await app.shutdown()
    }
    #expect(gone == nil)
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

/// The same through a real socket, with the client of the verb.
@MainActor
@Suite(.timeLimit(.minutes(5))) struct IntentVerbTests {
  let folder = TemporaryFolder()

  private func makeApp(_ choice: AppCoordinator.Choice) throws -> AppCoordinator {
    try FileLocations.make(folder.path)
    var world = AppDependencies.fixtures.still(in: folder.path)
    world.intents = IntentPort(
      directory: "\(folder.path)/run", limits: IntentLimits(patience: 600_000), patience: 600,
      isTrusted: { $0.isSameUser })
    return try AppCoordinator(dependencies: world, choice: choice)
  }

  @Test func otherUsersAreNotTrusted() {
    let port = IntentPort.live(environment: ["XDG_RUNTIME_DIR": "/run/user/1"])
    #expect(port.isTrusted(.this))
    #expect(!port.isTrusted(IntentPeer(process: 1, user: IntentPeer.this.user + 1)))
  }

  @Test func oneHowdahAsksTheOther() async throws {
    let running = try makeApp(.init(usesSandbox: true, isConversation: true))
    running.listenToOtherPrograms()
    guard case .open = try #require(running.intents).model.state.door else {
      Issue.record("\(String(describing: running.intents?.model.state.door))")
      return
    }
    let client = try makeApp(.init(usesSandbox: true))
    guard case .toast(let toast) = try await client.type("intent", "open", "#canal") else {
      Issue.record("no toast")
      return
    }
    #expect(toast.text.plain == "The running Howdah opens it when Return is pressed there.")
    #expect(client.screen.id == "home")
    #expect(await running.settle())
    #expect(running.screen.id == "tag")
    await #expect(throws: AppError.self) { _ = try await client.type("intent", "open", "javascript:alert(1)") }
    // At its own prompt it does what is typed itself.
    guard case .screen = try await running.type("intent", "open", "@rook") else {
      Issue.record("it asked itself")
      return
    }
    await running.shutdown()
    guard case .screen = try await client.type("intent", "open", "#canal") else {
      Issue.record("it asked nobody")
      return
    }
    #expect(client.screen.id == "tag")
    await client.shutdown()
  }

  @Test func whoNamesAnAccountIsNotAnsweredByAnother() async throws {
    let running = try makeApp(.init(usesSandbox: true, isConversation: true))
    running.listenToOtherPrograms()
    let request = IntentRequest(.whoami, account: "somebody@else.example")
    let client = try #require(await IntentClient.connect(directory: "\(folder.path)/run"))
    let reply = try MastodonJSON.decode(IntentReply.self, from: await client.ask(request.line, within: 600))
    #expect(reply.error?.code == IntentReply.otherAccount)
    await running.shutdown()
  }
}

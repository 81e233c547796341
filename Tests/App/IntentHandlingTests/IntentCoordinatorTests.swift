import FeatureKit
import FoundationEssentials
import IntentKit
import Links
import MastodonKit
import TerminalKit
import Testing

@testable import IntentHandling

/// Requests by other programs, without a socket and without an app.
@MainActor
@Suite struct IntentCoordinatorTests {
  /// An app that records what it is asked to do.
  @MainActor final class App {
    var account = IntentAccount(id: "wren@shore.example", isSandbox: false)
    var now = Date.fixtureNow
    var isSheetOpen = false
    var drafts: [String] = []
    var opened: [String] = []
    var messages: [String] = []
    var counts = 0
    var failure: AppError?
  }

  let app = App()

  private func makeCoordinator() -> IntentCoordinator {
    IntentCoordinator(
      dependencies: IntentCoordinator.Dependencies(
        account: { [app] in app.account },
        resolve: { link in
          switch link {
          case .tag(let name): .tag(name)
          case .tab(let name): .tab(name)
          case .compose(let text): .compose(text)
          default: throw AppError.notFound("Nothing is there.")
          }
        },
        tabs: { ["home", "notifications"] },
        show: { [app] destination in
          if let failure = app.failure { throw failure }
          app.opened.append("\(destination)")
        },
        saveDraft: { [app] text in
          guard text.contains(where: { !$0.isWhitespace }) else {
            throw AppError.validation("There is no text.", suggestion: "Give one.")
          }
          app.drafts.append(text)
          let content = StatusDraft(text: text)
          return Draft(
            id: "draft\(app.drafts.count)", account: app.account.id, content: content, updatedAt: app.now)
        },
        compose: { [app] draft in
          app.opened.append(draft.id)
          app.isSheetOpen = true
        },
        isSheetOpen: { [app] in app.isSheetOpen },
        countUnread: { [app] in
          app.counts += 1
          return UnreadSummary(account: app.account.id, notifications: app.counts, hasMore: false, home: nil)
        },
        isLive: { true }, post: { [app] in app.messages.append($0.plain) }, now: { [app] in app.now },
        version: "1.2.3"))
  }

  private func ask(_ coordinator: IntentCoordinator, _ line: String) async throws -> IntentReply {
    try MastodonJSON.decode(IntentReply.self, from: await coordinator.respond(to: line).line)
  }

  @Test(arguments: [
    ("", "invalid_request"), ("hello", "invalid_request"), ("[]", "invalid_request"), ("null", "invalid_request"),
    ("{}", "invalid_request"), (#"{"intent":"unread"}"#, "invalid_request"),
    (#"{"howdah":2,"intent":"unread"}"#, "invalid_request"), (#"{"howdah":"1","intent":"unread"}"#, "invalid_request"),
    (#"{"howdah":1}"#, "invalid_request"), (#"{"howdah":1,"intent":7}"#, "invalid_request"),
    (#"{"howdah":1,"intent":"post","text":"x"}"#, "usage"), (#"{"howdah":1,"intent":"compose"}"#, "usage"),
    (#"{"howdah":1,"intent":"compose","text":" \n\t"}"#, "invalid_input"),
    (#"{"howdah":1,"intent":"compose","text":7}"#, "invalid_request"),
    (#"{"howdah":1,"intent":"open"}"#, "usage"),
    (#"{"howdah":1,"intent":"open","link":"howdah://tab/nowhere"}"#, "usage"),
    (#"{"howdah":1,"intent":"open","link":"https://nowhere.example/@a/1"}"#, "not_found"),
    (#"{"howdah":1,"intent":"unread","account":"somebody@else.example"}"#, "other_account"),
    (String(repeating: "[", count: 5000), "invalid_request"),
  ])
  func invalidRequestIsRefusedWithACodeAndASentence(_ line: String, _ code: String) async throws {
    let coordinator = makeCoordinator()
    let error = try #require(try await ask(coordinator, line).error)
    #expect(error.code == code)
    #expect(error.message.hasSuffix(".") && !error.suggestion.isEmpty)
    #expect(await coordinator.openPending() == false && app.opened.isEmpty && app.messages.isEmpty)
  }

  @Test func requestsAreLimitedPerMinute() async throws {
    let coordinator = makeCoordinator()
    let line = #"{"howdah":1,"intent":"compose","text":"x"}"#
    var codes: [String?] = []
    for _ in 0..<100 { codes.append(try await ask(coordinator, line).error?.code) }
    #expect(codes.prefix(20).allSatisfy { $0 == nil })
    #expect(codes.dropFirst(20).allSatisfy { $0 == "rate_limited" })
    #expect(app.drafts.count == 20 && coordinator.log.records.count == 20)
    app.now += 60
    #expect(try await ask(coordinator, line).ok)
  }

  @Test func pendingRequestsAreLimited() async throws {
    let coordinator = makeCoordinator()
    let line = ##"{"howdah":1,"intent":"open","link":"#canal"}"##
    for _ in 0..<IntentCoordinator.pendingLimit { #expect(try await ask(coordinator, line).ok) }
    #expect(try await ask(coordinator, line).error?.code == "invalid_input")
    #expect(await coordinator.openPending())
    #expect(app.opened.count == 1, "the others wait for another Return")
    #expect(try await ask(coordinator, line).ok)
    for _ in 0..<IntentCoordinator.pendingLimit { #expect(await coordinator.openPending()) }
    #expect(app.opened.count == IntentCoordinator.pendingLimit + 1)
    #expect(await coordinator.openPending() == false)
  }

  @Test func responseCarriesTheIDOfItsRequest() async throws {
    let coordinator = makeCoordinator()
    #expect(
      await coordinator.respond(to: #"{"howdah":1,"intent":"whoami","id":"a\u001b7"}"#).line
        .contains(##""id":"a\u001b7""##))
    #expect(await coordinator.respond(to: #"{"howdah":1,"intent":"nothing","id":"x"}"#).line.contains(#""id":"x""#))
  }

  @Test func accountIsNamedWithProcessAndVersion() async throws {
    let coordinator = makeCoordinator()
    let line = await coordinator.respond(to: #"{"howdah":1,"intent":"whoami"}"#).line
    #expect(line.contains(#""account":"wren@shore.example","sandbox":false"#) && line.contains(#""version":"1.2.3""#))
    #expect(await coordinator.respond(to: #"{"howdah":1,"intent":"events"}"#).subscribes)
  }

  @Test func countIsReusedForAMomentAndNotForAnotherAccount() async throws {
    let coordinator = makeCoordinator()
    let line = #"{"howdah":1,"intent":"unread"}"#
    #expect(try await ask(coordinator, line).notifications == 1)
    #expect(try await ask(coordinator, line).notifications == 1)
    app.now += IntentCoordinator.countLifetime
    #expect(try await ask(coordinator, line).notifications == 2)
    app.account.id = "lamp@garden.example"
    #expect(try await ask(coordinator, line).notifications == 3)
  }

  @Test func failureToOpenIsReported() async throws {
    let coordinator = makeCoordinator()
    _ = try await ask(coordinator, ##"{"howdah":1,"intent":"open","link":"#canal"}"##)
    app.failure = .fixtures.noConnection
    #expect(await coordinator.openPending() == false)
    let reason = AppError.fixtures.noConnection.message
    #expect(app.messages.last?.hasSuffix(reason) == true)
    #expect(coordinator.log.records.map(\.outcome) == ["refused: \(reason)"])
  }

  @Test func closedSocketNamesTheReason() {
    let coordinator = makeCoordinator()
    #expect(coordinator.socket == (.closed("No prompt is open."), 0) && !coordinator.isOpen)
    coordinator.listen(at: .none)
    #expect(coordinator.socket == (.closed("XDG_RUNTIME_DIR is not set."), 0))
  }
}

/// The parts of the protocol that need neither a socket nor an app.
@Suite struct IntentMessageTests {
  @Test func otherUsersAreNotTrusted() {
    let port = IntentPort.live(environment: ["XDG_RUNTIME_DIR": "/run/user/7"])
    #expect(port.directory == "/run/user/7/howdah")
    #expect(port.isTrusted(.this))
    #expect(!port.isTrusted(IntentPeer(process: 1, user: IntentPeer.this.user + 1)))
    #expect(IntentPort.live(environment: [:]).directory == nil)
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
}

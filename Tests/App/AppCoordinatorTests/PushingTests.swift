import Accounts
import AppEnvironment
import FeatureKit
import FoundationEssentials
import GraphFeature
import LocalStore
import MastodonClient
import MastodonKit
import OwnershipKit
import SandboxHost
import Synchronization
import TerminalKit
import Testing

@testable import AppCoordinator
@testable import PushNotifications
@testable import Sandbox
@testable import Session

/// Pushes through the whole app: the sandbox sends one, the command decrypts it.
@MainActor
@Suite(.timeLimit(.minutes(10))) struct PushingTests {
  let folder = TemporaryFolder()
  let input = HandedInput()

  /// The data on standard input.
  final class HandedInput: Sendable {
    private let bytes = Mutex<[UInt8]?>(nil)

    func hand(_ given: [UInt8]?) { bytes.withLock { $0 = given } }
    func take(_ limit: Int) -> [UInt8]? { bytes.withLock { $0.map { Array($0.prefix(limit)) } } }
  }

  private func makeApp() throws -> AppCoordinator {
    var world = AppDependencies.fixtures.still(in: folder.path)
    let input = input
    world.input = PipedInput { input.take($0) }
    return try AppCoordinator(dependencies: world, choice: .init(usesSandbox: true))
  }

  private func text(_ response: Response, _ format: Renderer.Format = .plain) -> String {
    let renderer = Renderer(
      format: format, width: 120, theme: .mono, colors: .none, showsHint: false, hyperlinks: false)
    switch response {
    case .toast(let toast): return toast.text.plain
    case .view(let view): return renderer.render(view(Layout(width: 120, now: Date.fixtureNow)))
    case .document(let document): return renderer.render(document)
    default: return ""
    }
  }

  private func refusal(_ act: () async throws -> Response) async -> String {
    do { return "accepted: \(text(try await act()))" } catch { return AppError(error).message }
  }

  /// Posts a mention as Wren, and returns the push that the sandbox sends for it.
  private func mention(_ app: AppCoordinator, _ words: String) async throws -> PushRequest {
    let sandbox = try await app.sandbox.sandbox()
    let token = try await sandbox.write { @Sendable transaction in
      let application = try transaction.ownApplication()
      let wren = try transaction.account(named: "wren")
      return try transaction.issueToken(for: wren?.id, to: application.id, application.scopes)
    }
    let answer = await sandbox.respond(
      to: .post("/api/v1/statuses", form: ["status": "@you \(words)"], token: token))
    #expect(answer.status == 200)
    return try #require(await sandbox.outbox.latest.last)
  }

  private func bytes(_ push: PushRequest) -> [UInt8] {
    let lines = push.headers.map { "\($0.name): \($0.value)\r\n" }.joined()
    return Array("POST /inbox HTTP/1.1\r\n\(lines)\r\n".utf8) + push.body
  }

  @Test func pushIsDecryptedAndShownOnOneLine() async throws {
    let app = try makeApp()
    _ = try await app.type("push", "subscribe", "https://push.example/1")
    input.hand(bytes(try await mention(app, "is the lamp lit?")))
    let response = try await app.type("push", "receive")
    #expect(text(response) == "You were mentioned by Wren Alder: @you is the lamp lit?\n")
    let json = text(response, .json)
    #expect(json.contains(#""signed":true"#) && json.contains(#""kind":"mention""#))
    let token = try await app.sandbox.sandbox().token(for: "you")
    #expect(!json.contains(token), "what the server puts beside the words is a secret")
    await app.shutdown()
  }

  @Test func draftEncodingIsDecryptedByHeaderFieldsAndByOptions() async throws {
    let app = try makeApp()
    _ = try await app.type("push", "subscribe", "https://push.example/1")
    // As a server does that does not know the standard yet.
    let tokens = try #require(try await app.pushes().tokens(of: "you@sandbox"))
    let sandbox = try await app.sandbox.sandbox()
    let answer = await sandbox.respond(
      to: .post(
        "/api/v1/push/subscription",
        form: [
          "subscription[endpoint]": "https://push.example/1", "subscription[keys][p256dh]": tokens.keys.publicText,
          "subscription[keys][auth]": tokens.keys.authenticationText, "data[alerts][mention]": "true",
        ], token: try await sandbox.token(for: "you")))
    #expect(answer.status == 200)
    let push = try await mention(app, "hello")
    let field = { name in push.headers.first { $0.name == name }?.value ?? "" }
    #expect(field("Content-Encoding") == "aesgcm")
    input.hand(bytes(push))
    #expect(text(try await app.type("push", "receive")) == "You were mentioned by Wren Alder: @you hello\n")
    input.hand(push.body)
    let opened = try await app.type(
      "push", "receive", "--content-encoding", "aesgcm", "--encryption", field("Encryption"), "--crypto-key",
      field("Crypto-Key"))
    #expect(text(opened) == "You were mentioned by Wren Alder: @you hello\n")
    #expect(
      await refusal { try await app.type("push", "receive", "--content-encoding", "aesgcm") }
        == "The header field Encryption is missing the parameter “salt”, which aesgcm needs.")
    await app.shutdown()
  }

  @Test func base64IsReadInLines() async throws {
    let app = try makeApp()
    _ = try await app.type("push", "subscribe", "https://push.example/1")
    let push = try await mention(app, "hello")
    let lines = Data(push.body).base64EncodedString().map { String($0) }.joined(separator: "\n")
    input.hand(Array("\(lines)\n".utf8))
    #expect(text(try await app.type("push", "receive", "--base64")) == "You were mentioned by Wren Alder: @you hello\n")
    input.hand(Array("not base64!".utf8))
    #expect(await refusal { try await app.type("push", "receive", "--base64") } == "The push is not valid base64.")
    await app.shutdown()
  }

  @Test func pushForAnotherAccountNamesIt() async throws {
    let app = try makeApp()
    _ = try await app.type("push", "subscribe", "https://push.example/1")
    let push = try await mention(app, "hello")
    let secret = try #require(try app.accounts.secrets.secret("you@sandbox", .push))
    try app.accounts.secrets.keep(secret, "lamp@garden.example", .push)
    var random = SystemRandomNumberGenerator()
    let other = PushTokens(
      account: "you@sandbox", endpoint: try PushNotifications.PushEndpoint(parsing: "https://push.example/1"),
      keys: .make(using: &random))
    try app.accounts.secrets.keep(other.secret, "you@sandbox", .push)
    input.hand(push.body)
    #expect(
      text(try await app.type("push", "receive"))
        == "You were mentioned by Wren Alder: @you hello  for @lamp@garden.example\n")
    await app.shutdown()
  }

  @Test func invalidPushIsRefused() async throws {
    let app = try makeApp()
    #expect(
      await refusal { try await app.type("push", "receive") } == "No push on standard input.")
    input.hand(Array("hello".utf8))
    #expect(
      await refusal { try await app.type("push", "receive") }
        == "No account has a push subscription, so there is no key to decrypt this push.")
    _ = try await app.type("push", "subscribe", "https://push.example/1")
    let push = try await mention(app, "hello")
    var changed = push.body
    changed[100] ^= 1
    let sealed = "The push is for another account, or was modified."
    let cases: [([UInt8], String)] = [
      ([], "No push on standard input."), (Array("hello".utf8), "The push is incomplete."),
      (changed, sealed), (Array(push.body.dropLast(3)), sealed),
      (Array(push.body.prefix(80)), "The push is incomplete."),
      (Array("Content-Encoding: br\r\n\r\n".utf8) + push.body, "Unknown content encoding “br”."),
      ([UInt8](repeating: 1, count: 100_000), "The push exceeds 65536 bytes."),
      (
        Array("Authorization: vapid t=a.b.c\r\n\r\n".utf8) + push.body,
        "The push is not signed by your server."
      ),
    ]
    for (bytes, words) in cases {
      input.hand(bytes)
      #expect(await refusal { try await app.type("push", "receive") } == words)
    }
    await app.shutdown()
  }

  @Test func settingBelongsToTheAccountAndReachesItsServer() async throws {
    let app = try makeApp()
    _ = try await app.type("push", "subscribe", "https://push.example/1")
    #expect(text(try await app.type("set", "push-mentions", "off")) == "Set push-mentions to off.")
    #expect(text(try await app.type("set", "push-policy", "followed")) == "Set push-policy to followed.")
    let subscription = try #require(try await app.session.client.pushSubscriptionService.subscription())
    #expect(subscription.alerts[.mention] == false && subscription.alerts[.follow] == true)
    #expect(subscription.policy == .followed)
    #expect(text(try await app.type("get", "push-policy")) == "followed\n")
    #expect(text(try await app.type("reset", "push-mentions")) == "Reset push-mentions to on.")
    #expect(try await app.session.client.pushSubscriptionService.subscription()?.alerts[.mention] == true)
    await app.shutdown()
  }

  @Test func coordinatorIsCreatedOnFirstUse() async throws {
    let app = try makeApp()
    _ = try await app.type("settings")
    await app.screen.load()
    #expect(app.pushes.current == nil)
    #expect(app.graph.nodes.first { $0.name == "push notifications" }?.made == 0)
    _ = try await app.type("push", "status")
    _ = try await app.type("push")
    #expect(app.graph.nodes.first { $0.name == "push notifications" }?.made == 1)
    await app.shutdown()
  }

  @Test func sessionRenewsTheSubscription() async throws {
    let first = try makeApp()
    _ = try await first.type("push", "subscribe", "https://push.example/1")
    await first.shutdown()
    // The embedded instance is another in each run here, so it knows of nothing.
    let app = try AppCoordinator(
      dependencies: .fixtures.still(in: folder.path), choice: .init(usesSandbox: true, isLive: true))
    while app.pushes.current?.watched == nil, !Task.isCancelled { await Task.yield() }
    await app.pushes().settled()
    #expect(
      try await app.session.client.pushSubscriptionService.subscription()?.endpoint == "https://push.example/1")
    await app.shutdown()
    #expect(app.pushes.current?.watched == nil)
  }

  @Test func signingOutDeletesTheSubscription() async throws {
    let loopback = try await LoopbackSandbox()
    let app = try loopback.app(browser: loopback.browser())
    let (question, _) = try await app.login(loopback.host)
    _ = try await question.elsewhere?()
    _ = try await app.type("push", "subscribe", "https://push.example/1")
    let id = app.session.identity.id
    let searches = app.storage.recentSearches(account: id)
    try searches.note(RecentSearches.Search("canal"))
    _ = try await app.type("logout")
    #expect(try searches.all().isEmpty)
    #expect(try app.accounts.secrets.secret(id, .push) == nil)
    #expect(try app.pushes().file.load(id) == nil)
    await app.shutdown()
    await loopback.stop()
  }
}

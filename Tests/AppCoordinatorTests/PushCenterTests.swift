import Dispatch
import FeatureKit
import FoundationEssentials
import LocalStore
import MastodonKit
import PushFeature
import TerminalKit
import Testing
import WebPush

@testable import AppCoordinator

/// Keys, wishes and servers, and what keeps the three together.
@MainActor
@Suite(.timeLimit(.minutes(5))) struct PushCenterTests {
  private static let account = "wren@shore.example"
  private static let address = "https://push.example/1"

  let folder = TemporaryFolder()
  let server = PushServer()

  /// What the center said, and how often it waited.
  @MainActor final class Log {
    var said: [String] = []
    var accountInUse: String? = PushCenterTests.account
  }

  let log = Log()

  private func makeCenter(
    pause: @escaping @Sendable (Int) async throws -> Void = { _ in await Task.yield() }
  ) -> PushCenter {
    let dependencies = AppDependencies.fixtures.still(in: folder.path)
    return PushCenter(
      secrets: AppCoordinator.createAccountManager(dependencies, report: { _ in }).secrets,
      file: PushFile(locations: dependencies.locations, now: dependencies.now, report: { _ in }),
      world: PushCenter.World(
        service: { [log, server] in log.accountInUse == $0 ? server.service : nil },
        say: { [log] in log.said.append($0.plain) },
        makeKeys: { Self.makeKeys() }, pause: pause))
  }

  private static func makeKeys() -> PushKeys {
    var random = SystemRandomNumberGenerator()
    return PushKeys.make(using: &random)
  }

  private func subscribed() async throws -> PushCenter {
    let center = makeCenter()
    _ = try await center.subscribe(Self.account, to: Self.address)
    server.clearCalls()
    return center
  }

  // MARK: - What the person asks for

  @Test func subscribingKeepsTheKeysAndTellsTheServer() async throws {
    let center = makeCenter()
    let subscription = try await center.subscribe(Self.account, to: Self.address)
    #expect(subscription.endpoint == Self.address && subscription.standing == .current)
    let tokens = try #require(try await makeCenter().tokens(of: Self.account))
    #expect(server.draft?.publicKey == tokens.keys.publicText)
    #expect(server.draft?.authentication == tokens.keys.authenticationText)
    #expect(server.draft?.alerts["mention"] == true && server.draft?.alerts["admin.report"] == false)
    #expect(server.draft?.policy == .all)
    #expect(try center.wish(of: Self.account).serverKey == "BKey")
    #expect(try await center.subscription(of: Self.account) == subscription)
  }

  @Test func theSameAddressKeepsItsKeysAndAnotherGetsNewOnes() async throws {
    let center = try await subscribed()
    let first = try #require(try await center.tokens(of: Self.account))
    _ = try await center.subscribe(Self.account, to: nil)
    _ = try await center.subscribe(Self.account, to: Self.address)
    #expect(try await center.tokens(of: Self.account) == first)
    _ = try await center.subscribe(Self.account, to: "https://push.example/2")
    let second = try #require(try await center.tokens(of: Self.account))
    #expect(second.keys != first.keys && server.subscription?.endpoint == "https://push.example/2")
  }

  @Test func aServerThatRefusesLeavesEverythingAsItWas() async throws {
    let center = makeCenter()
    server.fail(with: .forbidden(host: "shore.example", words: "outside the authorized scopes"))
    await #expect(
      throws: AppError.forbidden("This sign-in may not be pushed to: login shore.example asks the server for that.")
    ) { try await center.subscribe(Self.account, to: Self.address) }
    #expect(try await center.tokens(of: Self.account) == nil)
    _ = try await center.subscribe(Self.account, to: Self.address)
    let before = try await center.tokens(of: Self.account)
    server.fail(with: .fixtures.offline)
    await #expect(throws: AppError.self) { try await center.subscribe(Self.account, to: "https://push.example/2") }
    #expect(try await center.tokens(of: Self.account) == before)
  }

  @Test(arguments: ["nothing", "http://push.example/1", "ftp://push.example/1"])
  func anAddressThatIsNoneIsRefusedBeforeAnythingHappens(_ address: String) async throws {
    let center = makeCenter()
    await #expect(throws: PushFailure.self) { try await center.subscribe(Self.account, to: address) }
    #expect(server.calls.isEmpty)
    #expect(try await center.tokens(of: Self.account) == nil)
  }

  @Test func withoutAnAddressThereMustBeOneAlready() async {
    await #expect(throws: AppError.self) { try await makeCenter().subscribe(Self.account, to: nil) }
    #expect(server.calls.isEmpty)
  }

  @Test func unsubscribingForgetsTheKeysAndKeepsTheWish() async throws {
    let center = try await subscribed()
    try await center.change(Self.account) { $0.policy = "followed" }
    #expect(try await center.unsubscribe(Self.account))
    #expect(server.subscription == nil)
    #expect(try await center.tokens(of: Self.account) == nil)
    #expect(try await center.subscription(of: Self.account) == nil)
    #expect(try center.wish(of: Self.account).policy == "followed")
    #expect(try await center.unsubscribe(Self.account) == false)
  }

  @Test func damagedKeysAreSaidAndCanBeReplaced() async throws {
    let center = try await subscribed()
    try center.secrets.keep("nonsense", Self.account, .push)
    await #expect(throws: AppError.self) { try await center.tokens(of: Self.account) }
    _ = try await center.subscribe(Self.account, to: Self.address)
    #expect(try await center.tokens(of: Self.account) != nil)
  }

  @Test func aWishIsToldToTheServerFirst() async throws {
    let center = try await subscribed()
    try await center.change(Self.account) { $0.alerts.remove("mention") }
    #expect(server.subscription?.alerts[.mention] == false && server.subscription?.alerts[.follow] == true)
    #expect(server.calls == ["put"])
    server.fail(with: .fixtures.offline)
    await #expect(throws: MastodonError.self) { try await center.change(Self.account) { $0.policy = "none" } }
    #expect(try center.wish(of: Self.account).policy == "all")
  }

  @Test func aWishForAServerThatHasForgottenSubscribesAgain() async throws {
    let center = try await subscribed()
    server.forget()
    try await center.change(Self.account) { $0.policy = "follower" }
    #expect(server.calls == ["put", "post"])
    #expect(server.subscription?.policy == .follower && server.subscription?.endpoint == Self.address)
  }

  @Test func aWishWithoutASubscriptionWaitsForOne() async throws {
    let center = makeCenter()
    try await center.change(Self.account) { $0.policy = "none" }
    #expect(server.calls.isEmpty)
    _ = try await center.subscribe(Self.account, to: Self.address)
    #expect(server.subscription?.policy == WebPushSubscription.Policy.none)
  }

  @Test func theServersWordOnASubscriptionIsShown() async throws {
    let center = try await subscribed()
    #expect(try await center.subscription(of: Self.account)?.standing == .current)
    _ = try await server.service.subscribe(
      PushSubscriptionDraft(endpoint: "https://push.example/other", publicKey: "", authentication: ""))
    #expect(try await center.subscription(of: Self.account)?.standing == .elsewhere)
    server.forget()
    #expect(try await center.subscription(of: Self.account)?.standing == .lost)
    server.fail(with: .fixtures.offline)
    #expect(
      try await center.subscription(of: Self.account)?.standing == .unasked(AppError(MastodonError.fixtures.offline)))
  }

  // MARK: - Upkeep

  @Test func aServerThatIsCurrentIsAskedAndNothingElse() async throws {
    let center = try await subscribed()
    await center.watch(Self.account)
    await center.settled()
    #expect(server.calls == ["get"])
    #expect(center.watched == "@\(Self.account)")
  }

  @Test func aServerThatHasForgottenIsToldAgain() async throws {
    let center = try await subscribed()
    server.forget()
    await center.watch(Self.account)
    await center.settled()
    #expect(server.calls == ["get", "post"])
    #expect(server.subscription?.endpoint == Self.address)
    #expect(log.said.isEmpty)
  }

  @Test func aServerThatPushesSomethingElseIsPutRight() async throws {
    let center = try await subscribed()
    // Another run of the program wished for something while the server could not be told.
    try center.file.update(Self.account) { kept in
      var wish = kept
      wish?.alerts = ["mention"]
      return wish
    }
    await center.watch(Self.account)
    await center.settled()
    #expect(server.calls == ["get", "put"])
    #expect(server.subscription?.alerts[.mention] == true && server.subscription?.alerts[.follow] == false)
  }

  @Test func anotherKeyOfTheServersIsRemembered() async throws {
    let center = try await subscribed()
    try center.file.update(Self.account) { kept in
      var wish = kept
      wish?.serverKey = "BOld"
      return wish
    }
    await center.watch(Self.account)
    await center.settled()
    #expect(try center.wish(of: Self.account).serverKey == "BKey")
  }

  @Test func anAccountWithoutPushesIsNotAskedFor() async throws {
    let center = makeCenter()
    await center.watch(Self.account)
    await center.settled()
    #expect(server.calls.isEmpty && center.watched == nil)
  }

  @Test func whileThereIsNoNetworkItTriesAgain() async throws {
    let center = try await subscribed()
    server.forget()
    server.fail(with: .fixtures.offline, .fixtures.timedOut, .fixtures.offline)
    await center.watch(Self.account)
    await center.settled()
    #expect(server.calls == ["get", "get", "get", "get", "post"])
    #expect(log.said.isEmpty)
  }

  @Test func aServerThatRefusesIsNotAskedForeverAndThatIsSaid() async throws {
    let center = try await subscribed()
    server.fail(with: .unauthorized(host: "shore.example"))
    await center.watch(Self.account)
    await center.settled()
    #expect(server.calls == ["get"])
    #expect(log.said == ["Pushes for @\(Self.account) may not arrive. shore.example does not accept this sign-in."])
  }

  /// Wherever it is stopped, what is kept here is whole, and the next time puts the server right.
  @Test(arguments: ["get", "post", "put"], [PushServer.Stop.before, .after])
  func stoppedAtAnyStepItLeavesEverythingInOrder(_ step: String, _ stop: PushServer.Stop) async throws {
    let center = try await subscribed()
    let tokens = try await center.tokens(of: Self.account)
    try center.file.update(Self.account) { kept in
      var wish = kept
      wish?.alerts = ["mention"]
      return wish
    }
    if step != "put" { server.forget() }
    server.stop(step, stop)
    await center.watch(Self.account)
    while !server.isStopped, !Task.isCancelled { await Task.yield() }
    center.rest()
    await center.settled()
    #expect(center.watched == nil)
    #expect(try await center.tokens(of: Self.account) == tokens)
    #expect(try center.wish(of: Self.account).alerts == ["mention"])
    #expect(try center.wish(of: Self.account).isSubscribed)
    server.stop(nil)
    await center.watch(Self.account)
    await center.settled()
    #expect(server.subscription?.endpoint == Self.address)
    #expect(server.subscription?.alerts[.mention] == true && server.subscription?.alerts[.follow] == false)
    #expect(log.said.isEmpty)
  }

  @Test func whoLeavesWhileTheVaultIsAskedIsNotLookedAfter() async throws {
    let asked = AsyncStream.makeStream(of: Void.self)
    let answered = DispatchSemaphore(value: 0)
    let kept = try await subscribed()
    var secrets = kept.secrets
    secrets.secret = { [secret = secrets.secret] account, kind in
      // A keyring that waits for its owner's password.
      asked.continuation.yield()
      answered.wait()
      return try secret(account, kind)
    }
    let center = PushCenter(
      secrets: secrets, file: kept.file,
      world: PushCenter.World(
        service: { [server] _ in server.service }, say: { [log] in log.said.append($0.plain) },
        makeKeys: { Self.makeKeys() }, pause: { _ in }))
    let watching = Task { await center.watch(Self.account) }
    for await _ in asked.stream { break }
    watching.cancel()
    answered.signal()
    await watching.value
    #expect(center.watched == nil && server.calls.isEmpty && log.said.isEmpty)
  }

  @Test func anotherAddressStartsItAnewAndAnotherAccountEndsIt() async throws {
    let center = try await subscribed()
    server.stop("get")
    await center.watch(Self.account)
    while !server.isStopped, !Task.isCancelled { await Task.yield() }
    server.stop(nil)
    _ = try await center.subscribe(Self.account, to: "https://push.example/2")
    await center.watch(Self.account)
    await center.settled()
    #expect(server.subscription?.endpoint == "https://push.example/2")
    log.accountInUse = "lamp@garden.example"
    server.clearCalls()
    await center.watch("lamp@garden.example")
    await center.settled()
    #expect(center.watched == nil && server.calls.isEmpty)
  }

  @Test func whoUnsubscribesMeanwhileIsNotSubscribedAgain() async throws {
    let center = try await subscribed()
    server.forget()
    server.stop("get", .after)
    await center.watch(Self.account)
    while !server.isStopped, !Task.isCancelled { await Task.yield() }
    server.stop(nil)
    _ = try await center.unsubscribe(Self.account)
    await center.settled()
    #expect(server.subscription == nil)
    #expect(try !center.wish(of: Self.account).isSubscribed)
  }

  @Test func releasingItEndsItsTask() async throws {
    var center: PushCenter? = try await subscribed()
    server.stop("get")
    await center?.watch(Self.account)
    while !server.isStopped, !Task.isCancelled { await Task.yield() }
    weak let released = center
    center = nil
    while released != nil, !Task.isCancelled { await Task.yield() }
  }
}

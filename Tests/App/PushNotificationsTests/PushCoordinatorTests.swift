import Dispatch
import FeatureKit
import FoundationEssentials
import LocalStore
import MastodonKit
import PushKit
import Subprocesses
import TerminalKit
import Testing

@testable import PushNotifications

/// Keys, preferences and servers, and what keeps the three consistent.
@MainActor
@Suite(.timeLimit(.minutes(10))) struct PushCoordinatorTests {
  private static let account = "wren@shore.example"
  private static let address = "https://push.example/1"

  let locations = FileLocations.inMemory()
  let server = PushServer()

  /// The messages posted by the coordinator, and the current account.
  @MainActor final class Log {
    var messages: [String] = []
    var currentAccount: String? = PushCoordinatorTests.account
  }

  let log = Log()

  private func makeCoordinator(
    pause: @escaping @Sendable (Int) async throws -> Void = { _ in await Task.yield() }
  ) -> PushCoordinator {
    let files = SecretsFile(
      locations: locations, now: { .fixtureNow }, programs: .none, chosen: { () throws(StoreError) in .file },
      report: { _ in })
    return PushCoordinator(
      secrets: files.secrets, file: PushFile(locations: locations, now: { .fixtureNow }, report: { _ in }),
      dependencies: PushCoordinator.Dependencies(
        service: { [log, server] in log.currentAccount == $0 ? server.service : nil },
        post: { [log] in log.messages.append($0.plain) },
        makeKeys: { .random() }, pause: pause))
  }

  private func subscribed() async throws -> PushCoordinator {
    let coordinator = makeCoordinator()
    _ = try await coordinator.subscribe(Self.account, to: Self.address)
    server.clearCalls()
    return coordinator
  }

  // MARK: - Commands

  @Test func subscribingStoresTheKeysAndInformsTheServer() async throws {
    let coordinator = makeCoordinator()
    let subscription = try await coordinator.subscribe(Self.account, to: Self.address)
    #expect(subscription.endpoint == Self.address && subscription.status == .current)
    let tokens = try #require(try await makeCoordinator().tokens(of: Self.account))
    #expect(server.draft?.publicKey == tokens.keys.publicText)
    #expect(server.draft?.authentication == tokens.keys.authenticationText)
    #expect(server.draft?.alerts["mention"] == true && server.draft?.alerts["admin.report"] == false)
    #expect(server.draft?.policy == .all)
    #expect(try coordinator.preferences(of: Self.account).serverKey == "BKey")
    #expect(try await coordinator.subscription(of: Self.account) == subscription)
  }

  @Test func sameAddressKeepsItsKeysAndAnotherGetsNewOnes() async throws {
    let coordinator = try await subscribed()
    let first = try #require(try await coordinator.tokens(of: Self.account))
    _ = try await coordinator.subscribe(Self.account, to: nil)
    _ = try await coordinator.subscribe(Self.account, to: Self.address)
    #expect(try await coordinator.tokens(of: Self.account) == first)
    _ = try await coordinator.subscribe(Self.account, to: "https://push.example/2")
    let second = try #require(try await coordinator.tokens(of: Self.account))
    #expect(second.keys != first.keys && server.subscription?.endpoint == "https://push.example/2")
  }

  @Test func refusedSubscriptionRestoresThePreviousKeys() async throws {
    let coordinator = makeCoordinator()
    server.fail(with: .forbidden(host: "shore.example", words: "outside the authorized scopes"))
    await #expect(
      throws: AppError.forbidden("This sign-in has no permission for pushes. Sign in again: login shore.example")
    ) { try await coordinator.subscribe(Self.account, to: Self.address) }
    #expect(try await coordinator.tokens(of: Self.account) == nil)
    _ = try await coordinator.subscribe(Self.account, to: Self.address)
    let before = try await coordinator.tokens(of: Self.account)
    server.fail(with: .fixtures.offline)
    await #expect(throws: AppError.self) { try await coordinator.subscribe(Self.account, to: "https://push.example/2") }
    #expect(try await coordinator.tokens(of: Self.account) == before)
  }

  @Test(arguments: ["nothing", "http://push.example/1", "ftp://push.example/1"])
  func invalidAddressIsRefusedBeforeAnyRequest(_ address: String) async throws {
    let coordinator = makeCoordinator()
    await #expect(throws: PushFailure.self) { try await coordinator.subscribe(Self.account, to: address) }
    #expect(server.calls.isEmpty)
    #expect(try await coordinator.tokens(of: Self.account) == nil)
  }

  @Test func firstSubscriptionNeedsAnAddress() async {
    await #expect(throws: AppError.self) { try await makeCoordinator().subscribe(Self.account, to: nil) }
    #expect(server.calls.isEmpty)
  }

  @Test func unsubscribingDeletesTheKeysAndKeepsThePreferences() async throws {
    let coordinator = try await subscribed()
    try await coordinator.change(Self.account) { $0.policy = "followed" }
    #expect(try await coordinator.unsubscribe(Self.account))
    #expect(server.subscription == nil)
    #expect(try await coordinator.tokens(of: Self.account) == nil)
    #expect(try await coordinator.subscription(of: Self.account) == nil)
    #expect(try coordinator.preferences(of: Self.account).policy == "followed")
    #expect(try await coordinator.unsubscribe(Self.account) == false)
  }

  @Test func damagedKeysAreReportedAndCanBeReplaced() async throws {
    let coordinator = try await subscribed()
    try coordinator.secrets.keep("nonsense", Self.account, .push)
    await #expect(throws: AppError.self) { try await coordinator.tokens(of: Self.account) }
    _ = try await coordinator.subscribe(Self.account, to: Self.address)
    #expect(try await coordinator.tokens(of: Self.account) != nil)
  }

  @Test func changeGoesToTheServerFirst() async throws {
    let coordinator = try await subscribed()
    try await coordinator.change(Self.account) { $0.alerts.remove("mention") }
    #expect(server.subscription?.alerts[.mention] == false && server.subscription?.alerts[.follow] == true)
    #expect(server.calls == ["put"])
    server.fail(with: .fixtures.offline)
    await #expect(throws: MastodonError.self) { try await coordinator.change(Self.account) { $0.policy = "none" } }
    #expect(try coordinator.preferences(of: Self.account).policy == "all")
  }

  @Test func changeRenewsALostSubscription() async throws {
    let coordinator = try await subscribed()
    server.forget()
    try await coordinator.change(Self.account) { $0.policy = "follower" }
    #expect(server.calls == ["put", "post"])
    #expect(server.subscription?.policy == .follower && server.subscription?.endpoint == Self.address)
  }

  @Test func changeWithoutASubscriptionIsStoredForLater() async throws {
    let coordinator = makeCoordinator()
    try await coordinator.change(Self.account) { $0.policy = "none" }
    #expect(server.calls.isEmpty)
    _ = try await coordinator.subscribe(Self.account, to: Self.address)
    #expect(server.subscription?.policy == WebPushSubscription.Policy.none)
  }

  @Test func statusFollowsTheServer() async throws {
    let coordinator = try await subscribed()
    #expect(try await coordinator.subscription(of: Self.account)?.status == .current)
    _ = try await server.service.subscribe(
      PushSubscriptionDraft(endpoint: "https://push.example/other", publicKey: "", authentication: ""))
    #expect(try await coordinator.subscription(of: Self.account)?.status == .elsewhere)
    server.forget()
    #expect(try await coordinator.subscription(of: Self.account)?.status == .lost)
    server.fail(with: .fixtures.offline)
    #expect(
      try await coordinator.subscription(of: Self.account)?.status == .unknown(AppError(MastodonError.fixtures.offline))
    )
  }

  // MARK: - Keeping the subscription up to date

  @Test func upToDateServerIsOnlyAsked() async throws {
    let coordinator = try await subscribed()
    await coordinator.watch(Self.account)
    await coordinator.settled()
    #expect(server.calls == ["get"])
    #expect(coordinator.watched == "@\(Self.account)")
  }

  @Test func lostSubscriptionIsRenewed() async throws {
    let coordinator = try await subscribed()
    server.forget()
    await coordinator.watch(Self.account)
    await coordinator.settled()
    #expect(server.calls == ["get", "post"])
    #expect(server.subscription?.endpoint == Self.address)
    #expect(log.messages.isEmpty)
  }

  @Test func differentAlertsAreCorrected() async throws {
    let coordinator = try await subscribed()
    // Another run changed the preferences while the server could not be reached.
    try coordinator.file.update(Self.account) { kept in
      var wish = kept
      wish?.alerts = ["mention"]
      return wish
    }
    await coordinator.watch(Self.account)
    await coordinator.settled()
    #expect(server.calls == ["get", "put"])
    #expect(server.subscription?.alerts[.mention] == true && server.subscription?.alerts[.follow] == false)
  }

  @Test func newServerKeyIsStored() async throws {
    let coordinator = try await subscribed()
    try coordinator.file.update(Self.account) { kept in
      var wish = kept
      wish?.serverKey = "BOld"
      return wish
    }
    await coordinator.watch(Self.account)
    await coordinator.settled()
    #expect(try coordinator.preferences(of: Self.account).serverKey == "BKey")
  }

  @Test func accountWithoutSubscriptionMakesNoRequest() async throws {
    let coordinator = makeCoordinator()
    await coordinator.watch(Self.account)
    await coordinator.settled()
    #expect(server.calls.isEmpty && coordinator.watched == nil)
  }

  @Test func networkErrorsAreRetried() async throws {
    let coordinator = try await subscribed()
    server.forget()
    server.fail(with: .fixtures.offline, .fixtures.timedOut, .fixtures.offline)
    await coordinator.watch(Self.account)
    await coordinator.settled()
    #expect(server.calls == ["get", "get", "get", "get", "post"])
    #expect(log.messages.isEmpty)
  }

  @Test func refusalIsReportedAndNotRetried() async throws {
    let coordinator = try await subscribed()
    server.fail(with: .unauthorized(host: "shore.example"))
    await coordinator.watch(Self.account)
    await coordinator.settled()
    #expect(server.calls == ["get"])
    #expect(log.messages == ["Pushes for @\(Self.account) may not arrive. shore.example does not accept this sign-in."])
  }

  /// Wherever it is interrupted, stored data stays whole and the next run corrects the server.
  @Test(arguments: ["get", "post", "put"], [PushServer.Stop.before, .after])
  func interruptionAtAnyStepLeavesAConsistentState(_ step: String, _ stop: PushServer.Stop) async throws {
    let coordinator = try await subscribed()
    let tokens = try await coordinator.tokens(of: Self.account)
    try coordinator.file.update(Self.account) { kept in
      var wish = kept
      wish?.alerts = ["mention"]
      return wish
    }
    if step != "put" { server.forget() }
    server.stop(step, stop)
    await coordinator.watch(Self.account)
    while !server.isStopped, !Task.isCancelled { await Task.yield() }
    coordinator.stopWatching()
    await coordinator.settled()
    #expect(coordinator.watched == nil)
    #expect(try await coordinator.tokens(of: Self.account) == tokens)
    #expect(try coordinator.preferences(of: Self.account).alerts == ["mention"])
    #expect(try coordinator.preferences(of: Self.account).isSubscribed)
    server.stop(nil)
    await coordinator.watch(Self.account)
    await coordinator.settled()
    #expect(server.subscription?.endpoint == Self.address)
    #expect(server.subscription?.alerts[.mention] == true && server.subscription?.alerts[.follow] == false)
    #expect(log.messages.isEmpty)
  }

  @Test func cancellingWhileTheKeyringWaitsStartsNothing() async throws {
    let asked = AsyncStream.makeStream(of: Void.self)
    let answered = DispatchSemaphore(value: 0)
    let kept = try await subscribed()
    var secrets = kept.secrets
    secrets.secret = { [secret = secrets.secret] account, kind in
      // A keyring that waits for its password.
      asked.continuation.yield()
      answered.wait()
      return try secret(account, kind)
    }
    let coordinator = PushCoordinator(
      secrets: secrets, file: kept.file,
      dependencies: PushCoordinator.Dependencies(
        service: { [server] _ in server.service }, post: { [log] in log.messages.append($0.plain) },
        makeKeys: { .random() }, pause: { _ in }))
    let watching = Task { await coordinator.watch(Self.account) }
    for await _ in asked.stream { break }
    watching.cancel()
    answered.signal()
    await watching.value
    #expect(coordinator.watched == nil && server.calls.isEmpty && log.messages.isEmpty)
  }

  @Test func newAddressRestartsTheTaskAndAnotherAccountEndsIt() async throws {
    let coordinator = try await subscribed()
    server.stop("get")
    await coordinator.watch(Self.account)
    while !server.isStopped, !Task.isCancelled { await Task.yield() }
    server.stop(nil)
    _ = try await coordinator.subscribe(Self.account, to: "https://push.example/2")
    await coordinator.watch(Self.account)
    await coordinator.settled()
    #expect(server.subscription?.endpoint == "https://push.example/2")
    log.currentAccount = "lamp@garden.example"
    server.clearCalls()
    await coordinator.watch("lamp@garden.example")
    await coordinator.settled()
    #expect(coordinator.watched == nil && server.calls.isEmpty)
  }

  @Test func unsubscribingMeanwhileIsNotUndone() async throws {
    let coordinator = try await subscribed()
    server.forget()
    server.stop("get", .after)
    await coordinator.watch(Self.account)
    while !server.isStopped, !Task.isCancelled { await Task.yield() }
    server.stop(nil)
    _ = try await coordinator.unsubscribe(Self.account)
    await coordinator.settled()
    #expect(server.subscription == nil)
    #expect(try !coordinator.preferences(of: Self.account).isSubscribed)
  }

  @Test func updaterDoesNotSubscribeAnAccountThatHasUnsubscribed() async throws {
    let coordinator = makeCoordinator()
    let tokens = PushTokens(
      account: Self.account, endpoint: try PushEndpoint(parsing: Self.address), keys: .random())
    try coordinator.file.update(tokens.account) { _ in PushPreferences.standard(tokens.account) }
    let dependencies = PushCoordinator.Dependencies(
      service: { [server] _ in server.service }, post: { _ in }, makeKeys: { tokens.keys }, pause: { _ in })
    await PushSubscriptionUpdater(file: coordinator.file, dependencies: dependencies).update(tokens)
    #expect(server.subscription == nil && server.calls == ["get"])
  }

  @Test func releasingTheCoordinatorEndsItsTask() async throws {
    var coordinator: PushCoordinator? = try await subscribed()
    server.stop("get")
    await coordinator?.watch(Self.account)
    while !server.isStopped, !Task.isCancelled { await Task.yield() }
    weak let released = coordinator
    coordinator = nil
    while released != nil, !Task.isCancelled { await Task.yield() }
  }
}

import FeatureKit
import FeatureTestKit
import MastodonKit
import Testing

@testable import WatchFeature

/// Watching Home or the notifications of several accounts.
@MainActor @Suite(.timeLimit(.minutes(10))) struct SeveralAccountsWatchTests {
  private let world = World()
  private let target = Watch.Target.accounts(["wren@garden.example", "wren@shore.example"], isNotifications: false)

  private func post(_ number: Int) -> Status {
    var status = Status.numbered(number)
    status.uri = "https://shore.example/\(number)"
    return status
  }

  @Test func postOfBothAccountsIsToldOfOnceWithTheAccount() async throws {
    world.signals = [.event(.update(post(12))), .event(.update(post(13)))]
    var options = Watch.Options()
    options.limit = 2
    let lines = try await world.lines(options, of: target)
    #expect(lines.filter { $0.contains("/12") }.count == 1 && lines.filter { $0.contains("/13") }.count == 1)
    #expect(lines.allSatisfy { $0.contains("@garden.example/") || $0.contains("@shore.example/") })
    #expect(lines.first?.contains(#""timeline":"home --accounts @wren@garden.example,@wren@shore.example""#) == true)
  }

  @Test(arguments: [
    .notifications, Watch.Target.accounts(["wren@garden.example", "wren@shore.example"], isNotifications: true),
  ])
  func postThatARuleTellsOfIsANotificationOfEachAccount(_ target: Watch.Target) async throws {
    world.signals = [.event(.update(post(12))), .event(.update(post(13)))]
    world.alerting = "13"
    var options = Watch.Options()
    options.limit = target == .notifications ? 1 : 2
    let lines = try await world.lines(options, of: target)
    #expect(lines.count == options.limit && lines.allSatisfy { $0.contains("rule 1 13") }, "\(lines)")
  }

  @Test func accountThatCannotBeReadIsSaidAndTheOtherGoesOn() async throws {
    world.signals = [.event(.update(post(12)))]
    world.unreadable = ["wren@shore.example"]
    var options = Watch.Options()
    options.limit = 1
    #expect(try await world.lines(options, of: target).count == 1)
    await world.until { world.said == ["Without @wren@shore.example: \(AppError.fixtures.noConnection.message)"] }
  }

  @Test func watchEndsWhereNoAccountCanBeRead() async {
    world.unreadable = ["wren@garden.example", "wren@shore.example"]
    await #expect(throws: AppError.self) { try await world.lines(Watch.Options(), of: target) }
  }

  @Test func onlyHomeAndNotificationsHaveSeveralAccounts() async throws {
    let verbs = Watch.plugin(model: world.model, isBeside: true, obstacle: { nil }).verbs
    _ = try await verbs.type("watch notifications --accounts all")
    #expect(world.model.targets.map(\.words) == ["notifications --accounts @wren@garden.example,@wren@shore.example"])
    _ = try await verbs.type("unwatch notifications --accounts all")
    #expect(world.model.targets.isEmpty)
    await #expect(throws: AppError.self) { try await verbs.type("watch local --accounts all") }
    await #expect(throws: AppError.self) { try await verbs.type("watch --accounts @nobody") }
  }
}

import FeatureKit
import FeatureTestKit
import FoundationEssentials
import MastodonKit
import TerminalKit
import Testing

@testable import WatchFeature

/// Watching a group of sources, some of which no stream tells of.
@MainActor @Suite(.timeLimit(.minutes(10))) struct GroupWatchTests {
  private let world = World()
  private let target = Watch.Target.group("group-3", title: "Boats")

  private static func post(_ id: Status.ID, _ second: Int) -> Status {
    var post = Status.numbered(0)
    (post.id, post.createdAt) = (id, Date(timeIntervalSince1970: Double(second)))
    return post
  }

  private func type(_ words: String...) async throws -> String? {
    let verb = try #require(Watch.plugin(model: world.model, isBeside: true, obstacle: { nil }).verbs.first)
    let context = ArgumentContext(
      highestNumber: { 0 }, shown: { _ in nil }, resolve: { _, _ in throw AppError.cancelled })
    let arguments = ArgumentList(words.map { ArgumentList.Word($0) })
    guard case .toast(let toast) = try await verb.run(ArgumentReader(arguments, for: verb, context: context)) else {
      return nil
    }
    return toast.text.plain
  }

  @Test func groupIsWatchedByItsName() async throws {
    #expect(try await type("group", "Boats") == "Watching the group “Boats”.")
    #expect(try await type("boats") == "Watching the group “Boats”.")
    #expect(world.model.targets == [target])
    world.model.stop()
    await #expect(throws: AppError.self) { try await type("group", "Nowhere") }
  }

  /// Posts of several servers have ids that cannot be compared: those that were there are known, and of others the times tell.
  @Test func newPostsAreFoundByTheirTimesBesideTheStream() async throws {
    world.signals = [.connection(.connected), .event(.update(Self.post("12", 12)))]
    let old = [Self.post("shore.example/99", 10), Self.post("9", 9)]
    world.posts = old
    world.beforeQuestion = [
      { [world] in world.posts = [Self.post("12", 12), Self.post("shore.example/100", 11)] + old }
    ]
    var options = Watch.Options()
    options.limit = 2
    #expect(try await world.lines(options, of: target).count == 2)
    #expect(world.said.isEmpty)
  }
}

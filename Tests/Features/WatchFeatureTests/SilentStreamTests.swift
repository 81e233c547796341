import MastodonKit
import Testing

@testable import WatchFeature

/// Streams that a server accepts and on which it may send nothing.
@MainActor @Suite(.timeLimit(.minutes(10))) struct SilentStreamTests {
  private let world = World()

  private func options(_ limit: Int) -> Watch.Options {
    var options = Watch.Options()
    options.limit = limit
    return options
  }

  @Test func silentStreamIsReplacedByAskingWhereItIsNotKnownToDeliver() async throws {
    world.isKnownToDeliver = false
    world.signals = [.connection(.connected)]
    world.posts = [.numbered(10)]
    world.beforeQuestion = [{}, { [world] in world.posts = [.numbered(12), .numbered(11), .numbered(10)] }]
    #expect(try await world.lines(options(2), of: .tag("canal", isLocal: false)).count == 2)
    #expect(
      world.said == ["The server's live updates do not tell of #canal; it is checked every two minutes instead."])
  }

  /// A watch that is shorter than the time between two questions would find nothing.
  @Test(arguments: [nil, [StreamSignal.connection(.connected)]])
  func watchThatEndsAsksALastTime(_ signals: [StreamSignal]?) async throws {
    world.isKnownToDeliver = false
    world.signals = signals
    world.posts = [.numbered(10)]
    world.atEnd = { [world] in
      await world.until { world.questions == 1 }
      world.posts = [.numbered(11), .numbered(10)]
    }
    var options = Watch.Options()
    options.seconds = 20
    #expect(try await world.lines(options).count == 1)
  }

  @Test func streamThatDeliversIsNotAskedAtTheEnd() async throws {
    world.signals = [.connection(.connected)]
    world.posts = [.numbered(10)]
    world.atEnd = { [world] in
      await world.until { world.pages == 1 }
      world.posts = [.numbered(11)]
    }
    var options = Watch.Options()
    options.seconds = 20
    #expect(try await world.lines(options).isEmpty)
    #expect(world.pages == 1)
  }

  @Test func streamWithDataIsNotPinged() async throws {
    world.isKnownToDeliver = false
    world.signals = [.connection(.connected)] + [.event(.update(.numbered(11))), .event(.update(.numbered(12)))]
    #expect(try await world.lines(options(2)).count == 2)
    #expect(world.said.isEmpty)
  }
}

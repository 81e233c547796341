import AppEnvironment
import ComposerFeature
import ConversationsFeature
import FeatureKit
import FilteredNotificationsFeature
import NavigationKit
import StatusKit
import Testing

@testable import AppCoordinator
@testable import Session

@MainActor
@Suite struct OpenModelsTests {
  let folder = TemporaryFolder()

  /// A screen that forgets to join would go on showing a post that was changed or deleted elsewhere.
  @Test func everyModelJoinsWhatItCanBeToldOf() async throws {
    let app = try AppCoordinator(dependencies: .fixtures.still(in: folder.path), choice: .init(usesSandbox: true))
    let (session, models) = (app.session, app.session.updates.models)
    var screens = session.router.tabs.map(session.router.root(of:))
    screens += Route.fixtures.map { session.parts.createScreen(for: $0, showing: TimelineOptions()) }
    try await screens.append(session.router.makeScreen(for: .composer(.new)))
    for screen in screens {
      guard let model = screen.model else { continue }
      func joins<Model>(_ list: Living<Model>) -> Bool {
        !(model is Model) || list.all.contains { $0 as AnyObject === model }
      }
      #expect(joins(models.posts), "\(screen.id)")
      #expect(joins(models.tags), "\(screen.id)")
      #expect(joins(models.relationships), "\(screen.id)")
      #expect(joins(models.streams), "\(screen.id)")
      #expect(joins(models.composers), "\(screen.id)")
      #expect(joins(models.conversations), "\(screen.id)")
      #expect(joins(models.filtered), "\(screen.id)")
    }
    #expect(models.posts.all.count > 15)
    screens = []
    #expect(models.streams.all.isEmpty, "none is kept alive")
    await app.shutdown()
  }
}

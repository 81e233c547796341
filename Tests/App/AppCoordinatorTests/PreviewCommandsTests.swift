import AppEnvironment
import ComposerFeature
import FeatureKit
import HomeFeature
import NavigationKit
import NotificationsFeature
import SettingsFeature
import Testing

@testable import AppCoordinator
@testable import Session

/// The commands below a golden are those that the app has.
@MainActor @Suite struct PreviewCommandsTests {
  let folder = TemporaryFolder()

  @Test func previewsOfferTheCommandsOfTheAppsScreens() async throws {
    let app = try AppCoordinator(dependencies: .fixtures.still(in: folder.path), choice: .init(usesSandbox: true))
    let router = app.session.router
    func compare(_ screen: Screen, _ previews: [Preview], _ id: String) throws {
      let preview = try #require(previews.first { $0.id == id })
      #expect(screen.verbs().map(\.usage) == preview.verbs().map(\.usage), "\(screen.id)")
    }
    app.session.home.restore(Home.fixtures.loaded)
    try compare(router.root(of: "home"), Home.previews, "loaded")
    await app.session.notifications.load()
    try compare(router.root(of: "notifications"), Notifications.previews, "many")
    try compare(router.root(of: "settings"), Settings.previews, "defaults")
    try await compare(router.makeScreen(for: .composer(.new)), Composer.previews, "empty")
    await app.shutdown()
  }
}

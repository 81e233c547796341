import AppEnvironment
import FeatureKit
import MastodonKit
import NavigationKit
import TerminalKit
import Testing

@testable import AppCoordinator
@testable import Session

/// An app that starts deep inside itself.
@MainActor
@Suite struct PlaceTests {
  private func makeApp() throws -> AppCoordinator {
    try AppCoordinator(dependencies: .fixtures.still(), choice: .init(usesSandbox: true))
  }

  @Test func openedPlaceEqualsItsSteps() async throws {
    let app = try makeApp()
    try await app.go(to: Place.fixtures.answeringBelowAProfile)
    #expect(app.location == ["sandbox", "home", "post by Rook", "reply to Rook"])
    #expect(app.screen.textInput != nil)
    app.session.router.dismissSheet()
    #expect(app.session.router.current.path.map(\.route).first == .profile(Account.fixtures.rook.id))
    _ = try await app.type("back")
    _ = try await app.type("back")
    #expect(app.location == ["sandbox", "home"])
    await app.shutdown()
  }

  @Test func unknownTabIsRefusedAndMissingPlaceStopsOnTheWay() async throws {
    let app = try makeApp()
    await #expect(throws: AppError.self) { try await app.go(to: Place(tab: "attic")) }
    let place = Place(
      tab: "notifications", path: [.profile(Account.fixtures.rook.id), .thread("1")], sheet: .onboarding)
    await #expect(throws: AppError.self) { try await app.go(to: place) }
    #expect(app.location == ["sandbox", "notifications", "@rook"])
    await app.shutdown()
  }

  @Test func sheetOverTheTabStays() async throws {
    let app = try makeApp()
    try await app.go(to: Place(tab: "home", sheet: .filter(nil)))
    try await app.go(to: Place.fixtures.settingsOverAThread)
    #expect(app.session.router.current.sheets.map(\.destination) == [.filter(nil), .settings(section: "reading")])
    await app.shutdown()
  }
}

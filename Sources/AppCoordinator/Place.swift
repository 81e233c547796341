import AppEnvironment
import ComposerFeature
public import FeatureKit
import MastodonKit
import NavigationKit
public import Session
import TerminalKit

/// A location in the app: a tab, the routes pushed in it, and the sheet over them.
///
/// Previews and tests start from one.
public struct Place: Hashable, Sendable {
  /// The tab's id: `home`, `notifications`.
  public var tab: String
  /// The routes above the tab's root screen, the last on top.
  public var path: [Route] = []
  public var sheet: SheetDestination?

  /// Places in the seeded sandbox.
  static let fixtures = Fixtures()

  /// One for each kind of depth.
  final class Fixtures: Sendable {
    let answeringBelowAProfile = Place(
      tab: "home", path: [.profile(Account.fixtures.rook.id), .thread("117654265164660736")],
      sheet: .composer(.reply("117654265164660736")))
    let reportingFromNotifications = Place(
      tab: "notifications", path: [.profile(Account.fixtures.rook.id)], sheet: .report(Account.fixtures.rook.id, []))
    let aPictureWithinATag = Place(
      tab: "home", path: [.tag("canal")], sheet: .media("117654299695841280", index: 0))
    let aNewFilter = Place(tab: "filters", sheet: .filter(nil))
    let settingsOverAThread = Place(
      tab: "home", path: [.thread("117654265164660736")], sheet: .settings(section: "reading"))
  }
}

extension AppCoordinator {
  /// Goes to a place, as if the user had taken every step; a sheet that is open in the tab stays open.
  ///
  /// - Throws: ``AppError`` if there is no such tab, or if a screen cannot be loaded; the steps before it stay.
  public func go(to place: Place) async throws {
    guard session.router.tabs.contains(place.tab) else {
      throw AppError.usage(
        "There is no tab “\(Sanitizer.clean(place.tab))”.",
        suggestion: "There are \(session.router.tabs.joined(separator: ", ")).")
    }
    session.router.select(place.tab)
    session.router.popToRoot()
    for route in place.path { try await session.router.push(route) }
    if let sheet = place.sheet { try await session.router.present(sheet) }
  }

  /// Previews of the whole app, each an app of its own that starts at a place.
  ///
  /// - Throws: ``AppError``; not in practice, since nothing is asked for that the fixtures lack.
  public static func createPlacePreviews() async throws -> [Preview] {
    var previews: [Preview] = []
    for (label, value) in Mirror(reflecting: Place.fixtures).children {
      guard let label, let place = value as? Place else { continue }
      let app = try AppCoordinator(dependencies: .fixtures.still(), choice: RunChoice(usesSandbox: true))
      try await app.go(to: place)
      previews.append(
        Preview(
          id: Preview.kebabCase(label),
          document: { layout in
            var document = app.screen.document(layout)
            let way = StyledText(app.location.joined(separator: " · ") + " ›", .secondary)
            document.blocks.insert(contentsOf: [.paragraph(way), .blank], at: 0)
            return document
          }, verbs: { app.screen.verbs() }))
    }
    return previews
  }
}

public import FeatureKit
import FoundationEssentials
import MastodonKit
import NavigationKit
import TerminalKit

/// Where somebody is in the app, as a value: a tab, the places gone to within it, and the sheet over them.
///
/// A preview or a test is made from one, and starts as deep inside the app as it says.
public struct Place: Hashable, Sendable {
  /// The tab's name: `home`, `notifications`.
  public var tab: String
  /// The places above the tab's first screen, the last on top.
  public var path: [Route]
  /// What is presented over them.
  public var sheet: SheetDestination?

  /// Makes a place; by default a tab where it begins.
  public init(tab: String, path: [Route] = [], sheet: SheetDestination? = nil) {
    self.tab = tab
    self.path = path
    self.sheet = sheet
  }

  /// Places in the seeded sandbox.
  static let fixtures = Fixtures()

  /// One for each way of being deep inside.
  struct Fixtures: Sendable {
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
  /// Goes to a place at once, as if every step on the way had been taken.
  ///
  /// What the tab showed before is left; a sheet that is over it stays, and the place's own waits behind it.
  ///
  /// - Throws: ``AppError`` if there is no such tab, or something on the way cannot be loaded; then one is as far as it went.
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

  /// The app itself in fixed states, each an app of its own on fixtures that starts deep inside, for their previews.
  ///
  /// - Throws: ``AppError``; not in practice, since nothing is asked for that the fixtures lack.
  public static func createPlacePreviews() async throws -> [Preview] {
    var previews: [Preview] = []
    for (label, value) in Mirror(reflecting: Place.fixtures).children {
      guard let label, let place = value as? Place else { continue }
      let app = try AppCoordinator(dependencies: .fixtures.still(), choice: Choice(usesSandbox: true))
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

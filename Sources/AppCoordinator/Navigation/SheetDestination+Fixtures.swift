import MastodonKit

extension SheetDestination {
  /// Sheets that can be presented in the seeded sandbox.
  static let fixtures = Fixtures()

  /// One sheet for each case, held complete by a test.
  struct Fixtures: Sendable {
    let composer = SheetDestination.composer(.new)
    let signIn = SheetDestination.signIn(nil)
    let onboarding = SheetDestination.onboarding
    let settings = SheetDestination.settings(section: "reading")
    let media = SheetDestination.media("117654299695841280", index: 0)
    let list = SheetDestination.list(nil)
    let filter = SheetDestination.filter(nil)
    let tagGroup = SheetDestination.tagGroup(nil)
    let localTimeline = SheetDestination.localTimeline(nil)
    let report = SheetDestination.report(Account.fixtures.rook.id, [])
  }
}

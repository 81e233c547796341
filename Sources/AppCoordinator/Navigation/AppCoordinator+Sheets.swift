import ComposerFeature
import FeatureKit
import MastodonKit
import OnboardingFeature
import SettingsFeature
import TerminalKit

extension AppCoordinator {
  /// Presents a sheet over the tab that is shown, once there is something to show on it.
  ///
  /// - Throws: ``AppError`` if it cannot be made or loaded; then nothing is presented.
  func present(_ destination: SheetDestination) async throws {
    if router.current.sheets.contains(where: { $0.destination == destination }) {
      // There is one already, with what was done on it.
      return say(destination, isShown: router.current.sheet?.destination == destination)
    }
    let screen = try await createSheetScreen(for: destination)
    await screen.load()
    if let failure = screen.failure() { throw failure }
    try Task.checkCancellation()
    present(destination, screen: screen)
  }

  /// Presents a sheet that was made with more than its destination says.
  func present(_ destination: SheetDestination, screen: Screen) {
    say(destination, isShown: router.current.present(destination, screen: screen))
  }

  /// Closes a sheet, in whichever tab it is; what waited behind it is there then.
  ///
  /// - Parameters:
  ///   - destination: The sheet.
  ///   - isShownNext: Whether what is on top then is printed anyway, and need not be announced.
  func dismiss(_ destination: SheetDestination, isShownNext: Bool = false) {
    for tab in router.tabs where router.path(of: tab).dismiss(destination) {
      guard let next = router.path(of: tab).sheet, !isShownNext || tab != router.selected else { continue }
      notices.post(StyledText("What waited is here now: \(next.screen.label()). Type screen to see it."))
    }
  }

  /// Closes the sheet that is shown; what is below it is printed next.
  func dismissSheet() {
    if let sheet = router.current.sheet { dismiss(sheet.destination, isShownNext: true) }
  }

  /// Says that a sheet waits; one that is shown speaks for itself.
  private func say(_ destination: SheetDestination, isShown: Bool) {
    guard !isShown, let first = router.current.sheet,
      let waiting = router.current.sheets.first(where: { $0.destination == destination })
    else { return }
    notices.post(
      StyledText(
        "This waits: \(waiting.screen.label()). It is here when this is closed: \(first.screen.label()).", .warning))
  }

  /// Makes the screen of a sheet; the path that presents it owns both.
  ///
  /// - Throws: ``AppError`` if there is no such thing to open it for.
  func createSheetScreen(for destination: SheetDestination) async throws -> Screen {
    switch destination {
    case .composer(let subject): return createComposerScreen(try await composerMode(for: subject))
    case .media(let status, let index): return try await createMediaScreen(status, index: index)
    case .signIn(let server): return createSignInScreen(server)
    case .onboarding: return createOnboardingScreen(at: .welcome, live: preferences.live.rawValue)
    case .settings(let section): return try createSettingsScreen(section)
    case .list(let id): return createListForm(id)
    case .filter(let id): return createFilterForm(id)
    case .tagGroup(let id): return createTagGroupForm(id)
    case .localTimeline(let id): return createLocalTimelineForm(id)
    case .report(let account, let statuses): return createReport(on: account, statuses)
    }
  }

  /// What would be lost if this session ended now.
  var unsaved: [String] { router.sheets.compactMap { $0.screen.unsaved() } }

  /// The verb that leaves a sheet which does not say itself how it is left.
  var closeVerb: Verb {
    Verb("close", aliases: ["cancel"], help: "Leave this, after a question if something would be lost") { [weak self] in
      guard let sheet = self?.router.current.sheet else { return .nothing }
      let leave = { [weak self] in self?.dismiss(sheet.destination, isShownNext: true) }
      guard let unsaved = sheet.screen.unsaved() else {
        leave()
        return .screen
      }
      return .confirm(
        Confirmation("Close without \(unsaved)?") {
          leave()
          return .screen
        })
    }
  }

  /// Verbs that end this session, which ask before they take unsaved work with them.
  func guardingUnsaved(_ verbs: [Verb], _ names: Set<String>) -> [Verb] {
    let unsaved = unsaved
    guard !unsaved.isEmpty else { return verbs }
    let question = "Go on without \(unsaved.joined(separator: " and "))?"
    return verbs.map { names.contains($0.name) ? $0.asking(question) : $0 }
  }

  /// Leaves the program, like the prompt's own verb of this name, but asks first; there only while work would be lost.
  var quitVerbs: [Verb] {
    guard !unsaved.isEmpty else { return [] }
    return guardingUnsaved(
      [Verb("quit", aliases: ["exit", "q"], help: "Leave Howdah, after a question") { .leave }], ["quit"])
  }

  private func createSettingsScreen(_ section: String?) throws -> Screen {
    let model = Settings.Model(bindings: createBindings())
    try model.show(section)
    return Settings.screen(model: model, load: loadSettings())
  }
}

import AppPreferences
import ComposerFeature
import FeatureKit
import MastodonKit
import NavigationKit
import OnboardingFeature
import TerminalKit

extension AppCoordinator {
  /// Presents a sheet over the selected tab once it has loaded.
  ///
  /// - Throws: ``AppError`` if it cannot be made or loaded; then nothing is presented.
  func present(_ destination: SheetDestination) async throws { try await router.present(destination) }

  /// Presents a sheet that was made with more than its destination says.
  func present(_ destination: SheetDestination, screen: Screen) { router.present(destination, screen: screen) }

  /// Closes a sheet in whichever tab it is.
  func dismiss(_ destination: SheetDestination, isShownNext: Bool = false) {
    router.dismiss(destination, isShownNext: isShownNext)
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
}

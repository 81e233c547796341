import Accounts
import AppPreferences
public import FeatureKit
import MastodonKit
import NavigationKit
import OnboardingFeature

/// What each route and each sheet shows.
extension AppCoordinator {
  /// Makes the screen of a route; the path that it is pushed on owns it and its model.
  func createScreen(for route: Route) -> Screen {
    switch route {
    case .thread(let id): session.createThread(id)
    case .foreignThread(let id, let host): session.createForeignThread(id, host: host)
    case .profile(let id): session.createProfile(id)
    case .tag(let name): session.createTag(name)
    case .list(let id): session.createListTimeline(id)
    case .tagGroup(let id): session.createTagGroupTimeline(id)
    case .localTimeline(let id): session.createLocalTimeline(id)
    }
  }

  /// Makes the screen of a sheet; the path that presents it owns it and its model.
  ///
  /// - Throws: ``AppError`` if it cannot be opened for what the destination names.
  func createSheetScreen(for destination: SheetDestination) async throws -> Screen {
    switch destination {
    case .composer(let subject): session.createComposerScreen(try await session.composerMode(for: subject))
    case .media(let status, let index): try await createMediaScreen(status, index: index)
    case .signIn(let server): createSignInScreen(server)
    case .onboarding: createOnboardingScreen(at: .welcome, live: preferences.live.rawValue)
    case .settings(let section): try createSettingsScreen(section)
    case .list(let id): session.createListForm(id)
    case .filter(let id): session.createFilterForm(id)
    case .tagGroup(let id): session.createTagGroupForm(id)
    case .localTimeline(let id): session.createLocalTimelineForm(id)
    case .report(let account, let statuses): session.createReport(on: account, statuses)
    }
  }

  /// The screen on top.
  public var screen: Screen { session.router.screen }

  /// The account, the tab, the screen and the sheet, for the prompt.
  public var location: [String] {
    [session.identity.isSandbox ? "sandbox" : session.identity.id] + session.router.location
  }
}

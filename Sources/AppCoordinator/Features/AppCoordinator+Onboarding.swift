import Accounts
import AppPreferences
import FeatureKit
import MastodonClient
import MastodonKit
import NavigationKit
import OnboardingFeature
import Session

extension AppCoordinator {
  func createOnboardingPlugin() -> Plugin {
    Onboarding.plugin { [weak self] step in self?.presentOnboarding(at: step) ?? .nothing }
  }

  /// Opens the pages over the shown tab.
  private func presentOnboarding(at step: Onboarding.Step, live: String? = nil) -> Response {
    session.navigator.present(
      .onboarding, screen: createOnboardingScreen(at: step, live: live ?? preferences.live.rawValue))
  }

  /// Creates the sheet with the pages, at one of them.
  func createOnboardingScreen(at step: Onboarding.Step, live: String) -> Screen {
    let identity = session.identity
    let model = Onboarding.Model(
      state: Onboarding.State(
        flow: Onboarding.Flow(at: step), account: identity.isSandbox ? nil : identity.id, live: live),
      account: { [context = session.context] in try await context.currentAccount() },
      profiles: session.client.profileService)
    let action = Onboarding.Action(
      signIn: { [weak self] server, live in
        guard let self else { return .nothing }
        let response = try await signIn.signIn(at: server, noBrowser: false)
        guard case .ask(let question) = response else { return response }
        return .ask(
          question.then { [weak self] response in
            if case .toast(let toast) = response { self?.toasts.post(toast.text) }
            if case .retry(let toast) = response { self?.toasts.post(toast.text) }
            // The new account has new tabs: the pages continue over those.
            return self?.presentOnboarding(at: .personal, live: live) ?? .nothing
          })
      },
      setLive: { [weak self] word in
        guard let self, preferences.live.rawValue != word else { return }
        try preferenceEditor.change(.live, to: word)
      },
      updated: { [weak self] account in
        guard let self else { return }
        session.context.update(account)
        await preferences.adoptPostingDefaults(of: session.account.serverPreferences) { [toasts] in
          toasts.warn($0.message)
        }
      },
      leave: { [weak self, weak model] in
        // After the last page the screen below is printed.
        self?.session.router.dismiss(.onboarding, isShownNext: model?.state.flow.step == .complete)
      })
    return Onboarding.screen(model: model, action: action)
  }
}

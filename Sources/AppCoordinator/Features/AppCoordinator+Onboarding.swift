import Accounts
import AppPreferences
import FeatureKit
import MastodonClient
import MastodonKit
import NavigationKit
import OnboardingFeature
import SettingsFeature
import TerminalKit

extension AppCoordinator {
  func createOnboardingPlugin() -> Plugin {
    Onboarding.plugin { [weak self] step in self?.presentOnboarding(at: step) }
  }

  /// Opens the newcomer's pages over the tab that is shown; the sheet owns the model.
  private func presentOnboarding(at step: Onboarding.Step, live: String? = nil) {
    session.router.present(
      .onboarding, screen: createOnboardingScreen(at: step, live: live ?? preferences.live.rawValue))
  }

  /// Makes the newcomer's pages, from one of them on.
  func createOnboardingScreen(at step: Onboarding.Step, live: String) -> Screen {
    let model = createOnboardingModel(at: step, live: live)
    let action = Onboarding.Action(
      signIn: { [weak self] server, live in
        guard let self else { return .nothing }
        return Self.following(try await signIn.signIn(at: server, noBrowser: false)) { [weak self] response in
          if case .toast(let toast) = response { self?.toasts.post(toast.text) }
          if case .retry(let toast) = response { self?.toasts.post(toast.text) }
          // The account is another now, and its tabs with it: the pages go on over them.
          self?.presentOnboarding(at: .personal, live: live)
          return .screen
        }
      },
      setLive: { [weak self] word in
        guard let self, preferences.live.rawValue != word else { return }
        try preferenceEditor.change(.live, to: word)
      },
      updated: { [weak self] account in
        guard let self else { return }
        session.context.update(account)
        await preferences.adoptPostingDefaults(of: session.serverPreferences) { [toasts] in
          toasts.warn($0.words)
        }
      },
      leave: { [weak self, weak model] in
        // Behind the last page comes a screen, before it a word or two.
        self?.session.router.dismiss(.onboarding, isShownNext: model?.state.flow.step == .complete)
      })
    return Onboarding.screen(model: model, action: action)
  }

  private func createOnboardingModel(at step: Onboarding.Step, live: String) -> Onboarding.Model {
    let identity = session.identity
    let model = Onboarding.Model(
      state: Onboarding.State(
        flow: Onboarding.Flow(at: step), account: identity.isSandbox ? nil : identity.id, live: live),
      account: { [weak session] in
        guard let session else { throw AppError.cancelled }
        return try await session.context.currentAccount()
      }, profiles: session.client.profileService)
    return model
  }

  /// A question whose answer leads on to something else.
  private static func following(
    _ response: Response, _ next: @escaping @MainActor @Sendable (Response) async throws -> Response
  ) -> Response {
    guard case .ask(var question) = response else { return response }
    let answer = question.answer
    question.answer = { text in try await next(try await answer(text)) }
    if let elsewhere = question.elsewhere {
      question.elsewhere = { try await next(try await elsewhere()) }
    }
    return .ask(question)
  }
}

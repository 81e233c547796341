import Accounts
import AppEnvironment
import FeatureKit
import LocalStore
import NavigationKit
import Session
import SigningInFeature
import Subprocesses

extension AppCoordinator {
  /// Creates the sheet that asks where to sign in.
  func createSignInScreen(_ server: String?) -> Screen {
    let model = SigningIn.model(
      server: server, browser: dependencies.browser.isAvailable() ? .here : .elsewhere,
      check: { [weak self] name in _ = try self?.signIn.server(named: name) })
    return SigningIn.screen(
      model: model,
      action: SigningIn.Action { [weak self] name, isElsewhere in
        guard let self else { return .nothing }
        // If the server cannot be reached, the sheet stays as it is.
        let response = try await signIn.signIn(at: name, noBrowser: isElsewhere)
        session.router.dismiss(.signIn(server), isShownNext: true)
        return response
      })
  }
}

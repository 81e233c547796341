import Accounts
import AppEnvironment
import AppPreferences
import FeatureKit
import LocalStore
import MastodonClient
import MastodonKit
import NavigationFeature
import NavigationKit
import OwnershipKit
import PushNotifications
import Session
import TerminalKit

extension AppCoordinator {
  func createSignInCoordinator() -> SignInCoordinator {
    SignInCoordinator(
      accounts: accounts, locations: dependencies.locations, connector: dependencies.connector,
      browser: dependencies.browser,
      context: SignInContext(
        session: { [weak self] in
          guard let self else { throw AppError.cancelled }
          return CurrentSession(
            identity: session.identity, server: session.client.server, tokens: session.tokens,
            liveUpdates: session.live.map { CurrentSession.LiveUpdates(name: $0.rawValue, text: $0.text) })
        },
        choice: { [weak self] in
          guard let self else { throw AppError.cancelled }
          return run.options.accountChoice
        },
        isInteractive: { [weak self] in self?.run.options.isConversation ?? false },
        install: { [weak self] in try self?.install($0) },
        forgetChoice: { [weak self] in
          self?.run.options.account = nil
          self?.run.options.usesSandbox = false
        },
        askForServer: { [weak self] in try await self?.session.router.present(.signIn(nil)) },
        restartStream: { [weak self] in self?.session.startStreams() },
        refreshServerPreferences: { [weak self] in
          async let preferences: Void? = self?.session.serverPreferences.refresh()
          async let server: Void? = self?.session.context.load()
          _ = await (preferences, server)
        },
        post: { [weak self] in self?.toasts.post($0) },
        forgetPushes: { [weak self] account in
          self?.pushes().forget(account)
          // What cannot be deleted now is out of reach, since find needs the account.
          try? self?.storage.archiveService(account: account).clear()
          // So are its searches.
          _ = try? self?.storage.recentSearches(account: account).clear()
        }))
  }
}

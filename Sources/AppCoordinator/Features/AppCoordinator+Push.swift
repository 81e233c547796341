import Accounts
import AppEnvironment
import FeatureKit
import LocalStore
import MastodonClient
import MastodonKit
import OwnershipKit
import PushFeature
import PushNotifications
import Session

extension AppCoordinator {
  func createPushes() -> OnDemand<PushCoordinator> {
    scope.lazy("push notifications", note: { $0.watched }) { [weak self, toasts, accounts, file = pushFile] in
      PushCoordinator(
        secrets: accounts.secrets, file: file,
        dependencies: PushCoordinator.Dependencies(
          service: { [weak self] account in
            guard let session = self?.session, session.identity.id == account else { return nil }
            return session.client.pushSubscriptionService
          },
          post: { [toasts] in toasts.post($0) }, makeKeys: { .random() }, pause: PushCoordinator.backOff))
    }
  }

  private var pushFile: PushFile {
    PushFile(
      locations: dependencies.locations, now: dependencies.now,
      report: { [toasts] notice in toasts.warn(notice.words) })
  }

  func createPushPlugin() -> Plugin {
    Push.plugin { [weak self] in
      guard let self else { throw AppError.cancelled }
      let (pushes, account, isLive, input) = (pushes(), session.identity.id, run.options.isLive, dependencies.input)
      let service = Push.Service(
        account: { account },
        subscription: { try await pushes.subscription(of: account) },
        subscribe: { endpoint in
          let subscription = try await pushes.subscribe(account, to: endpoint)
          if isLive { await pushes.watch(account) }
          return subscription
        },
        unsubscribe: { try await pushes.unsubscribe(account) },
        receive: { try await pushes.receive(input, $0, currentAccount: account) })
      return Push.Action(model: Push.Model(service: service))
    }
  }

  func createPushSettings() -> [Setting] {
    PushSettings(
      file: pushFile, account: { [weak self] in self?.session.identity.id },
      change: { [weak self] account, change in try await self?.pushes().change(account, change) }
    ).settings
  }

  /// Keeps the current account's subscription up to date while a session lasts; does nothing if it has none.
  func watchPushes() async {
    let account = session.identity.id
    do { guard try pushFile.load(account)?.isSubscribed == true else { return } } catch {
      // The coordinator fails in the same way, and reports it.
    }
    await pushes().watch(account)
  }
}

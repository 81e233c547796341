import Accounts
import FeatureKit
import FilteredNotificationsFeature
import MastodonClient
import MastodonKit
import NavigationKit
import NotificationsFeature
import StatusKit

/// Notifications that the server holds back.
extension SessionCoordinator {
  func createFilteredNotifications(_ model: FilteredNotifications.Model? = nil) -> FilteredNotifications.Action {
    FilteredNotifications.Action(
      service: client.notificationPolicyService, model: model,
      show: showing(.filtered),
      open: { [navigator] in try await navigator.push(.notificationsFrom($0)) },
      changed: { [navigator, notifications] ids, arePassed in
        for model in navigator.models(of: FilteredNotifications.Model.self) { model.remove(ids) }
        if arePassed { notifications.apply(.notificationsMerged) }
      })
  }

  func createFilteredScreen() -> Screen {
    let model = FilteredNotifications.Model(service: client.notificationPolicyService)
    return FilteredNotifications.screen(model: model, action: createFilteredNotifications(model))
  }

  /// The notifications of one account, also those that the server holds back.
  func createNotifications(from account: Account.ID) -> Screen {
    let model = Notifications.Model(
      state: Notifications.State(me: context.me, choice: Notifications.Choice(account: account)),
      service: client.notificationService, visitOptions: notifications.visitOptions)
    return Notifications.screen(model: model, action: createNotificationsAction(model))
  }
}

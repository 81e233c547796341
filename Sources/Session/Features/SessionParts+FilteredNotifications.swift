import Accounts
import FeatureKit
import FilteredNotificationsFeature
import MastodonClient
import MastodonKit
import NavigationKit
import NotificationsFeature
import StatusKit

/// Notifications that the server holds back.
extension SessionParts {
  func createFilteredNotifications() -> FilteredNotifications.Action {
    FilteredNotifications.Action(
      service: client.notificationPolicyService, show: showing(.filtered),
      open: { [navigator] in navigator.push(.notificationsFrom($0)) },
      changed: { [models = updates.models, notifications = tabs.notifications] ids, arePassed in
        for model in models.filtered.all { model.remove(ids) }
        if arePassed { notifications.apply(.notificationsMerged) }
      })
  }

  func createFilteredScreen(_ options: TimelineOptions) -> Screen {
    var state = FilteredNotifications.state
    state.options = options
    let model = FilteredNotifications.Model(state, service: client.notificationPolicyService, in: base.lists.fromServer)
    updates.models.filtered.add { [weak model] in model }
    return FilteredNotifications.screen(model: model, action: createFilteredNotifications())
  }

  /// The notifications of one account, also those that the server holds back.
  func createNotifications(from account: Account.ID) -> Screen {
    let model = Notifications.Model(
      state: Notifications.State(me: context.me, choice: Notifications.Choice(account: account)),
      service: client.notificationService, kept: base.kept, visitOptions: tabs.notifications.visitOptions)
    updates.models.posts.add { [weak model] in model }
    return Notifications.screen(model: model, action: createNotificationsAction())
  }
}

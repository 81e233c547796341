public import FeatureKit
import ToastsFeature

extension AppCoordinator {
  func createToastsPlugin() -> Plugin {
    Toasts.plugin(model: Toasts.Model { [notices] limit in notices.entries(limit) })
  }

  /// Remembers what a verb has answered.
  public func remember(_ toast: Toast) { notices.remember(toast) }
}

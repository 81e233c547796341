import AboutFeature
import AppPreferences
import FeatureKit
import GraphFeature
import LocalStore
import OwnershipKit
import ProfileFeature
import SigningInFeature
import TagFeature
import ThreadFeature
import ToastsFeature
import UsageFeature

extension AppCoordinator {
  /// Makes every feature for the session, in the order of the tabs and of the help.
  func createPlugins() -> [Plugin] {
    [
      session.createHomePlugin(), session.createNotificationsPlugin(), createSettingsPlugin().withoutAccount,
      session.createComposerPlugin(), createGraphPlugin().withoutAccount, createMediaPlugin(),
      session.createShellPlugin().withoutAccount, session.createListsPlugin(), session.createTagGroupsPlugin(),
      session.createLocalTimelinesPlugin(), session.createFiltersPlugin(), session.createReportPlugin(),
      createIntentsPlugin().withoutAccount, createOnboardingPlugin(), createPushPlugin(),
      createToastsPlugin().withoutAccount, createUsagePlugin().withoutAccount, createAboutPlugin().withoutAccount,
      SigningIn.plugin(), Thread.plugin(), ProfileFeature.Profile.plugin(), TagFeature.Tag.plugin(),
    ]
  }

  private func createGraphPlugin() -> Plugin {
    Graph.plugin(
      model: Graph.Model { [graph] in graph.nodes }, action: Graph.Action(relieve: { [caches] in caches.relieve() }))
  }

  private func createToastsPlugin() -> Plugin {
    Toasts.plugin(model: Toasts.Model { [toasts] limit in toasts.entries(limit) })
  }

  private func createAboutPlugin() -> Plugin {
    About.plugin(model: About.Model(version: AppVersion.current) { [preferences] in preferences.isSupporter })
  }

  private func createUsagePlugin() -> Plugin {
    Usage.plugin(
      model: Usage.Model { [usageLog, preferences] in
        Usage.State(
          isOn: preferences.usageLog,
          records: try usageLog().entries().map {
            Usage.Record(time: $0.time, verb: $0.verb, milliseconds: $0.milliseconds)
          }, file: usageLog().path)
      },
      action: Usage.Action(clear: { [usageLog] in try usageLog().clear() }))
  }
}

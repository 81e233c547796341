import AboutFeature
import AppEnvironment
import AppPreferences
import FeatureKit
import GraphFeature
import LocalStore
import MessagesFeature
import OwnershipKit
import PluginsFeature
import Session
import UsageFeature

extension AppCoordinator {
  /// Creates every feature for the session, in the order of the tabs and of the help.
  func createPlugins(_ session: SessionParts) -> [Plugin] {
    let tabs = [
      session.createHomePlugin(),
      session.createNotificationsPlugin(),
      createSettingsPlugin(of: session).withoutAccount,
    ]
    let others = [
      createGraphPlugin().withoutAccount,
      createMediaPlugin(),
      createIntentsPlugin().withoutAccount,
      createOnboardingPlugin(),
      createPushPlugin(),
      createMessagesPlugin().withoutAccount,
      createUsagePlugin().withoutAccount,
      createAboutPlugin().withoutAccount,
      createDiagnosePlugin().withoutAccount,
      createTransferPlugin(of: session),
      Plugins.plugin(model: plugins),
    ]
    return tabs + session.createPlugins() + others
  }
}

/// Features that need no account.
extension AppCoordinator {
  private func createGraphPlugin() -> Plugin {
    Graph.plugin(
      model: Graph.Model { [graph] in graph.nodes }, action: Graph.Action(relieve: { [caches] in caches.relieve() }))
  }

  private func createMessagesPlugin() -> Plugin {
    Messages.plugin(model: Messages.Model { [toasts] limit in toasts.entries(limit) })
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
            Usage.Record(time: $0.time, command: $0.verb, milliseconds: $0.milliseconds)
          }, file: usageLog().path)
      },
      action: Usage.Action(clear: { [usageLog] in try usageLog().clear() }))
  }
}

import Accounts
import AppEnvironment
public import FeatureKit
import LocalStore
import PluginsFeature
import Session

/// Commands of other programs.
extension AppCoordinator {
  public var pluginCommands: PluginCommands {
    PluginCommands(
      verbs: { [plugins] in plugins.verbs },
      find: { [plugins] in await plugins.find(onlyIfChanged: $0, shadow: $1) }, describe: plugins.describe)
  }

  /// Creates the model, which outlives sessions: the account is asked for at each run.
  func createPluginModel() -> Plugins.Model {
    Plugins.Model(
      service: dependencies.plugins { [toasts] in toasts.warn($0.words) },
      action: Plugins.Action(
        account: { [weak self] in
          guard let identity = self?.session.identity else { return nil }
          return (identity.id, identity.host)
        },
        variables: { [weak self] in
          guard let self else { return [:] }
          return isSandbox ? ["HOWDAH_SANDBOX": "1"] : ["HOWDAH_ACCOUNT": account]
        }))
  }
}

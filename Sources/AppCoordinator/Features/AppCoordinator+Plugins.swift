import Accounts
import AppEnvironment
public import FeatureKit
import LocalStore
import PluginsFeature
import Session

/// Commands of other programs.
extension AppCoordinator {
  public var pluginVerbs: [Verb] { plugins.verbs }

  /// Looks for plugins; `shadow` says what else a word stands for.
  public func findPlugins(shadow: (_ name: String) -> String?) async { await plugins.find(shadow: shadow) }

  /// Looks whether plugins were installed, changed or removed; returns whether that is so.
  public func findPluginChanges(shadow: (_ name: String) -> String?) async -> Bool {
    await plugins.findChanges(shadow: shadow)
  }

  /// Asks a plugin what it does, if that is not known.
  public func describePlugin(_ name: String) async { await plugins.describe(name) }

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

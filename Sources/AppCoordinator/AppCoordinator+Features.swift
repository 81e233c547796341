import AboutFeature
import AppEnvironment
import AppPreferences
import FeatureKit
import FoundationEssentials
import GraphFeature
import LocalStore
import MastodonClient
import MastodonKit
import MessagesFeature
import OwnershipKit
import PluginsFeature
import Session
import TerminalKit
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
    About.plugin(
      model: About.Model(version: AppVersion.current) { [preferences] in preferences.isSupporter },
      fetch: { [dependencies] in try await Self.fetch($0, dependencies) })
  }

  /// Reads what an address has, without an account.
  private static func fetch(_ address: String, _ dependencies: AppDependencies) async throws -> Data {
    guard let url = URL(string: address), let host = url.host(), url.scheme != nil else {
      throw AppError.usage(
        "“\(Sanitizer.clean(address))” is not an address.",
        suggestion: "Example: about --check https://pypi.org/pypi/howdah/json")
    }
    let request = HTTPRequest(
      method: .get, path: (url.path().isEmpty ? "/" : url.path()) + (url.query().map { "?\($0)" } ?? ""),
      headers: [Field("User-Agent", AppVersion.userAgent), Field("Accept", "application/json")])
    let response: HTTPResponse
    do {
      response = try await dependencies.connect(ServerAddress(parsing: address), dependencies.network).send(request)
    } catch is TransportFailure {
      throw AppError.network(.noConnection(host: host, reason: "it does not answer"))
    }
    guard response.status == 200 else {
      throw AppError.notFound(
        "\(Sanitizer.clean(host)) has nothing at that address (\(response.status)).", suggestion: "Check the address.")
    }
    return response.body
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

import Accounts
import AppEnvironment
import AppPreferences
import DiagnoseFeature
import FeatureKit
import LocalStore
import MastodonClient
import MastodonKit
import NavigationFeature
import Session
import SettingsFeature

extension AppCoordinator {
  func createDiagnosePlugin() -> Plugin {
    Diagnose.plugin(
      action: Diagnose.Action(
        report: { [weak self] in Diagnose.State(facts: self?.facts ?? []) }, write: createSettingsFiles().write))
  }

  /// The facts that are known without a request: no names, no texts, and of addresses only that of a proxy.
  private var facts: [Diagnose.Fact] {
    let (machine, rate) = (dependencies.machine, session.client.rateLimit)
    let warnings = toasts.entries(ToastCenter.limit).count { $0.kind == .warning }
    return [
      .init("version", AppVersion.current), .init("system", machine.system), .init("terminal", machine.terminal),
      .init("language", machine.language),
      .init("account", session.identity.isSandbox ? "sandbox" : session.obstacle == nil ? "signed in" : "none"),
    ] + session.context.serverFacts.map { .init($0.name, $0.value) } + [
      .init("live", session.streams.live?.rawValue ?? "off"),
      .init("requests_left", rate.map { rate in "\(rate.remaining)" + (rate.limit.map { " of \($0)" } ?? "") }),
      .init("proxy", dependencies.network.proxies), .init("files", MachineFacts.sizes(of: dependencies.locations)),
      .init("settings", preferences.changedNames.joined(separator: ", ")),
      .init("warnings", "\(warnings) in this run"), .init("errors", run.failures.joined(separator: ", ")),
    ]
  }
}

public import FeatureKit
public import LocalStore
import MastodonKit
import PushKit

/// The settings of the section Push: the push preferences of the current account.
@MainActor
public struct PushSettings {
  private let file: PushFile
  private let account: () -> String?
  private let change: (_ account: String, (inout PushPreferences) -> Void) async throws -> Void

  /// Creates the settings.
  ///
  /// They are read from `file`, so that showing them needs no coordinator; `account` is the current one, and `change`
  /// changes its preferences here and on the server.
  public init(
    file: PushFile, account: @escaping () -> String?,
    change: @escaping (_ account: String, (inout PushPreferences) -> Void) async throws -> Void
  ) {
    self.file = file
    self.account = account
    self.change = change
  }

  /// One setting for the policy and one for each alert.
  public var settings: [Setting] {
    let alerts = PushAlert.allCases.map { alert in
      setting(
        alert.setting, alert.summary, ["on", "off"], standard: alert.isOnByDefault ? "on" : "off",
        read: { $0.alerts.contains(alert.kind.rawValue) ? "on" : "off" },
        write: { preferences, value in
          if value == "on" {
            preferences.alerts.insert(alert.kind.rawValue)
          } else {
            preferences.alerts.remove(alert.kind.rawValue)
          }
        })
    }
    return [
      setting(
        "push-policy", "whose notifications to push", WebPushSubscription.Policy.known.map(\.rawValue),
        standard: "all", read: \.policy, write: { $0.policy = $1 })
    ] + alerts
  }

  private func setting(
    _ name: Setting.Name, _ summary: String, _ choices: [String], standard: String,
    read: @escaping (PushPreferences) -> String, write: @escaping (inout PushPreferences, String) -> Void
  ) -> Setting {
    Setting(
      name: name, section: "Push", summary: summary, kind: .choice(choices), standard: standard,
      get: { [file, account] in
        // A file that cannot be read shows the defaults; a change reports the error.
        do { return try account().map { read(try file.preferences(of: $0)) } ?? standard } catch { return standard }
      },
      set: { [account, change] value in
        guard let account = account() else { return }
        try await change(account) { write(&$0, value) }
      }, isSecondary: true)
  }
}

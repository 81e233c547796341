import FeatureKit
import LocalStore
import MastodonKit
import PushKit
import Testing

@testable import PushNotifications

@MainActor
@Suite struct PushSettingsTests {
  private let file = PushFile(locations: .inMemory(), now: { .fixtureNow }, report: { _ in })

  private func settings(account: String? = "wren@shore.example") -> [Setting] {
    PushSettings(file: file, account: { account }) { [file] account, change in
      try file.update(account) { stored in
        var preferences = stored ?? .standard(account)
        change(&preferences)
        return preferences
      }
    }.settings
  }

  private func setting(_ name: Setting.Name) throws -> Setting { try #require(settings().first { $0.name == name }) }

  @Test func eachAlertAndThePolicyHaveASetting() {
    #expect(settings().map(\.name) == ["push-policy"] + PushAlert.allCases.map(\.setting))
    #expect(settings().allSatisfy { $0.section == "Push" && $0.isSecondary })
  }

  @Test func unchangedSettingsShowTheirDefaults() {
    for setting in settings() { #expect(setting.get() == setting.standard) }
    for setting in settings(account: nil) { #expect(setting.get() == setting.standard) }
  }

  @Test func changedSettingIsStoredForTheAccount() async throws {
    try await setting("push-mentions").set("off")
    try await setting("push-reports").set("on")
    try await setting("push-policy").set("followed")
    #expect(try setting("push-mentions").get() == "off")
    let stored = try #require(try file.load("wren@shore.example"))
    #expect(!stored.alerts.contains("mention") && stored.alerts.contains("admin.report"))
    #expect(stored.policy == "followed")
    #expect(try file.load("lamp@garden.example") == nil)
  }
}

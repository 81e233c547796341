import FeatureKit
import LocalStore
import TerminalKit
import UsageFeature

extension AppCoordinator {
  func createUsagePlugin() -> Plugin {
    Usage.plugin(
      model: Usage.Model { [weak self] in
        guard let self else { throw AppError.cancelled }
        return try usageLog.state(isOn: preferences.usageLog)
      },
      action: Usage.Action(clear: { [weak self] in try self?.usageLog.clear() }))
  }

  func createUsageLog() -> UsageLog {
    let log = UsageLog(
      file: UsageFile(locations: dependencies.locations), now: dependencies.now,
      report: { [notices] in notices.post(StyledText($0.words, .warning)) })
    ledger.enter(.usageLog, log)
    return log
  }

  /// Writes down that a verb ran, if the person wants that; never what was typed behind it.
  public func record(verb: String, took duration: Duration) {
    guard preferences.usageLog else { return }
    usageLog.record(verb, took: duration)
  }
}

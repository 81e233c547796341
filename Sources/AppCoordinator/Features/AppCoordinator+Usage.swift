import AppPreferences
import FeatureKit
import LocalStore
import TerminalKit
import UsageFeature

extension AppCoordinator {
  func createUsagePlugin() -> Plugin {
    Usage.plugin(
      model: Usage.Model { [weak self] in
        guard let self else { throw AppError.cancelled }
        return Usage.State(
          isOn: preferences.usageLog,
          records: try usageLog.entries().map {
            Usage.Record(time: $0.time, verb: $0.verb, milliseconds: $0.milliseconds)
          }, file: usageLog.path)
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

  /// Records that a command ran, if the user turned that on.
  public func record(verb: String, took duration: Duration) {
    guard preferences.usageLog else { return }
    usageLog.record(verb, took: duration)
  }
}

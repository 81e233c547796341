import FeatureKit
import FoundationEssentials
import LocalStore
import UsageFeature

/// Writes down which verbs ran, where the person wants that: names and times, never what was typed behind them.
@MainActor
final class UsageLog {
  private let file: UsageFile
  private let now: @Sendable () -> Date
  private let report: (AppError) -> Void
  private var hasFailed = false
  private var isCleared = false

  init(file: UsageFile, now: @escaping @Sendable () -> Date, report: @escaping (AppError) -> Void) {
    self.file = file
    self.now = now
    self.report = report
  }

  /// Writes down a run that has just ended; a disk that refuses is said once.
  func record(_ verb: String, took duration: Duration) {
    // What was said to be empty is, until the next command.
    guard !isCleared else { return isCleared = false }
    let (seconds, attoseconds) = duration.components
    let milliseconds = Int(seconds) * 1000 + Int(attoseconds / 1_000_000_000_000_000)
    do {
      let began = now() - Double(milliseconds) / 1000
      try file.append(UsageFile.Line(time: began, verb: verb, milliseconds: milliseconds))
    } catch {
      if !hasFailed { report(AppError(error)) }
      hasFailed = true
    }
  }

  /// What was written down.
  func state(isOn: Bool) throws -> Usage.State {
    do {
      let records = try file.load().map { Usage.Record(time: $0.time, verb: $0.verb, milliseconds: $0.milliseconds) }
      return Usage.State(isOn: isOn, records: records, file: file.path)
    } catch {
      throw AppError(error)
    }
  }

  /// Forgets everything, and does not begin with the command that asked for it.
  func clear() throws {
    do { try file.clear() } catch { throw AppError(error) }
    isCleared = true
  }
}

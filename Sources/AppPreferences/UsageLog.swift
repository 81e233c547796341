public import FeatureKit
public import FoundationEssentials
public import LocalStore

/// Records which commands ran, if the user turned that on: names and durations, never arguments.
@MainActor
public final class UsageLog {
  private let file: UsageFile
  private let now: @Sendable () -> Date
  private let report: (AppError) -> Void
  private var hasFailed = false
  private var isCleared = false

  /// Creates a log that reports the first failure to write.
  public init(file: UsageFile, now: @escaping @Sendable () -> Date, report: @escaping (AppError) -> Void) {
    self.file = file
    self.now = now
    self.report = report
  }

  /// Records a command that has just ended.
  public func record(_ verb: String, took duration: Duration) {
    // The command that clears the log ends after it is cleared, and must not be its first entry.
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

  public var path: String { file.path }

  /// Reads all entries, the oldest first.
  public func entries() throws -> [UsageFile.Line] {
    do { return try file.load() } catch { throw AppError(error) }
  }

  /// Removes all entries, and leaves out the command that is running.
  public func clear() throws {
    do { try file.clear() } catch { throw AppError(error) }
    isCleared = true
  }
}

package import FeatureKit

/// The options of this run, which may change while it lasts: a command can ask for JSON, and a sign-out ends `--account`.
@MainActor
package final class RunContext {
  package var options: RunChoice
  /// The permissions in this run.
  package let policy: RunPolicy

  /// The codes of the last errors, with the commands, for a bug report.
  package var failures: [String] = []

  /// The line on which a long command reports progress.
  package var progressLine = ProgressLine.none

  /// Whether the user was told that the desktop shows no notifications.
  package var hasReportedDesktop = false

  /// Shows a line on the desktop, in a run without a prompt.
  package var alert: @MainActor (Note) -> Void

  package init(_ options: RunChoice, alert: @escaping @MainActor (Note) -> Void) {
    self.options = options
    self.alert = alert
    policy = RunPolicy(options.run)
  }

  package var pageSize: Int { options.pageSize ?? 20 }
}

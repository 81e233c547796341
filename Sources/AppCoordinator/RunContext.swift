/// The options of this run, which may change while it lasts: a command can ask for JSON, and a sign-out ends `--account`.
@MainActor
final class RunContext {
  var options: AppCoordinator.Choice

  /// The codes of the last errors, with the commands, for a bug report.
  var failures: [String] = []

  init(_ options: AppCoordinator.Choice) { self.options = options }

  /// How many posts a page has.
  var pageSize: Int { options.pageSize ?? 20 }
}

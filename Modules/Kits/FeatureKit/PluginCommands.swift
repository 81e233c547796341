/// The commands of other programs, as a prompt finds and runs them.
@MainActor
public struct PluginCommands {
  public let verbs: () -> [Verb]
  /// Looks for them, and returns whether they have changed; `shadow` says what else a word stands for.
  public let find: (_ onlyIfChanged: Bool, _ shadow: (_ name: String) -> String?) async -> Bool
  /// Asks one what it does, if that is not known.
  public let describe: (_ name: String) async -> Void

  public init(
    verbs: @escaping () -> [Verb],
    find: @escaping (_ onlyIfChanged: Bool, _ shadow: (_ name: String) -> String?) async -> Bool,
    describe: @escaping (_ name: String) async -> Void
  ) {
    self.verbs = verbs
    self.find = find
    self.describe = describe
  }

  public static var none: PluginCommands { PluginCommands(verbs: { [] }, find: { _, _ in false }, describe: { _ in }) }
}

public import PluginKit

/// Commands of other programs: the executables `howdah-NAME` of this machine.
public enum Plugins {
  /// The state of `plugins`.
  public struct State: Hashable, Sendable {
    /// The plugins, those that are preferred first.
    public var plugins: [Entry] = []
    public var folder: String
    /// The folders that have not answered, so that their plugins are unknown.
    public var silentFolders: [String] = []
  }

  /// A plugin and what is known of it.
  public struct Entry: Hashable, Sendable {
    public var program: PluginProgram
    /// The plugin's description of itself; `nil` if it has none, or was not asked.
    public var description: PluginDescription?
    public var permission: Permission = .none
    /// Why its name stands for something else, as a sentence; `nil` if it is a command.
    public var shadow: String?
  }

  public enum Permission: Hashable, Sendable {
    case none
    case allowed([String])
    /// No command, because the file is not the one that these commands were allowed to.
    case lapsed([String])
  }

  /// The dependencies of a plugin's command on the app.
  @MainActor
  public struct Action {
    /// The account that commands act as, `user@host`, and its server; `nil` for none.
    public var account: () -> (acct: String, server: String)?
    /// The variables that make `howdah` act as the same account: `HOWDAH_ACCOUNT` or `HOWDAH_SANDBOX`.
    public var variables: () -> [String: String]

    public init(
      account: @escaping () -> (acct: String, server: String)?, variables: @escaping () -> [String: String]
    ) {
      self.account = account
      self.variables = variables
    }
  }
}

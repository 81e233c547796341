public import AppCoordinator
import AppEnvironment
public import REPL

extension AppCoordinator: Host {
  public var helpTables: HelpTables { HelpTables(topics: HelpTopic.all, tasks: HelpTask.all) }
  public var version: String { AppVersion.current }
}

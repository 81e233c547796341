import AppCoordinator
import AppEnvironment
import FeatureKit
import REPL

extension Host {
  /// Lets a prompt or a script drive the app.
  ///
  /// - Parameters:
  ///   - isTerminal: Whether what it prints goes to a terminal.
  ///   - isPlain: Whether responses are sentences, by option or by what the user has set.
  init(_ app: AppCoordinator, isTerminal: Bool = false, isPlain: @escaping (Bool?) -> Bool = { _ in false }) {
    self.init(
      settings: {
        var settings = app.promptSettings
        settings.isPlain = isPlain(settings.isPlain)
        // Elsewhere, no link can be clicked.
        if !isTerminal, settings.hyperlinks == .on { settings.hyperlinks = .off }
        return settings
      },
      screen: { app.screen }, place: { app.promptPlace }, layout: { app.layout(width: $0) }, uptime: { app.uptime },
      sleep: app.sleep,
      commands: Commands(app),
      references: References(
        resolve: { try await app.resolve($0, kind: $1) }, recall: { app.recall() },
        remember: { app.remember($0, summaries: $1) }),
      notes: app.notes)
    greeting = { app.greeting.map { ($0, app.firstReturn) } }
    drawThumbnails = { await app.drawThumbnails(in: $0, $1) }
    refresh = { app.refresh() }
    settle = { await app.settle() }
    setData = { app.setData($0) }
    aliases = app.aliases
    userFiles = app.createUserFiles()
    version = AppVersion.current
    references.recallSummaries = { app.recallSummaries() }
    references.mentions = { app.mentions(beginning: $0) }
    references.hosts = { app.hosts }
    references.accounts = { app.accountNames }
    references.waiting = { app.waitingActs }
    references.files = { Folder.entries(of: $0) }
    records.ran = { app.record(verb: $0, took: $1) }
    records.failed = { app.remember(failure: $1, of: $0) }
    records.changesSent = { app.changesSent }
    records.omissions = app.createOmissions
    records.historyFile = { app.prepareHistoryFile() }
  }
}

extension Host.Commands {
  fileprivate init(_ app: AppCoordinator) {
    self.init(layers: { app.layers(on: $0) })
    elsewhere = { app.layersElsewhere }
    help = { .howdah }
    atStart = { app.verbsAtStart }
    plugins = app.pluginCommands
    acting = { try await app.acting(as: $0, opensScreens: $1) }
    later = { try await app.deferring(as: $0) }
    dryRun = { try await app.dryRun(as: $0) }
  }
}

import AppCoordinator
import AppEnvironment
import FeatureKit
import REPL

extension Host {
  /// Lets a script without a terminal drive the app.
  init(_ app: AppCoordinator) { self.init(app, isTerminal: false, isPlain: { _ in false }) }

  /// Lets a prompt or a script drive the app.
  ///
  /// - Parameters:
  ///   - isTerminal: Whether what it prints goes to a terminal.
  ///   - isPlain: Whether responses are sentences, by option or by what the user has set.
  init(_ app: AppCoordinator, isTerminal: Bool, isPlain: @escaping (Bool?) -> Bool) {
    self.init(
      settings: {
        var settings = app.promptSettings
        settings.isPlain = isPlain(settings.isPlain)
        // Elsewhere, no link can be clicked.
        if !isTerminal, settings.hyperlinks == .on { settings.hyperlinks = .off }
        return settings
      }, refresh: { app.refresh() }, screen: { app.screen }, place: { app.promptPlace },
      layout: { app.layout(width: $0) }, drawThumbnails: { await app.drawThumbnails(in: $0, $1) },
      greeting: { app.greeting.map { ($0, app.firstReturn) } }, settle: { await app.settle() },
      setData: { app.setData($0) }, uptime: { app.uptime }, sleep: app.sleep,
      commands: Commands(
        layers: { app.layers(on: $0) }, elsewhere: { app.layersElsewhere }, atStart: { app.verbsAtStart },
        plugins: app.pluginCommands, help: { .howdah },
        acting: { try await app.acting(as: $0, opensScreens: $1) }, later: { try await app.deferring(as: $0) },
        dryRun: { try await app.dryRun(as: $0) }),
      references: References(
        resolve: { try await app.resolve($0, kind: $1) }, recall: { app.recall() },
        recallSummaries: { app.recallSummaries() }, remember: { app.remember($0, summaries: $1) },
        mentions: { app.mentions(beginning: $0) }, hosts: { app.hosts }, accounts: { app.accountNames },
        waiting: { app.waitingActs }),
      records: Records(
        ran: { app.record(verb: $0, took: $1) }, failed: { app.remember(failure: $1, of: $0) },
        omissions: app.createOmissions, historyFile: { app.prepareHistoryFile() }),
      notes: app.notes, userFiles: app.createUserFiles(), aliases: app.aliases, version: AppVersion.current)
  }
}

import AppCoordinator
import AppEnvironment
import REPL

extension Host {
  /// Lets a prompt or a script drive the app.
  ///
  /// - Parameter isPlain: Whether responses are sentences where the user has not set that.
  init(_ app: AppCoordinator, isPlain: @escaping () -> Bool = { false }) {
    self.init(
      layers: { app.layers.map { VerbLayer($0.title, $0.verbs) } },
      elsewhere: { app.layersElsewhere.map { VerbLayer($0.title, $0.verbs) } }, screen: { app.screen },
      location: { app.location }, account: { app.account }, layout: { app.layout(width: $0) },
      isPlain: isPlain, showsHints: { app.style.showsHints }, theme: { app.theme }, width: { app.width },
      resolve: { try await app.resolve($0, kind: $1) }, recall: { app.recall() },
      remember: { app.remember($0, summaries: $1) },
      lines: { app.lines }, counts: { app.counts },
      mentions: { app.mentions(beginning: $0) }, hosts: { app.hosts }, files: { Folder.entries(of: $0) },
      notes: app.notes, greeting: { app.greeting },
      settle: { await app.settle() },
      firstReturn: { app.firstReturn }, remembered: { app.remember($0) },
      historyFile: { app.prepareHistoryFile() }, keepsTexts: { app.keepsTexts }, uptime: { app.uptime },
      ran: { app.record(verb: $0, took: $1) }, changesSent: { app.changesSent },
      setData: { app.setData($0) })
    keepsNumbers = { app.keepsNumbers }
    verbsAtStart = { app.verbsAtStart }
    aliases = app.aliases
    usesPager = { app.usesPager }
    shellAccess = { ShellAccess(rawValue: app.shellAccess) ?? .off }
    userFiles = app.createUserFiles()
    version = AppVersion.current
    recallSummaries = { app.recallSummaries() }
    failed = { app.remember(failure: $1, of: $0) }
    pluginVerbs = { app.pluginVerbs }
    findPlugins = { await app.findPlugins(shadow: $0) }
    findPluginChanges = { await app.findPluginChanges(shadow: $0) }
    describePlugin = { await app.describePlugin($0) }
    colorsNames = { app.colorsNames }
    accounts = { app.accountNames }
    acting = { name in Acting(try await app.acting(as: name)) }
    omissions = {
      let check = app.createAnswerCheck()
      return Omissions(collecting: check.collecting, take: check.take)
    }
    dryRun = { name in
      let run = try await app.dryRun(as: name)
      return DryRun(
        acting: Acting(run.acting), opensScreen: run.opensScreen, holdingBack: run.holdingBack,
        requests: run.requests, isComplete: run.isComplete)
    }
  }
}

extension Acting {
  fileprivate init(_ acting: AppCoordinator.Acting) {
    self.init(
      account: acting.account, verbs: acting.verbs, resolve: acting.resolve, translated: acting.translated,
      changesSent: acting.changesSent)
  }
}

import FeatureKit
import FoundationEssentials
import Synchronization
import TerminalKit

@testable import REPL

extension PromptLoop {
  /// A prompt on a terminal of 80 columns whose pages are as long as they are.
  convenience init(host: any Host, console: Console, style: Output.Style) {
    self.init(
      host: host, console: console, style: style, terminalWidth: { 80 }, pageHeight: { nil }, alert: { _ in "" })
  }
}

/// An app with a few verbs and one screen, to test a prompt without a root.
@MainActor
final class HostFixture: LoneHost {
  var log: [String] = []
  var lines: [String] = []
  var isWriting = false
  var failure: AppError?
  /// Whether verbs that check it fail.
  var isOffline = false
  var greeting: Document?
  var firstReturn: String?
  /// The command that Return stands for on the screen.
  var onReturn: String?
  /// The items on the screen.
  var ids = ["a", "b", "c"]
  /// The messages of commands.
  var messages: [String] { toasts.entries(ToastCenter.limit).reversed().map(\.text.plain) }
  /// The verbs that ran, with their durations.
  var used: [String] = []
  /// The account that is signed in.
  var account = "wren@shore.example"
  var promptSettings = PromptSettings()
  var makeDryRun: (() -> DryRun)?
  /// The parts that the server leaves out of the next command.
  var omissions: [Omissions.Found] = []
  /// The age of what the archive has answered.
  var archived: (age: Duration, reason: String)?
  /// Why the archive has answered.
  var unreached: AppError?
  /// Asks the server for what was shown from the archive.
  var update: Screen.Update?
  /// The accounts that `--as` may name.
  var accountNames: [String] = []
  private var uptimeReads = 0
  /// Advances by five milliseconds at each call.
  var uptime: Duration {
    uptimeReads += 1
    return .milliseconds(5 * uptimeReads)
  }
  var sleep: @Sendable (Duration) async throws -> Void = { try await Task.sleep(for: $0) }
  var written = ""
  var errors = ""
  var answer: String?
  /// Answers questions in place of `answer`.
  var ask: (() async -> String?)?
  /// Further verbs of a test.
  var more: [Verb] = []
  var remembered: [Int: [Reference]] = [:]
  /// The summaries beside the numbers when they were saved.
  var summaries: [Int: String] = [:]
  /// The messages, and the live lines.
  let toasts = ToastCenter(now: { Date(timeIntervalSince1970: 0) })
  var counts = (unread: 0, newPosts: 0)

  var verbs: [Verb] {
    [
      Verb("boost", aliases: ["reblog"], .references(kinds: [.status]), help: "Boost posts") { references in
        self.log.append("boost " + references.map(\.id).joined(separator: " "))
        return .toast(Toast(.success, "Boosted.", data: [.init("count", .int(references.count))]))
      },
      Verb("listing", help: "List below the screen") { .nothing }, marking("fav", as: nil), marking("unfav", as: nil),
      Verb("list", help: "Show the list") { .screen },
      Verb("attach", .word("FILE"), help: "Attach a file") { _ in .nothing },
      Verb("join", .optionalWord("HOST"), help: "Join a server") { _ in .nothing },
      Verb("post", .option("cw", "TEXT"), .text(), help: "Say something") { warning, text in
        self.log.append("post [\(warning ?? "")] \(text)")
        return .nothing
      },
      Verb("clear", help: "Clear everything") {
        .confirm(
          Confirmation("Clear all?") {
            self.log.append("clear")
            return .nothing
          })
      },
      Verb("fail", help: "Fail") { throw self.failure ?? AppError.fixtures.timedOut },
      Verb("hang", help: "Wait for ever") {
        try await Task.sleep(for: .seconds(3600))
        return .nothing
      },
      Verb("set", .choice("NAME", ["theme", "time"]), .word("VALUE"), help: "Change a setting") { name, value in
        self.log.append("set \(name) \(value)")
        return .nothing
      },
      Verb("close", help: "Close the sheet") {
        self.isWriting = false
        self.log.append("close")
        return .nothing
      },
    ]
  }

  /// A command that marks posts, and suggests its opposite.
  private func marking(_ name: String, as account: String?) -> Verb {
    Verb(name, .references(kinds: [.status]), help: "Mark posts") { references in
      if self.isOffline { throw AppError.fixtures.timedOut }
      let ids = references.map(\.id)
      self.log.append((account.map { "\($0): " } ?? "") + "\(name) \(ids.joined(separator: " "))")
      let opposite = name == "fav" ? "unfav" : "fav"
      return .toast(Toast(.success, "Favourited.", offering: "\(opposite) \(ids.joined(separator: " "))"))
    }
  }

  /// Another account, on whose server the post `a` of this one has the id `nettle-a`.
  func acting(as name: String, opensScreens: Bool) throws -> Acting {
    guard let account = accountNames.first(where: { "@\($0)" == name }) else {
      throw AppError.unknownAccount(name, known: accountNames)
    }
    let parts = account.split(separator: "@")
    let server = parts[1].prefix { $0 != "." }
    return Acting(
      account: account,
      verbs: ["fav", "unfav"].map { marking($0, as: String(parts[0])) } + [
        Verb("list", help: "List") { .screen },
        Verb("send", Parameter<String>.text(), help: "Send a post") { text in
          self.log.append("\(parts[0]): send \(text)")
          let link = "https://\(parts[1])/sent"
          return .success(
            "Sent.", undo: .command("delete id:sent"), made: Reference(kind: .status, id: "sent"), result: link)
        },
        Verb("delete", .word("LINK"), help: "Delete a post") { link in
          self.log.append("\(parts[0]): delete \(link)")
          return .success("Deleted.")
        },
        Verb("listing", help: "List below the screen") {
          let item = Item(number: 1, blocks: [.paragraph("theirs")], spoken: "theirs")
          return .document(Document(kind: "listing", blocks: [.item(item)]))
        },
      ],
      resolve: { _, kind in Reference(kind: kind, id: "found") },
      translated: { Reference(kind: $0.kind, id: "\(server)-\($0.id)") }, changesSent: { 0 },
      visibility: { "public" }, hasOpenedScreen: { false })
  }

  var document: Document {
    let items = ids.enumerated().map { index, id in
      Block.item(
        Item(
          number: index + 1, blocks: [.paragraph(StyledText("item \(id)"))], spoken: "Item \(id).",
          references: [Reference(kind: .status, id: id)]))
    }
    return Document(kind: "list", title: Document.Title("List"), blocks: items, hint: Hint(["boost N"]))
  }

  /// What closing the form on the screen would lose.
  var unsaved: String?
  /// Whether a sheet waits for the end of the line.
  var isWaiting = false
  var changesSent = 0
  /// Whether the app was told that the output is JSON.
  var isData = false
  /// Whether the app was told that the user sees the output.
  var isShown = true

  func settle() -> Bool {
    guard isWaiting else { return false }
    (isWaiting, isWriting) = (false, true)
    return true
  }

  var screen: Screen {
    if let replacement { return replacement() }
    return Screen(
      id: "list", subject: .named { self.subject }, model: nil, label: { self.label }, document: { _ in self.document },
      verbs: { [] },
      content: Screen.Content(
        load: { await self.loads() },
        loadKept: {
          await self.loads()
          return self.update
        }, prepare: { _ in }, failure: { self.failure }),
      input: Screen.Input(unsaved: { self.unsaved }, onReturn: { self.onReturn }),
      textInput: isWriting
        ? Screen.TextInput(
          prompt: { "text │" }, append: { self.lines.append($0) }, audience: { .everyone }, saved: { self.saved })
        : nil)
  }

  /// What other programs have done, which keeps the next line from running.
  var obstacles: [AppError] = []
  /// What waits to be sent for each post.
  var waitingActs: [String: [String]] = [:]
  var pluginCommands = PluginCommands.none
  /// Makes a screen in place of the list.
  var replacement: (() -> Screen)?
  /// How often the commands were asked for.
  var layersMade = 0
  /// What is said about the text if the program ends.
  var saved: String?
  /// The screen's name in the prompt.
  var label = "list"
  /// The events while the screen loads.
  var loads: () async -> Void = {}
  var historyFile: String?
  var location = ["sandbox", "home"]
  /// The id of what the screen shows.
  var subject: String?

  /// The files that commands wrote.
  let files = Mutex<[String: String]>([:])
  /// The aliases, shared with the stores that change them.
  let aliasList = Mutex<[Alias]>([])

  private nonisolated func text(of path: String) -> String { files.withLock { $0[path] ?? "" } }

  var promptPlace: PromptPlace {
    PromptPlace(path: replacement.map { [$0().label()] } ?? location, unread: counts.unread, newPosts: counts.newPosts)
  }
  var notes: ToastCenter { toasts }
  var hosts: [String] { ["shore.example", "nettle.example"] }
  var helpTables: HelpTables {
    HelpTables(topics: [
      HelpTopic("post Good morning", "write a post"), HelpTopic("boost POST", "boost a post"),
      HelpTopic("help open", "explain a command", "alias plugins retry quit"), HelpTopic("login HOST", "sign in"),
    ])
  }
  var aliases: AliasStore {
    AliasStore(
      load: { self.aliasList.withLock { $0 } },
      save: { alias in self.aliasList.withLock { $0 = $0.filter { $0.name != alias.name } + [alias] } },
      remove: { name in self.aliasList.withLock { $0.removeAll { $0.name == name } } })
  }

  func layout(width: Int) -> Layout { Layout(width: width, now: Date(timeIntervalSince1970: 0)) }
  func refresh() -> AppError? { obstacles.popLast() }
  func setData(_ isData: Bool, isShown: Bool) { (self.isData, self.isShown) = (isData, isShown) }

  func layers(on screen: Screen?) -> [VerbLayer] {
    layersMade += 1
    return [VerbLayer("here", (screen ?? self.screen).verbs().filter(\.takesShownNumbers) + verbs + more)]
  }

  func dryRun(as account: String?) throws -> DryRun {
    guard let makeDryRun else {
      throw AppError.usage("There is no dry run here.", suggestion: "Leave out --dry-run.")
    }
    return makeDryRun()
  }

  func resolve(_ address: String, kind: Reference.Kind) throws -> Reference {
    if address.hasSuffix("/notice/1") {
      throw UncertainReference(Reference(kind: kind, id: "odd"), at: address, is: "a post by @pool@pl.example")
    }
    guard address == "@rook" else { throw AppError.fixtures.notFound }
    return Reference(kind: kind, id: "rook")
  }

  func recall() -> [Int: [Reference]] { toasts.restoreLines(from: remembered) }

  func remember(_ shown: [Int: [Reference]], summaries: [Int: String]) {
    remembered = shown.merging(toasts.lines.stored) { first, _ in first }
    if !summaries.isEmpty { self.summaries = summaries }
  }

  func mentions(beginning: String) -> [String] {
    ["@rook", "@wren", "#canal", "#cats"].filter { $0.hasPrefix(beginning) }
  }

  func record(verb: String, took duration: Duration) { used.append("\(verb) \(duration)") }

  func createOmissions() -> Omissions {
    let before = changesSent
    return Omissions(
      take: {
        defer { self.omissions = [] }
        return self.omissions
      }, archived: { self.archived }, unreached: { self.unreached }, hasSentChanges: { self.changesSent != before })
  }

  func prepareHistoryFile() -> String? { historyFile }

  lazy var userFiles = UserFiles(
    read: { path in Array(self.text(of: path).utf8) }, exists: { path in self.files.withLock { $0[path] != nil } },
    write: { path, bytes in self.files.withLock { $0[path] = String(decoding: bytes, as: UTF8.self) } },
    append: { path, bytes in self.files.withLock { $0[path, default: ""] += String(decoding: bytes, as: UTF8.self) }
    },
    parts: { throw AppError.storage(.refused(path: $0)) },
    items: { path, _ in throw AppError.storage(.refused(path: path)) },
    entries: { folder in
      switch folder {
      case "~/": [("pictures", true), ("pie.png", false), (".hidden", false), ("My Films", true)]
      case "~/My Films/": [("frost; first.mp4", false)]
      case ".": [("notes.txt", false)]
      default: nil
      }
    },
    begin: { path in
      self.files.withLock { $0[path] = "" }
      let (failures, end) = AsyncStream.makeStream(of: AppError.self)
      return UserFiles.GrowingFile(
        write: { text in
          guard text.contains("fail") else { return self.files.withLock { $0[path, default: ""] += text } }
          end.yield(.storage(.refused(path: path)))
          end.finish()
        }, close: { end.finish() }, failures: failures)
    })

  func interpreter(
    _ format: Renderer.Format = .plain, assumesYes: Bool = false, showsHints: Bool = false, hasJobs: Bool = false,
    isPrompt: Bool = false
  ) -> Interpreter {
    let style = Output.Style(format: format, colors: .none, showsHints: showsHints, hasHyperlinks: false)
    var output = Output.plain(
      style: style, terminalWidth: { 80 }, write: { self.written += $0 }, writeError: { self.errors += $0 },
      ask: { _, _ in
        guard let ask = self.ask else { return self.answer }
        return await ask()
      })
    output.hasJobs = hasJobs
    return Interpreter(host: self, output: output, assumesYes: assumesYes, isPrompt: isPrompt)
  }
}

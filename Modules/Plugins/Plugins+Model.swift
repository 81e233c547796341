public import FeatureKit
public import Observation
public import PluginKit
import TerminalKit

extension Plugins {
  /// Knows the plugins of this machine, runs them, and keeps what the user allows them.
  @MainActor @Observable
  public final class Model {
    /// The plugins that were found; empty until they were looked for.
    public private(set) var entries: [Entry] = []
    /// The folders that have not answered when plugins were looked for.
    private var silentFolders: [String] = []
    @ObservationIgnored public private(set) var verbs: [Verb] = []
    /// The result that the entries are made of, and the number of its search: a slow one replaces no later one.
    @ObservationIgnored private var known: (search: PluginSearch, number: Int)?
    @ObservationIgnored private var searches = 0
    @ObservationIgnored private let service: PluginService
    @ObservationIgnored private let action: Action

    public init(service: PluginService, action: Action) {
      self.service = service
      self.action = action
    }

    public var state: State { State(plugins: entries, folder: service.folder, silentFolders: silentFolders) }

    // MARK: - Finding

    /// Looks for plugins; runs none, and changes nothing if the task is cancelled.
    ///
    /// - Parameters:
    ///   - onlyIfChanged: Whether nothing is done if none was installed, changed or removed.
    ///   - shadow: Returns what else a word stands for, as a sentence; `nil` for nothing.
    /// - Returns: Whether there are others now.
    @discardableResult
    public func find(onlyIfChanged: Bool = false, shadow: (_ name: String) -> String?) async -> Bool {
      searches += 1
      let number = searches
      let search = await service.find()
      guard !Task.isCancelled, !onlyIfChanged || search != known?.search else { return false }
      var first: [String: String] = [:]
      var found: [Entry] = []
      for program in search.programs {
        let known = entries.first { $0.program == program }?.description
        var entry = Entry(program: program, description: known, shadow: shadow(program.name))
        if let path = first[program.name] { entry.shadow = "\(path) comes first." }
        first[program.name] = first[program.name] ?? program.path
        found.append(entry)
      }
      for index in found.indices where found[index].description == nil {
        found[index].description = await service.described(found[index].program)
      }
      guard !Task.isCancelled, number > known?.number ?? 0 else { return false }
      for index in found.indices where found[index].description == nil {
        // It may have been asked in the meantime.
        found[index].description = entries.first { $0.program == found[index].program }?.description
      }
      known = (search, number)
      entries = found
      silentFolders = search.silentFolders
      makeVerbs()
      return true
    }

    /// Asks a plugin what it does, if that is not known.
    public func describe(_ name: String) async {
      await ask(name)
      makeVerbs()
    }

    private func ask(_ name: String) async {
      guard let entry = entry(named: name), entry.description == nil, entry.program.refusal == nil else { return }
      let description = await service.describe(entry.program)
      for index in entries.indices where entries[index].program == entry.program {
        entries[index].description = description
      }
    }

    /// Asks every plugin, and reads what the user allows them.
    func complete() async throws {
      try await complete(entries.filter { $0.shadow == nil })
    }

    /// Asks one plugin, and returns it; also those of its name that are not command.
    func only(_ name: String) async throws -> State {
      var state = state
      guard entries.contains(where: { $0.program.name == name }) else { throw missing(name) }
      try await complete(entries.filter { $0.program.name == name && $0.shadow == nil })
      state.plugins = entries.filter { $0.program.name == name }
      state.silentFolders = []
      return state
    }

    private func complete(_ asked: [Entry]) async throws {
      await withTaskGroup(of: Void.self) { group in
        for entry in asked { group.addTask { await self.ask(entry.program.name) } }
      }
      makeVerbs()
      let permissions = try service.permissions()
      for program in asked.map(\.program) {
        let permission = try await permission(of: program, in: permissions)
        // Another search may have replaced the entries.
        for index in entries.indices where entries[index].program == program { entries[index].permission = permission }
      }
    }

    private func entry(named name: String) -> Entry? { entries.first { $0.program.name == name && $0.shadow == nil } }

    private func makeVerbs() {
      verbs = entries.filter { $0.shadow == nil }.map { entry in
        let name = entry.program.name
        let words = entry.description?.arguments ?? []
        return Verb(
          name, .invocation(entry.description), help: Sanitizer.clean(entry.description?.help ?? "A plugin of yours"),
          discussion: Self.discussion(of: entry), completions: { _ in words }
        ) { [weak self] invocation in
          guard let self else { return .nothing }
          return try await run(name, invocation)
        }.withoutAccount.having(.isProgram)
      }
    }

    private static func discussion(of entry: Entry) -> String {
      var paragraphs: [String] = []
      if let description = entry.description {
        if !description.discussion.isEmpty { paragraphs.append(Sanitizer.clean(description.discussion)) }
        let options = description.options.filter { !$0.help.isEmpty }.map { option in
          "--\(option.name)\(option.value.map { " \($0)" } ?? ""): \(option.help)"
        }
        if !options.isEmpty { paragraphs.append(Sanitizer.clean(options.joined(separator: "\n"))) }
      }
      paragraphs.append("The plugin \(Sanitizer.clean(entry.program.path)).")
      return paragraphs.joined(separator: "\n\n")
    }

    // MARK: - Running

    /// Runs a plugin and returns its answer, with the commands that it asks for.
    func run(_ name: String, _ invocation: Invocation) async throws -> Response {
      guard let program = entry(named: name)?.program else { throw missing(name) }
      if let refusal = program.refusal { throw Self.refused(name, refusal) }
      let permission = try await permission(of: program, in: try service.permissions())
      let allowed: [String] = if case .allowed(let commands) = permission { commands } else { [] }
      let context = invocation.context(of: name, account: action.account(), allowed: allowed)
      var variables = action.variables()
      variables["HOWDAH_PLUGIN"] = name
      variables["COLUMNS"] = "\(invocation.layout.width)"
      let result: PluginResult
      do {
        result = try await service.run(
          program,
          PluginCall(
            arguments: invocation.arguments, input: Array((context.serialized() + "\n").utf8), variables: variables))
      } catch {
        throw Self.error(error, of: name, at: program.path)
      }
      return try response(to: result, of: name, at: program.path, permission, unknown: invocation.unknownNumber)
    }

    private func response(
      to result: PluginResult, of name: String, at path: String, _ permission: Permission, unknown: AppError?
    ) throws -> Response {
      var answer = Answer()
      do { answer = try Answer(result.output, of: name) } catch {
        // What a failed program has printed may be half of a document.
        guard result.code != 0 else { throw error }
      }
      // A plugin that had nothing to do with a number that stands for nothing has not succeeded.
      let failure =
        result.code == 0
        ? answer.failure ?? (answer.isUnreadable ? Self.unreadable(name) : answer.isIdle ? unknown : nil)
        : Self.failure(result, of: name, at: path, reported: answer.failure)
      return .requests(
        CommandRequests(
          name: name, document: answer.document(of: name), commands: failure == nil ? answer.commands : [],
          failure: failure, check: { try Self.check($0, of: name, permission) }))
    }

    private static func check(_ command: String, of name: String, _ permission: Permission) throws {
      switch permission {
      case .allowed(let commands) where commands.contains(command) && !forbidden.contains(command): return
      case .lapsed(let commands) where commands.contains(command):
        throw AppError.validation(
          "\(name) asks for “\(command)”, but its file has changed since you allowed that.",
          suggestion: "If you trust the change: plugins allow \(name).")
      case .allowed, .lapsed, .none:
        throw AppError.validation(
          "\(name) asks for “\(command)”, which you have not allowed.",
          suggestion: forbidden.contains(command)
            ? "No plugin may ask for it." : "To allow it: plugins allow \(name) \(command).")
      }
    }

    // MARK: - Permissions

    /// The commands that no plugin may ask for: what it may do, and whose account it is.
    static let forbidden: Set<String> = [
      "alias", "login", "logout", "plugins", "quit", "register", "source", "switch", "unalias", "vault",
    ]

    private func permission(of program: PluginProgram, in known: [PluginPermission]) async throws -> Permission {
      guard let permission = known.first(where: { $0.name == program.name }) else { return .none }
      guard permission.path == program.path, try await service.digest(program) == permission.digest else {
        return .lapsed(permission.commands)
      }
      return .allowed(permission.commands)
    }

    /// Lets a plugin ask for more commands; for none, what it was allowed before its file changed.
    func allow(_ name: String, _ commands: [String]) async throws -> Response {
      guard let program = entry(named: name)?.program else { throw missing(name) }
      if let refusal = program.refusal { throw Self.refused(name, refusal) }
      if let command = commands.first(where: Self.forbidden.contains) {
        throw AppError.validation("No plugin may ask for “\(command)”.", suggestion: "Name other commands.")
      }
      let known = try service.permissions()
      let before: [String]
      switch try await permission(of: program, in: known) {
      case .none: before = []
      case .allowed(let commands): before = commands
      // A changed file keeps only what is named again, unless nothing is.
      case .lapsed(let old): before = commands.isEmpty ? old : []
      }
      guard !commands.isEmpty || !before.isEmpty else {
        throw AppError.usage(
          "Which commands may \(name) ask for?", suggestion: "Usage: plugins allow \(name) COMMAND…")
      }
      let all = before + commands.filter { !before.contains($0) }
      try service.allow(
        name,
        PluginPermission(name: name, path: program.path, digest: try await service.digest(program), commands: all))
      return .success(
        "\(name) may ask for \(Self.list(all)).", data: Self.data(name, all),
        undo: .command("plugins disallow \(([name] + commands).joined(separator: " "))"))
    }

    /// Takes commands back; without any, all.
    func disallow(_ name: String, _ commands: [String]) throws -> Response {
      guard var permission = try service.permissions().first(where: { $0.name == name }) else {
        guard entry(named: name) != nil else { throw missing(name) }
        return .information("\(name) may ask for nothing.")
      }
      let taken = commands.isEmpty ? permission.commands : permission.commands.filter(commands.contains)
      permission.commands.removeAll(where: taken.contains)
      try service.allow(name, permission.commands.isEmpty ? nil : permission)
      let rest = permission.commands.isEmpty ? "nothing" : Self.list(permission.commands)
      return .success(
        "\(name) may ask for \(rest).", data: Self.data(name, permission.commands),
        undo: taken.isEmpty ? nil : .command("plugins allow \(name) \(taken.joined(separator: " "))"))
    }

    private static func data(_ name: String, _ commands: [String]) -> [JSONValue.Member] {
      [.init("plugin", .string(name)), .init("allowed", .array(commands.map(JSONValue.string)))]
    }

    private static func list(_ words: [String]) -> String {
      guard let last = words.last, words.count > 1 else { return words.first ?? "" }
      return words.dropLast().joined(separator: ", ") + " and " + last
    }
  }
}

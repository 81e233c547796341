public import FeatureKit
import MastodonKit
import StatusKit
import TerminalKit

extension Watch {
  /// The feature as the root gets it: the commands that begin to follow something and end that.
  ///
  /// - Parameters:
  ///   - isBeside: Whether what is followed appears beside the commands that are typed meanwhile.
  ///   - obstacle: Why nothing can be followed at the prompt; `nil` if it can.
  @MainActor
  public static func plugin(
    model: Model, isBeside: Bool, obstacle: @escaping @MainActor () -> AppError?
  ) -> Plugin {
    Plugin(
      id: "watch", title: "Watch", symbol: "◉",
      verbs: [watchVerb(model, isBeside: isBeside), unwatchVerb(model)].map { verb in
        verb.responding { reader, run in
          if let error = obstacle() { throw error }
          return try await run(reader)
        }
      }, previews: { previews })
  }

  @MainActor
  private static func watchVerb(_ model: Model, isBeside: Bool) -> Verb {
    Verb(
      "watch", .words, .flag("local"), .kinds("only"), .flag("changes"), .flag("notify"),
      .option("exec", "COMMAND"), .integerOption("limit", 1...1_000_000), .option("for", "DURATION"),
      .option("accounts", "all|@A,@B"),
      help: "Show new posts, notifications or messages as they arrive",
      discussion: """
        watch home, local, federated, remote, notifications, conversations (or direct), conversation N (or @NAME), #tag, list NAME, group NAME or \
        the name of a list or a group; without a name it is home. \
        At the prompt, what arrives appears above the line that you type, with a label such as a1 to act on, until unwatch. \
        From a shell each item is a line, with --json a line of JSON, until Ctrl-C, --limit items or the --for duration (30m, 2h).

        --only KINDS, with commas between them: posts have the kinds \(Kind.ofPosts.map(\.word).joined(separator: ", ")), notifications those of notifications --only. \
        --local with a hashtag: only posts of this server. --changes: also edits, and deletions of posts that were shown. --notify shows each item on the desktop, as the setting desktop-method says, \
        but not during quiet-hours. --exec COMMAND runs a program of yours for each item, one at a time, with the item's JSON on its \
        standard input; at the prompt the setting shell must allow pipes. --accounts all, or @A,@B, follows Home or the \
        notifications of several accounts; each line says whose it is, and what you do with it is done as that account.

        After an interruption what was missed is fetched; a server without streams is asked every two minutes.
        """,
      completions: { words in completions(words, model) }
    ) { named, isLocal, only, includesChanges, notifies, command, limit, duration, accounts in
      if named.words.first?.lowercased() == "off", named.words.count == 1 {
        guard !isLocal, only == nil, !includesChanges, !notifies, command == nil, limit == nil, duration == nil,
          accounts == nil
        else {
          throw AppError.usage("watch off takes no options.", suggestion: "unwatch NAME stops one of them.")
        }
        return try await unwatch(Named(), model)
      }
      let target = try await target(named, isLocal: isLocal, accounts: accounts, model)
      var options = Options()
      if let only { options.only = try Kind.list(only, for: target) }
      guard !includesChanges || target.hasChanges else {
        throw AppError.usage("--changes works only with posts.", suggestion: "Leave out --changes.")
      }
      options.includesChanges = includesChanges
      options.notifies = notifies
      options.command = try command.map(checked)
      options.limit = limit
      options.seconds = try duration.map(seconds)
      try model.check(options)
      guard isBeside else { return .following(model.lines(target, options)) }
      let others = model.targets.filter { $0 != target }
      model.start(target, options)
      let besides = others.isEmpty ? "" : ", besides \(enumeration(of: others))"
      return .success(
        "Watching \(target.name)\(besides).", hint: "unwatch", data: [.init("timeline", .string(target.words))],
        undo: .command("unwatch \(typed(target))"))
    }.having { reader in
      guard let option = ["exec", "notify"].first(where: { reader.flag($0) != nil }) else { return .changesServer }
      throw AppError.usage(
        "--\(option) has no dry run: it starts something on this machine.", suggestion: "Leave out --\(option).")
    }
  }

  /// A target as it is typed in a command: ids have `id:` before them, or they would be numbers on the screen.
  private static func typed(_ target: Target) -> String {
    switch target {
    case .conversation(let id, _): "conversation \(ReferenceSyntax.typed(id: id.rawValue))"
    case .list(let id, _): "list id:\(id.rawValue)"
    case .group(let id, _): "group id:\(id)"
    default: target.words
    }
  }

  @MainActor
  private static func unwatchVerb(_ model: Model) -> Verb {
    Verb(
      "unwatch", .words, .flag("local"), .option("accounts", "all|@A,@B"),
      help: "Stop watching a timeline, or everything that is watched",
      discussion: "watch off does the same.", completions: { words in words.isEmpty ? model.targets.map(typed) : [] }
    ) { named, isLocal, accounts in try await unwatch(named, isLocal: isLocal, accounts: accounts, model) }
  }

  @MainActor
  private static func unwatch(
    _ named: Named, isLocal: Bool = false, accounts: String? = nil, _ model: Model
  ) async throws -> Response {
    let words = named.words
    guard !words.isEmpty || accounts != nil else {
      if isLocal {
        throw AppError.usage("--local works only with a hashtag.", suggestion: "Usage: unwatch #TAG --local")
      }
      let targets = model.targets
      model.stop()
      guard !targets.isEmpty else { return .toast(Toast(.information, "Nothing is watched.")) }
      return .success("Stopped watching \(enumeration(of: targets)).")
    }
    // What is watched needs no request.
    let typed = words.joined(separator: " ").lowercased()
    let known = model.targets.first { target in
      switch target {
      case .list(let id, let title):
        return ["id:\(id.rawValue)", ReferenceSyntax.typed(id: id.rawValue), title].contains {
          "list \($0)".lowercased() == typed
        }
      case .group(let id, let title):
        return ["id:\(id)", "\(id)", title].contains { "group \($0)".lowercased() == typed }
      default: return false
      }
    }
    var target = known
    if target == nil { target = try await Watch.target(named, isLocal: isLocal, accounts: accounts, model) }
    guard let target, model.end(target) else {
      let name = target?.name ?? ""
      return .information("\(name.prefix(1).uppercased() + name.dropFirst()) is not watched.")
    }
    return .success("Stopped watching \(target.name).")
  }

  /// `#canal, your notifications and Home`.
  static func enumeration(of targets: [Target]) -> String {
    let names = targets.map(\.name)
    guard let last = names.last, names.count > 1 else { return names.first ?? "" }
    return names.dropLast().joined(separator: ", ") + " and " + last
  }

  // MARK: - Words

  private static let names = [
    "home", "local", "federated", "remote", "notifications", "conversations", "conversation", "list", "group",
  ]

  @MainActor
  private static func completions(_ words: [String], _ model: Model) -> [String] {
    // A list needs no word before its name.
    if words.isEmpty { return names + model.offeredLists + model.offeredGroups }
    if words.count == 1, words[0].lowercased() == "group" { return model.offeredGroups }
    return words.count == 1 && words[0].lowercased() == "list" ? model.offeredLists : []
  }

  /// The words after the command.
  fileprivate struct Named: Sendable {
    var words: [String] = []
    /// The reference after `conversation`.
    var conversation: Reference?
  }

  /// The target that the words after the command name.
  @MainActor
  private static func target(
    _ named: Named, isLocal: Bool, accounts: String?, _ model: Model
  ) async throws -> Target {
    let target = try await target(named, isLocal: isLocal, model)
    guard let accounts else { return target }
    guard target == .home || target == .notifications else {
      throw AppError.usage(
        "--accounts follows Home or the notifications.", suggestion: "Usage: watch home --accounts all")
    }
    return .accounts(try model.accounts(accounts), isNotifications: target == .notifications)
  }

  @MainActor
  private static func target(_ named: Named, isLocal: Bool, _ model: Model) async throws -> Target {
    let words = named.words
    guard let first = words.first else { return .home }
    if first.hasPrefix("#") || first.lowercased() == "tag" {
      let name = first.hasPrefix("#") ? first : words.count > 1 ? words[1] : ""
      guard words.count == (first.hasPrefix("#") ? 1 : 2) else {
        throw AppError.usage("One hashtag can be watched at a time.", suggestion: "Usage: watch #TAG")
      }
      return .tag(try HashtagName.parse(name), isLocal: isLocal)
    }
    if isLocal { throw AppError.usage("--local works only with a hashtag.", suggestion: "Usage: watch #TAG --local") }
    let word = first.lowercased()
    if word == "list" {
      let name = words.dropFirst().joined(separator: " ")
      guard !name.isEmpty else { throw AppError.usage("Which list?", suggestion: "Usage: watch list NAME") }
      return try await model.list(named: name)
    }
    if word == "group" {
      let name = words.dropFirst().joined(separator: " ")
      guard !name.isEmpty else { throw AppError.usage("Which group?", suggestion: "Usage: watch group NAME") }
      guard let group = try model.group(named: name) else {
        throw AppError.notFound(
          Sanitizer.clean("There is no group “\(name)”."), suggestion: "groups shows your groups.")
      }
      return group
    }
    if let conversation = named.conversation {
      guard words.count == 2 else {
        throw AppError.usage(
          "One conversation can be watched at a time.", suggestion: "For all of them: watch conversations")
      }
      return try await model.conversation(conversation)
    }
    guard words.count == 1 else {
      if let group = try model.group(named: words.joined(separator: " ")) { return group }
      // A list of that name; if there is none, what is wrong with the words is said below.
      if let list = try? await model.list(named: words.joined(separator: " ")) { return list }
      throw AppError.usage(
        "Unexpected argument “\(Sanitizer.clean(words[1]))”.", suggestion: "Usage: watch [TIMELINE] [OPTIONS]")
    }
    switch word {
    case "home": return .home
    case "local": return .local
    case "federated", "fed": return .federated
    case "remote": return .remote
    case "notifications", "notifs": return .notifications
    case "conversations", "direct": return .conversations
    case "conversation":
      throw AppError.usage("Which conversation?", suggestion: "Usage: watch conversation N, or conversations for all.")
    case "mentions":
      throw AppError.usage(
        "Mentions are notifications.", suggestion: "To watch them: watch notifications --only mentions.")
    case let name where name.hasPrefix("@"):
      throw AppError.usage(
        "An account can't be watched.",
        suggestion: "For notifications of its posts: follow \(Sanitizer.clean(first)) --notify.")
    default:
      if let group = try model.group(named: first) { return group }
      // A list of that name; if there is none, what can be watched is said below.
      if let list = try? await model.list(named: first) { return list }
      throw AppError.unlisted(
        "“\(first)” cannot be watched.", word: first,
        among: ["home", "local", "federated", "remote", "notifications", "conversations"],
        choices: """
          Use home, local, federated, remote, notifications, conversations, #TAG or the name of a list or a group.
          """)
    }
  }

  private static func checked(_ command: String) throws -> String {
    guard command.contains(where: { !$0.isWhitespace }) else {
      throw AppError.usage("--exec takes a command.", suggestion: "Put it in quotes: --exec 'jq .post.url'.")
    }
    return command
  }

  private static func seconds(_ word: String) throws -> Int {
    guard let seconds = WhenText.seconds(word), seconds > 0 else {
      throw AppError.usage("“\(Sanitizer.clean(word))” is not a duration.", suggestion: "Use 30s, 30m, 2h or 1d.")
    }
    return seconds
  }
}

extension Parameter where Value == String? {
  /// Kinds of new items, with commas between them; which of them there are depends on what is watched.
  @MainActor fileprivate static func kinds(_ name: String) -> Parameter {
    let ofPosts = Watch.Kind.ofPosts.map(\.word)
    let words = ofPosts + NotificationCategory.words.filter { !ofPosts.contains($0) }
    return Parameter(
      ParameterDescription(name: name, form: .flag(value: "KINDS", choices: words), isOptional: true)
    ) { $0.flag(name) }
  }
}

extension Parameter where Value == Watch.Named {
  @MainActor fileprivate static var words: Parameter {
    Parameter(
      group: [
        ParameterDescription(name: "TIMELINE", form: .word, isOptional: true),
        ParameterDescription(name: "NAME", form: .word, isOptional: true),
      ]
    ) { reader in
      var named = Watch.Named()
      while named.words.count < 8, let word = reader.nextUnquoted() {
        if named.words.count == 1, named.words[0].lowercased() == "conversation" {
          let references = try await Parameter<Reference>.resolve(
            word, kinds: [.conversation, .account], reader: reader)
          guard references.count == 1 else { throw reader.refusal("Give one number, not several.") }
          named.conversation = references[0]
        }
        let isEntry = named.words.count == 1 && ["list", "group"].contains(named.words[0].lowercased())
        named.words.append(isEntry ? try await entry(word, of: named.words[0].lowercased(), reader) : word)
      }
      return named
    }
  }

  /// A list or a group by its id, where a word refers to one on the screen; any other word is a name.
  @MainActor private static func entry(_ word: String, of noun: String, _ reader: ArgumentReader) async throws -> String
  {
    guard let shown = reader.context.references(of: word), !shown.isEmpty || word == "." || word == "-" else {
      return word
    }
    let kind = Reference.Kind(rawValue: noun)
    let references = try await Parameter<Reference>.resolve(word, kinds: [kind], reader: reader)
    guard references.count == 1 else { throw reader.refusal("Give one number, not several.") }
    return "id:\(references[0].id)"
  }
}

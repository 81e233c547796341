import FeatureKit
import TerminalKit

/// Commands of the user's own.
extension Invocation {
  /// The aliases as the catalog has them, for completion and help; running one runs what it stands for.
  var aliasVerbs: [Verb] {
    aliases.map { alias in
      Verb(
        alias.name, help: "Your alias of \(Sanitizer.clean(alias.command))",
        discussion: AliasExpansion.addsWords(to: alias)
          ? "What you type after it is added at its end." : "Type it as “\(AliasExpansion.usage(of: alias))”."
      ) { .nothing }.withoutAccount
    }
  }

  /// The user's aliases; a file that cannot be read is reported by `alias`.
  var aliases: [Alias] {
    if let aliases = reading.aliases { return aliases }
    // A prompt without aliases works; `alias` says what is wrong.
    let loaded = (try? host.aliases.load()) ?? []
    reading.aliases = loaded
    return loaded
  }

  /// The commands that a line has, with what the aliases in it stand for.
  ///
  /// - Throws: ``AppError/usage(_:suggestion:)`` for an alias with too few or too many words.
  func commands(in line: String) throws -> [Command] {
    try parsed(line).flatMap { try expanded($0, within: []) }
  }

  /// The commands of an alias, or the command itself.
  func expanded(_ command: Command, within outer: [String]) throws -> [Command] {
    let name = Self.withoutSlash(command.verb).lowercased()
    guard let alias = alias(named: name, hasArguments: !command.arguments.words.isEmpty) else { return [command] }
    guard !outer.contains(name) else {
      throw AppError.usage(
        "The alias \(name) stands for itself.", suggestion: "Change it: alias \(name) = COMMAND.")
    }
    let (shared, words) = divided(command.arguments.words)
    if words.count == 1, words[0].text.hasPrefix("@"), Synonym.isMessage(name),
      !aliases.contains(where: { $0.name == name })
    {
      throw AppError.usage(
        "The message has no text.", suggestion: "Type \(name) \(Sanitizer.clean(words[0].text)) TEXT, or conversations."
      )
    }
    // The commands may do a lot before the last one explains itself.
    if shared.contains(where: { $0.text == "--\(ProgramOption.help.rawValue)" }) {
      return [Command(verb: "help", arguments: ArgumentList([.init(name)]), source: "help \(name)")]
    }
    if !words.isEmpty, Synonym.isMessage(name), !words.contains(where: { $0.text.contains("@") }),
      !aliases.contains(where: { $0.name == name })
    {
      throw AppError.usage("The message is for nobody.", suggestion: "Names begin with @: \(name) @NAME TEXT.")
    }
    let own = try AliasExpansion(alias, words).commands(from: parsed(alias.command)).map { command in
      var command = command
      command.arguments.words.insert(contentsOf: shared, at: 0)
      command.source += shared.map { $0.gap + $0.source }.joined()
      return command
    }
    var commands: [Command] = []
    for command in own {
      commands += try expanded(command, within: outer + [name])
      guard commands.count <= Self.longestAlias, outer.count < Self.longestAlias else {
        throw AppError.usage(
          "The alias \(name) stands for more than \(Self.longestAlias) commands.",
          suggestion: "Change it: alias \(name) = COMMAND.")
      }
    }
    if command.isInBackground, let last = commands.indices.last { commands[last].isInBackground = true }
    if let redirection = command.redirection, let last = commands.indices.last {
      let verb = plainCatalog.verb(named: Self.withoutSlash(commands[last].verb))
      guard verb?.takesText != true else {
        throw AppError.usage(
          "\(name) takes a text, which the \(redirection.sign) may be part of.", suggestion: "Put it in quotes.")
      }
      commands[last].redirection = redirection
    }
    return commands
  }

  /// The alias with a name, if it stands for more than a command: the user's own, or a word of another client.
  ///
  /// A command hides both, and a plugin hides a word of another client.
  ///
  private func alias(named name: String, hasArguments: Bool) -> Alias? {
    let own = aliases.first { $0.name == name }
    guard let alias = own ?? Synonym.alias(for: name, hasArguments: hasArguments),
      plainCatalog.verb(named: name, synonyms: false) == nil,
      own != nil || !host.pluginCommands.verbs().contains(where: { $0.matches(name) })
    else { return nil }
    return alias
  }

  /// Looks for plugins before a word of another client is taken for what it means here.
  func findPlugins(namedIn words: some Sequence<String>) async {
    for word in words where Synonym.alias(for: Self.withoutSlash(word), hasArguments: true) != nil {
      await findPlugin(word, describes: false)
    }
  }

  /// The command that goes on with the words after an alias: the last one of an alias without parameters.
  ///
  /// - Returns: `nil` for what is not an alias, and for one that puts its words elsewhere.
  func commandBegun(by name: String, in catalog: VerbCatalog, depth: Int = 0) -> Command? {
    let name = Self.withoutSlash(name).lowercased()
    guard depth < Self.deepestAlias, let alias = alias(named: name, hasArguments: true),
      AliasExpansion.addsWords(to: alias)
    else { return nil }
    let parts: [Command]
    do {
      parts = try CommandSyntax.commands(in: alias.command) { name in
        catalog.verb(named: Self.withoutSlash(name)).map(grammar) ?? ArgumentGrammar()
      }
    } catch {
      // It is refused when it is run.
      return nil
    }
    guard let last = parts.last, last.redirection == nil, !last.isInBackground else { return nil }
    guard var inner = commandBegun(by: last.verb, in: catalog, depth: depth + 1) else {
      return last
    }
    inner.arguments.words += last.arguments.words
    return inner
  }

  /// The grammar of the words after an alias: that of the command that they continue, so that a text ends where it
  /// would after that command.
  ///
  /// - Returns: `nil` where ``commandBegun(by:in:depth:)`` has no command.
  func grammar(afterAlias name: String, in catalog: VerbCatalog) -> ArgumentGrammar? {
    guard let command = commandBegun(by: name, in: catalog),
      let verb = catalog.verb(named: Self.withoutSlash(command.verb))
    else { return nil }
    var grammar = grammar(of: verb)
    var cursor = ArgumentCursor(grammar)
    for word in command.arguments.words where cursor.role(of: word) == .object { grammar.leading -= 1 }
    return grammar
  }

  /// The maximum number of commands of an alias, with those of the aliases in it.
  private static let longestAlias = 100
  /// The maximum depth of aliases that stand for one another while a line is read.
  private static let deepestAlias = 8

  /// The options among the words after an alias that every command takes, which are for all of its commands, and the
  /// other words.
  private func divided(_ words: [ArgumentList.Word]) -> (shared: [ArgumentList.Word], others: [ArgumentList.Word]) {
    var cursor = ArgumentCursor(ArgumentGrammar([], shared: sharedOptions))
    let names = Set(sharedOptions.map(\.name))
    var (shared, others): ([ArgumentList.Word], [ArgumentList.Word]) = ([], [])
    var isShared = false
    for word in words {
      switch cursor.role(of: word) {
      case .option(let name, _): isShared = names.contains(name)
      case .value: break
      case .separator, .object, .text: isShared = false
      }
      if isShared { shared.append(word) } else { others.append(word) }
    }
    return (shared, others)
  }

  /// `alias` and `unalias`.
  var aliasCommands: [Verb] {
    [
      Verb(
        "alias", .optionalLine("DEFINITION"),
        help: "List your aliases, show one, or add one",
        discussion: """
          An example: alias gm = post "Good morning $1". After that, gm Anna posts “Good morning Anna”. $1 to $9 stand for the words after the name, $@ for all of them, $$ for a dollar sign; without any of these, \
          the words are added at the end. Several commands are separated by semicolons, a text before one is quoted. \
          The aliases are in the file aliases in the configuration folder.
          """
      ) { [weak self] definition in
        guard let self else { return .nothing }
        if definition != nil { await findPlugins() }
        return try define(definition)
      }.withoutAccount.reading(otherwise: .changesOnlyMachine),
      Verb(
        "unalias", .word("NAME"), help: "Remove one of your aliases",
        completions: { [interpreter] _ in Invocation(interpreter).aliases.map(\.name) }
      ) { [weak self] name in
        guard let self else { return .nothing }
        return try remove(alias: name.lowercased())
      }.withoutAccount.having(.changesOnlyMachine),
    ]
  }

  private func define(_ definition: String?) throws -> Response {
    let known = try host.aliases.load()
    guard let definition else { return .document(list(known)) }
    let parts = definition.split(separator: "=", maxSplits: 1, omittingEmptySubsequences: false)
      .map { $0.trimmed }
    let alias = Alias(name: parts[0].lowercased(), command: parts.count == 2 ? parts[1] : "")
    guard parts.count == 2 else {
      guard !alias.name.contains(where: \.isWhitespace) else {
        let words = alias.name.split(whereSeparator: \.isWhitespace)
        let isOption = words.dropFirst().allSatisfy { $0.hasPrefix("--") }
        throw AppError.usage(
          "There is no = after the name.",
          suggestion: isOption
            ? "Options go before the name: alias \((words.dropFirst() + words.prefix(1)).joined(separator: " "))"
            : "Usage: alias NAME = COMMAND")
      }
      guard let found = known.first(where: { $0.name == alias.name }) else { throw Self.noAlias(alias.name) }
      return .document(list([found]))
    }
    try check(alias)
    let before = known.first { $0.name == alias.name }
    try host.aliases.save(alias)
    reading.aliases = nil
    let done = before == nil ? "Added the alias \(alias.name)." : "Changed the alias \(alias.name)."
    return .toast(
      masked(
        Toast(
          .success, StyledText(done),
          offering: before.map { "alias \($0.name) = \($0.command)" } ?? "unalias \(alias.name)",
          data: [JSONValue.Member("alias", Self.json(alias))]), over: [alias] + (before.map { [$0] } ?? [])))
  }

  private func check(_ alias: Alias) throws {
    let name = alias.name
    guard let first = name.first, first.isLetter, name.count <= 40,
      name.allSatisfy({ $0.isLetter || $0.isNumber || $0 == "-" || $0 == "_" })
    else {
      throw AppError.usage(
        "“\(Sanitizer.clean(String(name.prefix(40))))” cannot be the name of an alias.",
        suggestion: "Use letters, digits and hyphens, a letter first.")
    }
    guard !hidesAlias(name) else {
      throw AppError.usage("“\(name)” is a command.", suggestion: "Choose another name for the alias.")
    }
    guard !alias.command.isEmpty else {
      throw AppError.usage("The command is missing.", suggestion: "Usage: alias NAME = COMMAND")
    }
    guard !alias.command.contains(where: \.isNewline) else {
      throw AppError.usage("An alias is one line.", suggestion: "Separate its commands with semicolons.")
    }
    for command in try parsed(alias.command) {
      let verb = Self.withoutSlash(command.verb)
      let isKnown =
        plainCatalog.explained(verb) != nil || ReferenceSyntax.isBare(verb)
        || host.pluginCommands.verbs().contains { $0.matches(verb.lowercased()) }
        || (aliases.contains { $0.name == verb.lowercased() } && verb.lowercased() != name)
      guard isKnown else { throw plainCatalog.unknown(Sanitizer.clean(verb)) }
    }
  }

  /// Whether a command, here or on another screen, has the name.
  private func hidesAlias(_ name: String) -> Bool {
    plainCatalog.verb(named: name, synonyms: false) != nil
      || host.layersElsewhere.contains { $0.verbs.contains { $0.matches(name) } }
  }

  private func remove(alias name: String) throws -> Response {
    guard let found = try host.aliases.load().first(where: { $0.name == name }) else { throw Self.noAlias(name) }
    try host.aliases.remove(name)
    reading.aliases = nil
    return .toast(
      masked(
        Toast(
          .success, StyledText("Removed the alias \(name)."), offering: "alias \(name) = \(found.command)",
          data: [JSONValue.Member("alias", Self.json(found))]), over: [found]))
  }

  /// The message as a record may have it: the text of an alias may be for few.
  private func masked(_ toast: Toast, over aliases: [Alias]) -> Toast {
    var toast = toast
    if aliases.contains(where: { hasText($0.command) }) { toast.audience = .limited }
    return toast
  }

  private static func noAlias(_ name: String) -> AppError {
    .notFound("There is no alias “\(Sanitizer.clean(name))”.", suggestion: "Type alias for a list.")
  }

  private func list(_ aliases: [Alias]) -> Document {
    let rows = aliases.map { alias in
      [
        StyledText("  \(AliasExpansion.usage(of: alias))", .code),
        StyledText(
          Sanitizer.clean(alias.command) + (hidesAlias(alias.name) ? " (hidden by the command of that name)" : "")),
      ]
    }
    var document = Document(
      kind: "aliases", title: Document.Title("Your aliases"),
      blocks: rows.isEmpty ? [.paragraph("You have no aliases.")] : [.table(rows)],
      hint: StyledText(
        rows.isEmpty ? "alias gm = post \"Good morning $1\" · help alias" : "alias NAME = COMMAND · unalias NAME", .hint
      ),
      data: [.init("aliases", .array(aliases.map(Self.json)))])
    if aliases.contains(where: { hasText($0.command) }) { document.audience = .limited }
    return document
  }

  private static func json(_ alias: Alias) -> JSONValue {
    ["name": .string(alias.name), "command": .string(alias.command)]
  }
}

extension Substring {
  fileprivate var trimmed: String {
    String(drop(while: \.isWhitespace).reversed().drop(while: \.isWhitespace).reversed())
  }
}

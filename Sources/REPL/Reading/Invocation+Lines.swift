import FeatureKit
import TerminalKit

/// Lines as they are typed, pasted or read from a script.
extension Invocation {
  /// Runs what was typed on one line, or pasted as several, and records it.
  func run(line: String, keepsGoing: Bool = false, isLast: Bool = false) async -> Verdict {
    guard recorder != nil else {
      defer { recorder?.isWaiting = false }
      return await runLine(line, keepsGoing: keepsGoing, isLast: isLast)
    }
    let recorder = recorder
    beginRecording(of: line)
    let verdict = await runLine(line, keepsGoing: keepsGoing, isLast: isLast)
    interpreter.tellPostedNotes()
    // A command may have begun or ended the recording.
    if self.recorder === recorder { endRecording() }
    return verdict
  }

  /// The same without a record of it.
  func runLine(_ line: String, keepsGoing: Bool = false, isLast: Bool = false) async -> Verdict {
    if let input = screen.textInput {
      guard let command = Self.slashCommand(line) else {
        for part in line.split(separator: "\n", omittingEmptySubsequences: false) {
          input.append(part.hasPrefix("//") ? String(part.dropFirst()) : String(part))
        }
        await explain(textLine: line)
        return Verdict()
      }
      guard command.contains(where: { !$0.isWhitespace }) else {
        return refuse(
          .usage("No command after the /.", suggestion: "/help lists them. // begins a text line with a slash."))
      }
      return await run(commandLine: command)
    }
    if line.contains("\n"), !beginsWithTextVerb(line) {
      var verdict = Verdict()
      var open = ""
      let parts = line.split(separator: "\n")
      for (index, part) in parts.enumerated() {
        let command = open + part
        // Quotes go on in the next row.
        if index < parts.count - 1, highlighter.isIncomplete(command) {
          open = command + "\n"
          continue
        }
        open = ""
        // Parsed part by part, because a command may open a text to which the next part belongs.
        verdict = await run(rows: command)
        if verdict.failure != nil || verdict.leaves { break }
      }
      return verdict
    }
    if line.allSatisfy(\.isWhitespace) {
      guard let command = screen.onReturn() ?? state.firstReturn else { return Verdict() }
      return await run(commandLine: command)
    }
    if line.hasPrefix("!") {
      let program = line.dropFirst().drop(while: \.isWhitespace)
      // In a shell it repeats the last line.
      if program.hasPrefix("!") { return refuse(plainCatalog.unknown("!!")) }
      guard !program.isEmpty else { return refuse(.usage("No program after the !.", suggestion: "Name one: ! date.")) }
      return await stoppable { try await self.start(String(program), input: nil) }
    }
    return await run(commandLine: Self.withoutSign(line), keepsGoing: keepsGoing, isLast: isLast)
  }

  /// Runs one command line of several, which may be a text of the screen that another one has opened.
  private func run(rows: String) async -> Verdict {
    guard rows.contains("\n"), screen.textInput == nil else {
      return await runLine(rows)
    }
    return await run(commandLine: Self.withoutSign(rows))
  }

  /// The highlighter of a line while it is typed, with the present catalogue.
  var highlighter: CommandHighlighter {
    let catalog = catalog
    var aliases: [String: ArgumentGrammar] = [:]
    for alias in self.aliases {
      aliases[alias.name] = grammar(afterAlias: alias.name, in: catalog) ?? ArgumentGrammar()
    }
    return CommandHighlighter(catalog, aliases: aliases, shared: sharedOptions)
  }

  private func run(commandLine: String, keepsGoing: Bool = false, isLast: Bool = false) async -> Verdict {
    let commands: [Command]
    do {
      let parsed = try parsed(commandLine)
      await findPlugins(namedIn: parsed.map(\.verb))
      commands = try parsed.flatMap { try expanded($0, within: []) }.map(withStandardInput)
    } catch {
      return refuse(AppError(error))
    }
    var verdict = Verdict()
    defer { source = .line }
    for (index, command) in commands.enumerated() {
      var command = command
      source = isLast && index == commands.count - 1 ? .lastLine : .line
      // After a semicolon, too: `draft 1; /send`.
      command.verb = Self.withoutSlash(command.verb)
      let outcome = await run(command)
      verdict.leaves = outcome.leaves
      if outcome.failure == nil { verdict.didPart = true }
      // The first failure decides, whatever succeeds after it.
      if verdict.failure == nil { verdict.failure = outcome.failure }
      if outcome.leaves || outcome.exitCode == .interrupted || (outcome.failure != nil && !keepsGoing) { break }
    }
    return verdict
  }

  /// Whether a line may be saved in the history file: one that contains a text for others may not, unless the user allows it.
  ///
  /// A misspelt command with arguments counts as such a line, since the arguments may be a text or a password; so do
  /// arguments that the command refuses, and a word that resembles no command. One with a token is never saved.
  func isAllowedInHistory(_ line: String) async -> Bool {
    guard Mask.secrets(in: line).isEmpty else { return false }
    if host.promptSettings.keepsTexts { return true }
    if line.hasPrefix("!") { return host.promptSettings.shellAccess == .on && !line.contains("\n") }
    for part in line.split(separator: "\n") {
      do {
        for command in try parsed(String(part)) {
          guard isTellable(command.verb) else { return false }
          if command.arguments.words.isEmpty { continue }
          for command in try expanded(command, within: []) {
            guard isWithoutTexts(command) else { return false }
            try await LineChecker.checkArguments(of: command, in: self)
          }
        }
      } catch {
        // A line that cannot be parsed may contain a text.
        return false
      }
    }
    return true
  }

  /// Whether a word in the place of a command may be kept and recorded: a command, what resembles one, or what can be opened.
  ///
  /// Any other may be a password that was pasted into the wrong window.
  func isTellable(_ word: String) -> Bool {
    let word = Self.withoutSlash(word)
    // Ids are as long and as random as tokens, and nobody types one; those of Mastodon are digits.
    let isLong = word.utf8.count >= 18 && !word.utf8.contains { !isWordByte($0) } && word.contains { !$0.isNumber }
    return plainCatalog.explained(word) != nil || plainCatalog.knows(word) || ReferenceSyntax.isBare(word) && !isLong
      || host.pluginCommands.verbs().contains { $0.matches(word.lowercased()) }
      || aliases.contains { $0.name == word.lowercased() } || !plainCatalog.suggestions(for: word).isEmpty
  }

  private func isWordByte(_ byte: UInt8) -> Bool {
    (48...57).contains(byte) || (97...122).contains(byte | 0x20) || byte == 45 || byte == 95
  }

  /// Whether a command has nothing that may be a text for others.
  private func isWithoutTexts(_ command: Command) -> Bool {
    guard let verb = catalog.verb(named: Self.withoutSlash(command.verb)) else { return false }
    if verb.name == "alias" { return isAliasWithoutTexts(command) }
    let confidential = verb.parameters.filter(\.isConfidential)
    guard !verb.takesText, confidential.allSatisfy(\.isFlag) else { return false }
    let options = confidential.map { "--\($0.name)" }
    return !options.contains { option in command.arguments.words.contains { $0.text.hasPrefix(option) } }
  }

  /// Whether what an alias is to stand for has no such text.
  private func isAliasWithoutTexts(_ command: Command) -> Bool {
    let words = command.arguments.words
    let definition = words.first.map { $0.source + words.dropFirst().map { $0.gap + $0.source }.joined() } ?? ""
    guard let equals = definition.firstIndex(of: "=") else { return words.count == 1 }
    do {
      return try parsed(String(definition[definition.index(after: equals)...])).allSatisfy { command in
        try command.arguments.words.isEmpty || expanded(command, within: []).allSatisfy(isWithoutTexts)
      }
    } catch {
      // Nor can a definition be kept that cannot be parsed.
      return false
    }
  }

  func parsed(_ line: String) throws(CommandSyntax.Failure) -> [Command] {
    if let commands = reading.parsed[line] { return commands }
    let catalog = catalog
    // A line may have thousands of commands, and nobody can interrupt this.
    var grammars: [String: ArgumentGrammar] = [:]
    let commands = try CommandSyntax.commands(in: line) { name in
      if let known = grammars[name] { return known }
      let found =
        grammar(afterAlias: name, in: catalog) ?? catalog.verb(named: Self.withoutSlash(name)).map(grammar)
        ?? ArgumentGrammar()
      grammars[name] = found
      return found
    }
    reading.parsed[line] = commands
    return commands
  }

  /// Whether the first word of the line takes the rest of it as text.
  private func beginsWithTextVerb(_ line: String) -> Bool {
    let word = String(line.drop(while: \.isWhitespace).prefix { !$0.isWhitespace })
    let catalog = catalog
    return grammar(afterAlias: word, in: catalog)?.takesText ?? catalog.verb(named: word)?.takesText ?? false
  }

  /// The command after a leading slash, unless the line is text: `//` or several lines.
  private static func slashCommand(_ line: String) -> String? {
    guard line.hasPrefix("/"), !line.hasPrefix("//"), !line.contains("\n") else { return nil }
    return String(line.dropFirst())
  }

  /// A line without the sign before its command: a slash is a habit from the composer and from chat programs, a colon from editors;
  /// outside of a text they have no meaning.
  private static func withoutSign(_ line: String) -> String {
    let word = String(line.prefix { !$0.isWhitespace })
    let isColon = word.hasPrefix(":") && word.dropFirst().first?.isLetter == true && Synonym.of(word) == nil
    let isCommand = line.hasPrefix("/") || isColon
    return isCommand ? String(line.dropFirst()) : line
  }

  /// A command's name without the slash that may stand before it.
  static func withoutSlash(_ name: String) -> String { name.hasPrefix("/") ? String(name.dropFirst()) : name }
}

import FeatureKit
import TerminalKit

/// Commands of other programs, and the commands that they ask for.
extension Invocation {
  /// Looks for plugins, and returns whether they have changed; runs none.
  @discardableResult
  func findPlugins(onlyIfChanged: Bool = false) async -> Bool {
    let meaning = meaningOfNames()
    return await host.pluginCommands.find(onlyIfChanged, meaning)
  }

  /// Looks for plugins if a word is not a command, and asks what the plugin of that name does if that is wanted.
  func findPlugin(_ word: String, describes: Bool) async {
    let name = Self.withoutSlash(word).lowercased()
    guard name != "plugins" else {
      await findPlugins()
      return
    }
    let isOwn = plainCatalog.verb(named: name, synonyms: false) != nil || aliases.contains { $0.name == name }
    guard !isOwn, !ReferenceSyntax.isBare(name), name.first?.isLetter == true else { return }
    if !host.pluginCommands.verbs().contains(where: { $0.matches(name) }) { await findPlugins() }
    if describes { await host.pluginCommands.describe(name) }
  }

  /// Creates the value that says what a word stands for besides a plugin, as a sentence; `nil` for nothing.
  ///
  /// It makes the catalogue once, when first asked: there may be a thousand plugins.
  private func meaningOfNames() -> (_ name: String) -> String? {
    var known: (commands: VerbCatalog, elsewhere: [Verb], aliases: Set<String>)?
    return { [self] name in
      let (commands, elsewhere, aliases) =
        known ?? (plainCatalog, host.layersElsewhere.flatMap(\.verbs), Set(aliases.map(\.name)))
      known = (commands, elsewhere, aliases)
      let isCommand =
        commands.verb(named: name, synonyms: false) != nil || elsewhere.contains { $0.matches(name) }
        || ["preview", "sandbox"].contains(name)
      if isCommand { return "“\(name)” is a command of Howdah." }
      return aliases.contains(name) ? "“\(name)” is one of your aliases." : nil
    }
  }

  /// The name of the command, here or on another screen, that a word stands for.
  func commandName(of word: String) -> String? {
    let word = word.lowercased()
    if let verb = plainCatalog.verb(named: word, synonyms: false) { return verb.name }
    return host.layersElsewhere.lazy.flatMap(\.verbs).first { $0.matches(word) }?.name
  }

  /// The screen on top and its JSON, if it was shown in this run.
  var shownScreen: (document: Document, json: JSONValue)? {
    let screen = screen
    guard state.printedScreens.contains(key(of: screen)), screen.textInput == nil else { return nil }
    var layout = outputLayout
    layout.form = .data
    let document = screen.document(layout)
    return (document, .object([.init("schema", .int(JSONValue.schemaVersion))] + JSONValue.members(of: document)))
  }

  /// Prints what a program has answered, and keeps what it asks for until its command has ended.
  func carryOut(_ answer: CommandRequests) -> Verdict {
    let numbers = numbers
    // A script gets one document or one error in any case.
    let isData = mode.style.format == .json && answer.failure == nil
    if answer.document.title != nil || !answer.document.blocks.isEmpty || isData { show(answer.document) }
    if let failure = answer.failure { return refuse(failure) }
    if !answer.commands.isEmpty { pendingRequests = (answer, numbers) }
    return Verdict()
  }

  /// Runs what the last command has asked for, if the user allows all of it.
  ///
  /// Its numbers are those of the screen that the program was given.
  func runRequests(after verdict: Verdict) async -> Verdict {
    guard let (answer, original) = pendingRequests else { return verdict }
    pendingRequests = nil
    guard verdict.failure == nil, !verdict.leaves else { return verdict }
    var commands: [(line: String, command: Command)] = []
    do {
      for line in answer.commands {
        commands += try requested(line, by: answer).map { (Sanitizer.clean(line), $0) }
      }
    } catch {
      return refuse(AppError(error))
    }
    let wasRequested = isRequested
    isRequested = true
    let printed = numbers
    if printed != original { self.numbers = original }
    defer {
      isRequested = wasRequested
      // Unless a command has printed numbers of its own.
      var unchanged = original
      unchanged.takeLast(of: numbers)
      if printed != original, unchanged == numbers {
        var restored = printed
        restored.takeLast(of: numbers)
        store(restored)
      }
    }
    var verdict = verdict
    var told = ""
    for (line, command) in commands where verdict.failure == nil && !verdict.leaves {
      if mode.style.showsHints, told != line { output.write(render(StyledText("\(answer.name): \(line)", .hint))) }
      told = line
      verdict = await run(command)
    }
    return verdict
  }

  /// The commands of a line that a program asks for.
  ///
  /// - Throws: ``AppError`` if the user has not allowed one, or if it would do more than a command does.
  private func requested(_ line: String, by answer: CommandRequests) throws -> [Command] {
    guard !line.contains(where: \.isNewline), !line.hasPrefix("!") else {
      throw AppError.validation(
        "\(answer.name) requested something that is not a command.", suggestion: "Nothing was run.")
    }
    let commands = try self.commands(in: line)
    for command in commands {
      let word = Self.withoutSlash(command.verb)
      guard let name = commandName(of: word) ?? (ReferenceSyntax.isBare(word) ? "open" : nil) else {
        throw AppError.validation(
          "\(answer.name) requested the unknown command “\(Sanitizer.clean(String(word.prefix(40))))”.",
          suggestion: "Nothing was run.")
      }
      guard command.redirection == nil else {
        throw AppError.validation(
          "\(answer.name) requested “\(name)” with a file or a program for its output.", suggestion: "Nothing was run.")
      }
      let options = ProgramOption.allCases.map { "--\($0.rawValue)" }
      if let option = command.arguments.words.first(where: { word in
        !word.isQuoted && options.contains { word.text == $0 || word.text.hasPrefix("\($0)=") }
      }) {
        throw AppError.validation(
          "\(answer.name) requested “\(name)” with \(Sanitizer.clean(option.text)).",
          suggestion: "Nothing was run. That option is for you alone.")
      }
      try answer.check(name)
    }
    return commands
  }
}

import FeatureKit
import TerminalKit

extension Invocation {
  var builtIns: [Verb] {
    [
      Verb(
        "help", aliases: ["?"], Parameter<[String]>.helped, help: "Show help for this screen, a command or a topic",
        discussion: "help all explains every command, help language how commands are typed; any other word lists what "
          + "is about it. Topics: " + Manual.topics.map(\.name).joined(separator: ", ") + "."
      ) { [weak self] words in
        guard let self else { return .nothing }
        guard let word = words.first, words != ["all"] else {
          await findPlugins()
          return .document(HelpText.overview(catalog, post: examplePost, isWhole: !words.isEmpty))
        }
        if words == ["language"] { return .document(Manual.language.document) }
        await findPlugin(word, describes: true)
        return .document(try help(on: words))
      }.reading,
      Verb(
        "completion", .choice("SHELL", CompletionScript.allCases.map(\.rawValue)),
        help: "Print a script that completes commands in a shell", discussion: CompletionScript.installation
      ) { name in
        guard let script = CompletionScript(rawValue: name) else { return .nothing }
        return .output(
          script.text.split(separator: "\n", omittingEmptySubsequences: false).map(String.init),
          Document(
            kind: "completion", title: Document.Title(name), blocks: [],
            data: [.init("shell", .string(name)), .init("script", .string(script.text))]))
      }.reading,
      Verb(
        "man", Parameter<String?>.page, help: "Print a manual page, for use with man",
        discussion: "To read one: howdah man howdah-language | man -l -"
      ) { [weak self] name in
        guard let self else { return .nothing }
        let manual = Manual.pages.first { $0.name == name } ?? Manual.program(catalog)
        return .output(
          manual.roff.split(separator: "\n").map(String.init),
          Document(
            kind: "manual", title: Document.Title(manual.name), blocks: [],
            data: [.init("name", .string(manual.name)), .init("text", .string(manual.markdown))]))
      }.reading,
      recordVerb, sourceVerb,
      Verb("retry", help: "Retry the last failed command") { [weak self] in try await self?.retry() ?? .nothing }
        .having(.changesMachine("there would be nothing to repeat")),
      Verb("dismiss-error", help: "Discard the last error") { [weak self] in self?.discardError() ?? .nothing }
        .formerly("dismiss").having(.changesMachine("it sends nothing to the server")),
      Verb(
        "undo", help: "Undo your last change",
        discussion: "Runs the command that reverts your last one, such as unfav or unfollow. Type it "
          + "again to go further back, up to the start of this session. Changes that can't be undone are named."
      ) { [weak self] in try await self?.undo() ?? .nothing }
      .having(.changesMachine("there would be nothing to take back")),
      Verb("screen", aliases: ["show-again"], help: "Print this screen again") { .screen }.reading,
      Verb("quit", aliases: ["exit", "q"], help: "Quit Howdah; Ctrl-D on an empty line does the same") { .leave }
        .reading,
    ]
  }

  /// The number of a post on the screen, for examples; `N` if it has none.
  private var examplePost: String {
    let posts = ([3] + Array(1...max(numbers.highest, 1))).filter { number in
      numbers[number]?.contains { $0.kind == .status } ?? false
    }
    return posts.first.map(String.init) ?? "N"
  }

  /// The page of a command or a topic, or what answers several words.
  private func help(on words: [String]) throws -> Document {
    let word = words[0]
    // A call for help, and not the command `me`.
    if words == ["me"] { return HelpText.overview(catalog, post: examplePost) }
    let topic = words.count > 1 ? nil : Manual.topics.first { $0.name == word }.map(Manual.document)
    guard let (verb, place) = catalog.explained(word.hasPrefix("/") ? String(word.dropFirst()) : word),
      words.count == 1 || isAbout(verb, words)
    else {
      if let topic { return topic }
      return try found(inHelp: words)
    }
    var page = HelpText.explanation(of: verb, at: place, isWriting: isWriting)
    // A word of another client may mean several things here.
    if words.count == 1, verb.name != word { page.blocks += HelpSearch(words, in: catalog).others(than: verb) }
    // Some topics have the name of a command.
    return topic.map { page.followed(by: $0) } ?? page
  }

  /// Whether words are a command with one of the words that it takes: `list create`.
  private func isAbout(_ verb: Verb, _ words: [String]) -> Bool {
    words.count == 2 && verb.usage.split(whereSeparator: { " []|".contains($0) }).contains(Substring(words[1]))
  }

  /// The answer to words that are not a command or a topic.
  ///
  /// - Throws: ``AppError/usage(_:suggestion:)`` if nothing does, or if another word was meant.
  private func found(inHelp words: [String]) throws -> Document {
    let word = words[0]
    let search = HelpSearch(words, in: catalog)
    if words.count == 1 {
      // What stands alone is a sign of the language, or a reference.
      if let topic = Manual.explanation(ofSign: word) { return topic }
      if catalog.isSetting(word) { throw catalog.unknown(word) }
      if !search.knows(word), !catalog.suggestions(for: word).isEmpty || topic(resembling: word) != nil {
        throw unknown(helped: word)
      }
    }
    if let page = search.page() { return page }
    guard words.count > 1, catalog.suggestions(for: word).isEmpty else { throw unknown(helped: word) }
    let question = Sanitizer.clean(String(words.joined(separator: " ").prefix(60)))
    throw AppError.notFound(
      "The help has nothing on “\(question)”.", suggestion: "Try other words, or help all for every command.")
  }

  /// The help on a line that begins with no command and goes on, such as “how do I log in?”.
  ///
  /// - Throws: The error of an unknown command where nobody reads a page, with lines that may be meant.
  func answer(toQuestion command: Command, in catalog: VerbCatalog) throws -> Document? {
    let words = [command.verb] + command.arguments.words.map(\.text)
    guard words.count > 1, !ReferenceSyntax.isBare(command.verb) else { return nil }
    // “I would say so” is not about one's profile.
    let isPronoun = words.count > 2 && ["i", "me"].contains(command.verb.lowercased())
    let verb = isPronoun ? nil : catalog.verb(named: command.verb)
    // `sign in`, `book mark`: a command in two words.
    if verb == nil, let meant = catalog.verb(named: words[0] + words[1]), !catalog.knows(words[0]) {
      throw AppError.usage(
        "Unknown command “\(Sanitizer.clean(command.verb))”.", suggestion: "Did you mean \(catalog.slash)\(meant.name)?"
      )
    }
    // `where --json` is not a question, nor is `who @wren @rook`.
    if verb != nil,
      command.arguments.words.contains(where: \.isOption)
        || words.dropFirst().allSatisfy({ ReferenceSyntax.isAddress($0) || ReferenceSyntax.numbers($0) != nil })
    {
      return nil
    }
    let error: AppError
    if HelpVocabulary.isQuestion(words), verb == nil || ["where", "who"].contains(verb?.name) {
      error = .usage("That is not a command.", suggestion: "Type \(catalog.slash)help for a list of commands.")
    } else {
      // A misspelt command, or one that works elsewhere, has an error that says so, unless it begins a sentence.
      let isUnknown = isPronoun || catalog.explained(command.verb) == nil && !catalog.knows(command.verb)
      let isMistyped = isUnknown && !catalog.suggestions(for: command.verb).isEmpty
      // What Howdah does not have is told, with what it has instead.
      let isAbsent = if case .absent? = Synonym.of(command.verb) { true } else { false }
      guard
        isUnknown && !isMistyped
          || verb == nil && !isAbsent && isSentence(command)
            && (!isMistyped || HelpVocabulary.isOrdinary(command.verb))
      else { return nil }
      error = catalog.unknown(Sanitizer.clean(command.verb))
    }
    let search = HelpSearch(words, in: catalog)
    let isText = verb == nil && isText(command)
    let way = "A text to send begins with \(catalog.slash)post, or with \(catalog.slash)reply and a number."
    guard source == .line, !isScripted, !mode.isData else {
      guard let lines = search.suggestion ?? (isText ? "" : nil) else { return nil }
      throw AppError.usage(error.message, suggestion: lines + (isText ? (lines.isEmpty ? way : " \(way)") : ""))
    }
    // What was typed may be a text or a password, which no record may have.
    let heading = HelpVocabulary.isQuestion(words) ? "That is not a command." : "Unknown command."
    guard let page = search.page(heading: "\(heading) This may help:", below: isText ? way : nil) else {
      guard isText else { return nil }
      throw AppError.usage("That is not a command.", suggestion: way)
    }
    current?.refusal = error
    return page
  }

  /// Whether a line is a sentence and not a command with its objects: “see older posts”, “report a bug”.
  private func isSentence(_ command: Command) -> Bool {
    let arguments = command.arguments.words
    return !arguments.contains { $0.isOption || $0.isQuoted || ReferenceSyntax.isBare($0.text) }
      && HelpVocabulary.isSentence([command.verb] + arguments.map(\.text))
  }

  /// Whether a line may be meant to be sent: “We saw a fox”.
  private func isText(_ command: Command) -> Bool {
    let words = [command.verb] + command.arguments.words.map(\.text)
    guard words.count > 2, !HelpVocabulary.isQuestion(words), !command.arguments.words.contains(where: \.isOption)
    else {
      return false
    }
    return isSentence(command) || command.verb.first?.isUppercase == true
      || words.last.map { ".!".contains($0.suffix(1)) } == true
  }

  /// An error about the arguments of a command, where the line is a sentence that happens to begin with its name.
  func error(_ error: any Error, inSentence command: Command, of verb: Verb) -> any Error {
    // A name may have any words.
    let hasName = verb.parameters.contains { $0.takesRest || $0.form == .word }
    guard case .usage(let message, _)? = error as? AppError, !hasName, command.arguments.words.count > 1,
      isSentence(command),
      // “fav the second” has a line of its own that it means. What can't be read has none.
      (try? ArgumentReader(command.arguments, for: verb, context: context))?
        .meant(by: command.arguments.words[0].text) == nil,
      let lines = HelpSearch([command.verb] + command.arguments.words.map(\.text), in: catalog).suggestion
    else { return error }
    return AppError.usage(message, suggestion: lines)
  }

  /// The error for what `help` does not explain, which suggests a topic if the word resembles no command.
  private func unknown(helped word: String) -> AppError {
    guard catalog.suggestions(for: word).isEmpty, let topic = topic(resembling: word) else {
      return catalog.unknown(Sanitizer.clean(word))
    }
    return .usage(
      "No command or topic “\(Sanitizer.clean(String(word.prefix(40))))”.", suggestion: "Did you mean help \(topic)?")
  }

  /// The topic that a mistyped word stands for.
  private func topic(resembling word: String) -> String? {
    let key = word.lowercased()
    let near = (["language", "all"] + Manual.topics.map(\.name)).map { ($0, EditDistance.between(key, $0)) }
      .min { $0.1 < $1.1 }
    guard let near, near.1 <= max(1, min(2, key.count / 3)), !key.isEmpty else { return nil }
    return near.0
  }
}

extension Parameter where Value == [String] {
  /// A command or a topic, and a word of that command.
  @MainActor fileprivate static var helped: Parameter {
    Parameter(ParameterDescription(name: "COMMAND", form: .word, isOptional: true)) { reader in
      var words: [String] = []
      while let word = reader.next() { words.append(word) }
      return words.count == 1 ? words.map { $0.lowercased() } : words
    }
  }
}

extension Parameter where Value == String? {
  /// A manual page, also without the name of the program: `language`.
  @MainActor fileprivate static var page: Parameter {
    Parameter(ParameterDescription(name: "PAGE", form: .choice(Manual.names), isOptional: true)) { reader in
      guard let word = reader.next() else { return nil }
      let whole = "howdah-\(word.lowercased())"
      // A page may have the name of a command.
      if !Manual.names.contains(whole), let command = reader.context.command(word) {
        throw AppError.usage("The manual has no page for “\(command)” alone.", suggestion: "Type help \(command).")
      }
      return try Parameter<String>.pick(Manual.names.contains(whole) ? whole : word, from: Manual.names, reader: reader)
    }
  }
}

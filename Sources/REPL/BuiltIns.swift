import FeatureKit
import TerminalKit

extension Interpreter {
  /// The commands of the prompt itself.
  var builtIns: [Verb] {
    [
      Verb(
        "help", aliases: ["?"], Parameter<[String]>.helped, help: "Show help for this screen, a command or a topic",
        discussion: "help all explains every command, help language how commands are typed; any other word lists what "
          + "is about it. Topics: " + Manual.topics.map(\.name).joined(separator: ", ") + "."
      ) { [weak self] words in
        guard let self else { return .nothing }
        guard let word = words.first, word.lowercased() != "all" else {
          await findPlugins()
          return .document(HelpText.overview(catalog, isWhole: !words.isEmpty))
        }
        if word.lowercased() == "language" { return .document(Manual.language.document) }
        await findPlugin(word, describes: true)
        let topic = Manual.topics.first { $0.name == word.lowercased() }.map(Manual.document)
        guard let (verb, place) = catalog.explained(word.hasPrefix("/") ? String(word.dropFirst()) : word) else {
          if let topic { return .document(topic) }
          return .document(try found(inHelp: words))
        }
        // `help list create` is about a word of a command.
        if words.count > 1, !verb.usage.split(whereSeparator: { " []|".contains($0) }).contains(Substring(words[1])) {
          if let page = HelpSearch(words, in: catalog).page(isWhole: true) { return .document(page) }
          throw AppError.usage(
            "Unexpected argument “\(Sanitizer.clean(words[1]))”.",
            suggestion: "help explains one command: help \(verb.name).")
        }
        let explanation = HelpText.explanation(of: verb, at: place, isWriting: isWriting)
        // Some topics have the name of a command.
        return .document(topic.map { explanation.followed(by: $0) } ?? explanation)
      },
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
      },
      Verb(
        "man", Parameter<String?>.page, help: "Print a manual page, for use with man",
        discussion: "To read one: howdah man howdah-language | man -l -"
      ) { [weak self] name in
        guard let self else { return .nothing }
        let manual =
          switch name {
          case Manual.language.name: Manual.language
          case Manual.json.name: Manual.json
          case Manual.guide.name: Manual.guide
          default: Manual.program(catalog)
          }
        return .output(
          manual.roff.split(separator: "\n").map(String.init),
          Document(
            kind: "manual", title: Document.Title(manual.name), blocks: [],
            data: [.init("name", .string(manual.name)), .init("text", .string(manual.markdown))]))
      },
      recordVerb, sourceVerb,
      Verb("retry", help: "Retry the last failed command") { [weak self] in try await self?.retry() ?? .nothing },
      Verb("dismiss-error", help: "Discard the last error") { [weak self] in self?.discardError() ?? .nothing }
        .formerly("dismiss"),
      Verb(
        "undo", help: "Undo your last change",
        discussion: "Runs the command that takes back what your last command did, such as unfav or unfollow. Type it "
          + "again to go further back, up to the start of this session. What cannot be undone is named."
      ) { [weak self] in try await self?.undo() ?? .nothing },
      Verb("screen", aliases: ["show-again"], help: "Print this screen again") { .screen },
      Verb("quit", aliases: ["exit", "q"], help: "Quit Howdah; Ctrl-D on an empty line does the same") { .leave },
    ]
  }

  /// What mentions words that no command or topic has as its name.
  ///
  /// - Throws: ``AppError/usage(_:suggestion:)`` if nothing does, or if a name was meant.
  private func found(inHelp words: [String]) throws -> Document {
    let word = words[0]
    // What stands alone is a sign of the language, or a reference.
    if words.count == 1, let topic = Manual.explanation(ofSign: word) { return topic }
    let search = HelpSearch(words, in: catalog)
    let isKnown = catalog.knows(word)
    if !isKnown, let page = search.page(isWhole: true) { return page }
    let error = unknown(helped: word)
    guard !isKnown, catalog.suggestions(for: word).isEmpty, let page = search.page(isWhole: false) else { throw error }
    return page
  }

  /// The error for what `help` does not explain, which suggests a topic if the word resembles no command.
  private func unknown(helped word: String) -> AppError {
    let key = word.lowercased()
    let topics = ["language", "all"] + Manual.topics.map(\.name)
    let near = topics.map { ($0, EditDistance.between(key, $0)) }.min { $0.1 < $1.1 }
    guard let near, near.1 <= max(1, min(2, key.count / 3)), !key.isEmpty, catalog.suggestions(for: word).isEmpty else {
      return catalog.unknown(Sanitizer.clean(word))
    }
    return .usage(
      "No command or topic “\(Sanitizer.clean(String(word.prefix(40))))”.", suggestion: "Did you mean help \(near.0)?")
  }
}

extension Parameter where Value == [String] {
  /// A command or a topic, and a word of that command.
  @MainActor fileprivate static var helped: Parameter {
    Parameter(ParameterDescription(name: "COMMAND", form: .word, isOptional: true)) { reader in
      var words: [String] = []
      while let word = reader.next() { words.append(word) }
      return words
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

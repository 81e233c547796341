import FeatureKit
import TerminalKit

extension Interpreter {
  /// The commands of the prompt itself.
  var builtIns: [Verb] {
    [
      Verb(
        "help", aliases: ["?"], .optionalWord("COMMAND"), help: "List all commands, or explain one or a topic",
        discussion: "help all explains every command, help language how commands are typed. Topics: "
          + Manual.topics.map(\.name).joined(separator: ", ") + "."
      ) { [weak self] word in
        guard let self else { return .nothing }
        guard let word, word != "all" else {
          await findPlugins()
          return .document(HelpText.overview(catalog, isWhole: word != nil))
        }
        if word == "language" { return .document(Manual.language.document) }
        await findPlugin(word, describes: true)
        let topic = Manual.topics.first { $0.name == word.lowercased() }.map(Manual.document)
        guard let (verb, place) = catalog.explained(word.hasPrefix("/") ? String(word.dropFirst()) : word) else {
          if let topic { return .document(topic) }
          throw catalog.unknown(word)
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
        "man", .optionalChoice("PAGE", Manual.names), help: "Print a manual page for the program man",
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
      recordVerb,
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
}

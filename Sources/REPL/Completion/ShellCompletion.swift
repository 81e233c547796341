public import EditLine
import FeatureKit
import TerminalKit

/// Completes the command line of a shell, from what is on this machine.
///
/// The scripts of `howdah completion` ask for this at every Tab; nothing is requested from a server.
@MainActor
public struct ShellCompletion {
  private let line: Invocation
  private let completer: Completer
  /// The words that begin a command line and are not commands of the language, each with its help and its options.
  private let programs: [Program]

  /// Another thing that the program does, such as `sandbox`.
  public struct Program {
    let name: String
    let help: String
    let takesFiles: Bool
    let options: () -> [Option]

    public struct Option: Sendable {
      let name: String
      let value: String?
      let help: String

      /// Creates a description.
      ///
      /// - Parameters:
      ///   - name: As it is typed: `--port`.
      ///   - value: The name of its value, such as `file`; `nil` if it takes none.
      public init(_ name: String, value: String?, help: String) {
        self.name = name
        self.value = value
        self.help = help
      }
    }

    /// Creates a description.
    ///
    /// - Parameters:
    ///   - takesFiles: Whether its arguments are files.
    ///   - options: Returns its options; called only if they are completed, since making them takes a while.
    public init(_ name: String, help: String, takesFiles: Bool, options: @escaping () -> [Option]) {
      self.name = name
      self.help = help
      self.takesFiles = takesFiles
      self.options = options
    }

    @MainActor func answer(to typed: String, after before: ArraySlice<String>) -> Answer {
      let options = options()
      if let option = options.first(where: { $0.name == before.last }), let value = option.value {
        return Answer(isPath: ["file", "folder", "path"].contains(value))
      }
      guard typed.hasPrefix("-") || (typed.isEmpty && !takesFiles) else { return Answer(isPath: takesFiles) }
      return Answer(candidates: ShellCompletion.matching(typed, options.map { ($0.name, $0.help) }))
    }
  }

  /// Creates a completion for an interpreter's commands.
  ///
  /// - Parameters:
  ///   - programs: The words that may stand in the place of a command.
  ///   - summaries: The summaries beside the numbers of the last run.
  public init(_ interpreter: Interpreter, programs: [Program] = [], summaries: [Int: String] = [:]) {
    line = Invocation(interpreter)
    line.take(summaries: summaries)
    completer = Completer(interpreter)
    self.programs = programs
  }

  /// Looks for plugins if a command is completed that may be one; asks only the plugin whose arguments are completed.
  public func findPlugins(_ before: [String]) async {
    // help explains plugins as well as commands.
    if let word = before.first(where: { !$0.hasPrefix("-") }), word != "help" {
      await line.findPlugin(word, describes: true)
    } else {
      await line.findPlugins()
    }
  }

  /// The candidates that a shell can put in the place of a word.
  public struct Answer: Equatable, Sendable {
    public var candidates: [Completion.Candidate] = []
    /// Whether names of files belong here, which the shell completes itself.
    public var isPath = false
  }

  /// Completes a word after those before it, without the program's name.
  public func answer(to typed: String, after before: [String]) -> Answer {
    var before = before[...]
    while let word = before.first, word.hasPrefix("-") {
      before = before.dropFirst()
      if word == "-c" { return before.isEmpty ? Answer() : answer(options: typed) }
      guard let option = Self.option(word), option.value != nil, !word.contains("=") else { continue }
      guard !before.isEmpty else { return Answer(candidates: value(option.description, typed)) }
      before = before.dropFirst()
    }
    guard let name = before.first else { return first(typed) }
    if let program = programs.first(where: { $0.name == name }) {
      return program.answer(to: typed, after: before.dropFirst())
    }
    guard let verb = completer.catalog.verb(named: name) else { return Answer() }
    let word = TypedWord(typed, after: Array(before))
    let shared = ProgramOption.allCases.map(\.description)
    let (expected, start) = completer.expected(of: verb, word, shared: shared)
    let begun = String(typed.dropFirst(start.count))
    switch expected {
    case .value(let parameter):
      if Completer.namesPath(parameter.valueName) { return Answer(isPath: true) }
      return Answer(candidates: Completer.prefixed(start[...], value(parameter, begun)))
    case .options(let own, let shared):
      let options = (own + shared).map { name in (name, Self.option(name)?.help ?? "") }
      return Answer(candidates: Self.matching(begun, options))
    case .words(let words):
      let explained = verb.name == "help" ? completer.helpTexts : [:]
      return Answer(candidates: Self.matching(begun, words.map { ($0, explained[$0] ?? "") }))
    case .names: return Answer(candidates: completer.words(begun))
    case .nothing:
      // Nobody has to know that options may come last.
      return typed.hasPrefix("-") ? answer(options: typed) : Answer()
    }
  }

  /// The first word: an option of the program, a command, or a reference to open.
  private func first(_ typed: String) -> Answer {
    if typed.hasPrefix("-") {
      guard let equals = typed.firstIndex(of: "="), let option = Self.option(typed) else {
        return answer(options: typed)
      }
      let begun = String(typed[typed.index(after: equals)...])
      return Answer(candidates: Completer.prefixed(typed[...equals], value(option.description, begun)))
    }
    if let sign = typed.first, "@#".contains(sign) { return Answer(candidates: completer.words(typed)) }
    let verbs = completer.catalog.all
    let commands = verbs.map { ($0.name, $0.help) } + programs.map { ($0.name, $0.help) }
    var found = Self.matching(typed, commands)
    if found.isEmpty {
      found = Self.matching(typed, verbs.flatMap { verb in verb.aliases.map { ($0, verb.help) } })
    }
    let numbers = typed.first?.isNumber == true ? value(Self.anything, typed) : []
    return Answer(candidates: found + numbers)
  }

  private func answer(options typed: String) -> Answer {
    let options = ProgramOption.allCases.map { ("--\($0.rawValue)", $0.help) }
    return Answer(
      candidates: Self.matching(typed, options + [("--version", "Print the version."), ("-c", "Run these commands.")]))
  }

  private func value(_ parameter: ParameterDescription, _ typed: String) -> [Completion.Candidate] {
    completer.value(of: parameter, typed, isQuoted: false)
  }

  /// Whatever can be opened by its number.
  private static let anything = ParameterDescription(
    name: "N", form: .reference(kinds: [.status, .account, .tag, .link], many: false))

  private static func option(_ word: String) -> ProgramOption? {
    guard word.hasPrefix("--") else { return nil }
    return ProgramOption(rawValue: String(word.dropFirst(2).prefix { $0 != "=" }))
  }

  private static func matching(
    _ typed: String, _ words: [(name: String, help: String)]
  ) -> [Completion.Candidate] {
    let beginning = typed.lowercased()
    return words.filter { $0.name.lowercased().hasPrefix(beginning) }
      .map { Completion.Candidate($0.name, summary: $0.help) }
  }
}

extension ShellCompletion.Answer {
  /// The answer as the scripts of the shells read it: a candidate on each line, its description after a tab; `:files` alone
  /// where the shell completes names of files.
  public var lines: String {
    if isPath { return ":files\n" }
    return candidates.compactMap { candidate in
      // What a server has named may contain anything; a word of several lines is nothing to complete.
      let text = Sanitizer.clean(candidate.text)
      guard text == candidate.text, !text.contains(where: \.isWhitespace) else { return nil }
      let help = Sanitizer.clean(candidate.summary ?? "").split(whereSeparator: \.isWhitespace).joined(separator: " ")
      return help.isEmpty ? "\(text)\n" : "\(text)\t\(help)\n"
    }.joined()
  }

  /// The answer for bash, which replaces only the end of a word and quotes nothing.
  ///
  /// - Parameters:
  ///   - word: The word as it was typed, with its quotes.
  ///   - end: The part of it that bash replaces: what follows the last `=` or `:`, and a last `@`.
  public func lines(bash word: String, end: String) -> String {
    if isPath { return ":files\n" }
    let start = word.hasSuffix(end) ? word.dropLast(end.count) : ""
    let before = ShellWords.split(String(start))
    return candidates.compactMap { candidate in
      let text = candidate.text
      guard Sanitizer.clean(text) == text, !text.contains(where: \.isWhitespace) else { return nil }
      if before.isOpen {
        let start = before.words.last ?? ""
        return (text.hasPrefix(start) ? String(text.dropFirst(start.count)) : text) + "\n"
      }
      let quoted = ShellWords.quoted(text)
      return (quoted.hasPrefix(start) ? String(quoted.dropFirst(start.count)) : quoted) + "\n"
    }.joined()
  }
}

/// The words of a shell's command line.
public enum ShellWords {
  /// Splits a line, with its quotes removed; the last word may be empty, `source` is it as typed, and `isOpen` says whether
  /// a quote in it is not closed.
  public static func split(_ line: String) -> (words: [String], source: String, isOpen: Bool) {
    var words: [String] = []
    var (text, source) = ("", "")
    var quote: Character?
    var isEscaped = false
    for character in line {
      if isEscaped {
        text.append(character)
        isEscaped = false
      } else if character == "\\", quote != "'" {
        isEscaped = true
      } else if character == quote {
        quote = nil
      } else if quote == nil, character == "\"" || character == "'" {
        quote = character
      } else if quote == nil, character.isWhitespace {
        if !source.isEmpty { words.append(text) }
        (text, source) = ("", "")
        continue
      } else {
        text.append(character)
      }
      source.append(character)
    }
    return (words + [text], source, quote != nil)
  }

  /// A word with backslashes before what has a meaning in a shell.
  public static func quoted(_ word: String) -> String {
    word.map { character in
      let isPlain = !character.isASCII || character.isLetter || character.isNumber || "_@%+=:,./-".contains(character)
      return isPlain ? "\(character)" : "\\\(character)"
    }.joined()
  }
}

extension ParameterDescription {
  /// The name of its value: that of an argument, or the word after an option.
  fileprivate var valueName: String {
    if case .flag(let value, _) = form { value ?? "" } else { name }
  }
}

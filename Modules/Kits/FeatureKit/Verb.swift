/// A command: a name, typed parameters, a line of help, and a closure.
///
/// Parser, help, completion, the man page and the command line's one-shot form all come from these values. The
/// parameters' types are the closure's types, so a verb cannot read an argument that it did not declare:
/// ```swift
/// Verb("boost", aliases: ["reblog"], .statuses, help: "Boost posts") { ids in … }
/// ```
@MainActor
public struct Verb: Identifiable {
  /// The name: one lower-case word.
  public let name: String
  public let aliases: [String]
  /// The parameters, in order.
  public private(set) var parameters: [ParameterDescription]
  /// The help: one line without a full stop.
  public private(set) var help: String
  private let makeDiscussion: @MainActor () -> String
  /// Completes the argument after the given words, where the parameters' descriptions are not enough.
  public private(set) var completions: @MainActor (_ words: [String]) -> [String]
  /// Parses the arguments and returns what then runs the command.
  private var prepare: @MainActor (ArgumentReader) async throws -> @MainActor @Sendable () async throws -> Response
  /// Runs the command; where it is set, parsing and running cannot be told apart.
  public private(set) var run: @MainActor (ArgumentReader) async throws -> Response {
    get { { [prepare] in try await prepare($0)() } }
    set { prepare = { reader in { try await newValue(reader) } } }
  }
  /// Parses the arguments and does nothing else: `--parse` reads a script so.
  public private(set) var check: @MainActor (ArgumentReader) async throws -> Void

  /// Whether help and completion list it; false for verbs that only say what to type instead.
  public private(set) var isListed = true

  public private(set) var needsAccount = true

  /// Names from earlier releases, which still run it; help and completion do not list them.
  public private(set) var formerNames: [String] = []

  /// Whether its text is written for somebody, or for the user alone: a record has it only if everyone may read it.
  public private(set) var writesText = false

  /// Whether what it does can wait in the outbox, so that an address in its arguments need not be known yet.
  public private(set) var canWait = false

  /// Whether it finds what a number stands for among what is shown, also on a screen with the ids of another server.
  public private(set) var takesShownNumbers = false

  /// The name of the command that takes back what it did, with the same arguments; `nil` if there is none.
  public private(set) var opposite: String?

  /// The beginning of the line that it is short for on its screen: `list add id:5`; `nil` for a command of its own.
  public private(set) var line: String?

  /// The first word after which such a text follows, for a verb that does other things too; `nil` for any.
  public private(set) var textWord: String?

  /// What it may change; unless something else is said, it changes what the server has.
  public internal(set) var effect: @MainActor (ArgumentReader) throws -> Effect

  /// The name, which is unique in the verb's layer.
  public nonisolated var id: String { name }

  /// Creates a verb whose closure takes one value for each parameter.
  public init<each Value: Sendable>(
    _ name: String, aliases: [String] = [], _ parameters: repeat Parameter<each Value>, help: String,
    discussion: @autoclosure @escaping @MainActor () -> String = "",
    completions: @escaping @MainActor (_ words: [String]) -> [String],
    run: @escaping @MainActor (repeat each Value) async throws -> Response
  ) {
    self.name = name
    self.completions = completions
    self.aliases = aliases
    self.help = help
    makeDiscussion = discussion
    var descriptions: [ParameterDescription] = []
    repeat descriptions += (each parameters).descriptions
    self.parameters = descriptions
    effect = { _ in .changesServer }
    let parse: @MainActor (ArgumentReader) async throws -> (repeat each Value) = { reader in
      let values = (repeat try await (each parameters).parse(reader))
      try reader.finish()
      return values
    }
    check = { reader in _ = try await parse(reader) }
    prepare = { reader in
      let values = try await parse(reader)
      return { try await run(repeat each values) }
    }
  }

  /// Creates a verb without completions besides those of its parameters.
  public init<each Value: Sendable>(
    _ name: String, aliases: [String] = [], _ parameters: repeat Parameter<each Value>, help: String,
    discussion: @autoclosure @escaping @MainActor () -> String = "",
    run: @escaping @MainActor (repeat each Value) async throws -> Response
  ) {
    self.init(
      name, aliases: aliases, repeat each parameters, help: help, discussion: discussion(), completions: { _ in [] },
      run: run)
  }

  /// The same verb with a closure that sees the arguments first and may respond instead; `more` is added to the help.
  public func answered(
    adding more: String,
    first: @escaping @MainActor (ArgumentReader) async throws -> Response?
  ) -> Verb {
    var verb = self
    verb.help += more
    verb.run = { [run] reader in
      if let response = try await first(reader) { return response }
      return try await run(reader)
    }
    return verb
  }

  /// The same verb, which finds what a number stands for among what is shown.
  public var takingShownNumbers: Verb { changed { $0.takesShownNumbers = true } }

  /// The same verb of a screen, which passes arguments on to the verb that works on every screen.
  public func passingArguments(to other: Verb) -> Verb {
    changed { verb in
      verb.parameters = other.parameters.map(\.asOptional)
      verb.completions = other.completions
      verb.run = { [run] reader in try await (reader.isEmpty ? run(reader) : other.run(reader)) }
      verb.check = { [check] reader in try await (reader.isEmpty ? check(reader) : other.check(reader)) }
    }
  }

  private func changed(_ change: (inout Verb) -> Void) -> Verb {
    var verb = self
    change(&verb)
    return verb
  }

  /// The same verb with a closure around what it does.
  public func responding(
    _ around:
      @escaping @MainActor (
        ArgumentReader, _ run: @escaping @MainActor (ArgumentReader) async throws -> Response
      ) async throws -> Response
  ) -> Verb {
    changed { $0.run = { [run] reader in try await around(reader, run) } }
  }

  /// A verb that only fails with a suggestion, where a command of another place is likely to be typed.
  public static func absent(_ name: String, _ words: String, suggestion: String) -> Verb {
    var verb = Verb(name, Parameter<String?>.optionalText(), help: words) { _ in
      throw AppError.usage(words, suggestion: suggestion)
    }
    verb.isListed = false
    return verb
  }

  /// The same verb, which its earlier names still run; the prompt then says the new name.
  public func formerly(_ names: String...) -> Verb { changed { $0.formerNames += names } }

  /// The same verb, which can wait in the outbox.
  public var waiting: Verb { changed { $0.canWait = true } }

  /// The same verb, which the command of this name takes back.
  public func undone(by name: String) -> Verb { changed { $0.opposite = name } }

  /// The same verb, which only stands for the beginning of a line, so that it does what that does, in every mode.
  public func short(for line: String) -> Verb { changed { $0.line = line } }

  /// The same verb, whose text is written for somebody.
  public var writingText: Verb { changed { $0.writesText = true } }

  /// The same verb, whose text after this word is written for somebody.
  public func writingText(after word: String) -> Verb {
    writingText.changed { $0.textWord = word }
  }

  /// The same verb, which help and completion do not list.
  public var unlisted: Verb { changed { $0.isListed = false } }

  /// The same verb, which also runs while no account is signed in.
  public var withoutAccount: Verb { changed { $0.needsAccount = false } }

  /// The same verb, which only throws this error.
  public func refusing(_ error: AppError) -> Verb {
    changed { verb in
      verb.run = { _ in throw error }
      verb.check = { _ in throw error }
    }
  }

  /// The same verb, which first asks for confirmation, unless its arguments are refused.
  public func asking(_ question: String) -> Verb {
    changed { verb in
      verb.run = { [prepare] reader in .confirm(Confirmation(question, proceed: try await prepare(reader))) }
    }
  }

  /// Paragraphs for `help COMMAND`, made on demand.
  public var discussion: String { makeDiscussion() }

  /// Whether the last parameter takes the rest of the line as typed, with semicolons.
  public var takesText: Bool { parameters.contains { $0.isText } }

  /// The usage: `reply N [TEXT]`.
  public var usage: String {
    ([name] + parameters.map(\.usage)).joined(separator: " ")
  }

  /// The usage for error messages, where more than three options are shown as `[OPTIONS]`.
  public var briefUsage: String {
    let options = parameters.filter(\.isFlag)
    guard options.count > 3, let first = parameters.firstIndex(where: \.isFlag) else { return usage }
    var words = parameters[..<first].map(\.usage) + ["[OPTIONS]"]
    words += parameters[first...].filter { !$0.isFlag }.map(\.usage)
    return ([name] + words).joined(separator: " ")
  }

  /// Whether a word is the verb's name or an alias.
  public func matches(_ word: String) -> Bool { name == word || aliases.contains(word) }
}

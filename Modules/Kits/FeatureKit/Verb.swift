public import TerminalKit

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
  public let parameters: [ParameterDescription]
  /// The help: one line without a full stop.
  public private(set) var help: String
  private let makeDiscussion: @MainActor () -> String
  /// Completes the argument after the given words, where the parameters' descriptions are not enough.
  public let completions: @MainActor (_ words: [String]) -> [String]
  public private(set) var run: @MainActor (ArgumentReader) async throws -> Response {
    didSet { prepare = nil }
  }
  /// Parses the arguments and returns what then runs the command; `nil` if parsing and running cannot be told apart.
  private var prepare: (@MainActor (ArgumentReader) async throws -> @MainActor @Sendable () async throws -> Response)?
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

  /// The name of the command that takes back what it did, with the same arguments; `nil` if there is none.
  public private(set) var opposite: String?

  /// The first word after which such a text follows, for a verb that does other things too; `nil` for any.
  public private(set) var textWord: String?

  public internal(set) var effect: @MainActor (ArgumentReader) throws -> Effect = { _ in .changesServer }

  /// The name, which is unique in the verb's layer.
  public nonisolated var id: String { name }

  /// Creates a verb whose closure takes one value for each parameter.
  public init<each Value: Sendable>(
    _ name: String, aliases: [String] = [], _ parameters: repeat Parameter<each Value>, help: String,
    discussion: @autoclosure @escaping @MainActor () -> String = "",
    completions: @escaping @MainActor (_ words: [String]) -> [String] = { _ in [] },
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
    let parse: @MainActor (ArgumentReader) async throws -> (repeat each Value) = { reader in
      let values = (repeat try await (each parameters).parse(reader))
      try reader.finish()
      return values
    }
    check = { reader in _ = try await parse(reader) }
    self.run = { reader in
      let values = try await parse(reader)
      return try await run(repeat each values)
    }
    prepare = { reader in
      let values = try await parse(reader)
      return { try await run(repeat each values) }
    }
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

  /// The same verb of a screen, which passes arguments on to the verb that works on every screen.
  public func passingArguments(to other: Verb) -> Verb {
    var verb = Verb(self, parameters: other.parameters.map(\.asOptional), completions: other.completions)
    verb.run = { [run] reader in try await (reader.isEmpty ? run(reader) : other.run(reader)) }
    verb.check = { [check] reader in try await (reader.isEmpty ? check(reader) : other.check(reader)) }
    return verb
  }

  private init(
    _ verb: Verb, parameters: [ParameterDescription], completions: @escaping @MainActor (_ words: [String]) -> [String]
  ) {
    name = verb.name
    aliases = verb.aliases
    help = verb.help
    makeDiscussion = verb.makeDiscussion
    run = verb.run
    prepare = verb.prepare
    check = verb.check
    isListed = verb.isListed
    needsAccount = verb.needsAccount
    formerNames = verb.formerNames
    writesText = verb.writesText
    canWait = verb.canWait
    opposite = verb.opposite
    textWord = verb.textWord
    effect = verb.effect
    self.parameters = parameters
    self.completions = completions
  }

  /// The same verb with a closure around what it does.
  public func responding(
    _ around:
      @escaping @MainActor (
        ArgumentReader, _ run: @escaping @MainActor (ArgumentReader) async throws -> Response
      ) async throws -> Response
  ) -> Verb {
    var verb = self
    verb.run = { [run] reader in try await around(reader, run) }
    return verb
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
  public func formerly(_ names: String...) -> Verb {
    var verb = self
    verb.formerNames += names
    return verb
  }

  /// The same verb, which can wait in the outbox.
  public var waiting: Verb {
    var verb = self
    verb.canWait = true
    return verb
  }

  /// The same verb, which the command of this name takes back.
  public func undone(by name: String) -> Verb {
    var verb = self
    verb.opposite = name
    return verb
  }

  /// The same verb, whose text is written for somebody.
  public var writingText: Verb {
    var verb = self
    verb.writesText = true
    return verb
  }

  /// The same verb, whose text after this word is written for somebody.
  public func writingText(after word: String) -> Verb {
    var verb = writingText
    verb.textWord = word
    return verb
  }

  /// The same verb, which help and completion do not list.
  public var unlisted: Verb {
    var verb = self
    verb.isListed = false
    return verb
  }

  /// The same verb, which also runs while no account is signed in.
  public var withoutAccount: Verb {
    var verb = self
    verb.needsAccount = false
    return verb
  }

  /// The same verb, which only throws this error.
  public func refusing(_ error: AppError) -> Verb {
    var verb = self
    verb.run = { _ in throw error }
    verb.check = { _ in throw error }
    return verb
  }

  /// The same verb, which first asks for confirmation, unless its arguments are refused.
  public func asking(_ question: String) -> Verb {
    var verb = self
    verb.run = { [run, prepare] reader in
      guard let prepare else { return .confirm(Confirmation(question) { try await run(reader) }) }
      let command = try await prepare(reader)
      return .confirm(Confirmation(question) { try await command() })
    }
    return verb
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

/// The response of a command, which the prompt carries out.
public indirect enum Response: Sendable {
  case nothing
  case toast(Toast)
  /// Print a message, and repeat the command that failed because nobody was signed in.
  case retry(Toast)
  /// Print a document; the screen stays.
  case document(Document)
  /// Print a view for the present terminal; the screen stays.
  case view(@MainActor @Sendable (Layout) -> Document)
  /// Load what a view needs for the present terminal, then print it; the screen stays.
  case prepared(@MainActor @Sendable (Layout) async throws -> Document)
  /// Print what a view needs for the present terminal once it is loaded, and a part of it at once if that takes a while.
  case staged(StagedDocument)
  case screen
  /// Go to another screen, within the command's own place while that is active; the response is what then is printed.
  case going(@MainActor @Sendable (Detour) async throws -> Response)
  /// Print a message about a screen that was closed, then the top screen; the old numbers are forgotten.
  case screenAfter(Toast)
  /// Show the screen that was covered; in sentences, only say where the user is.
  case returned
  /// Print lines as they come until the stream ends or Ctrl-C is pressed; each must be safe to print.
  case lines(AsyncThrowingStream<String, any Error>)
  /// Print lines in the same way, where the user is the one to end them: Ctrl-C is not an error to report.
  case following(AsyncThrowingStream<String, any Error>)
  /// Print lines for other programs as they are, without control characters; as JSON, the document in their place.
  case output([String], Document)
  /// Write bytes as they are to a file or a program; a terminal gets them as text.
  case exact(ExactOutput)
  /// Put a text on the clipboard where the terminal can do that, and print it; the noun says what it is, such as `link`.
  case copy(_ text: String, noun: String)
  /// Carry out the response to a change that `undo` takes back like this, where no toast says so.
  case changed(Response, undo: Toast.Undo)
  case confirm(Confirmation)
  case ask(Question)
  /// Let the user edit a text in another program.
  case edit(TextEdit)
  /// Print what another program has answered, then run the commands that it asks for.
  case requests(CommandRequests)
  case leave

  /// The same way, and then something more, whose response replaces that of the way.
  @MainActor
  public func then(_ next: @escaping @MainActor @Sendable () async throws -> Response) -> Response {
    .going { detour in
      if case .going(let go) = self { _ = try await go(detour) }
      return try await next()
    }
  }

  /// Goes where the response leads, and returns what is printed there.
  @MainActor
  public func arriving(within detour: Detour) async throws -> Response {
    guard case .going(let go) = self else { return self }
    return try await go(detour).arriving(within: detour)
  }
}

/// Bytes for a file or a program, which get them as they are.
public struct ExactOutput: Sendable {
  public var bytes: [UInt8]
  /// The same for a terminal; ``failure`` where that is not text.
  public var document: Document
  /// Why a terminal cannot show them; `nil` if it can.
  public var failure: AppError?

  public init(_ bytes: [UInt8], document: Document, failure: AppError? = nil) {
    self.bytes = bytes
    self.document = document
    self.failure = failure
  }
}

/// The answer of another program, and the commands that it requests.
public struct CommandRequests: Sendable {
  /// The program's name, for messages.
  public var name: String
  /// The printed output; without blocks for none.
  public var document: Document
  /// The commands, as they would be typed; they run only if nothing has failed.
  public var commands: [String]
  /// Why the program failed; `nil` if it succeeded.
  public var failure: AppError?
  /// Refuses a command by its name.
  ///
  /// Throws ``AppError`` if the user has not allowed it.
  public var check: @MainActor @Sendable (_ command: String) throws -> Void

  public init(
    name: String, document: Document, commands: [String] = [], failure: AppError? = nil,
    check: @escaping @MainActor @Sendable (_ command: String) throws -> Void
  ) {
    self.name = name
    self.document = document
    self.commands = commands
    self.failure = failure
    self.check = check
  }
}

/// A document that takes a while to load, such as one with a picture.
public struct StagedDocument: Sendable {
  /// The part that can be shown while the rest is loaded; `nil` for none.
  public var first: @MainActor @Sendable (Layout) -> Document?
  /// Loads the document: the whole, and the part below the first one if that was shown.
  public var load: @MainActor @Sendable (Layout) async throws -> (whole: Document, rest: Document)

  public init(
    first: @escaping @MainActor @Sendable (Layout) -> Document?,
    load: @escaping @MainActor @Sendable (Layout) async throws -> (whole: Document, rest: Document)
  ) {
    self.first = first
    self.load = load
  }
}

/// A yes-or-no question before something that cannot be undone.
public struct Confirmation: Sendable {
  /// The question, which names what will be lost, such as `Clear all 12 notifications?`.
  public var question: String
  /// The message after a no, or if nobody can answer; `nil` for the standard one.
  public var declined: Toast?
  /// The error where nobody can answer; `nil` for the standard one.
  public var unanswered: AppError?
  /// Runs after a yes.
  public var proceed: @MainActor @Sendable () async throws -> Response

  public init(
    _ question: String, declined: Toast? = nil, unanswered: AppError? = nil,
    proceed: @escaping @MainActor @Sendable () async throws -> Response
  ) {
    self.question = question
    self.declined = declined
    self.unanswered = unanswered
    self.proceed = proceed
  }
}

/// A question that the user answers with a line.
public struct Question: Sendable {
  /// A document to print before the prompt, such as a page to open.
  public var introduction: Document?
  /// The prompt, without its colon: `Code`.
  public var prompt: String
  /// Whether the answer is neither echoed nor kept in the history.
  public var isSecret: Bool
  /// Waits for a response from elsewhere, such as a browser; cancelled when the user answers first.
  public var elsewhere: (@MainActor @Sendable () async throws -> Response)?
  /// Runs with the answer.
  public var answer: @MainActor @Sendable (String) async throws -> Response

  public init(
    introduction: Document? = nil, prompt: String, isSecret: Bool = false,
    elsewhere: (@MainActor @Sendable () async throws -> Response)? = nil,
    answer: @escaping @MainActor @Sendable (String) async throws -> Response
  ) {
    self.introduction = introduction
    self.prompt = prompt
    self.isSecret = isSecret
    self.elsewhere = elsewhere
    self.answer = answer
  }

  /// The same question, with `next` after whichever answer comes.
  public func then(_ next: @escaping @MainActor @Sendable (Response) async throws -> Response) -> Question {
    var question = self
    question.answer = { [answer] in try await next(try await answer($0)) }
    if let elsewhere { question.elsewhere = { try await next(try await elsewhere()) } }
    return question
  }
}

public import TerminalKit

/// Something that can be typed: a name, typed parameters, one line of help, and what it does.
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
  /// Other names for it.
  public let aliases: [String]
  /// What it takes, in order.
  public let parameters: [ParameterDescription]
  /// What it does, as one line without a full stop.
  public private(set) var help: String
  private let makeDiscussion: @MainActor () -> String
  /// What may follow the words typed so far, where the parameters' descriptions cannot know; completion asks it.
  public let completions: @MainActor (_ words: [String]) -> [String]
  /// Parses the arguments and does it.
  public private(set) var run: @MainActor (ArgumentReader) async throws -> Response

  /// Whether help and completion name it; not where it is only there to say what to type instead.
  public private(set) var isListed = true

  /// Whether it can run only as an account.
  public private(set) var needsAccount = true

  /// Its name, which no other verb of its layer has.
  public nonisolated var id: String { name }

  /// Makes a verb whose closure takes one value for each parameter.
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
    self.run = { reader in
      let values = (repeat try await (each parameters).parse(reader))
      try reader.finish()
      return try await run(repeat each values)
    }
  }

  /// The same verb, with somebody who looks at the arguments first and may answer in its place, which its help says too.
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

  /// A verb that is not there, in words that say what to type instead of one that means something elsewhere.
  public static func absent(_ name: String, _ words: String, suggestion: String) -> Verb {
    var verb = Verb(name, Parameter<String?>.optionalText(), help: words) { _ in
      throw AppError.usage(words, suggestion: suggestion)
    }
    verb.isListed = false
    return verb
  }

  /// The same verb, marked as one that also runs while no account is signed in.
  public var withoutAccount: Verb {
    var verb = self
    verb.needsAccount = false
    return verb
  }

  /// The same verb, which throws this error and does nothing.
  public func refusing(_ error: AppError) -> Verb {
    var verb = self
    verb.run = { _ in throw error }
    return verb
  }

  /// The same verb, which asks a question before it does anything.
  public func asking(_ question: String) -> Verb {
    var verb = self
    verb.run = { [run] reader in .confirm(Confirmation(question) { try await run(reader) }) }
    return verb
  }

  /// More about it, for `help VERB`; paragraphs, made when somebody asks.
  public var discussion: String { makeDiscussion() }

  /// Whether the last parameter takes the rest of the line as it stands, semicolons too.
  public var takesText: Bool { parameters.contains { $0.isText } }

  /// How it is typed: `reply N [TEXT]`.
  public var usage: String {
    ([name] + parameters.map(\.usage)).joined(separator: " ")
  }

  /// The same in one line of an error message, where many options are only named as such.
  public var briefUsage: String {
    let options = parameters.filter(\.isFlag)
    guard options.count > 3, let first = parameters.firstIndex(where: \.isFlag) else { return usage }
    var words = parameters[..<first].map(\.usage) + ["[OPTIONS]"]
    words += parameters[first...].filter { !$0.isFlag }.map(\.usage)
    return ([name] + words).joined(separator: " ")
  }

  /// Whether this is what was typed.
  public func matches(_ word: String) -> Bool { name == word || aliases.contains(word) }
}

/// What a verb answers, for the prompt to carry out.
public enum Response: Sendable {
  /// Nothing to say.
  case nothing
  /// Say that it was done.
  case toast(Toast)
  /// Say that it was done, and do again what failed before because nobody was signed in.
  case retry(Toast)
  /// Print this, without leaving the screen.
  case document(Document)
  /// Print what this view is on the present terminal, without leaving the screen.
  case view(@MainActor @Sendable (Layout) -> Document)
  /// Print what this becomes, once it has fetched what it needs for the present terminal.
  case prepared(@MainActor @Sendable (Layout) async throws -> Document)
  /// Print the screen that is now on top.
  case screen
  /// Say that it was done, and print the screen that is now on top; what was closed takes its numbers with it.
  case screenAfter(Toast)
  /// Print these lines as they come, until there are no more or Ctrl-C; each is safe to print.
  case lines(AsyncThrowingStream<String, any Error>)
  /// Ask before doing what cannot be undone.
  case confirm(Confirmation)
  /// Ask for something that only the person knows.
  case ask(Question)
  /// Leave the program.
  case leave
}

/// A question before something that cannot be undone, and what follows a yes.
public struct Confirmation: Sendable {
  /// The question, which says what will be lost (`Clear all 12 notifications?`).
  public var question: String
  /// What is said after a no, or where nobody can answer; `nil` where there is nothing to add.
  public var declined: Toast?
  /// Does it.
  public var proceed: @MainActor @Sendable () async throws -> Response

  /// Makes a question.
  public init(
    _ question: String, declined: Toast? = nil, proceed: @escaping @MainActor @Sendable () async throws -> Response
  ) {
    self.question = question
    self.declined = declined
    self.proceed = proceed
  }
}

/// A question that is answered with a line, and what follows the answer.
public struct Question: Sendable {
  /// What to print before the prompt, such as a page to open; empty for nothing.
  public var introduction: Document?
  /// The prompt, without its colon: `Code`.
  public var prompt: String
  /// Whether the answer must not be seen, nor kept in the history.
  public var isSecret: Bool
  /// What may come from elsewhere instead of an answer, such as from a browser; it is cancelled when there is an answer.
  public var elsewhere: (@MainActor @Sendable () async throws -> Response)?
  /// Takes the answer.
  public var answer: @MainActor @Sendable (String) async throws -> Response

  /// Makes a question.
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

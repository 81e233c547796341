public import TerminalKit

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

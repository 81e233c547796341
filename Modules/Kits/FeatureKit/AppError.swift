public import TerminalKit

/// An error for the user: what happened, and what to do about it.
///
/// Errors of other modules are converted in one place for each source (``AppErrorConvertible``), so that a screen, an
/// exit code and a JSON error agree.
public enum AppError: Error, Hashable, Sendable {
  case network(Network)
  case storage(Storage)
  /// An unknown command or a command with wrong arguments; the suggestion says how it is typed.
  case usage(String, suggestion: String)
  /// An invalid value or text: too long, empty, out of bounds; the suggestion says what is valid.
  case validation(String, suggestion: String)
  /// No account is signed in, or the server no longer accepts the account's token.
  case unauthorized(host: String?)
  /// The named account is not signed in; `known` lists those that are.
  case unknownAccount(String, known: [String])
  case noAccount(NoAccount)
  /// The server forbids this to the account, with the given message.
  case forbidden(String)
  /// Something does not exist or is not visible to this account.
  case notFound(String, suggestion: String = "It may have been deleted, or be hidden from you.")
  /// The user stopped it before anything was changed.
  case cancelled
  /// The user stopped it after a change had been sent to the server, which may have carried it out.
  case interrupted
  /// A text could not be saved; the message contains the text, so that it can be copied.
  case unsaved(String, suggestion: String, text: String)
  /// Any other error, with a message.
  case unknown(String)
  /// An error after a part of the command was done; `left` is what was not, beginning with what failed.
  indirect case partial(AppError, left: [String])
  /// An error with a suggestion of its own and further members for scripts, such as the draft that keeps a text.
  indirect case detailed(AppError, suggestion: String, data: [JSONValue.Member])

  /// Errors between here and a server.
  public enum Network: Hashable, Sendable {
    /// The host cannot be reached; the reason is a clause such as "it does not answer".
    case noConnection(host: String, reason: String)
    /// The connection broke before the server's response was read.
    case connectionLost(host: String)
    /// The host did not answer within so many seconds.
    case timedOut(host: String, seconds: Int)
    /// The command was not done after the seconds that the user allows it.
    case outOfTime(seconds: Int)
    /// The server failed with this HTTP status code; `seconds` is the time to wait and `reason` the server's own words in one
    /// line, if the server sent any.
    case serverError(host: String, code: Int, seconds: Int? = nil, reason: String = "")
    case invalidResponse(host: String)
    /// The host is still working on it; the message is a sentence.
    case notReady(String)
    /// The host did not confirm an operation, which may have succeeded; a clause such as "send the post".
    case unconfirmed(host: String, operation: String)
    /// The host redirects to another server, where the account is not signed in.
    case redirected(host: String, to: String)
    /// Too many requests; `seconds` is the time to wait, if the server sent one.
    case rateLimited(host: String, seconds: Int?)
  }

  /// Why no account can be used.
  public enum NoAccount: Hashable, Sendable {
    case signedOut
    /// The account cannot be read; the reason is a sentence that names the file.
    case unreadable(reason: String)
  }

  public enum Storage: Hashable, Sendable {
    case full(path: String)
    /// The file or folder cannot be read or written.
    case refused(path: String)
    /// Nothing can be written to the folder.
    case readOnly(folder: String)
    /// The file's content cannot be parsed.
    case damaged(path: String)
  }
}

/// An error that can be shown to the user.
public protocol AppErrorConvertible: Error {
  var appError: AppError { get }
}

extension AppError {
  /// Converts any error into one that can be shown.
  public init(_ error: any Error) {
    switch error {
    case let error as AppError: self = error
    case let error as any AppErrorConvertible: self = error.appError
    case is CancellationError: self = .cancelled
    default: self = .unknown("Unexpected error: \(type(of: error)).")
    }
  }

  /// The message: one sentence with its full stop.
  public var message: String {
    switch self {
    case .network(.noConnection(let host, let reason)): "\(host) cannot be reached: \(reason)."
    case .network(.connectionLost(let host)): "\(host) cannot be reached: the connection broke."
    case .network(.timedOut(let host, let seconds)): "\(host) did not answer within \(Self.text(ofSeconds: seconds))."
    case .network(.outOfTime(let seconds)): "The command was not done after \(Self.text(ofSeconds: seconds))."
    case .network(.serverError(let host, 503, _?, let reason)):
      Self.sentence("\(host) is busy or closed for maintenance (503)", reason: reason)
    // Only a page that stands for the server has such a code.
    case .network(.serverError(let host, let code, _, _)) where Self.isPage(code):
      "\(host) answered with a web page (\(code))."
    case .network(.serverError(let host, let code, _, let reason)):
      Self.sentence("\(host) reported a server error (\(code))", reason: reason)
    case .network(.notReady(let message)): message
    case .network(.invalidResponse(let host)): "\(host) sent a response that Howdah can't read."
    case .network(.unconfirmed(let host, let operation)): "\(host) did not confirm the request to \(operation)."
    case .network(.redirected(let host, let other)): "\(host) redirects to \(other)."
    case .network(.rateLimited(let host, _)): "Too many requests to \(host)."
    case .storage(.full(let path)): "No space left on the disk for \(path)."
    case .storage(.readOnly(let folder)): "\(folder) is read-only: nothing can be saved there."
    case .storage(.refused(let path)): "\(path) cannot be read or written."
    case .storage(.damaged(let path)): "\(path) is damaged."
    case .usage(let message, _), .validation(let message, _): message
    case .unauthorized(nil): "You are not signed in."
    case .unauthorized(let host?): "\(host) does not accept this sign-in."
    case .unknownAccount(let name, _): "@\(name) is not signed in here."
    case .noAccount(.signedOut): "No account is signed in."
    case .noAccount(.unreadable(let reason)): reason
    case .forbidden(let message): message
    case .notFound(let message, _): message
    case .cancelled, .interrupted: "Stopped."
    case .unsaved(let message, _, _): message
    case .unknown(let message): message
    case .partial(.interrupted, _): "Stopped before the rest was done."
    case .partial(let error, _), .detailed(let error, _, _): error.message
    }
  }

  /// A sentence that ends with a server's own reason, unless that is empty.
  public static func sentence(_ start: String, reason: String) -> String {
    guard let last = reason.last else { return "\(start)." }
    return ".!?…".contains(last) ? "\(start): \(reason)" : "\(start): \(reason)."
  }

  /// Whether only a page that stands for the server has this code, and no server that can be asked again.
  private static func isPage(_ code: Int) -> Bool {
    code < 500 && ![407, 408, 409, 421, 423, 425].contains(code) || code == 501
  }

  /// The error itself, without details.
  public var cause: AppError {
    switch self {
    case .detailed(let error, _, _), .partial(let error, _): error.cause
    default: self
    }
  }

  /// The members of the JSON that only this error has.
  public var data: [JSONValue.Member] {
    switch self {
    case .detailed(_, _, let data): data
    case .partial(let error, _): error.data
    default: []
    }
  }

  /// Returns the details of this error for another cause.
  public func replacingCause(by error: AppError) -> AppError {
    guard case .detailed(_, let suggestion, let data) = self else { return error }
    return .detailed(error, suggestion: suggestion, data: data)
  }

  private static func text(ofSeconds seconds: Int) -> String { seconds == 1 ? "1 second" : "\(seconds) seconds" }

  /// A time to wait in a unit that can be grasped, rounded up: `in 90 seconds`, `in 5 minutes`, `in 24 hours`.
  private static func wait(_ seconds: Int) -> String {
    switch seconds {
    case ..<1: "now"
    case 1: "in 1 second"
    case ...120: "in \(seconds) seconds"
    case ...7200: "in \((seconds - 1) / 60 + 1) minutes"
    default: "in \((seconds - 1) / 3600 + 1) hours"
    }
  }

  /// The suggestion: an instruction with its full stop.
  public var suggestion: String {
    switch self {
    case .network(.noConnection), .network(.connectionLost): "Check the connection and the name, then retry."
    case .network(.serverError(_, 511, _, _)):
      "The network that you are in wants you to sign in first: open any page in a browser."
    case .network(.serverError(_, _, let seconds?, _)): "Retry \(Self.wait(seconds))."
    case .network(.serverError(_, let code, _, _)) where Self.isPage(code):
      "It may be closed for maintenance, or something between you and it has answered. Retry later."
    case .network(.timedOut), .network(.serverError): "Retry in a moment."
    case .network(.outOfTime): "Retry, or allow more time with --timeout."
    case .network(.notReady): "Try again in a minute."
    case .network(.invalidResponse): "Retry. If it happens again, the server may not support Mastodon's API."
    case .network(.unconfirmed(_, "schedule the post")): "It may have succeeded. See scheduled before you retry."
    case .network(.unconfirmed): "It may have succeeded. Check your profile before you retry."
    case .network(.redirected(_, let other)): "If that is your server's address: login \(other)."
    case .network(.rateLimited(_, let seconds)):
      seconds.map { "Retry \(Self.wait($0))." } ?? "Wait a minute, then retry."
    case .storage(.full): "Free some space, then retry."
    case .storage(.readOnly): "Make it writable, or set HOME to a folder that is."
    case .storage(.refused): "Check its owner and permissions, then retry."
    case .storage(.damaged): "Move it away. Howdah then creates a new one."
    case .usage(_, let suggestion), .validation(_, let suggestion): suggestion
    case .unauthorized(nil): "Please sign in to continue: login HOST."
    case .unauthorized(let host?): "Please sign in to continue: login \(host)."
    case .unknownAccount(_, known: []): "Sign in with login HOST."
    case .unknownAccount(let name, let known):
      (EditDistance.nearest(
        to: name, among: known.flatMap { [$0, String($0.prefix { $0 != "@" })] }.filter { $0 != name }
      ).map { "Did you mean @\($0)? " } ?? "")
        + "Signed-in accounts: \(known.map { "@\($0)" }.joined(separator: ", "))."
    case .noAccount(.signedOut): "Sign in with howdah login HOST, or add --sandbox."
    case .noAccount(.unreadable): "Repair it, or sign in again with howdah login HOST."
    case .forbidden: "Ask the server's moderators if you think this is wrong."
    case .notFound(_, let suggestion): suggestion
    case .cancelled: "Nothing was changed."
    case .interrupted: "The request was already sent and may have been carried out. Check before you repeat it."
    case .unsaved(_, let suggestion, let text): "\(suggestion) Or copy it:\n\(text)"
    case .unknown: "Retry. If it happens again, please report it."
    case .detailed(_, let suggestion, _): suggestion
    case .partial(let error, let left):
      Self.notDone(left, after: error == .interrupted ? "Type the command again for the rest." : error.suggestion)
    }
  }

  /// The error of a screen that shows what could be read, without these parts.
  public static func unread(_ parts: [String], because error: AppError) -> AppError {
    .detailed(
      .partial(error, left: parts), suggestion: "Not read: \(parts.joined(separator: ", ")). \(error.suggestion)",
      data: error.data)
  }

  /// The error for a server that sends a page of a list again, whatever the cursor.
  public static func repeatedPage(of noun: String) -> AppError {
    .detailed(
      .network(.invalidResponse(host: "The server")),
      suggestion: "It sent the same \(noun) again, so the rest can't be read.", data: [])
  }

  /// A suggestion with a sentence about what was not done, if the command names it.
  private static func notDone(_ left: [String], after suggestion: String) -> String {
    guard !left.isEmpty else { return suggestion }
    let more = left.count > 10 ? " and \(left.count - 10) more" : ""
    let end = suggestion.last.map { ".!?".contains($0) } ?? true ? "" : "."
    return "\(suggestion)\(end) Not done: \(left.prefix(10).joined(separator: ", "))\(more)."
  }

  /// The parts of a partly done command that were not done, beginning with the failed one; `nil` for other errors.
  public var left: [String]? {
    switch self {
    case .partial(_, let left): left
    case .detailed(let error, _, _): error.left
    default: nil
    }
  }

  /// Whether the server was not reached or did not answer.
  public var isAboutReachingTheServer: Bool {
    switch cause {
    case .network(.noConnection), .network(.connectionLost), .network(.timedOut), .cancelled: true
    default: false
    }
  }

  /// Whether repeating the command can help.
  public var isRetryable: Bool {
    switch self {
    case .network, .storage, .unauthorized, .unknown, .cancelled, .interrupted, .unsaved: true
    case .usage, .validation, .forbidden, .notFound, .unknownAccount, .noAccount: false
    case .detailed(let error, _, _): error.isRetryable && !isQueued
    case .partial(let error, _): error.isRetryable
    }
  }

  /// Whether the server could not be reached or did not answer, so that what was to be done can wait.
  public var canWait: Bool {
    switch cause {
    case .network(.noConnection), .network(.connectionLost), .network(.timedOut), .network(.unconfirmed): true
    case .network(.serverError(_, let code, _, _)): code > 501
    default: false
    }
  }

  /// Whether what failed is kept and sent later, so that repeating the command would do it twice.
  public var isQueued: Bool { data.contains(Self.queued) }

  /// The member of an error's JSON that says so.
  public static let queued = JSONValue.Member("queued", .bool(true))

  /// Whether nothing is left to send: what the command would undo was still waiting, and was taken out of the outbox.
  public var isWithdrawn: Bool { data.contains(Self.withdrawn) }

  /// The member of the JSON that says so.
  public static let withdrawn = JSONValue.Member("withdrawn", .bool(true))

  /// A short name for scripts: stable, in `snake_case`.
  public var code: String {
    switch self {
    case .network(.noConnection), .network(.connectionLost): "no_connection"
    case .network(.timedOut), .network(.outOfTime): "timed_out"
    case .network(.serverError), .network(.notReady): "server_error"
    case .network(.invalidResponse): "invalid_answer"
    case .network(.unconfirmed): "unconfirmed"
    case .network(.redirected): "redirected"
    case .network(.rateLimited): "rate_limited"
    case .storage, .unsaved: "storage"
    case .usage: "usage"
    case .validation: "invalid_input"
    case .unauthorized, .unknownAccount, .noAccount: "unauthorized"
    case .forbidden: "forbidden"
    case .notFound: "not_found"
    case .cancelled: "cancelled"
    case .interrupted: "interrupted"
    case .unknown: "unknown"
    case .detailed(let error, _, _), .partial(let error, _): error.code
    }
  }
}

extension AppError {
  public static let fixtures = Fixtures()

  /// The errors that screens must be able to show.
  public final class Fixtures: Sendable {
    public let noConnection = AppError.network(
      .noConnection(host: "shore.example", reason: "there is no server of that name"))
    /// The host took too long.
    public let timedOut = AppError.network(.timedOut(host: "shore.example", seconds: 10))
    public let serverError = AppError.network(.serverError(host: "shore.example", code: 503))
    public let diskFull = AppError.storage(.full(path: "drafts"))
    /// The token is no longer accepted.
    public let unauthorized = AppError.unauthorized(host: "shore.example")
    public let notFound = AppError.notFound("That post is not there.")
    /// Something typed is not valid.
    public let validation = AppError.validation(
      "The post is 12 characters too long.", suggestion: "Shorten it, then /send again.")
  }
}

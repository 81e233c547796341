public import FeatureKit
public import IntentKit
public import Links
public import MastodonKit
import TerminalKit

/// Makes requests of a running Howdah, and carries them out in this process if none runs.
@MainActor
public struct IntentRequester {
  /// The dependencies of carrying out requests in this process.
  public struct Dependencies {
    public var account: () -> IntentAccount
    /// The account, `user@host`, that a running Howdah must use; `nil` for any.
    public var requiredAccount: () -> String?
    /// Whether this process listens on the socket, so that it would ask itself.
    public var isListening: () -> Bool
    public var requireAccount: () throws -> Void
    public var open: (DeepLink) async throws -> Response
    public var countUnread: () async throws -> UnreadSummary
    public var events: () async -> AsyncStream<StreamSignal>

    public init(
      account: @escaping () -> IntentAccount, requiredAccount: @escaping () -> String?,
      isListening: @escaping () -> Bool, requireAccount: @escaping () throws -> Void,
      open: @escaping (DeepLink) async throws -> Response, countUnread: @escaping () async throws -> UnreadSummary,
      events: @escaping () async -> AsyncStream<StreamSignal>
    ) {
      self.account = account
      self.requiredAccount = requiredAccount
      self.isListening = isListening
      self.requireAccount = requireAccount
      self.open = open
      self.countUnread = countUnread
      self.events = events
    }
  }

  private let port: IntentPort
  private let dependencies: Dependencies

  public init(port: IntentPort, dependencies: Dependencies) {
    self.port = port
    self.dependencies = dependencies
  }

  public func compose(_ text: String) async throws -> Response {
    try await perform(.compose, text: text) { .compose(IncomingText.clean(text)) }
  }

  public func open(_ link: String) async throws -> Response {
    try await perform(.open, link: link) { try DeepLink(parsing: link) }
  }

  private func perform(
    _ kind: IntentKind, text: String? = nil, link: String? = nil, here: () throws -> DeepLink
  ) async throws -> Response {
    guard let reply = try await ask(kind, text: text, link: link)?.reply else {
      try dependencies.requireAccount()
      return try await dependencies.open(here())
    }
    let message =
      reply.outcome == "kept"
      ? "The running Howdah saved it as a draft, since another text is open there."
      : "Press Return in the running Howdah to open it."
    return .success(
      message, data: [.init("outcome", .optional(reply.outcome)), .init("draft", .optional(reply.draft))])
  }

  /// Counts unread notifications and posts.
  public func unread() async throws -> UnreadSummary {
    guard let reply = try await ask(.unread)?.reply else { return try await dependencies.countUnread() }
    return UnreadSummary(
      account: reply.account ?? "", notifications: reply.notifications ?? 0, hasMore: reply.hasMore ?? false,
      home: reply.home)
  }

  /// Names the account and the process that carry out requests.
  public func whoami() async throws -> IntentResponder {
    let reply = try await ask(.whoami)?.reply
    if reply == nil { try dependencies.requireAccount() }
    let account = dependencies.account()
    return IntentResponder(
      account: reply?.account ?? account.id, isSandbox: reply?.sandbox ?? account.isSandbox, process: reply?.process)
  }

  /// Streams events of the running Howdah or of the account's own stream, one JSON object for each line.
  public func events() async throws -> AsyncThrowingStream<String, any Error> {
    if let running = try await ask(.events) { return Self.lines(of: running.client) }
    try dependencies.requireAccount()
    return Self.lines(of: await dependencies.events())
  }

  private static func lines(of client: IntentClient) -> AsyncThrowingStream<String, any Error> {
    let (stream, continuation) = AsyncThrowingStream.makeStream(of: String.self)
    let task = Task {
      // The task retains the client, which disconnects when it is released.
      for await line in client.lines() {
        // Lines of another process are not trusted to be safe for a terminal.
        if let line = IntentEvent.safe(line) { continuation.yield(line) }
      }
      continuation.finish(throwing: AppError.unknown("The running Howdah has quit."))
    }
    continuation.onTermination = { _ in task.cancel() }
    return stream
  }

  private static func lines(of signals: AsyncStream<StreamSignal>) -> AsyncThrowingStream<String, any Error> {
    let (stream, continuation) = AsyncThrowingStream.makeStream(of: String.self)
    let task = Task {
      for await signal in signals {
        switch signal {
        case .event(let event): if let line = IntentEvent.line(for: event) { continuation.yield(line) }
        case .gap: continuation.yield(IntentEvent.gap)
        case .connection(.ended(let error)): return continuation.finish(throwing: AppError(error))
        case .connection: break
        }
      }
      continuation.finish()
    }
    continuation.onTermination = { _ in task.cancel() }
    return stream
  }

  /// Sends a request to the running Howdah; returns `nil` if none runs, if it is this process, or if it uses another
  /// account than the required one.
  private func ask(
    _ kind: IntentKind, text: String? = nil, link: String? = nil
  ) async throws -> (reply: IntentReply, client: IntentClient)? {
    guard let directory = port.directory, !dependencies.isListening() else { return nil }
    let request = IntentRequest(kind, text: text, link: link, account: dependencies.requiredAccount())
    let reply: IntentReply
    let client: IntentClient
    do {
      guard let running = try await IntentClient.connect(directory: directory, isTrusted: port.isTrusted) else {
        return nil
      }
      client = running
      reply = try MastodonJSON.decode(IntentReply.self, from: await client.ask(request.line, within: port.timeout))
    } catch {
      try Task.checkCancellation()
      throw AppError.unknown("The running Howdah did not respond.")
    }
    if reply.error?.code == IntentReply.otherAccount { return nil }
    if let error = reply.error { throw AppError(error) }
    return (reply, client)
  }
}

extension AppError {
  /// The error of a running Howdah, with its message.
  fileprivate init(_ failure: IntentReply.Failure) {
    let message = Excerpt.cut(failure.message, to: 400)
    let suggestion = Excerpt.cut(failure.suggestion, to: 400)
    self =
      switch failure.code {
      case "not_found": .notFound(message, suggestion: suggestion)
      case "usage", "invalid_request": .usage(message, suggestion: suggestion)
      default: .validation(message, suggestion: suggestion)
      }
  }
}

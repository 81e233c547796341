import FeatureKit
public import FoundationEssentials
public import IntentKit
public import Links
public import MastodonKit
public import TerminalKit

/// Carries out requests by other programs while a user is at the prompt.
///
/// A request never changes the line that is being typed, nor the next ones: a notice appears above it, and what was requested
/// opens when the user presses Return on an empty line.
@MainActor
public final class IntentCoordinator {
  public struct Dependencies {
    public var account: () -> IntentAccount
    /// Finds out where a link leads.
    public var resolve: (DeepLink) async throws -> DeepLinks.Destination
    public var tabs: () -> [String]
    /// Opens a destination other than a text.
    public var show: (DeepLinks.Destination) async throws -> Void
    public var saveDraft: (String) async throws -> Draft
    public var compose: (Draft) -> Void
    /// Whether a sheet is open, such as the composer.
    public var isSheetOpen: () -> Bool
    public var countUnread: () async throws -> UnreadSummary
    /// Whether events are sent as they happen.
    public var isLive: () -> Bool
    /// Shows a message above the prompt.
    public var post: (StyledText) -> Void
    public var now: () -> Date
    public var version: String

    public init(
      account: @escaping () -> IntentAccount, resolve: @escaping (DeepLink) async throws -> DeepLinks.Destination,
      tabs: @escaping () -> [String], show: @escaping (DeepLinks.Destination) async throws -> Void,
      saveDraft: @escaping (String) async throws -> Draft, compose: @escaping (Draft) -> Void,
      isSheetOpen: @escaping () -> Bool, countUnread: @escaping () async throws -> UnreadSummary,
      isLive: @escaping () -> Bool, post: @escaping (StyledText) -> Void, now: @escaping () -> Date, version: String
    ) {
      self.account = account
      self.resolve = resolve
      self.tabs = tabs
      self.show = show
      self.saveDraft = saveDraft
      self.compose = compose
      self.isSheetOpen = isSheetOpen
      self.countUnread = countUnread
      self.isLive = isLive
      self.post = post
      self.now = now
      self.version = version
    }
  }

  /// A request that opens with Return.
  private struct PendingRequest {
    enum Content {
      case destination(DeepLinks.Destination)
      case draft(Draft)
    }

    var content: Content
    var account: IntentAccount
    var entry: IntentLog.Entry
  }

  private let dependencies: Dependencies
  private var server: IntentServer?
  private var pending: [PendingRequest] = []
  /// The log entries of texts that were saved as drafts.
  private var draftEntries: [Draft.ID: IntentLog.Entry] = [:]
  private var recent: [Date] = []
  private var lastCount: (time: Date, account: IntentAccount, unread: UnreadSummary)?
  private var reason = "No prompt is open."

  public let log = IntentLog()

  /// The maximum number of requests in a minute that the user notices.
  static let limitPerMinute = 20
  static let pendingLimit = 4
  /// The time for which a count is reused.
  static let countLifetime: TimeInterval = 10

  public init(dependencies: Dependencies) { self.dependencies = dependencies }

  /// Whether other programs reach this process.
  public var isOpen: Bool { server?.ownsName ?? false }

  public var socket: (IntentSocketState, subscribers: Int) {
    guard let server else { return (.closed(reason), subscribers: 0) }
    return (server.ownsName ? .open(server.path) : .taken(server.path), subscribers: server.subscribers)
  }

  /// Starts to listen; if that fails, the screen shows the reason.
  public func listen(at port: IntentPort) {
    guard let directory = port.directory else {
      reason = "XDG_RUNTIME_DIR is not set."
      return
    }
    do {
      server = try IntentServer(
        directory: directory, limits: port.limits,
        handler: IntentServer.Handler(
          isTrusted: port.isTrusted,
          respond: { [weak self] line in
            await self?.respond(to: line) ?? IntentResponse(IntentReply.failure(.cancelled))
          },
          rejection: { IntentReply.failure($0.appError, code: $0.code) },
          missed: { IntentEvent.missed($0) }))
    } catch {
      reason = error.message
    }
  }

  /// Disconnects all clients and releases the socket's name.
  public func stop() async {
    await server?.stop()
    server = nil
  }

  // MARK: - Events

  /// Sends an event of the stream to all subscribers.
  public func send(_ event: StreamEvent) {
    guard let server, server.subscribers > 0, let line = IntentEvent.line(for: event) else { return }
    if case .notification = event { lastCount = nil }
    server.send(line)
  }

  /// Tells all subscribers that events are missing, since the stream was interrupted.
  public func sendGap() { server?.send(IntentEvent.gap) }

  /// Tells all subscribers that the current account has changed.
  public func sendAccount() { server?.send(IntentEvent.account(dependencies.account().id)) }

  // MARK: - Requests

  /// Carries out the request on one line.
  func respond(to line: String) async -> IntentResponse {
    let request: IntentRequest
    do { request = try IntentRequest(parsing: line) } catch {
      return IntentResponse(IntentReply.failure(AppError(error), code: "invalid_request"))
    }
    do {
      return try await respond(to: request)
    } catch {
      let error = AppError(error)
      if ["compose", "open"].contains(request.intent) { record(request, "refused: \(error.message)") }
      return IntentResponse(IntentReply.failure(error, id: request.id))
    }
  }

  private func respond(to request: IntentRequest) async throws -> IntentResponse {
    let kind = try request.kind()
    let current = dependencies.account()
    // A name may be written with its @.
    if let account = request.account?.drop(while: { $0 == "@" }), account != current.id {
      return IntentResponse(
        IntentReply.failure(
          .unknownAccount(Excerpt.cut(String(account)), known: [current.id]), code: IntentReply.otherAccount,
          id: request.id))
    }
    switch kind {
    case .compose:
      try checkRate()
      return try await compose(request)
    case .open:
      try checkRate()
      return try await open(request)
    case .unread: return IntentResponse(IntentReply.success(request, Self.members(try await unread())))
    case .whoami:
      return IntentResponse(
        IntentReply.success(
          request,
          [
            .init("account", .string(current.id)), .init("sandbox", .bool(current.isSandbox)),
            .init("process", .int(Int(IntentPeer.this.process))), .init("version", .string(dependencies.version)),
          ]))
    case .events:
      return IntentResponse(
        IntentReply.success(
          request, [.init("account", .string(current.id)), .init("live", .bool(dependencies.isLive()))]),
        subscribes: true)
    }
  }

  /// Limits how often the user is interrupted.
  private func checkRate() throws {
    let now = dependencies.now()
    // Also after the clock was set back.
    recent.removeAll { !(0..<60).contains(now.timeIntervalSince($0)) }
    guard recent.count < Self.limitPerMinute else {
      throw AppError.network(.rateLimited(host: "this Howdah", seconds: 60))
    }
    recent.append(now)
  }

  private func compose(_ request: IntentRequest) async throws -> IntentResponse {
    let way = #"Add "text":"…" to the request."#
    guard let text = request.text else { throw AppError.usage("The text is missing.", suggestion: way) }
    guard text.contains(where: { !$0.isWhitespace }) else {
      throw AppError.validation("There is no text to write.", suggestion: way)
    }
    return keep(try await dependencies.saveDraft(IncomingText.clean(text)), for: request)
  }

  /// Opens a draft with Return, or leaves it among the drafts if another text is being written.
  private func keep(_ draft: Draft, for request: IntentRequest) -> IntentResponse {
    let isWriting =
      dependencies.isSheetOpen() || pending.contains { if case .draft = $0.content { true } else { false } }
    let members = [JSONValue.Member("draft", .string(draft.id))]
    guard !isWriting, pending.count < Self.pendingLimit else {
      post("Another program sent a text. It is saved as a draft: drafts")
      draftEntries[draft.id] = record(request, "saved as a draft")
      return IntentResponse(IntentReply.success(request, [.init("outcome", "kept")] + members))
    }
    post("Another program sent a text. Press Return to edit it.")
    draftEntries[draft.id] = queue(.draft(draft), for: request)
    return IntentResponse(IntentReply.success(request, [.init("outcome", "waiting")] + members))
  }

  private func open(_ request: IntentRequest) async throws -> IntentResponse {
    guard let text = request.link else {
      throw AppError.usage("The link is missing.", suggestion: #"Add "link":"…" to the request."#)
    }
    guard pending.count < Self.pendingLimit else {
      throw AppError.validation("Too many requests are pending.", suggestion: "Try again when they have been opened.")
    }
    let account = dependencies.account()
    let destination = try await dependencies.resolve(DeepLink(parsing: text))
    guard dependencies.account() == account else { throw AppError.cancelled }
    switch destination {
    case .compose(let text): return keep(try await dependencies.saveDraft(text), for: request)
    case .tab(let name):
      let tabs = dependencies.tabs()
      guard tabs.contains(name) else {
        throw AppError.unlisted(
          "Unknown tab “\(name)”.", word: name, among: tabs, choices: "Use one of \(tabs.joined(separator: ", ")).")
      }
    case .status, .account, .tag: break
    }
    post("Another program wants to open \(Excerpt.cut(text)). Press Return to show it.")
    queue(.destination(destination), for: request)
    return IntentResponse(IntentReply.success(request, [.init("outcome", "waiting")]))
  }

  @discardableResult
  private func queue(_ content: PendingRequest.Content, for request: IntentRequest) -> IntentLog.Entry {
    let entry = record(request, "waiting for Return")
    pending.append(PendingRequest(content: content, account: dependencies.account(), entry: entry))
    return entry
  }

  private func unread() async throws -> UnreadSummary {
    let (now, account) = (dependencies.now(), dependencies.account())
    if let lastCount, lastCount.account == account, abs(now.timeIntervalSince(lastCount.time)) < Self.countLifetime {
      return lastCount.unread
    }
    let unread = try await dependencies.countUnread()
    lastCount = (now, account, unread)
    return unread
  }

  private static func members(_ unread: UnreadSummary) -> [JSONValue.Member] {
    [
      .init("account", .string(unread.account)), .init("notifications", .int(unread.notifications)),
      .init("has_more", .bool(unread.hasMore)), .init("home", .optional(unread.home)),
    ]
  }
}

// MARK: - The end of a line

extension IntentCoordinator {
  /// Opens what is pending until another screen is on top, and returns whether one is; the next Return opens the next.
  public func openPending() async -> Bool {
    while !pending.isEmpty {
      let request = pending.removeFirst()
      // A text for another account is among that account's drafts.
      guard request.account == dependencies.account() else {
        log.update(request.entry, outcome: "not opened: you switched accounts")
        continue
      }
      if await open(request) { return true }
    }
    return false
  }

  private func open(_ request: PendingRequest) async -> Bool {
    log.update(request.entry, outcome: "opened")
    switch request.content {
    case .draft(let draft):
      guard !dependencies.isSheetOpen() else {
        post("The other program's text is saved as a draft: drafts")
        log.update(request.entry, outcome: "saved as a draft")
        return false
      }
      dependencies.compose(draft)
      return true
    case .destination(let destination):
      do {
        try await dependencies.show(destination)
      } catch {
        post("The other program's link could not be opened: \(AppError(error).message)")
        log.update(request.entry, outcome: "refused: \(AppError(error).message)")
        return false
      }
      if case .tab = destination { return true }
      guard dependencies.isSheetOpen() else { return true }
      post("It is open below your draft.")
      return false
    }
  }

  /// Records what happened to a draft, if its text came from another program.
  public func record(_ outcome: String, of draft: Draft.ID) {
    if let entry = draftEntries[draft] { log.update(entry, outcome: outcome) }
  }

  private func post(_ message: String) { dependencies.post(StyledText(message, .secondary)) }

  @discardableResult
  private func record(_ request: IntentRequest, _ outcome: String) -> IntentLog.Entry {
    let summary =
      request.intent == "compose" ? "compose a text" : "open \(Excerpt.cut(request.link ?? "a link", to: 40))"
    return log.add(IntentRecord(time: dependencies.now(), summary: summary, outcome: outcome))
  }
}

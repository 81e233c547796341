public import MastodonKit

/// Keeps requests that could not be sent, for later, and lets what is sent wait for its turn.
public struct RequestQueue: Sendable {
  /// Sends what waits, so that nothing overtakes it; `nil` if nothing waits, else the right to send.
  ///
  /// Throws the error for which the rest still waits, or `.cancelled`.
  public var turn: @Sendable (QueuedRequest) async throws(MastodonError) -> SendingLock?
  /// Keeps a request that could not be sent for this reason; returns the error to show, `nil` if it is not kept.
  public var add: @Sendable (QueuedRequest, MastodonError) async -> MastodonError?
  /// Forgets a request with the same key, since the server has answered a later one.
  public var remove: @Sendable (QueuedRequest) -> Void
  /// The post that a draft of the outbox has become; throws where it was not sent.
  public var sent: @Sendable (Draft.ID) throws(MastodonError) -> Status.ID

  public init(
    turn: @escaping @Sendable (QueuedRequest) async throws(MastodonError) -> SendingLock?,
    add: @escaping @Sendable (QueuedRequest, MastodonError) async -> MastodonError?,
    remove: @escaping @Sendable (QueuedRequest) -> Void,
    sent: @escaping @Sendable (Draft.ID) throws(MastodonError) -> Status.ID
  ) {
    self.turn = turn
    self.add = add
    self.remove = remove
    self.sent = sent
  }

  /// Keeps nothing, so that a request that cannot be sent fails.
  public static let none = RequestQueue(
    turn: { _ in nil }, add: { _, _ in nil }, remove: { _ in }, sent: { _ throws(MastodonError) in throw .notSentYet })
}

extension QueuedRequest {
  /// The user's actions on a post, an account, a hashtag or a poll; each may be sent twice without harm.
  private static let queueable: [String: Set<Substring>] = [
    "statuses/:id": [
      "favourite", "unfavourite", "reblog", "unreblog", "bookmark", "unbookmark", "pin", "unpin", "mute", "unmute",
    ],
    "accounts/:id": [
      "follow", "unfollow", "mute", "unmute", "block", "unblock", "note", "endorse", "unendorse",
      "remove_from_followers",
    ],
    "tags/:name": ["follow", "unfollow"], "polls/:id": ["votes"],
    "follow_requests/:account_id": ["authorize", "reject"], "conversations/:id": ["read"], "lists/:id": ["accounts"],
  ]

  /// What can be deleted later.
  private static let deletable: Set<String> = ["/api/v1/statuses/:id", "/api/v1/lists/:id/accounts"]

  /// Whether an endpoint's request can be sent later.
  private static func isQueueable(_ endpoint: AnyEndpoint) -> Bool {
    let parts = endpoint.template.split(separator: "/")
    switch endpoint.method {
    case .post:
      return parts.count == 5 && endpoint.template.hasPrefix("/api/v1/")
        && queueable["\(parts[2])/\(parts[3])"]?.contains(parts[4]) == true
    case .delete: return deletable.contains(endpoint.template) && endpoint.query.isEmpty
    default: return false
    }
  }

  /// The request of an endpoint; `nil` if it cannot be sent later.
  init?(_ endpoint: AnyEndpoint) {
    guard Self.isQueueable(endpoint) else { return nil }
    var fields: [Field] = []
    switch endpoint.body {
    case nil: break
    case .form(let form): fields = form
    case .json, .multipart: return nil
    }
    self.init(
      method: endpoint.method == .post ? nil : endpoint.method.rawValue, template: endpoint.template,
      arguments: endpoint.arguments, fields: fields.map { [$0.name, $0.value] },
      operation: endpoint.operation)
  }

  var endpoint: Endpoint<Void> {
    let form = fields.compactMap { $0.count == 2 ? Field($0[0], $0[1]) : nil }
    return Endpoint(
      isDeletion ? .delete : .post, template, arguments: arguments, body: form.form, access: .account, scope: nil,
      operation: operation, read: Endpoint.acknowledged)
  }
}

extension MastodonClient {
  /// Sends an endpoint's request in its turn, and keeps it for later if the server cannot be reached.
  func sendInTurn(
    _ endpoint: AnyEndpoint, _ request: QueuedRequest
  ) async throws(MastodonError) -> any Sendable {
    let lock: SendingLock?
    do { lock = try await queue.turn(request) } catch {
      // What could not be sent before it goes first.
      guard error != .cancelled, let kept = await queue.add(request, error) else { throw error }
      throw kept
    }
    defer { withExtendedLifetime(lock) {} }
    do {
      let response = try await sendNow(endpoint)
      if lock != nil { queue.remove(request) }
      return response
    } catch {
      guard error.isAboutReachingTheServer, let kept = await queue.add(request, error) else { throw error }
      throw kept
    }
  }

  /// Sends a request that was kept; a failure is thrown as it is.
  ///
  /// A deletion of what does not exist, and a vote that the server has, were sent before without an answer.
  public func send(_ request: QueuedRequest) async throws(MastodonError) {
    do throws(MastodonError) {
      try await sendNow(request.endpoint)
    } catch .notFound where request.isDeletion {
      return
    } catch .rejected(let host, let words, let operation) {
      guard request.template == "/api/v1/polls/:id/votes", let id = request.arguments.first,
        try await sendNow(.poll(Poll.ID(id))).voted
      else { throw .rejected(host: host, words: words, operation: operation) }
    }
  }
}

public import MastodonKit

/// Keeps requests that could not be sent, for later, and lets what is sent wait for its turn.
public struct RequestQueue: Sendable {
  /// Sends what waits, so that nothing overtakes it; `nil` if nothing waits, else the right to send.
  ///
  /// Throws the error for which the rest still waits, or `.cancelled`.
  public var turn: @Sendable (QueuedRequest) async throws(MastodonError) -> SendingLock?
  /// Keeps a request that could not be sent for this reason; returns the error to show, `nil` if it is not kept.
  public var add: @Sendable (QueuedRequest, MastodonError) -> MastodonError?
  /// Forgets a request with the same key, since the server has answered a later one.
  public var remove: @Sendable (QueuedRequest) -> Void

  public init(
    turn: @escaping @Sendable (QueuedRequest) async throws(MastodonError) -> SendingLock?,
    add: @escaping @Sendable (QueuedRequest, MastodonError) -> MastodonError?,
    remove: @escaping @Sendable (QueuedRequest) -> Void
  ) {
    self.turn = turn
    self.add = add
    self.remove = remove
  }

  /// Keeps nothing, so that a request that cannot be sent fails.
  public static let none = RequestQueue(turn: { _ in nil }, add: { _, _ in nil }, remove: { _ in })
}

extension QueuedRequest {
  /// The user's actions on a post, an account, a hashtag or a poll; each may be sent twice without harm.
  private static let queueable: [String: Set<Substring>] = [
    "statuses/:id": [
      "favourite", "unfavourite", "reblog", "unreblog", "bookmark", "unbookmark", "pin", "unpin", "mute", "unmute",
    ],
    "accounts/:id": ["follow", "unfollow", "mute", "unmute", "block", "unblock", "note", "endorse", "unendorse"],
    "tags/:name": ["follow", "unfollow"], "polls/:id": ["votes"],
    "follow_requests/:account_id": ["authorize", "reject"], "conversations/:id": ["read"],
  ]

  /// The request of an endpoint; `nil` if it cannot be sent later.
  init?<Response>(_ endpoint: Endpoint<Response>) {
    let parts = endpoint.template.split(separator: "/")
    guard endpoint.method == .post, parts.count == 5, endpoint.template.hasPrefix("/api/v1/"),
      Self.queueable["\(parts[2])/\(parts[3])"]?.contains(parts[4]) == true
    else { return nil }
    var fields: [Field] = []
    switch endpoint.body {
    case nil: break
    case .form(let form): fields = form
    case .json, .multipart: return nil
    }
    self.init(
      template: endpoint.template, arguments: endpoint.arguments, fields: fields.map { [$0.name, $0.value] },
      operation: endpoint.operation)
  }

  /// The endpoint that sends it.
  var endpoint: Endpoint<Void> {
    let form = fields.compactMap { $0.count == 2 ? Field($0[0], $0[1]) : nil }
    return Endpoint(
      .post, template, arguments: arguments, body: form.form, access: .account, scope: nil, operation: operation
    ) { _, _ in }
  }
}

extension MastodonClient {
  /// Sends an endpoint's request in its turn, and keeps it for later if the server cannot be reached.
  func sendInTurn<Response>(
    _ endpoint: Endpoint<Response>, _ request: QueuedRequest
  ) async throws(MastodonError) -> Response {
    let lock: SendingLock?
    do { lock = try await queue.turn(request) } catch {
      // What could not be sent before it goes first.
      guard error != .cancelled, let kept = queue.add(request, error) else { throw error }
      throw kept
    }
    defer { withExtendedLifetime(lock) {} }
    do {
      let response = try await sendNow(endpoint)
      if lock != nil { queue.remove(request) }
      return response
    } catch {
      guard error.isAboutReachingTheServer, let kept = queue.add(request, error) else { throw error }
      throw kept
    }
  }

  /// Sends a request that was kept; a failure is thrown as it is.
  public func send(_ request: QueuedRequest) async throws(MastodonError) { try await sendNow(request.endpoint) }
}

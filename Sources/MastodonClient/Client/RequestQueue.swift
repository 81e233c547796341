public import MastodonKit

/// Keeps requests that could not be sent, for later.
public struct RequestQueue: Sendable {
  /// Keeps a request; returns whether it is kept.
  public var add: @Sendable (QueuedRequest) -> Bool
  /// Forgets a request with the same key, since the server has answered a later one.
  public var remove: @Sendable (QueuedRequest) -> Void

  /// Creates a queue from its closures.
  public init(add: @escaping @Sendable (QueuedRequest) -> Bool, remove: @escaping @Sendable (QueuedRequest) -> Void) {
    self.add = add
    self.remove = remove
  }

  /// Keeps nothing, so that a request that cannot be sent fails.
  public static let none = RequestQueue(add: { _ in false }, remove: { _ in })
}

extension QueuedRequest {
  /// What users do to a post, an account, a hashtag or a poll; each may be sent twice without harm.
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

extension MastodonError {
  /// Whether the server could not be reached or did not answer, so that a request can be sent later.
  public var isAboutReachingTheServer: Bool {
    switch self {
    case .unreachable(_, let reason, _): reason != .insecure && reason != .plainText
    case .timedOut, .unconfirmed: true
    default: false
    }
  }
}

extension MastodonClient {
  /// Sends a request that was kept, and keeps it no longer; a failure is thrown as it is.
  public func send(_ request: QueuedRequest) async throws(MastodonError) {
    try await sendNow(request.endpoint)
    queue.remove(request)
  }
}

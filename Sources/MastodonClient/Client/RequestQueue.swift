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
  /// The endpoint of an action that can be sent later, since it may be sent twice without harm; `nil` for any other.
  private static func act(_ template: String, _ id: String, _ form: [Field]) -> AnyEndpoint? {
    let parts = template.split(separator: "/")
    guard parts.count == 5, template.hasPrefix("/api/v1/") else { return nil }
    return switch (parts[2...3].joined(separator: "/"), parts[4]) {
    case ("statuses/:id", let name): act(name, Status.ID(id), form)?.erased
    case ("accounts/:id", let name): act(name, Account.ID(id), form)?.erased
    case ("follow_requests/:account_id", "authorize"):
      Endpoint<Relationship>.authorizeFollowRequest(Account.ID(id)).erased
    case ("follow_requests/:account_id", "reject"): Endpoint<Relationship>.rejectFollowRequest(Account.ID(id)).erased
    case ("tags/:name", "follow"): Endpoint<Tag>.followTag(id).erased
    case ("tags/:name", "unfollow"): Endpoint<Tag>.unfollowTag(id).erased
    case ("polls/:id", "votes"): Endpoint<Poll>.vote(Poll.ID(id), choices: form.compactMap { Int($0.value) }).erased
    case ("conversations/:id", "read"), ("lists/:id", "accounts"):
      Endpoint<Void>(.post, template, id, access: .account, to: "").erased
    default: nil
    }
  }

  private static func act(_ name: Substring, _ id: Status.ID, _ form: [Field]) -> Endpoint<Status>? {
    switch name {
    case "favourite": .favourite(id)
    case "unfavourite": .unfavourite(id)
    case "reblog": .reblog(id, visibility: form.first(named: "visibility").map { Visibility(rawValue: $0) })
    case "unreblog": .unreblog(id)
    case "bookmark": .bookmark(id)
    case "unbookmark": .unbookmark(id)
    case "pin": .pin(id)
    case "unpin": .unpin(id)
    case "mute": .muteThread(of: id)
    case "unmute": .unmuteThread(of: id)
    default: nil
    }
  }

  private static func act(_ name: Substring, _ id: Account.ID, _ form: [Field]) -> Endpoint<Relationship>? {
    func flag(_ name: String) -> Bool? { form.first(named: name).map { $0 == "true" } }
    let languages = form.filter { $0.name == "languages[]" }.map(\.value)
    return switch name {
    case "follow":
      .follow(
        id,
        FollowOptions(
          showsReblogs: flag("reblogs"), notifies: flag("notify"), languages: languages.isEmpty ? nil : languages))
    case "unfollow": .unfollow(id)
    case "mute":
      .mute(
        id,
        MuteOptions(notifications: flag("notifications"), seconds: form.first(named: "duration").flatMap { Int($0) }))
    case "unmute": .unmute(id)
    case "block": .block(id)
    case "unblock": .unblock(id)
    case "note": .note(form.first(named: "comment") ?? "", about: id)
    case "endorse": .endorse(id)
    case "unendorse": .unendorse(id)
    case "remove_from_followers": .removeFromFollowers(id)
    default: nil
    }
  }

  /// What can be deleted later.
  private static let deletable: Set<String> = ["/api/v1/statuses/:id", "/api/v1/lists/:id/accounts"]

  /// Whether an endpoint's request can be sent later.
  private static func isQueueable(_ endpoint: AnyEndpoint) -> Bool {
    switch endpoint.method {
    case .post: act(endpoint.template, "", []) != nil
    case .delete: deletable.contains(endpoint.template) && endpoint.query.isEmpty
    default: false
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

  var endpoint: AnyEndpoint {
    let form = fields.compactMap { $0.count == 2 ? Field($0[0], $0[1]) : nil }
    let act = isDeletion ? nil : Self.act(template, arguments.first ?? "", form)
    var endpoint =
      act ?? Endpoint<Void>(isDeletion ? .delete : .post, template, access: .account, to: operation).erased
    (endpoint.arguments, endpoint.body, endpoint.operation) = (arguments, form.form, operation)
    return endpoint
  }

  /// The same with what an endpoint has in place of addresses.
  fileprivate func with(idsOf endpoint: AnyEndpoint) -> QueuedRequest {
    var request = self
    request.arguments = endpoint.arguments
    if case .form(let form) = endpoint.body { request.fields = form.map { [$0.name, $0.value] } }
    return request
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

  /// Sends a request that was kept, and remembers what its answer lacks; a failure is thrown as it is.
  ///
  /// A deletion of what does not exist, and a vote that the server has, were sent before without an answer.
  public func send(_ request: QueuedRequest) async throws(MastodonError) {
    do throws(MastodonError) {
      let endpoint = request.with(idsOf: try await resolved(request.endpoint)).endpoint
      let answer = try await sendNow(endpoint)
      // No command says of it that it was not done.
      guard let check = endpoint.check, check.missing(answer, nil).contains(.change) else { return }
      let part = RequestPart(
        request.template.split(separator: "/").last.map(String.init) ?? "", "“\(request.operation)”")
      answers.add(.omission(Omission(host: server.name, parts: [part])))
    } catch .notFound where request.isDeletion {
      return
    } catch .rejected(let host, let words, let operation) {
      guard request.template == "/api/v1/polls/:id/votes", let id = request.arguments.first,
        try await sendNow(.poll(Poll.ID(id))).voted
      else { throw .rejected(host: host, words: words, operation: operation) }
    }
  }
}

public import FoundationEssentials
public import MastodonKit

/// Sends requests to one server, for one account or without one.
///
/// Every failure is a `MastodonError` that names the host and the operation and contains no secret.
public struct MastodonClient: Sendable {
  public let server: ServerAddress
  public let transport: Transport
  /// The source of the token; read for each request, so that a renewed token is used at once.
  public let tokens: TokenSource
  /// The `User-Agent` header.
  public let userAgent: String
  /// Which requests are retried, and the clock and random source for that.
  public let retries: Retries
  /// The clock, for rate limits and for the duration of requests.
  let now: @Sendable () -> Date
  let queue: RequestQueue
  private(set) var archive: ArchiveService
  /// Where what is read comes from.
  private(set) var archiveUse: ArchiveUse
  private let rateLimits = RateLimitMemory()
  /// The header that identifies a repeated post.
  static let idempotencyKey = "Idempotency-Key"
  let published: PublishedStatuses
  /// The endpoints that the server has turned out to lack.
  let missingEndpoints: MissingEndpoints
  let changes = ChangeCount()
  private(set) var answers: AnswerLog
  /// Whether the screen that asks is satisfied with the archive; `nil` for what shows no screen.
  private(set) var keptReads: KeptReads?

  /// Creates a client; nothing is sent.
  ///
  /// - Parameters:
  ///   - retries: which requests are retried; by default none.
  ///   - record: which endpoints the server is known to lack, from earlier runs; by default none.
  ///   - queue: keeps requests that could not be sent; by default they fail.
  ///   - confirmed: remembers the posts that the server has confirmed, for later runs; by default none.
  ///   - archive: keeps what is read, and answers where the server cannot be reached; by default none.
  ///   - answers: remembers what the answers lack; by default for this client alone.
  public init(
    server: ServerAddress, transport: Transport, tokens: TokenSource, userAgent: String,
    retries: Retries = .never, record: EndpointRecord = .none, queue: RequestQueue = .none,
    confirmed: ConfirmedPosts = .none, archive: ArchiveService = .none, archiveUse: ArchiveUse = .automatic,
    answers: AnswerLog = AnswerLog(), now: @escaping @Sendable () -> Date
  ) {
    self.queue = queue
    self.archive = archive
    self.archiveUse = archiveUse
    self.answers = answers
    published = PublishedStatuses(record: confirmed)
    missingEndpoints = MissingEndpoints(record: record)
    self.server = server
    self.transport = transport
    self.tokens = tokens
    self.userAgent = userAgent
    self.retries = retries
    self.now = now
  }

  /// The rate limit in the last response; `nil` if the server has not sent one.
  public var rateLimit: RateLimit? { rateLimits.budget }

  /// The number of requests sent that change something, whether or not they succeeded.
  public var changesSent: Int { changes.value }

  /// The number of requests that the server has accepted with the account's token.
  public var requestsAccepted: Int { changes.accepted }

  /// Returns a client for the same server with another token.
  public func with(tokens: TokenSource) -> MastodonClient {
    MastodonClient(
      server: server, transport: transport, tokens: tokens, userAgent: userAgent, retries: retries, now: now)
  }

  /// The same client for the requests of one screen.
  public func reading(_ kept: KeptReads) -> MastodonClient {
    var client = self
    client.keptReads = kept
    return client
  }

  /// The same client for what no command waits for, whose answers are remembered apart.
  public func noting(_ answers: AnswerLog) -> MastodonClient {
    var client = self
    client.answers = answers
    return client
  }

  /// The client for what has to come from the server, whether or not it is kept.
  public var fresh: MastodonClient {
    var client = self
    // Who asked for the archive alone gets nothing here, and is told so.
    if archiveUse == .cached { client.archive = .none } else { client.archiveUse = .fresh }
    return client
  }

  /// Sends an endpoint's request and reads the response, away from the caller's actor.
  ///
  /// - throws: `.signedOut` without touching the network when the endpoint needs an account and there is no token;
  ///   `.cancelled` when the task is cancelled; `.queued` if it could not be sent and waits; otherwise the error of the
  ///   transport or the server.
  public func send<Response>(_ endpoint: Endpoint<Response>) async throws(MastodonError) -> Response {
    Endpoint<Response>.typed(try await send(endpoint.erased))
  }

  @concurrent func send(_ endpoint: AnyEndpoint) async throws(MastodonError) -> any Sendable {
    guard let request = QueuedRequest(endpoint) else { return try await sendOrRecall(endpoint) }
    return try await sendInTurn(endpoint, request)
  }

  func sendNow<Response>(_ endpoint: Endpoint<Response>) async throws(MastodonError) -> Response {
    Endpoint<Response>.typed(try await sendNow(endpoint.erased))
  }

  @concurrent func sendNow(_ endpoint: AnyEndpoint) async throws(MastodonError) -> any Sendable {
    try await waitingForLimits { () async throws(MastodonError) in try await sendOnce(endpoint) }
  }

  /// The longest time that is waited for a server that asks for a shorter one.
  private static let longestDoubledWait = Duration.seconds(900)

  /// Sends a request again that the server has not accepted because there were too many, or it is busy, if the user wants to wait for that.
  func waitingForLimits(
    _ send: () async throws(MastodonError) -> any Sendable
  ) async throws(MastodonError) -> any Sendable {
    var last = Duration.zero
    while true {
      do { return try await send() } catch {
        guard retries.policy.waitsForLimits, let pause = error.pause else { throw error }
        // A time after which the server still refuses was too short.
        let wait = max(.seconds(pause.seconds), min(last * 2, Self.longestDoubledWait))
        last = wait
        retries.report(.forLimit(wait))
        do { try await retries.sleep(wait) } catch { throw .cancelled }
      }
    }
  }

  private func sendOnce(_ unresolved: AnyEndpoint) async throws(MastodonError) -> any Sendable {
    if asksNobody { throw .notArchived(isChange: unresolved.method != .get) }
    let endpoint = try await resolved(unresolved)
    try Self.checkPath(of: endpoint)
    // What the user writes out is always asked for.
    if !endpoint.isRaw, let feature = missingEndpoints.feature(of: endpoint) {
      throw lack(of: feature, in: endpoint)
    }
    if case .multipart(let form) = endpoint.body {
      return await confirmed(try await sendOnce(endpoint, form, progress: { _ in }), of: endpoint)
    }
    var token = endpoint.access == .anonymous ? nil : await tokens.current()
    if endpoint.access == .account, token == nil { throw .signedOut }
    if !transport.changesNothing { changes.note(endpoint, at: now()) }
    var response = try await exchange(request(for: endpoint, token: token), operation: endpoint.operation)
    response = await reportingRefusedToken(token, in: response, of: endpoint)
    // A server that rejected an expired token has changed nothing, so the request may be sent again with a new one.
    if response.status == 401, let refused = token, let renewed = try await tokens.renewed(refused) {
      token = renewed
      response = try await exchange(request(for: endpoint, token: renewed), operation: endpoint.operation)
      response = await reportingRefusedToken(renewed, in: response, of: endpoint)
    }
    let answer: any Sendable
    do throws(MastodonError) { answer = try await self.answer(in: response, of: endpoint, token: token) } catch {
      if case .notFound = error { keep(response, of: endpoint) }
      throw error
    }
    if token != nil { changes.noteAccepted() }
    keep(response, of: endpoint)
    return answer
  }

  /// The answer in a response, compared with what was asked for.
  private func answer(
    in response: HTTPResponse, of endpoint: AnyEndpoint, token: Secret?
  ) async throws(MastodonError) -> any Sendable {
    // A page that answers changes alone would be taken for the server's own.
    if endpoint.method != .get, !endpoint.isRaw, MissingEndpoints.isRefusingPage(response),
      missingEndpoints.capabilities == nil
    {
      // What can't be asked stays unknown.
      _ = try? await instanceService.instance()
    }
    do throws(MastodonError) {
      let answer = try read(response, of: endpoint, token: token)
      // Of the scheduled posts, only the time of the answer may be wanted.
      if !(answer is ScheduledPostsTime), let feature = await missingFeature(behindEmpty: response, to: endpoint) {
        throw .lacks(host: server.name, feature: feature)
      }
      return await confirmed(answer, of: endpoint, answered: RetryAfter.clock(of: response))
    } catch .notFound(let host, let operation) {
      if let feature = await missingFeature(behind: endpoint) { throw lack(of: feature, in: endpoint) }
      throw .notFound(host: host, operation: operation)
    } catch .invalidResponse where (200..<300).contains(response.status) {
      // The server has carried it out and answered with something else; a page or half an answer says nothing.
      if let check = endpoint.check, (try? response.content()) != nil, let answer = await reread(nil, check) {
        return await confirmed(answer, of: endpoint, answered: RetryAfter.clock(of: response))
      }
      throw .invalidResponse(host: server.name, operation: endpoint.operation)
    }
  }

  /// Refuses an endpoint whose path would lead elsewhere: an id may come from any server.
  static func checkPath(of endpoint: AnyEndpoint) throws(MastodonError) {
    guard let id = endpoint.arguments.first(where: { !EndpointPath.isSegment($0) }) else { return }
    throw .unusableID(id, operation: endpoint.operation)
  }

  /// Returns the response, or a 401 if the server rejects the token with another status.
  ///
  /// Pleroma sends 403 and says so. Takahe sends 400 with an HTML page, snac 422 without a body: then requesting the
  /// token's own account tells whether the token or the request is at fault.
  func reportingRefusedToken(
    _ token: Secret?, in response: HTTPResponse, of endpoint: AnyEndpoint
  ) async -> HTTPResponse {
    guard let token, [400, 403, 422].contains(response.status) else { return response }
    let answer = ErrorResponse(response, now: now())
    var isRefused = answer.isAboutToken
    if !isRefused, response.status != 403, answer.mayBeAboutToken {
      let check = Endpoint<Account>.verifyCredentials.erased
      isRefused = endpoint.template == check.template
      // If it fails, the cause stays unknown, and the response is reported as it is.
      if !isRefused, let own = try? await exchange(request(for: check, token: token), operation: check.operation) {
        // A token may lack the right to read its own account (403) and still be valid.
        isRefused = [400, 401, 422].contains(own.status)
      }
    }
    return isRefused ? HTTPResponse(status: 401, headers: response.headers, body: response.body) : response
  }

  func read(
    _ response: HTTPResponse, of endpoint: AnyEndpoint, token: Secret?
  ) throws(MastodonError) -> any Sendable {
    // What the user writes out is answered with whatever the server says, except where the request may be sent again.
    let isRaw = endpoint.isRaw && ![401, 429].contains(response.status)
    guard (200..<300).contains(response.status) || isRaw else {
      // A server that is closed to the public does not mean that the sign-in is invalid.
      if endpoint.access == .either, token == nil,
        response.status == 401 || ErrorResponse(response, now: now()).isAboutToken
      {
        throw .signedOut
      }
      if !endpoint.isRaw, !Challenge.isOne(response), missingEndpoints.isForeignPage(response, to: endpoint) {
        throw .serverFailed(host: server.name, code: response.status, operation: endpoint.operation)
      }
      if !endpoint.isRaw, let feature = missingEndpoints.learn(from: response, to: endpoint) {
        throw lack(of: feature, in: endpoint)
      }
      if Challenge.isOne(response) { throw .challenged(host: server.name, operation: endpoint.operation) }
      // What names no record cannot be missing by itself.
      if [404, 410].contains(response.status), endpoint.method == .get, !endpoint.isRaw,
        !MissingEndpoints.namesRecord(endpoint)
      {
        throw .unsupported(host: server.name, operation: endpoint.operation)
      }
      let answer = ErrorResponse(response, now: now())
      // The token is valid, and the endpoint exists, so the server would give a reason for a wrong request.
      if response.status == 422, token != nil, answer.hasNoReason,
        let feature = ServerFeature(method: endpoint.method, template: endpoint.template)
      {
        throw lack(of: feature, in: endpoint)
      }
      throw answer.error(host: server.name, operation: endpoint.operation, secrets: Self.secrets(endpoint, token))
    }
    do {
      // The screen of notifications counts those itself: many servers have some without an account.
      let isCounted = ["/api/v1/notifications", "/api/v2/notifications"].contains(endpoint.template)
      let context = EndpointContext(server: server, page: endpoint.page) { [answers] count in
        if !isCounted { answers.add(.unreadable(count)) }
      }
      return try endpoint.read(response, context)
    } catch let error as MastodonError {
      throw error.during(endpoint.operation)
    } catch {
      if Challenge.isOne(response) { throw .challenged(host: server.name, operation: endpoint.operation) }
      // Some servers send an empty list for endpoints that they lack.
      if response.isEmptyList,
        let feature = ServerFeature(method: endpoint.method, template: endpoint.template)
      {
        missingEndpoints.note(feature, of: endpoint)
        throw lack(of: feature, in: endpoint)
      }
      throw .invalidResponse(host: server.name, operation: endpoint.operation)
    }
  }

  /// Returns the request that ``send(_:)`` sends.
  func request(for endpoint: AnyEndpoint, token: Secret?) -> HTTPRequest {
    // Without `Accept`, Pixelfed sends errors as HTML pages.
    var headers = [Field("Accept", "application/json"), Field("User-Agent", userAgent)].filter { header in
      endpoint.headers.first(named: header.name) == nil
    }
    if let token { headers.append(Field("Authorization", "Bearer \(token.reveal)")) }
    headers += endpoint.headers.filter { header in
      // A key that the server ignores would wrongly suggest that the post can be sent again.
      header.name != Self.idempotencyKey || missingEndpoints.honoursIdempotencyKeys != false
    }
    let body: Data?
    switch endpoint.body {
    case nil: body = nil
    case .form(let fields):
      headers.append(Field("Content-Type", "application/x-www-form-urlencoded"))
      body = Data(FormEncoding.encode(fields).utf8)
    case .json(let data):
      if endpoint.headers.first(named: "Content-Type") == nil {
        headers.append(Field("Content-Type", "application/json"))
      }
      body = data
    case .multipart(let form):
      // The body is read from files while it is sent.
      headers.append(Field("Content-Type", form.contentType))
      body = nil
    }
    var request = HTTPRequest(
      method: endpoint.method, path: endpoint.path, query: endpoint.query, headers: headers, body: body)
    request.outline = RequestOutline(endpoint)
    return request
  }

  /// Remembers the rate limit in a response.
  func note(_ response: HTTPResponse) { rateLimits.note(response, now: now()) }

  /// Sends a request, and retries it if the policy allows.
  private func exchange(_ request: HTTPRequest, operation: String) async throws(MastodonError) -> HTTPResponse {
    let start = now()
    let isRepeatable = request.isRepeatable(honouringKeys: missingEndpoints.honoursIdempotencyKeys ?? false)
    var plan = RetryPlan(retries.policy, isSafe: isRepeatable)
    var request = request
    // If the server has closed the connection meanwhile, it is sent again.
    request.mayReuseConnection = isRepeatable
    while true {
      let outcome: Result<HTTPResponse, any Error>
      do { outcome = .success(try await transport.send(request)) } catch { outcome = .failure(error) }
      let moment = now()
      if case .success(let response) = outcome {
        rateLimits.note(response, now: moment)
        if response.status < 429 { return response }
      }
      let elapsed = Duration.seconds(moment.timeIntervalSince(start))
      guard !Task.isCancelled, let failure = RetryPlan.Failure(outcome, now: moment),
        let wait = plan.wait(after: failure, elapsed: elapsed, chance: retries.chance())
      else {
        do { return try outcome.get() } catch {
          throw Task.isCancelled ? .cancelled : MastodonError(error, host: server.name, operation: operation)
        }
      }
      if elapsed + wait > Retries.noticedWait { retries.report(.beforeRetry(wait)) }
      do { if wait > .zero { try await retries.sleep(wait) } } catch { throw .cancelled }
    }
  }

  /// Values that must not appear in an error, even if the server repeats them.
  private static func secrets(_ endpoint: AnyEndpoint, _ token: Secret?) -> [String] {
    var secrets = [token?.reveal].compactMap(\.self)
    if case .form(let fields) = endpoint.body {
      for field in fields where SignInFields.secret.contains(field.name) {
        secrets += [field.value, PercentCoding.encode(field.value)]
      }
    }
    return secrets
  }
}

extension MastodonError {
  init(_ error: any Error, host: String, operation: String) {
    self =
      switch error {
      case let error as MastodonError: error
      case is CancellationError, TransportFailure.cancelled: .cancelled
      case TransportFailure.unreachable(let reason):
        .unreachable(host: host, reason: reason, operation: operation)
      case TransportFailure.closedBeforeResponse, TransportFailure.closedMidResponse:
        .unreachable(host: host, reason: .connectionLost, operation: operation)
      case TransportFailure.redirected(let other): .redirected(host: host, to: other, operation: operation)
      case TransportFailure.timedOut(let seconds): .timedOut(host: host, seconds: seconds, operation: operation)
      default: .invalidResponse(host: host, operation: operation)
      }
  }
}

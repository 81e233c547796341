public import FoundationEssentials
public import MastodonKit

/// Speaks to one server as one account, or as nobody.
///
/// Every failure leaves it as one `MastodonError` that names the host and the operation and carries no secret.
public struct MastodonClient: Sendable {
  /// The server.
  public let server: ServerAddress
  /// The way there.
  public let transport: Transport
  /// Where the token comes from; asked for each request, so that a renewed one is used at once.
  public let tokens: TokenSource
  /// What the program calls itself.
  public let userAgent: String
  /// What is tried again, and how waiting comes about.
  public let retries: Retries
  /// The clock, which only says how far away a rate limit's end is, and how long an exchange has taken.
  let now: @Sendable () -> Date
  private let standing = RateLimitMemory()
  /// The header by which a server knows a post again.
  static let idempotencyKey = "Idempotency-Key"
  /// The statuses that arrived.
  let published = PublishedStatuses()
  /// What the server turned out to lack.
  let absences = LearntAbsences()
  let changes = ChangeCount()

  /// Makes a client; nothing is sent.
  ///
  /// - Parameter retries: what is tried again; by default nothing is.
  public init(
    server: ServerAddress, transport: Transport, tokens: TokenSource, userAgent: String,
    retries: Retries = .never, now: @escaping @Sendable () -> Date
  ) {
    self.server = server
    self.transport = transport
    self.tokens = tokens
    self.userAgent = userAgent
    self.retries = retries
    self.now = now
  }

  /// How many requests the server still takes, as it said in its last answer to this account; `nil` before it said so.
  public var rateLimit: RateLimit? { standing.budget }

  /// How many requests were sent that change something, whether or not they were answered.
  public var changesSent: Int { changes.value }

  /// The same server, seen with another token.
  public func with(tokens: TokenSource) -> MastodonClient {
    MastodonClient(
      server: server, transport: transport, tokens: tokens, userAgent: userAgent, retries: retries, now: now)
  }

  /// Asks the server and reads its answer, away from the caller's actor.
  ///
  /// - throws: `.signedOut` without touching the network when the endpoint wants an account and there is no token;
  ///   `.cancelled` when the task is cancelled; otherwise what the transport or the server's answer says.
  @concurrent public func send<Response>(_ endpoint: Endpoint<Response>) async throws(MastodonError) -> Response {
    if let feature = absences.feature(of: endpoint) { throw .lacks(host: server.name, feature: feature) }
    if case .multipart(let form) = endpoint.body { return try await send(endpoint, form, progress: { _ in }) }
    var token = endpoint.access == .anonymous ? nil : await tokens.current()
    if endpoint.access == .account, token == nil { throw .signedOut }
    changes.note(endpoint)
    var response = try await exchange(request(for: endpoint, token: token), operation: endpoint.operation)
    response = await tellingRefusedToken(token, in: response, of: endpoint)
    // A server that has let the token expire has done nothing yet: with another one it may be asked again.
    if response.status == 401, let refused = token, let renewed = try await tokens.renewed(refused) {
      token = renewed
      response = try await exchange(request(for: endpoint, token: renewed), operation: endpoint.operation)
      response = await tellingRefusedToken(renewed, in: response, of: endpoint)
    }
    return try read(response, of: endpoint, token: token)
  }

  /// The answer, as a 401 where it refuses the token in words of its own.
  ///
  /// Takahe does so by 400 and a page, snac by 422 and nothing. Whether it is the token or the request is found out by asking
  /// whose token it is, which nothing but the token can be wrong with.
  func tellingRefusedToken<Response>(
    _ token: Secret?, in response: HTTPResponse, of endpoint: Endpoint<Response>
  ) async -> HTTPResponse {
    guard let token, response.status == 400 || response.status == 422,
      ErrorAnswer(response, now: now()).mayMeanToken
    else { return response }
    let check = Endpoint.verifyCredentials
    var isRefused = endpoint.template == check.template
    if !isRefused {
      do {
        let answer = try await exchange(request(for: check, token: token), operation: check.operation)
        // A token may lack the right to read its own account (403) and be good for everything else.
        isRefused = [400, 401, 422].contains(answer.status)
      } catch {
        // What it means stays open then, and the answer is told as it is.
      }
    }
    return isRefused ? HTTPResponse(status: 401, headers: response.headers, body: response.body) : response
  }

  /// Reads an answer, whichever way it came.
  func read<Response>(
    _ response: HTTPResponse, of endpoint: Endpoint<Response>, token: Secret?
  ) throws(MastodonError) -> Response {
    guard (200..<300).contains(response.status) else {
      // A server that tells nothing to strangers does not mean that a sign-in is worth nothing any more.
      if response.status == 401, endpoint.access == .either, token == nil { throw .signedOut }
      if let feature = absences.learn(from: response, to: endpoint) {
        throw .lacks(host: server.name, feature: feature)
      }
      let answer = ErrorAnswer(response, now: now())
      // The token is good, and a server that has this says what is wrong with a request.
      if response.status == 422, token != nil, answer.givesNoReason,
        let feature = ServerFeature(method: endpoint.method, template: endpoint.template)
      {
        throw .lacks(host: server.name, feature: feature)
      }
      throw answer.error(host: server.name, operation: endpoint.operation, secrets: Self.secrets(endpoint, token))
    }
    do {
      return try endpoint.read(response, EndpointContext(server: server, page: endpoint.page))
    } catch {
      // An empty list in place of a thing is how some answer for what they do not have.
      if response.body.count <= 4, response.body.filter({ $0 > 0x20 }).elementsEqual("[]".utf8),
        let feature = ServerFeature(method: endpoint.method, template: endpoint.template)
      {
        throw .lacks(host: server.name, feature: feature)
      }
      throw .invalidAnswer(host: server.name, operation: endpoint.operation)
    }
  }

  /// The request that ``send(_:)`` sends.
  func request<Response>(for endpoint: Endpoint<Response>, token: Secret?) -> HTTPRequest {
    // Without `Accept`, Pixelfed answers errors with a page of HTML.
    var headers = [Field("Accept", "application/json"), Field("User-Agent", userAgent)]
    if let token { headers.append(Field("Authorization", "Bearer \(token.reveal)")) }
    headers += endpoint.headers.filter { header in
      // A key that the server does not know would only make believe that a post can be sent twice.
      header.name != Self.idempotencyKey || absences.honoursIdempotencyKeys != false
    }
    let body: Data?
    switch endpoint.body {
    case nil: body = nil
    case .form(let fields):
      headers.append(Field("Content-Type", "application/x-www-form-urlencoded"))
      body = Data(FormEncoding.encode(fields).utf8)
    case .json(let data):
      headers.append(Field("Content-Type", "application/json"))
      body = data
    case .multipart(let form):
      // The body itself is read from files while it is sent.
      headers.append(Field("Content-Type", form.contentType))
      body = nil
    }
    return HTTPRequest(
      method: endpoint.method, path: endpoint.path, query: endpoint.query, headers: headers, body: body)
  }

  /// Remembers what an answer says of the server's limits.
  func note(_ response: HTTPResponse) { standing.note(response, now: now()) }

  /// Sends, and sends again what may be sent again and has a chance.
  private func exchange(_ request: HTTPRequest, operation: String) async throws(MastodonError) -> HTTPResponse {
    let start = now()
    var plan = RetryPlan(
      retries.policy, isSafe: request.isRepeatable(honouringKeys: absences.honoursIdempotencyKeys ?? false))
    while true {
      let outcome: Result<HTTPResponse, any Error>
      do { outcome = .success(try await transport.send(request)) } catch { outcome = .failure(error) }
      let moment = now()
      if case .success(let response) = outcome {
        standing.note(response, now: moment)
        if response.status < 429 { return response }
      }
      let elapsed = Duration.seconds(moment.timeIntervalSince(start))
      guard !Task.isCancelled, let trouble = RetryPlan.Trouble(outcome, now: moment),
        let wait = plan.wait(after: trouble, elapsed: elapsed, chance: retries.chance())
      else {
        do { return try outcome.get() } catch {
          throw Task.isCancelled ? .cancelled : MastodonError(error, host: server.name, operation: operation)
        }
      }
      do { if wait > .zero { try await retries.sleep(wait) } } catch { throw .cancelled }
    }
  }

  /// What must not appear in an error, even if the server repeats it.
  private static func secrets<Response>(_ endpoint: Endpoint<Response>, _ token: Secret?) -> [String] {
    var secrets = [token?.reveal].compactMap(\.self)
    if case .form(let fields) = endpoint.body {
      for field in fields where SignInFields.secret.contains(field.name) {
        secrets += [field.value, FormEncoding.encode(field.value)]
      }
    }
    return secrets
  }
}

extension MastodonError {
  /// Gives a failed exchange the host and the words that a person needs.
  init(_ error: any Error, host: String, operation: String) {
    self =
      switch error {
      case let error as MastodonError: error
      case is CancellationError, TransportFailure.cancelled: .cancelled
      case TransportFailure.unreachable(let reason):
        .unreachable(host: host, reason: Reachability(reason), operation: operation)
      case TransportFailure.closedBeforeAnswer, TransportFailure.closedMidAnswer:
        .unreachable(host: host, reason: .connectionLost, operation: operation)
      case TransportFailure.redirected(let other): .redirected(host: host, to: other, operation: operation)
      case TransportFailure.timedOut(let seconds): .timedOut(host: host, seconds: seconds, operation: operation)
      default: .invalidAnswer(host: host, operation: operation)
      }
  }
}

extension MastodonError.Reachability {
  fileprivate init(_ reason: TransportFailure.Reachability) {
    self =
      switch reason {
      case .unknownHost: .unknownHost
      case .refused: .refused
      case .insecure: .insecure
      case .offline: .offline
      case .plainText: .plainText
      }
  }
}

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
  /// The clock, which only says how far away a rate limit's end is.
  private let now: @Sendable () -> Date

  /// Makes a client; nothing is sent.
  public init(
    server: ServerAddress, transport: Transport, tokens: TokenSource, userAgent: String,
    now: @escaping @Sendable () -> Date
  ) {
    self.server = server
    self.transport = transport
    self.tokens = tokens
    self.userAgent = userAgent
    self.now = now
  }

  /// The same server, seen with another token.
  public func with(tokens: TokenSource) -> MastodonClient {
    MastodonClient(server: server, transport: transport, tokens: tokens, userAgent: userAgent, now: now)
  }

  /// Asks the server and reads its answer, away from the caller's actor.
  ///
  /// - throws: `.signedOut` without touching the network when the endpoint wants an account and there is no token;
  ///   `.cancelled` when the task is cancelled; otherwise what the transport or the server's answer says.
  @concurrent public func send<Response>(_ endpoint: Endpoint<Response>) async throws(MastodonError) -> Response {
    let token = endpoint.access == .anonymous ? nil : await tokens.current()
    if endpoint.access == .account, token == nil { throw .signedOut }
    let request = request(for: endpoint, token: token)
    let response = try await exchange(request, operation: endpoint.operation)
    guard (200..<300).contains(response.status) else {
      let answer = ErrorAnswer(response, now: now())
      throw answer.error(host: server.name, operation: endpoint.operation, secrets: Self.secrets(endpoint, token))
    }
    do {
      return try endpoint.read(response)
    } catch {
      throw .invalidAnswer(host: server.name, operation: endpoint.operation)
    }
  }

  /// The request that ``send(_:)`` sends.
  func request<Response>(for endpoint: Endpoint<Response>, token: Secret?) -> HTTPRequest {
    // Without `Accept`, Pixelfed answers errors with a page of HTML.
    var headers = [Field("Accept", "application/json"), Field("User-Agent", userAgent)]
    if let token { headers.append(Field("Authorization", "Bearer \(token.reveal)")) }
    headers += endpoint.headers
    let body: Data?
    switch endpoint.body {
    case nil: body = nil
    case .form(let fields):
      headers.append(Field("Content-Type", "application/x-www-form-urlencoded"))
      body = Data(FormEncoding.encode(fields).utf8)
    case .json(let data):
      headers.append(Field("Content-Type", "application/json"))
      body = data
    }
    return HTTPRequest(
      method: endpoint.method, path: endpoint.path, query: endpoint.query, headers: headers, body: body)
  }

  /// Sends; once more if it only reads and the server closed a kept connection under it.
  private func exchange(_ request: HTTPRequest, operation: String) async throws(MastodonError) -> HTTPResponse {
    do {
      do {
        return try await transport.send(request)
      } catch TransportFailure.closedBeforeAnswer where request.method == .get && !Task.isCancelled {
        return try await transport.send(request)
      }
    } catch {
      throw Task.isCancelled ? .cancelled : MastodonError(error, host: server.name, operation: operation)
    }
  }

  /// What must not appear in an error, even if the server repeats it.
  private static func secrets<Response>(_ endpoint: Endpoint<Response>, _ token: Secret?) -> [String] {
    var secrets = [token?.reveal].compactMap(\.self)
    if case .form(let fields) = endpoint.body {
      secrets += fields.filter { SignInFields.secret.contains($0.name) }.map(\.value)
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
      case TransportFailure.unreachable(let reason): .unreachable(host: host, reason: Reachability(reason))
      case TransportFailure.closedBeforeAnswer, TransportFailure.closedMidAnswer:
        .unreachable(host: host, reason: .connectionLost)
      case TransportFailure.timedOut(let seconds): .timedOut(host: host, seconds: seconds)
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

/// How requests reach a server: over the network, into the sandbox of this process, or into a test.
///
/// A transport belongs to one server. It turns no answer into an error: what a status code means is decided by
/// ``MastodonClient``. What fails before an answer is whole is thrown as a ``TransportFailure``.
public struct Transport: Sendable {
  /// Sends one request and gives back the whole answer; cancelling the task cancels the request.
  public var send: @Sendable (HTTPRequest) async throws -> HTTPResponse
  /// Opens one stream; it ends when the server closes it, and is closed when nobody iterates any more.
  public var openStream: @Sendable (StreamRequest) -> AsyncThrowingStream<StreamFrame, any Error>

  /// Sends one request with a body that is handed out piece by piece.
  public var upload: @Sendable (HTTPRequest, UploadBody) async throws -> HTTPResponse
  /// Reads one answer piece by piece, from whichever server it is.
  public var download: @Sendable (DownloadRequest, DownloadSink) async throws -> Void

  /// Makes a transport from its two ways; what is uploaded or downloaded goes through the first, as a whole.
  public init(
    send: @escaping @Sendable (HTTPRequest) async throws -> HTTPResponse,
    openStream: @escaping @Sendable (StreamRequest) -> AsyncThrowingStream<StreamFrame, any Error>
  ) {
    self.send = send
    self.openStream = openStream
    upload = { request, body in
      var request = request
      request.body = try await body.gathered()
      return try await send(request)
    }
    download = { wanted, sink in
      let response = try await send(wanted.request)
      try await sink.begin(HTTPResponse(status: response.status, headers: response.headers))
      try await sink.receive(response.body)
    }
  }
}

/// What can fail between sending a request and holding its whole answer.
public enum TransportFailure: Error, Hashable, Sendable {
  /// No connection was made.
  case unreachable(Reachability)
  /// The connection ended before the first byte of an answer: the request may be sent again if it changes nothing.
  case closedBeforeAnswer
  /// The connection ended in the middle of the answer.
  case closedMidAnswer
  /// A limit passed; it says how many seconds it had.
  case timedOut(seconds: Int)
  /// The answer is larger than this client takes.
  case tooLarge
  /// The answer breaks the protocol: bad compression, a redirect that may not be followed, a malformed head.
  case malformedAnswer
  /// The server points to another one, which has this name.
  case redirected(to: String)
  /// The server refused to open a stream, with this status code; one in the two hundreds means that it did not upgrade.
  case streamRefused(code: Int)
  /// The server refused to open a stream for as many seconds as it says.
  case streamPostponed(code: Int, seconds: Int)
  /// The task was cancelled.
  case cancelled

  /// Why no connection was made.
  public enum Reachability: Hashable, Sendable {
    /// The name could not be resolved.
    case unknownHost
    /// Nothing listens there.
    case refused
    /// TLS failed or the certificate is not trusted.
    case insecure
    /// This machine has no network.
    case offline
    /// Plain http outside of this machine.
    case plainText
  }
}

/// A stream that is asked for.
public struct StreamRequest: Sendable {
  /// How the stream is carried.
  public enum Carrier: Hashable, Sendable {
    /// A WebSocket, on which the client can say something too.
    case webSocket
    /// Server-sent events: an answer that does not end.
    case eventSource
  }

  /// How the stream is carried.
  public var carrier: Carrier
  /// The server to ask: the one that the instance advertises for streams, or the instance's own.
  public var server: ServerAddress
  /// The path, percent-encoded.
  public var path: String
  /// What stands behind the path, in order.
  public var query: [Field]
  /// The headers, among them the token.
  public var headers: [Field]
  /// What the client says on the stream, once it is open.
  public var outgoing: AsyncStream<Outgoing>

  /// One thing that the client says.
  public enum Outgoing: Hashable, Sendable {
    /// A message, such as a subscription.
    case text(String)
    /// Asks whether the other side is alive; the answer is ``StreamFrame/heartbeat``.
    case ping
  }

  /// Makes a request.
  public init(
    carrier: Carrier = .webSocket, server: ServerAddress, path: String, query: [Field], headers: [Field],
    outgoing: AsyncStream<Outgoing>
  ) {
    self.carrier = carrier
    self.server = server
    self.path = path
    self.query = query
    self.headers = headers
    self.outgoing = outgoing
  }
}

extension StreamRequest {
  /// The path and the query as they stand in the first line of the request.
  public var target: String { HTTPRequest.target(path, query) }
}

extension StreamRequest: CustomStringConvertible, CustomDebugStringConvertible, CustomReflectable {
  /// The path and query; never a header, since one of them is the token.
  public var description: String { "STREAM \(target)" }

  /// The same words as ``description``.
  public var debugDescription: String { description }

  /// The parts that may be shown, so that a dump does not tell the token.
  public var customMirror: Mirror {
    Mirror(self, children: ["server": server, "path": path], displayStyle: .struct)
  }
}

/// One thing that comes in on a stream.
public enum StreamFrame: Hashable, Sendable {
  /// The stream is open.
  case opened
  /// A message of a WebSocket.
  case text(String)
  /// A server-sent event: its name and its data.
  case event(name: String, data: String)
  /// A ping, a pong or a comment: the other side is alive.
  case heartbeat
  /// The server says that it closes, and why as far as a number can tell; the stream ends behind it.
  case closed(code: Int)
}

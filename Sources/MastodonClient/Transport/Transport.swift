public import MastodonKit

/// The way in which requests reach a server: over the network, in-process in the sandbox, or in a test.
///
/// A transport belongs to one server. It returns every complete response, whatever its status; ``MastodonClient``
/// interprets the status. An incomplete exchange throws a ``TransportFailure``.
public struct Transport: Sendable {
  /// Sends one request and returns the complete response; cancelling the task cancels the request.
  public var send: @Sendable (HTTPRequest) async throws -> HTTPResponse
  /// Opens a stream; it ends when the server closes it, and closes when it is no longer iterated.
  public var openStream: @Sendable (StreamRequest) -> AsyncThrowingStream<StreamFrame, any Error>

  /// Whether what would change something is recorded and not sent; the answers to it say nothing of the server.
  public internal(set) var changesNothing = false
  /// Sends one request whose body is read in chunks.
  public var upload: @Sendable (HTTPRequest, UploadBody) async throws -> HTTPResponse
  /// Reads one response in chunks, from any server.
  public var download: @Sendable (DownloadRequest, DownloadSink) async throws -> Void

  /// Creates a transport; uploads and downloads are sent as a whole through `send`.
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

/// Why a request got no complete response.
public enum TransportFailure: Error, Hashable, Sendable {
  /// No connection could be made.
  case unreachable(MastodonError.Reachability)
  /// The connection ended before the first byte of a response: the request may be repeated if it changes nothing.
  case closedBeforeResponse
  /// The connection ended in the middle of the response.
  case closedMidResponse
  /// A time limit of this many seconds passed.
  case timedOut(seconds: Int)
  /// The response is larger than the limit.
  case tooLarge
  /// The response violates the protocol: bad compression, a redirect that must not be followed, a malformed head.
  case malformedResponse
  /// The server redirects to another server with this name.
  case redirected(to: String)
  /// The server refused to open a stream, with this status code; a 2xx status means that it did not upgrade.
  case streamRefused(code: Int)
  /// The server refused to open a stream for this many seconds.
  case streamPostponed(code: Int, seconds: Int)
  case cancelled
}

public struct StreamRequest: Sendable {
  public enum Carrier: Hashable, Sendable {
    /// A WebSocket, on which the client can send messages too.
    case webSocket
    /// Server-sent events: a response that does not end.
    case eventSource
  }

  public var carrier: Carrier
  /// The server: the one that the instance advertises for streaming, or its own.
  public var server: ServerAddress
  /// The path, percent-encoded.
  public var path: String
  /// The query parameters, in order.
  public var query: [Field]
  /// The headers, including the token.
  public var headers: [Field]
  /// The messages that the client sends once the stream is open.
  public var outgoing: AsyncStream<Outgoing>

  /// A message from the client.
  public enum Outgoing: Hashable, Sendable {
    /// A text message, such as a subscription.
    case text(String)
    /// A ping; the answer is ``StreamFrame/heartbeat``.
    case ping
  }

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

  /// The path and query, as in the request line.
  public var target: String { HTTPRequest.target(path, query) }
}

extension StreamRequest: CustomStringConvertible, CustomDebugStringConvertible, CustomReflectable {
  /// The path and query; never a header, because one of them is the token.
  public var description: String { "STREAM \(target)" }

  public var debugDescription: String { description }

  /// The parts that contain no secret.
  public var customMirror: Mirror {
    Mirror(self, children: ["server": server, "path": path], displayStyle: .struct)
  }
}

/// A frame that a stream receives.
public enum StreamFrame: Hashable, Sendable {
  case opened
  case text(String)
  /// A server-sent event: its name and its data.
  case event(name: String, data: String)
  /// A ping, a pong or a comment: the connection is alive.
  case heartbeat
  /// The server closes the stream, with a status code; nothing follows.
  case closed(code: Int)
}

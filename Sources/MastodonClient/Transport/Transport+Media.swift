internal import AsyncHTTPClient
public import FoundationEssentials
internal import NIOCore
internal import NIOHTTP1

/// A request body that is read in chunks while it is sent.
public struct UploadBody: Sendable {
  public var length: Int
  /// Returns the next chunk, or `nil` at the end; called when the previous one is being sent.
  public var next: @Sendable () async throws -> Data?

  /// The whole body, for an in-process transport.
  func gathered() async throws -> Data {
    var data = Data()
    while let piece = try await next() { data.append(piece) }
    return data
  }
}

/// Receives a response in chunks.
public struct DownloadSink: Sendable {
  /// Receives status and headers; throwing ends the download.
  public var begin: @Sendable (HTTPResponse) async throws -> Void
  /// Receives the next chunk of the body; the one after it is read when this returns.
  public var receive: @Sendable (Data) async throws -> Void
}

/// A file to download, and how far redirects may lead.
public struct DownloadRequest: Sendable {
  /// The server, which need not be the account's own.
  public var server: ServerAddress
  public var request: HTTPRequest
  /// The account's own server, which may be on this machine or in a private network; others may not.
  public var home: ServerAddress
}

extension NetworkStack {
  /// Sends a body in chunks; an upload is never repeated, so no redirect is followed.
  func upload(
    _ request: HTTPRequest, _ body: UploadBody, to server: ServerAddress
  ) async throws(TransportFailure) -> HTTPResponse {
    try beginRequest()
    defer { finishRequest() }
    try checkRoots(for: server)
    let client = try client(for: request, to: server)
    var message = Self.message(request, to: server)
    message.body = .stream(UploadChunks(next: body.next), length: .known(Int64(body.length)))
    // Slow connections are allowed for: 16 KB per second suffice.
    let deadline = NIODeadline.now() + TimeAmount(limits.total) + .seconds(Int64(body.length / (16 << 10)))
    let response: HTTPClientResponse
    do {
      response = try await client.execute(message, deadline: deadline)
    } catch {
      throw await explained(failure(error, of: server), of: server)
    }
    let answer = HTTPResponse(
      status: Int(response.status.code), headers: response.headers.map { Field($0.name, $0.value) },
      body: try await collect(response, deadline: deadline))
    guard try Hop(server: server, request: request).next(after: answer) == nil else { throw .malformedResponse }
    return answer
  }

  /// Reads a body in chunks, following redirects where allowed.
  func download(_ wanted: DownloadRequest, to sink: DownloadSink) async throws {
    try beginRequest()
    defer { finishRequest() }
    let deadline = NIODeadline.now() + TimeAmount(limits.total)
    var hop = Hop(server: wanted.server, request: wanted.request)
    for _ in 0...Hop.limit {
      guard hop.server.isOpen(to: wanted.home) else { throw TransportFailure.unreachable(.plainText) }
      try checkRoots(for: hop.server)
      let client = try client(to: hop.server)
      let response: HTTPClientResponse
      do {
        response = try await client.execute(Self.message(hop.request, to: hop.server), deadline: deadline)
      } catch {
        throw await explained(failure(error, of: hop.server), of: hop.server)
      }
      let head = HTTPResponse(
        status: Int(response.status.code), headers: response.headers.map { Field($0.name, $0.value) })
      if let next = try hop.next(after: head, leavingOrigin: true) {
        hop = next
        continue
      }
      try await sink.begin(head)
      var received: Int64 = 0
      var pieces = response.body.makeAsyncIterator()
      while true {
        let piece: ByteBuffer?
        do {
          piece = try await pieces.next()
        } catch {
          throw TransportFailure(error, limits: limits, afterHead: true)
        }
        guard let piece else { return }
        received += Int64(piece.readableBytes)
        // Slow connections are allowed for: 1 KB per second suffices.
        guard NIODeadline.now() < deadline + .milliseconds(received) else {
          throw TransportFailure.timedOut(seconds: (limits.total + .milliseconds(received)).wholeSeconds)
        }
        try await sink.receive(Data(piece.readableBytesView))
      }
    }
    throw TransportFailure.malformedResponse
  }

  private static func message(_ request: HTTPRequest, to server: ServerAddress) -> HTTPClientRequest {
    var message = HTTPClientRequest(url: server.origin + request.target)
    message.method = HTTPMethod(rawValue: request.method.rawValue)
    for header in request.headers { message.headers.add(name: header.name, value: header.value) }
    return message
  }
}

/// The chunks of a body as async-http-client wants them; it requests one when it can send it.
private struct UploadChunks: AsyncSequence, Sendable {
  typealias Element = ByteBuffer

  let next: @Sendable () async throws -> Data?

  func makeAsyncIterator() -> Iterator { Iterator(pull: next) }

  struct Iterator: AsyncIteratorProtocol {
    let pull: @Sendable () async throws -> Data?

    mutating func next() async throws -> ByteBuffer? { try await pull().map { ByteBuffer(bytes: $0) } }
  }
}

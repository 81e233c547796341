internal import AsyncHTTPClient
public import FoundationEssentials
internal import NIOCore
internal import NIOHTTP1

/// A body that is handed out piece by piece while it is sent.
public struct UploadBody: Sendable {
  /// How many bytes all pieces have together.
  public var length: Int
  /// The next piece, or `nil` at the end; asked for when the one before is on its way.
  public var next: @Sendable () async throws -> Data?

  /// Makes a body.
  public init(length: Int, next: @escaping @Sendable () async throws -> Data?) {
    self.length = length
    self.next = next
  }

  /// All of it at once, for a transport within this process.
  func gathered() async throws -> Data {
    var data = Data()
    while let piece = try await next() { data.append(piece) }
    return data
  }
}

/// Takes an answer piece by piece while it comes in.
public struct DownloadSink: Sendable {
  /// Gets status and headers; throwing ends the exchange.
  public var begin: @Sendable (HTTPResponse) async throws -> Void
  /// Gets the next piece of the body; the next one is read when it returns.
  public var receive: @Sendable (Data) async throws -> Void

  /// Makes a sink.
  public init(
    begin: @escaping @Sendable (HTTPResponse) async throws -> Void,
    receive: @escaping @Sendable (Data) async throws -> Void
  ) {
    self.begin = begin
    self.receive = receive
  }
}

/// What is to be downloaded, from where, and how far a redirect may lead.
public struct DownloadRequest: Sendable {
  /// The server to ask, which need not be the account's own.
  public var server: ServerAddress
  /// What to ask it.
  public var request: HTTPRequest
  /// The account's own server, which may be on this machine or in this house; others may not.
  public var home: ServerAddress

  /// Makes a request.
  public init(server: ServerAddress, request: HTTPRequest, home: ServerAddress) {
    self.server = server
    self.request = request
    self.home = home
  }
}

extension NetworkStack {
  /// Sends a body from where it comes, piece by piece; an upload is never sent twice, so no redirect is followed.
  func upload(
    _ request: HTTPRequest, _ body: UploadBody, to server: ServerAddress
  ) async throws(TransportFailure) -> HTTPResponse {
    let client = try client(for: request, to: server)
    var message = Self.message(request, to: server)
    message.body = .stream(UploadChunks(next: body.next), length: .known(Int64(body.length)))
    // A slow line is no fault: time enough for 16 KB each second.
    let deadline = NIODeadline.now() + TimeAmount(limits.total) + .seconds(Int64(body.length / (16 << 10)))
    let response: HTTPClientResponse
    do {
      response = try await client.execute(message, deadline: deadline)
    } catch {
      throw TransportFailure(error, limits: limits, afterHead: false)
    }
    let answer = HTTPResponse(
      status: Int(response.status.code), headers: response.headers.map { Field($0.name, $0.value) },
      body: try await collect(response, deadline: deadline))
    guard try Hop(server: server, request: request).next(after: answer) == nil else { throw .malformedAnswer }
    return answer
  }

  /// Reads a body to where it goes, piece by piece, following redirects to where they may lead.
  func download(_ wanted: DownloadRequest, to sink: DownloadSink) async throws {
    let client = try client()
    let deadline = NIODeadline.now() + TimeAmount(limits.total)
    var hop = Hop(server: wanted.server, request: wanted.request)
    for _ in 0...Hop.limit {
      guard hop.server.isOpen(to: wanted.home) else { throw TransportFailure.unreachable(.plainText) }
      let response: HTTPClientResponse
      do {
        response = try await client.execute(Self.message(hop.request, to: hop.server), deadline: deadline)
      } catch {
        throw TransportFailure(error, limits: limits, afterHead: false)
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
        // A slow line is no fault, but 1 KB each second is the least.
        guard NIODeadline.now() < deadline + .milliseconds(received) else {
          throw TransportFailure.timedOut(seconds: (limits.total + .milliseconds(received)).wholeSeconds)
        }
        try await sink.receive(Data(piece.readableBytesView))
      }
    }
    throw TransportFailure.malformedAnswer
  }

  private static func message(_ request: HTTPRequest, to server: ServerAddress) -> HTTPClientRequest {
    var message = HTTPClientRequest(url: server.origin + request.target)
    message.method = HTTPMethod(rawValue: request.method.rawValue)
    for header in request.headers { message.headers.add(name: header.name, value: header.value) }
    return message
  }
}

/// The pieces of a body as the library wants them; it asks for one when it can send it.
private struct UploadChunks: AsyncSequence, Sendable {
  typealias Element = ByteBuffer

  let next: @Sendable () async throws -> Data?

  func makeAsyncIterator() -> Iterator { Iterator(pull: next) }

  struct Iterator: AsyncIteratorProtocol {
    let pull: @Sendable () async throws -> Data?

    mutating func next() async throws -> ByteBuffer? { try await pull().map { ByteBuffer(bytes: $0) } }
  }
}

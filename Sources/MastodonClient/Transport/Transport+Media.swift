public import FoundationEssentials
internal import MastodonKit
internal import NIOCore

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
    // Slow connections are allowed for: 16 KB per second suffice.
    let deadline = NIODeadline.now() + TimeAmount(limits.total) + .seconds(Int64(body.length / (16 << 10)))
    let exchange = try HTTPExchange(request, to: server, over: self, until: deadline, uploadLength: body.length)
    try exchange.begin()
    defer { exchange.close() }
    do { try await exchange.send(body) } catch { throw failure(error, of: server) }
    let answer = try await collect(try await exchange.head(), of: exchange)
    guard try Hop(server: server, request: request).next(after: answer) == nil else { throw .malformedResponse }
    return answer
  }

  /// Reads a body in chunks, following redirects where allowed.
  func download(_ wanted: DownloadRequest, to sink: DownloadSink) async throws {
    let deadline = NIODeadline.now() + TimeAmount(limits.total)
    var hop = Hop(server: wanted.server, request: wanted.request)
    for _ in 0...Hop.limit {
      guard hop.server.isOpen(to: wanted.home) else { throw TransportFailure.unreachable(.plainText) }
      let exchange = try HTTPExchange(hop.request, to: hop.server, over: self, until: deadline, isDownload: true)
      try exchange.begin()
      defer { exchange.close() }
      let head = try await exchange.head()
      if let next = try hop.next(after: head, leavingOrigin: true) {
        hop = next
        continue
      }
      try await sink.begin(head)
      while true {
        let part = try await exchange.part()
        guard part.readableBytes > 0 else { return }
        try await sink.receive(Data(part.readableBytesView))
      }
    }
    throw TransportFailure.malformedResponse
  }
}

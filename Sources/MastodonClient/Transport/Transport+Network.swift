internal import AsyncHTTPClient
internal import FoundationEssentials
internal import NIOCore
internal import NIOHTTP1

extension Transport {
  /// Returns a transport that reaches a server over the network.
  public static func network(_ server: ServerAddress, stack: NetworkStack) -> Transport {
    var transport = Transport(
      send: { request in try await stack.send(request, to: server) },
      openStream: { request in stack.openStream(request) })
    transport.upload = { request, body in try await stack.upload(request, body, to: server) }
    transport.download = { wanted, sink in try await stack.download(wanted, to: sink) }
    return transport
  }
}

extension NetworkStack {
  /// Sends a request, follows redirects, and collects the response within the limits.
  func send(_ request: HTTPRequest, to server: ServerAddress) async throws(TransportFailure) -> HTTPResponse {
    let deadline = NIODeadline.now() + TimeAmount(limits.total)
    var hop = Hop(server: server, request: request)
    for _ in 0...Hop.limit {
      let response = try await exchange(hop, deadline: deadline)
      guard let next = try hop.next(after: response) else { return response }
      hop = next
    }
    throw .malformedResponse
  }

  private func exchange(_ hop: Hop, deadline: NIODeadline) async throws(TransportFailure) -> HTTPResponse {
    try beginRequest()
    defer { finishRequest() }
    try checkRoots(for: hop.server)
    let client = try client(for: hop.request, to: hop.server)
    var request = HTTPClientRequest(url: hop.url)
    request.method = HTTPMethod(rawValue: hop.request.method.rawValue)
    for header in hop.request.headers { request.headers.add(name: header.name, value: header.value) }
    // On this machine, compression costs more than it saves.
    if !hop.server.isLoopback { request.headers.add(name: "Accept-Encoding", value: "gzip") }
    if let body = hop.request.body { request.body = .bytes(ByteBuffer(bytes: body)) }

    let response: HTTPClientResponse
    do {
      response = try await client.execute(request, deadline: deadline)
    } catch {
      throw await explained(failure(error, of: hop.server), of: hop.server)
    }
    note(
      keepsConnection: response.headers[canonicalForm: "Connection"].contains { $0.lowercased() == "keep-alive" },
      of: hop.server)
    return HTTPResponse(
      status: Int(response.status.code), headers: response.headers.map { Field($0.name, $0.value) },
      body: try await collect(response, deadline: deadline))
  }

  /// Reads the body within the limits.
  ///
  /// The library's deadline ends with the head. Each wait for a part is bounded by the read limit, so checking the
  /// clock between parts bounds the whole without a timer.
  func collect(_ response: HTTPClientResponse, deadline: NIODeadline) async throws(TransportFailure) -> Data {
    var body = Data()
    if let length = response.headers.first(name: "Content-Length").flatMap({ Int($0) }) {
      guard length <= limits.responseBytes else { throw .tooLarge }
      body.reserveCapacity(length)
    }
    do {
      for try await part in response.body {
        guard body.count + part.readableBytes <= limits.responseBytes else { throw TransportFailure.tooLarge }
        guard NIODeadline.now() < deadline else {
          throw TransportFailure.timedOut(seconds: limits.total.wholeSeconds)
        }
        part.withUnsafeReadableBytes { body.append(contentsOf: $0) }
      }
    } catch {
      throw TransportFailure(error, limits: limits, afterHead: true)
    }
    return body
  }
}

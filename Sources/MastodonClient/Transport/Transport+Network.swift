internal import FoundationEssentials
internal import MastodonKit
internal import NIOCore

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
    var request = hop.request
    // On this machine, compression costs more than it saves.
    if !hop.server.isLoopback { request.headers.append(Field("Accept-Encoding", "gzip")) }
    let exchange = try HTTPExchange(request, to: hop.server, over: self, until: deadline)
    try exchange.begin()
    defer { exchange.close() }
    let head = try await exchange.head()
    connections.note(keepsConnection: head.header("Connection")?.lowercased() == "keep-alive", of: hop.server)
    return try await collect(head, of: exchange)
  }

  /// Reads the body within the limits.
  func collect(_ head: HTTPResponse, of exchange: HTTPExchange) async throws(TransportFailure) -> HTTPResponse {
    if let length = head.header("Content-Length").flatMap({ Int($0) }), length > limits.responseBytes {
      throw .tooLarge
    }
    var response = head
    response.body = try await exchange.body().withUnsafeReadableBytes { Data($0) }
    return response
  }
}

import NIOCore
import NIOHTTP1

/// Handles the requests of one connection in order.
struct HTTPConnection {
  let channel: ServerConnection.HTTP
  let faults: ConnectionFaults
  let context: ServerConnection.Context

  private var sandbox: Sandbox { context.sandbox }
  private var isOpen: Bool { context.isOpen }
  /// Whether the client may be a proxy.
  private var trustsProxy: Bool { channel.channel.hasLoopbackPeer }

  func run() async throws {
    try await channel.executeThenClose { inbound, outbound in
      var reader = RequestReader(context.limits, context.budget)
      for try await part in inbound {
        // curl waits a second for this before it uploads a file.
        if case .head(let head) = part, head.headers.first(name: "Expect")?.lowercased() == "100-continue" {
          try await outbound.write(.head(HTTPResponseHead(version: .http1_1, status: .continue)))
        }
        switch reader.take(part) {
        case nil: continue
        case .refused(let apiError)?:
          try await send(apiError.response, to: nil, nil, isLast: true, outbound)
          return
        case .request(let head, let body)?:
          context.requestCounter.increment()
          let request = SandboxRequest(head, body: body, trustsProxy: trustsProxy)
          let start = ContinuousClock.now
          if isOpen || head.isAddressedHere, request.asksForEvents, faults.decide(request) == nil,
            sandbox.quirks.absence(of: request) == nil
          {
            log(request, status: 200, bytes: 0, since: start)
            // The stream ends with the connection.
            return try await EventSourceConnection(channel: channel.channel, sandbox: sandbox).run(request, outbound)
          }
          guard let response = try await answer(to: head, request) else {
            return log(request, status: 0, bytes: 0, since: start)
          }
          log(request, status: response.status, bytes: response.body.count, since: start)
          reader.finish()
          try await send(response, to: head, request, isLast: !head.isKeepAlive, outbound)
          if !head.isKeepAlive || sandbox.quirks.has(.closesConnections) { return }
        }
      }
    }
  }

  /// The response, or `nil` if a fault has taken over the connection.
  private func answer(to head: HTTPRequestHead, _ request: SandboxRequest) async throws -> SandboxResponse? {
    guard isOpen || head.isAddressedHere else { return APIError(status: 421, message: "Misdirected Request").response }
    if let preflight = CrossOrigin.preflight(request) { return preflight }
    if let response = await context.admin?.respond(to: request) { return response }
    guard let fault = faults.take(request) else { return await sandbox.respond(to: request) }
    let response = fault.asksSandbox ? await sandbox.respond(to: request) : SandboxResponse()
    let executor = FaultExecutor(channel: channel.channel)
    switch fault.answer(to: request, response, now: Moment(sandbox.clock.now())) {
    case .whole(let response, let seconds):
      if seconds > 0 { try await executor.pause(seconds: seconds) }
      return response
    case .broken(let steps):
      try await executor.perform(steps)
      return nil
    }
  }

  private func log(_ request: SandboxRequest, status: Int, bytes: Int, since start: ContinuousClock.Instant) {
    context.log?.add(
      request, status: status, bytes: bytes, took: ContinuousClock.now - start, at: Moment(sandbox.clock.now()))
  }

  private func send(
    _ response: SandboxResponse, to head: HTTPRequestHead?, _ request: SandboxRequest?, isLast: Bool,
    _ outbound: NIOAsyncChannelOutboundWriter<HTTPPart<HTTPResponseHead, ByteBuffer>>
  ) async throws {
    var headers = HTTPHeaders(response.headers.fields.map { ($0.name, $0.value) })
    if let request { headers.add(contentsOf: CrossOrigin.headers(for: request)) }
    if !headers.contains(name: "Date") {
      headers.add(name: "Date", value: Moment(sandbox.clock.now()).httpDate)
    }
    if !headers.contains(name: "Content-Length") {
      headers.add(name: "Content-Length", value: "\(response.body.count)")
    }
    // In HTTP/1.1 too, as nginx before Mastodon does: clients may rely on a connection that a server says it keeps.
    if isLast {
      headers.add(name: "Connection", value: "close")
    } else if !sandbox.quirks.has(.closesConnections) {
      headers.add(name: "Connection", value: "keep-alive")
    }
    let head = HTTPResponseHead(
      version: .http1_1, status: HTTPResponseStatus(statusCode: response.status), headers: headers)
    // One write, so that a small response is one packet.
    try await outbound.write(contentsOf: [
      .head(head), .body(ByteBuffer(bytes: response.body)), .end(nil),
    ])
  }
}

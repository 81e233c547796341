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
          var response = apiError.response
          complete(&response, to: nil, isLast: true)
          return try await send(response, outbound)
        case .request(let head, let body)?:
          context.requestCounter.increment()
          let request = SandboxRequest(
            head, body: body, trustsProxy: trustsProxy, isSecure: context.control.certificate != nil)
          let start = ContinuousClock.now
          if isOpen || head.isAddressedHere, request.asksForEvents, faults.decide(request) == nil,
            sandbox.quirks.absence(of: request) == nil
          {
            // The stream ends with the connection.
            return try await EventSourceConnection(
              channel: channel.channel, sandbox: sandbox, note: { context.note(request, $0, since: start) }
            ).run(request, outbound)
          }
          guard var response = try await answer(to: head, request) else {
            return context.note(request, SandboxResponse(status: 0), since: start)
          }
          complete(&response, to: request, isLast: !head.isKeepAlive)
          context.note(request, response, since: start)
          reader.finish()
          try await send(response, outbound)
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

  /// Adds the headers that every answer has.
  private func complete(_ response: inout SandboxResponse, to request: SandboxRequest?, isLast: Bool) {
    if let request {
      for (name, value) in CrossOrigin.headers(for: request) { response.headers.append(name, value) }
    }
    if response.headers["Date"] == nil { response.headers.append("Date", Moment(sandbox.clock.now()).httpDate) }
    if response.headers["Content-Length"] == nil {
      response.headers.append("Content-Length", "\(response.body.count)")
    }
    // In HTTP/1.1 too, as nginx before Mastodon does: clients may rely on a connection that a server says it keeps.
    if isLast {
      response.headers.append("Connection", "close")
    } else if !sandbox.quirks.has(.closesConnections) {
      response.headers.append("Connection", "keep-alive")
    }
  }

  private func send(
    _ response: SandboxResponse, _ outbound: NIOAsyncChannelOutboundWriter<HTTPPart<HTTPResponseHead, ByteBuffer>>
  ) async throws {
    let head = HTTPResponseHead(
      version: .http1_1, status: HTTPResponseStatus(statusCode: response.status),
      headers: HTTPHeaders(response.headers.fields.map { ($0.name, $0.value) }))
    // One write, so that a small response is one packet.
    try await outbound.write(contentsOf: [
      .head(head), .body(ByteBuffer(bytes: response.body)), .end(nil),
    ])
  }
}

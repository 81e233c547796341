import NIOCore
import NIOHTTP1

/// Serves one stream of server-sent events until the client disconnects.
struct EventSourceConnection {
  let channel: any Channel
  let sandbox: Sandbox
  /// Notes the answer, before its body.
  let note: @Sendable (SandboxResponse) -> Void

  typealias Outbound = NIOAsyncChannelOutboundWriter<HTTPPart<HTTPResponseHead, ByteBuffer>>

  func run(_ request: SandboxRequest, _ outbound: Outbound) async throws {
    let stream: SandboxStream
    do {
      stream = try await sandbox.connect(eventsFor: request)
    } catch let apiError as APIError {
      return try await refuse(apiError, request, outbound)
    }
    note(SandboxResponse(headers: ["Content-Type": "text/event-stream"]))
    let reach = sandbox.reach(of: request)
    // Nothing is read from the client any more; only the closed connection shows that it has left.
    channel.closeFuture.whenComplete { _ in Task { await stream.close() } }
    do {
      var head = Self.head
      head.headers.add(contentsOf: CrossOrigin.headers(for: request))
      try await outbound.write(.head(head))
      try await outbound.write(.text(":)\n"))
      try await withThrowingTaskGroup(of: Void.self) { group in
        group.addTask {
          for await frame in stream.frames { try await outbound.write(.text(reach?.rewrite(frame) ?? frame)) }
        }
        group.addTask { try await sendPings(outbound) }
        // The first to end cancels the other.
        try await group.next()
        group.cancelAll()
      }
    } catch {
      await stream.close()
      throw error
    }
    await stream.close()
  }

  private static let head = HTTPResponseHead(
    version: .http1_1, status: .ok,
    headers: [
      "Content-Type": "text/event-stream", "Cache-Control": "private, no-store", "Transfer-Encoding": "chunked",
      "Connection": "close",
    ])

  /// Sends a comment every 15 seconds, as Mastodon does.
  private func sendPings(_ outbound: Outbound) async throws {
    while true {
      try await Task.sleep(for: .seconds(15))
      try await outbound.write(.text(":thump\n"))
    }
  }

  private func refuse(_ apiError: APIError, _ request: SandboxRequest, _ outbound: Outbound) async throws {
    let response = apiError.response
    note(response)
    var headers = HTTPHeaders(response.headers.fields.map { ($0.name, $0.value) })
    headers.add(contentsOf: CrossOrigin.headers(for: request))
    headers.add(name: "Content-Length", value: "\(response.body.count)")
    headers.add(name: "Connection", value: "close")
    let head = HTTPResponseHead(
      version: .http1_1, status: HTTPResponseStatus(statusCode: response.status), headers: headers)
    try await outbound.write(contentsOf: [.head(head), .body(ByteBuffer(bytes: response.body)), .end(nil)])
  }
}

extension SandboxRequest {
  /// The path prefix of all streams of server-sent events.
  static let eventsPath = "/api/v1/streaming/"

  /// Whether the request is for server-sent events.
  var asksForEvents: Bool {
    method == "GET" && path.hasPrefix(Self.eventsPath) && path.count > Self.eventsPath.count
      && path != Self.eventsPath + "health"
  }
}

extension HTTPPart<HTTPResponseHead, ByteBuffer> {
  fileprivate static func text(_ text: String) -> Self { .body(ByteBuffer(string: text)) }
}

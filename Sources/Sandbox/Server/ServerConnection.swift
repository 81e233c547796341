import NIOCore
import NIOHTTP1
import NIOWebSocket

/// A connection once it is known what it speaks.
enum ServerConnection: Sendable {
  typealias HTTP = NIOAsyncChannel<HTTPServerRequestPart, HTTPPart<HTTPResponseHead, ByteBuffer>>
  typealias WebSocket = NIOAsyncChannel<WebSocketFrame, WebSocketFrame>

  case http(HTTP)
  case webSocket(WebSocket, HTTPRequestHead)

  /// Sets a new connection up: HTTP, unless it asks for a stream with a valid token.
  static func configure(
    _ channel: any Channel, for sandbox: Sandbox
  ) throws -> EventLoopFuture<ServerConnection> {
    let upgrader = NIOTypedWebSocketServerUpgrader<ServerConnection>(
      maxFrameSize: 1 << 16,
      shouldUpgrade: { channel, head in
        channel.eventLoop.makeFutureWithTask { await streamHeaders(head, sandbox) }
      },
      upgradePipelineHandler: { channel, head in
        channel.eventLoop.makeCompletedFuture {
          try channel.pipeline.syncOperations.addHandler(
            NIOWebSocketFrameAggregator(
              minNonFinalFragmentSize: 0, maxAccumulatedFrameCount: 64, maxAccumulatedFrameSize: 1 << 16))
          return .webSocket(try WebSocket(wrappingChannelSynchronously: channel), head)
        }
      })
    let upgrade = NIOTypedHTTPServerUpgradeConfiguration<ServerConnection>(
      upgraders: [upgrader],
      notUpgradingCompletionHandler: { channel in
        channel.eventLoop.makeCompletedFuture { .http(try HTTP(wrappingChannelSynchronously: channel)) }
      })
    return try channel.pipeline.syncOperations.configureUpgradableHTTPServerPipeline(
      configuration: NIOUpgradableHTTPServerPipelineConfiguration(upgradeConfiguration: upgrade))
  }

  func run(_ sandbox: Sandbox) async throws {
    switch self {
    case .http(let channel): try await HTTPConversation(channel: channel, sandbox: sandbox).run()
    case .webSocket(let channel, let head):
      try await StreamConversation(channel: channel, head: head, sandbox: sandbox).run()
    }
  }

  /// The headers with which a stream is granted; nil leaves the request to HTTP, which says why not.
  private static func streamHeaders(_ head: HTTPRequestHead, _ sandbox: Sandbox) async -> HTTPHeaders? {
    let request = SandboxRequest(head, body: [])
    guard request.path == "/api/v1/streaming" || request.path.hasPrefix("/api/v1/streaming/"),
      let token = request.streamToken
    else { return nil }
    let bearer: Call.Bearer?
    do { bearer = try await sandbox.bearer(of: token) } catch { return nil }
    guard bearer?.accountID != nil else { return nil }
    // A token that came as a protocol must be answered with that protocol, or browsers hang up.
    return request.headers["Sec-WebSocket-Protocol"].map { ["Sec-WebSocket-Protocol": $0] } ?? [:]
  }
}

extension SandboxRequest {
  init(_ head: HTTPRequestHead, body: [UInt8]) {
    self.init(head.method.rawValue, head.uri, body: body)
    for (name, value) in head.headers { headers.append(name, value) }
  }

  /// The token of a stream, wherever it is.
  var streamToken: String? { token ?? headers["Sec-WebSocket-Protocol"] }
}

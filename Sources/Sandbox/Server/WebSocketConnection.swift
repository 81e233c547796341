import NIOCore
import NIOHTTP1
import NIOWebSocket

struct WebSocketConnection {
  let channel: ServerConnection.WebSocket
  let head: HTTPRequestHead
  let sandbox: Sandbox
  /// The number of events after which the connection closes; `nil` for no limit.
  var eventLimit: Int?
  /// A message to send first.
  var firstMessage: [UInt8]?

  typealias Outbound = NIOAsyncChannelOutboundWriter<WebSocketFrame>

  func run() async throws {
    let request = SandboxRequest(head, body: [], trustsProxy: channel.channel.hasLoopbackPeer)
    guard let stream = try await sandbox.connect(token: request.streamToken ?? "", target: head.uri) else {
      return try await channel.executeThenClose { _, outbound in try await close(.policyViolation, outbound) }
    }
    do {
      try await channel.executeThenClose { inbound, outbound in
        try await withThrowingTaskGroup(of: Void.self) { group in
          group.addTask { try await tell(stream, sandbox.reach(of: request), outbound) }
          group.addTask { try await listen(inbound, outbound, stream) }
          group.addTask { try await sendPings(outbound) }
          // The first to end cancels the others.
          try await group.next()
          group.cancelAll()
        }
      }
    } catch {
      await stream.close()
      throw error
    }
    await stream.close()
  }

  private func tell(_ stream: SandboxStream, _ reach: FileURLRewriter?, _ outbound: Outbound) async throws {
    if let firstMessage {
      try await outbound.write(WebSocketFrame(fin: true, opcode: .text, data: ByteBuffer(bytes: firstMessage)))
    }
    var count = 0
    for await frame in stream.frames {
      try await outbound.write(.text(reach?.rewrite(frame) ?? frame))
      count += 1
      if count == eventLimit { return }
    }
  }

  private func listen(
    _ inbound: NIOAsyncChannelInboundStream<WebSocketFrame>, _ outbound: Outbound, _ stream: SandboxStream
  ) async throws {
    for try await frame in inbound {
      switch frame.opcode {
      case .text: await stream.receive(String(buffer: frame.unmaskedData))
      case .ping: try await outbound.write(WebSocketFrame(fin: true, opcode: .pong, data: frame.unmaskedData))
      case .connectionClose:
        var reason = frame.unmaskedData
        return try await close(reason.readWebSocketErrorCode() ?? .normalClosure, outbound)
      default: continue
      }
    }
  }

  /// Sends a ping every 30 seconds, as Mastodon does.
  private func sendPings(_ outbound: Outbound) async throws {
    while true {
      try await Task.sleep(for: .seconds(30))
      try await outbound.write(WebSocketFrame(fin: true, opcode: .ping, data: ByteBuffer()))
    }
  }

  private func close(_ code: WebSocketErrorCode, _ outbound: Outbound) async throws {
    var data = ByteBuffer()
    data.write(webSocketErrorCode: code)
    try await outbound.write(WebSocketFrame(fin: true, opcode: .connectionClose, data: data))
  }
}

extension WebSocketFrame {
  fileprivate static func text(_ text: String) -> WebSocketFrame {
    WebSocketFrame(fin: true, opcode: .text, data: ByteBuffer(string: text))
  }
}

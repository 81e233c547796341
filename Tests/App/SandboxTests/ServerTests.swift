import FoundationEssentials
import MastodonKit
import NIOCore
import NIOHTTP1
import NIOPosix
import NIOWebSocket
import Testing

@testable import Sandbox

@Suite(.timeLimit(.minutes(10))) struct ServerTests {
  @Test func connectionServesPipelinedRequests() async throws {
    try await serving { instance, port in
      let request = "GET /api/v2/instance HTTP/1.1\r\nHost: 127.0.0.1:\(port)\r\n\r\n"
      let last =
        "GET /api/v1/preferences HTTP/1.1\r\nHost: localhost\r\nAuthorization: Bearer \(instance.token)\r\nConnection: close\r\n\r\n"
      let text = try await exchange(port, request + request + last)
      #expect(text.count(of: "HTTP/1.1 200 OK") == 3)
      #expect(text.count(of: "\r\nDate: \(Moment(.fixtureNow).httpDate)\r\n") == 3)
      #expect(text.contains(#""streaming":"ws://127.0.0.1:\#(port)""#))
      #expect(text.contains("posting:default:visibility"))
    }
  }

  @Test func clientThatWaitsBeforeItSendsABodyIsToldToContinue() async throws {
    try await serving { instance, port in
      let head =
        "POST /api/v1/statuses HTTP/1.1\r\nHost: localhost\r\nAuthorization: Bearer \(instance.token)\r\n"
        + "Expect: 100-continue\r\nContent-Type: application/x-www-form-urlencoded\r\nContent-Length: 8\r\n\r\n"
      // The server answers the head alone, and a body that arrives with it anyway.
      #expect(try await exchange(port, head, answers: 1) == "HTTP/1.1 100 Continue\r\n\r\n")
      let text = try await exchange(port, head + "status=x", answers: 2)
      #expect(text.hasPrefix("HTTP/1.1 100 Continue\r\n\r\nHTTP/1.1 200 OK\r\n"))
    }
  }

  @Test func snacClosesConnectionsUnannounced() async throws {
    try await serving(SandboxConfiguration(quirks: .snac)) { _, port in
      let request = "GET /api/v1/instance HTTP/1.1\r\nHost: 127.0.0.1:\(port)\r\n\r\n"
      let text = try await exchange(port, request + request)
      #expect(text.count(of: "HTTP/1.1 200 OK") == 1)
      #expect(!text.lowercased().contains("connection:"))
    }
  }

  @Test(arguments: [
    ("nonsense\r\n\r\n", "HTTP/1.1 400"), ("GET / HTTP/9.9\r\n\r\n", "HTTP/1.1 400"),
    ("GET /\u{1} HTTP/1.1\r\nHost x\r\n\r\n", "HTTP/1.1 400"),
    ("POST /api/v1/apps HTTP/1.1\r\nHost: localhost\r\nContent-Length: -5\r\n\r\n", "HTTP/1.1 400"),
    ("GET /api/v1/%zz?%=%&[[]=1 HTTP/1.1\r\nHost: localhost\r\nConnection: close\r\n\r\n", "HTTP/1.1 404"),
    ("GET /api/v1/instance HTTP/1.0\r\n\r\n", "HTTP/1.1 200"),
    ("HEAD /api/v1/instance HTTP/1.1\r\nHost: localhost\r\nConnection: close\r\n\r\n", "HTTP/1.1 200"),
    ("GET /health HTTP/1.1\r\nHost: rebound.example\r\nConnection: close\r\n\r\n", "HTTP/1.1 421"),
    ("BREW /pot HTTP/1.1\r\nHost: localhost\r\nConnection: close\r\n\r\n", "HTTP/1.1 "),
  ]) func everyRequestGetsAResponse(_ bytes: String, _ answer: String) async throws {
    try await serving { _, port in
      let text = try await exchange(port, bytes)
      #expect(text.hasPrefix(answer))
      // The server still works.
      let next = "GET /health HTTP/1.1\r\nHost: localhost\r\nConnection: close\r\n\r\n"
      let health = try await exchange(port, next)
      #expect(health.hasSuffix("\r\n\r\nOK"))
    }
  }

  /// With a public address the server accepts any `Host`.
  @Test(arguments: [("127.0.0.1", "421"), ("0.0.0.0", "200")])
  func hostHeaderIsCheckedOnLoopbackOnly(_ address: String, _ code: String) async throws {
    #expect(SandboxServer.isLoopback(address) == (code == "421"))
    let instance = try await TestInstance()
    let server = SandboxServer(instance.sandbox, port: 0, address: address)
    let port = try await server.start()
    let text = try await exchange(port, "GET /health HTTP/1.1\r\nHost: den.example\r\nConnection: close\r\n\r\n")
    await server.stop()
    #expect(text.hasPrefix("HTTP/1.1 \(code)"))
  }

  /// The URL in a response or a frame can be fetched.
  @Test func imageIsServedAtTheURLInResponses() async throws {
    try await serving { instance, port in
      let media: MediaAttachment = try await instance.upload("/api/v2/media", SampleFile.png).decoded()
      let name = try #require(media.url?.split(separator: "/").last)
      #expect(media.url == "https://sandbox.example/media/\(name)")
      let status = try await instance.postStatus("See", ["media_ids[]": media.id.rawValue])
      func get(_ path: String) async throws -> String {
        try await exchange(
          port,
          "GET \(path) HTTP/1.1\r\nHost: 127.0.0.1:\(port)\r\nAuthorization: Bearer \(instance.token)\r\n"
            + "Connection: close\r\n\r\n")
      }
      let page = try await get("/api/v1/statuses/\(status.id)")
      #expect(page.contains(#""url":"http://127.0.0.1:\#(port)/media/\#(name)""#))
      // Identifiers keep the instance's domain.
      #expect(page.contains(#""uri":"https://sandbox.example/users/you"#))
      let body = try #require(page.components("\r\n\r\n").last)
      #expect(
        page.contains("Content-Length: \(body.utf8.count)\r\n")
          || page.contains("content-length: \(body.utf8.count)\r\n"))
      #expect(try await get("/media/\(name)").contains("Content-Type: image/png"))
    }
  }

  @Test(arguments: [
    ("127.0.0.1:80", "http://127.0.0.1:80/media/a https://sandbox.example/@you https://sandbox.example/media"),
    ("[::1]:80", "http://[::1]:80/media/a https://sandbox.example/@you https://sandbox.example/media"),
    (#"127.0.0.1:"x"#, nil), ("", nil), (nil, nil), ("sandbox.example", nil),
  ]) func fileURLsUseTheHostOfTheRequest(_ host: String?, _ rewritten: String?) async throws {
    let instance = try await TestInstance()
    var request = SandboxRequest.get("/")
    if let host { request.headers.append("Host", host) }
    let text = "https://sandbox.example/media/a https://sandbox.example/@you https://sandbox.example/media"
    #expect(instance.sandbox.reach(of: request)?.rewrite(text) == rewritten)
  }

  @Test func tooLargeBodyIsRefused() async throws {
    try await serving { instance, port in
      let size = BodyLimits().largest + 1
      let text = try await exchange(
        port,
        "POST /api/v1/apps HTTP/1.1\r\nHost: localhost\r\nContent-Length: \(size)\r\n\r\n"
          + String(repeating: "a", count: size),
        answers: 1)
      #expect(text.hasPrefix("HTTP/1.1 413"))
    }
  }

  private static func upload(_ count: Int, of length: Int) -> String {
    "POST /api/v1/apps HTTP/1.1\r\nHost: localhost\r\nContent-Length: \(length)\r\nConnection: close\r\n\r\n"
      + String(repeating: "a", count: count)
  }

  /// Without a socket, because data that arrives after closing can be lost.
  @Test func totalSizeOfBodiesIsLimited() {
    var limits = BodyLimits()
    limits.total = 500_000
    let budget = BodyBudget(limit: limits.total)
    func isTaken(_ count: Int, by reader: inout RequestReader) -> Bool {
      _ = reader.take(.head(HTTPRequestHead(version: .http1_1, method: .POST, uri: "/api/v1/statuses")))
      guard case .refused(let apiError) = reader.take(.body(ByteBuffer(repeating: 0x61, count: count))) else {
        return true
      }
      #expect(apiError.response.status == 503)
      return false
    }
    do {
      var half = RequestReader(limits, budget)
      #expect(isTaken(300_000, by: &half))
      var other = RequestReader(limits, budget)
      #expect(!isTaken(300_000, by: &other))
      #expect(isTaken(200_000, by: &other), "what fits is taken")
      other.finish()
      #expect(isTaken(200_000, by: &other), "an answered request holds nothing")
    }
    var next = RequestReader(limits, budget)
    #expect(isTaken(500_000, by: &next), "a connection that ended holds nothing")
  }

  @Test func slowBodyTimesOut() async throws {
    var limits = BodyLimits()
    limits.patience = .milliseconds(50)
    try await serving(limits: limits) { _, port in
      let slow = try await exchange(port, Self.upload(1, of: 100))
      #expect(slow.hasPrefix("HTTP/1.1 408"))
      let whole = try await exchange(port, Self.upload(100, of: 100))
      #expect(whole.hasPrefix("HTTP/1.1 422"))
    }
  }

  /// A connection that asks for nothing, or whose headers do not end, costs little and is closed.
  @Test func connectionWithoutARequestIsClosed() async throws {
    var limits = BodyLimits()
    limits.silence = .milliseconds(50)
    try await serving(limits: limits) { _, port in
      // On a busy machine it is closed before anything could be sent.
      let silence: String
      do { silence = try await exchange(port, "GET / HTTP/1.1\r\nHost: localhost\r\n") } catch { silence = "" }
      #expect(silence == "")
    }
    try await serving { _, port in
      let field = "X-Some: \(String(repeating: "x", count: 8000))\r\n"
      let head = "GET / HTTP/1.1\r\n" + String(repeating: field, count: 20) + "\r\n"
      // It may be closed while the rest of the headers is still on its way.
      let text: String
      do { text = try await exchange(port, head, answers: 1) } catch { text = "" }
      #expect(text.isEmpty || text.hasPrefix("HTTP/1.1 431") || text.hasPrefix("HTTP/1.1 400"))
    }
  }

  /// A subscriber that does not read uses no memory.
  @Test func streamThatNobodyReadsEnds() async throws {
    let (frames, continuation) = AsyncStream.makeStream(of: String.self, bufferingPolicy: StreamHub.backlog)
    var hub = StreamHub()
    let bearer = RequestContext.Bearer(tokenID: 1, applicationID: 1, scopes: Scopes("read"))
    let id = hub.add(.init(bearer: bearer, channels: [], continuation: continuation))
    for _ in 0..<5000 { hub.send("frame", to: id) }
    var count = 0
    for await _ in frames { count += 1 }
    #expect(count == 1024)
  }

  @Test func stalledBodyTimesOutAtAnySize() {
    let limits = BodyLimits()
    let start = NIODeadline.uptimeNanoseconds(0)
    let later = start + .seconds(100)
    #expect(limits.deadline(from: start, latest: later, received: 8192) == start + .seconds(31))
    #expect(limits.deadline(from: start, latest: later, received: 8_192_000) == start + .seconds(130))
  }

  @Test func usedPortIsRefused() async throws {
    try await serving { instance, port in
      await #expect(throws: (any Error).self) { try await SandboxServer(instance.sandbox, port: port).start() }
    }
  }

  @Test func streamNeedsAValidToken() async throws {
    try await serving { instance, port in
      let handshake = """
        Host: localhost\r\nConnection: Upgrade\r\nUpgrade: websocket\r\nSec-WebSocket-Version: 13\r\n\
        Sec-WebSocket-Key: dGhlIHNhbXBsZSBub25jZQ==\r\n
        """
      for (target, more) in [
        ("/api/v1/streaming?stream=user", ""), ("/api/v1/streaming?access_token=wrong", ""),
        ("/api/v1/streaming", "Authorization: Bearer wrong\r\n"), ("/api/v1/streaming/user", ""),
        ("/api/v1/streaming", "Sec-WebSocket-Protocol: wrong\r\n"),
      ] {
        let text = try await exchange(port, "GET \(target) HTTP/1.1\r\n\(handshake)\(more)\r\n", answers: 1)
        #expect(text.hasPrefix("HTTP/1.1 401"), "\(target) \(more)")
      }
      let other = try await exchange(
        port, "GET /health HTTP/1.1\r\nHost: localhost\r\nConnection: Upgrade, close\r\nUpgrade: h2c\r\n\r\n")
      #expect(other.hasPrefix("HTTP/1.1 200"))
    }
  }

  @Test(arguments: ["header", "protocol", "query"]) func eventIsReceivedOverAWebSocket(_ way: String) async throws {
    try await serving { instance, port in
      let socket = try await open(port, way, instance.token)
      try await socket.executeThenClose { inbound, outbound in
        var frames = inbound.makeAsyncIterator()
        try await outbound.write(masked(.text, #"{"type":"subscribe","stream":"user"}"#))
        // The pong shows that the subscription before the ping has been handled.
        try await outbound.write(masked(.ping, "ready"))
        let pong = try #require(try await frames.next())
        #expect(pong.opcode == .pong && String(buffer: pong.unmaskedData) == "ready")
        let status = try await instance.postStatus("down the wire")
        let frame = try #require(try await frames.next())
        let text = String(buffer: frame.unmaskedData)
        #expect(text.hasPrefix(#"{"stream":["user"],"event":"update","payload":"#))
        #expect(text.contains(status.id.rawValue))
        var goodbye = ByteBuffer()
        goodbye.write(webSocketErrorCode: .normalClosure)
        try await outbound.write(WebSocketFrame(fin: true, opcode: .connectionClose, maskKey: .zero, data: goodbye))
        let last = try #require(try await frames.next())
        #expect(last.opcode == .connectionClose)
      }
    }
  }

  @Test func stoppingClosesConnections() async throws {
    let instance = try await TestInstance()
    let server = SandboxServer(instance.sandbox, port: 0)
    let port = try await server.start()
    await #expect(throws: SandboxError.alreadyRunning) { try await server.start() }
    let socket = try await open(port, "header", instance.token)
    let silent = try await ClientBootstrap(group: .singletonMultiThreadedEventLoopGroup)
      .connect(host: "127.0.0.1", port: port).get()
    try await socket.executeThenClose { inbound, _ in
      await server.stop()
      try await silent.closeFuture.get()
      do { for try await _ in inbound {} } catch {}
    }
    await #expect(throws: (any Error).self) { try await exchange(port, "GET /health HTTP/1.1\r\n\r\n") }
  }

  /// Upgrades are authorized outside of the event loop, which must not end before the result is back.
  ///
  /// The test stops the server after different delays.
  @Test func stoppingWaitsForPendingUpgrades() async throws {
    let instance = try await TestInstance()
    for moment in 0..<200 {
      let server = SandboxServer(instance.sandbox, port: 0)
      let port = try await server.start()
      let client = try await ClientBootstrap(group: .singletonMultiThreadedEventLoopGroup)
        .connect(host: "127.0.0.1", port: port).get()
      let request = """
        GET /api/v1/streaming HTTP/1.1\r\nHost: localhost\r\nConnection: Upgrade\r\nUpgrade: websocket\r\n\
        Sec-WebSocket-Version: 13\r\nSec-WebSocket-Key: AAAAAAAAAAAAAAAAAAAAAA==\r\n\
        Authorization: Bearer \(instance.token)\r\n\r\n
        """
      try await client.writeAndFlush(ByteBuffer(string: request))
      for _ in 0..<moment { await Task.yield() }
      await server.stop()
      try await client.closeFuture.get()
    }
  }

  private func masked(_ opcode: WebSocketOpcode, _ text: String) -> WebSocketFrame {
    WebSocketFrame(fin: true, opcode: opcode, maskKey: .zero, data: ByteBuffer(string: text))
  }

  /// Opens a WebSocket with the token in one of the allowed places.
  private func open(
    _ port: Int, _ way: String, _ token: String
  ) async throws -> NIOAsyncChannel<WebSocketFrame, WebSocketFrame> {
    var head = HTTPRequestHead(
      version: .http1_1, method: .GET, uri: "/api/v1/streaming", headers: ["Host": "localhost", "Content-Length": "0"])
    switch way {
    case "header": head.headers.add(name: "Authorization", value: "Bearer \(token)")
    case "protocol": head.headers.add(name: "Sec-WebSocket-Protocol", value: token)
    default: head.uri += "?access_token=\(token)"
    }
    let request = head
    let result = try await ClientBootstrap(group: .singletonMultiThreadedEventLoopGroup)
      .connect(host: "127.0.0.1", port: port) { channel in
        channel.eventLoop.makeCompletedFuture {
          let upgrader = NIOTypedWebSocketClientUpgrader<NIOAsyncChannel<WebSocketFrame, WebSocketFrame>?>(
            upgradePipelineHandler: { channel, _ in
              channel.eventLoop.makeCompletedFuture {
                try NIOAsyncChannel<WebSocketFrame, WebSocketFrame>(wrappingChannelSynchronously: channel)
              }
            })
          let configuration = NIOTypedHTTPClientUpgradeConfiguration(
            upgradeRequestHead: request, upgraders: [upgrader],
            notUpgradingCompletionHandler: { $0.eventLoop.makeSucceededFuture(nil) })
          return try channel.pipeline.syncOperations.configureUpgradableHTTPClientPipeline(
            configuration: .init(upgradeConfiguration: configuration))
        }
      }
    return try #require(try await result.get())
  }
}

extension String {
  fileprivate func components(_ separator: String) -> [Substring] { split(separator: separator, maxSplits: 1) }

  func count(of part: String) -> Int { split(separator: part, omittingEmptySubsequences: false).count - 1 }
}

extension WebSocketMaskingKey {
  /// A mask of zeros.
  fileprivate static var zero: WebSocketMaskingKey { [0, 0, 0, 0] }
}

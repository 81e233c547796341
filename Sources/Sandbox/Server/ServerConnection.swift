import NIOCore
import NIOHTTP1
import NIOWebSocket

/// A connection once it is known what it speaks.
enum ServerConnection: Sendable {
  typealias HTTP = NIOAsyncChannel<HTTPServerRequestPart, HTTPPart<HTTPResponseHead, ByteBuffer>>
  typealias WebSocket = NIOAsyncChannel<WebSocketFrame, WebSocketFrame>

  case http(HTTP)
  case webSocket(WebSocket, HTTPRequestHead)

  /// What every connection of a server works with.
  struct Context: Sendable {
    var sandbox: Sandbox
    var faults: FaultInjector
    var requestCounter: RequestCounter
    var tasks: ServerTasks
    var limits: BodyLimits
    var budget: BodyBudget
    /// Whether it is reached from elsewhere too, under names that it does not know.
    var isOpen = false
  }

  /// Sets a new connection up: HTTP, unless it asks for a stream with a valid token.
  static func configure(
    _ channel: any Channel, for context: Context
  ) throws -> EventLoopFuture<Accepted> {
    let faults = ConnectionFaults(context.faults)
    let upgrader = NIOTypedWebSocketServerUpgrader<ServerConnection>(
      maxFrameSize: 1 << 16,
      shouldUpgrade: { channel, head in channel.eventLoop.makeSucceededFuture(headers(granting: head)) },
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
        channel.eventLoop.makeCompletedFuture {
          try channel.pipeline.syncOperations.addHandlers(SlowBodyHandler(context.limits), ResponsePartHandler())
          return .http(try HTTP(wrappingChannelSynchronously: channel))
        }
      })
    let pipeline = channel.pipeline.syncOperations
    let connection = try pipeline.configureUpgradableHTTPServerPipeline(
      configuration: NIOUpgradableHTTPServerPipelineConfiguration(upgradeConfiguration: upgrade))
    let gate = UpgradeAuthorizer(context.tasks) { await isGranted($0, context.sandbox, faults) }
    try pipeline.addHandler(
      gate, position: .before(try pipeline.handler(type: NIOTypedHTTPServerUpgradeHandler<ServerConnection>.self)))
    try pipeline.addHandler(CloseOnErrorHandler())
    return connection.map { Accepted(connection: $0, faults: faults, context: context) }
  }

  /// A connection and what its conversation needs.
  struct Accepted: Sendable {
    let connection: ServerConnection
    let faults: ConnectionFaults
    let context: Context

    func run() async throws {
      switch connection {
      case .http(let channel):
        try await HTTPConnection(
          channel: channel, sandbox: context.sandbox, faults: faults, requestCounter: context.requestCounter,
          limits: context.limits, budget: context.budget, isOpen: context.isOpen
        ).run()
      case .webSocket(let channel, let head):
        context.requestCounter.increment()
        if case .stream(let fault)? = faults.take(SandboxRequest(head, body: [])) {
          try await FaultyStream(channel: channel, head: head, sandbox: context.sandbox, fault: fault).run()
        } else {
          try await WebSocketConnection(channel: channel, head: head, sandbox: context.sandbox).run()
        }
      }
    }
  }

  /// Whether a request is for a stream and brings a valid token; if not, HTTP says why.
  private static func isGranted(_ head: HTTPRequestHead, _ sandbox: Sandbox, _ faults: ConnectionFaults) async -> Bool {
    let request = SandboxRequest(head, body: [])
    switch faults.decide(request) {
    case nil: break
    case .stream(.refuse)?: return false
    case .stream?: break
    // Everything else happens to the request as if it were a plain one.
    case .some: return false
    }
    guard request.path == "/api/v1/streaming" || request.path == "/api/v1/streaming/", head.method == .GET,
      head.headers.first(name: "Sec-WebSocket-Version") == "13", head.headers.contains(name: "Sec-WebSocket-Key"),
      let token = request.streamToken, sandbox.quirks.absence(of: request) == nil
    else { return false }
    // A token that cannot be checked is refused like a wrong one.
    let bearer = try? await sandbox.bearer(of: token)
    return bearer?.accountID != nil
  }

  /// A token that came as a protocol must be answered with that protocol, or browsers hang up.
  private static func headers(granting head: HTTPRequestHead) -> HTTPHeaders {
    head.headers.first(name: "Sec-WebSocket-Protocol").map { ["Sec-WebSocket-Protocol": $0] } ?? [:]
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

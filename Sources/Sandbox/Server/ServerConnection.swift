import NIOCore
import NIOHTTP1
import NIOSSL
import NIOWebSocket

/// A connection after a possible upgrade.
enum ServerConnection: Sendable {
  typealias HTTP = NIOAsyncChannel<HTTPServerRequestPart, HTTPPart<HTTPResponseHead, ByteBuffer>>
  typealias WebSocket = NIOAsyncChannel<WebSocketFrame, WebSocketFrame>

  case http(HTTP)
  case webSocket(WebSocket, HTTPRequestHead)

  /// The dependencies of connections.
  struct Context: Sendable {
    var sandbox: Sandbox
    var faults: FaultInjector
    var requestCounter: RequestCounter
    var tasks: ServerTasks
    var limits: BodyLimits
    var budget: BodyBudget
    /// Whether the server listens on an address that other machines can reach.
    var isOpen = false
    var admin: SandboxAdmin?
    var control = SandboxControl()

    /// Notes a request and its answer, whose status is 0 if a fault cut it off.
    func note(_ request: SandboxRequest, _ response: SandboxResponse, since start: ContinuousClock.Instant) {
      let (duration, moment) = (ContinuousClock.now - start, Moment(sandbox.clock.now()))
      control.log?.add(
        request, status: response.status, bytes: response.body.count, took: duration, at: moment)
      control.archive?.add(request, response, took: duration, at: moment)
    }
  }

  /// Configures a new connection: HTTP, upgraded to a WebSocket for a stream with a valid token.
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
    if let certificate = context.control.certificate {
      try pipeline.addHandler(NIOSSLServerHandler(context: certificate.context))
    }
    var configuration = NIOUpgradableHTTPServerPipelineConfiguration(upgradeConfiguration: upgrade)
    configuration.decoderConfiguration.maxHeaderListSize = context.limits.head
    let connection = try pipeline.configureUpgradableHTTPServerPipeline(configuration: configuration)
    let gate = UpgradeAuthorizer(context.tasks, patience: context.limits.silence) { head in
      (context.isOpen || head.isAddressedHere) ? await isGranted(head, context.sandbox, faults) : false
    }
    try pipeline.addHandler(
      gate, position: .before(try pipeline.handler(type: NIOTypedHTTPServerUpgradeHandler<ServerConnection>.self)))
    try pipeline.addHandler(CloseOnErrorHandler())
    return connection.map { Accepted(connection: $0, faults: faults, context: context) }
  }

  /// A configured connection with its dependencies.
  struct Accepted: Sendable {
    let connection: ServerConnection
    let faults: ConnectionFaults
    let context: Context

    func run() async throws {
      switch connection {
      case .http(let channel):
        try await HTTPConnection(channel: channel, faults: faults, context: context).run()
      case .webSocket(let channel, let head):
        context.requestCounter.increment()
        var request = SandboxRequest(head)
        request.isSecure = context.control.certificate != nil
        context.note(request, SandboxResponse(status: 101), since: .now)
        if case .stream(let fault)? = faults.take(request) {
          try await FaultyStream(channel: channel, head: head, sandbox: context.sandbox, fault: fault).run()
        } else {
          try await WebSocketConnection(channel: channel, head: head, sandbox: context.sandbox).run()
        }
      }
    }
  }

  /// Whether a request is for a stream and has a valid token; otherwise it is handled as HTTP and gets an error.
  private static func isGranted(_ head: HTTPRequestHead, _ sandbox: Sandbox, _ faults: ConnectionFaults) async -> Bool {
    let request = SandboxRequest(head)
    switch faults.decide(request) {
    case nil: break
    case .stream(.refuse)?: return false
    case .stream?: break
    // Other faults apply to the HTTP request.
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

  /// Returns a token sent as `Sec-WebSocket-Protocol`, as browsers require.
  private static func headers(granting head: HTTPRequestHead) -> HTTPHeaders {
    head.headers.first(name: "Sec-WebSocket-Protocol").map { ["Sec-WebSocket-Protocol": $0] } ?? [:]
  }
}

extension SandboxRequest {
  /// Creates a request without a body, and without the headers of a proxy.
  init(_ head: HTTPRequestHead) { self.init(head, body: [], trustsProxy: false) }

  /// The token in one of the places allowed for streams.
  var streamToken: String? { token ?? headers["Sec-WebSocket-Protocol"] }
}

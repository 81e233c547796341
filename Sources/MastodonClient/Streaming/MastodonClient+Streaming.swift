public import MastodonKit

public enum StreamingAddress: Hashable, Sendable {
  /// The instance was not requested; its own address is tried.
  case unknown
  /// The instance says that it has no streaming.
  case nowhere
  /// The instance names this address.
  case advertised(String)

  /// Reads the address from an instance; `nil` for one that could not be requested.
  public init(_ instance: Instance?) {
    guard let instance else {
      self = .unknown
      return
    }
    self = instance.streamingURL.map(StreamingAddress.advertised) ?? .nowhere
  }
}

extension MastodonClient {
  /// Returns a service for the signed-in account's streams; without a token it never connects and ends at once.
  ///
  /// - Parameters:
  ///   - keepsAlive: whether an idle connection is pinged; in-process transports cannot break and need no pings.
  ///   - sleep: waits; throws when cancelled.
  ///   - chance: returns a random number from 0 to 1, so that clients that were cut off together do not return together.
  public func streamService(
    at place: StreamingAddress, dialect: StreamDialect, keepsAlive: Bool,
    sleep: @escaping @Sendable (Duration) async throws -> Void, chance: @escaping @Sendable () -> Double
  ) -> StreamService {
    guard place != .nowhere else {
      let ended = StreamSignal.connection(.ended(.unsupported(host: server.name, operation: "receive live updates")))
      return StreamService(
        signals: { _ in
          AsyncStream { continuation in
            continuation.yield(ended)
            continuation.finish()
          }
        }, retry: {})
    }
    let server = streamingServer(place)
    var timing = StreamStateMachine.Timing()
    if !keepsAlive { timing.silence = nil }
    let driver = StreamDriver(
      watcher: StreamStateMachine(host: self.server.name, dialect: dialect, timing: timing),
      dependencies: StreamDriver.Dependencies(
        transport: transport,
        request: { plan, outgoing in
          guard let token = await tokens.current() else { return nil }
          return streamRequest(plan, to: server, dialect: dialect, token: token, outgoing: outgoing)
        },
        sleep: sleep, chance: chance))
    return StreamService(signals: { driver.signals(of: $0) }, retry: { driver.retry() })
  }

  /// Returns the advertised address if a token may be sent there; otherwise the server's own.
  ///
  /// A token is bound to scheme, host and port. It is sent to another origin only if the server advertised it over TLS,
  /// and only over TLS; and a remote server cannot make the client send a token to this machine or its network.
  func streamingServer(_ place: StreamingAddress) -> ServerAddress {
    guard case .advertised(let url) = place else { return server }
    do {
      let advertised = try ServerAddress(parsing: url)
      let isSecure = server.scheme == .https && advertised.scheme == .https
      let isWithinReach = !advertised.isInside || advertised.host == server.host
      return isSecure && isWithinReach ? advertised : server
    } catch {
      return server
    }
  }

  /// The query names the first stream, so that no subscription is needed: GoToSocial and Pleroma support that from the
  /// start.
  func streamRequest(
    _ plan: StreamStateMachine.Plan, to server: ServerAddress, dialect: StreamDialect, token: Secret,
    outgoing: AsyncStream<StreamRequest.Outgoing>
  ) -> StreamRequest {
    var headers = [Field("Authorization", "Bearer \(token.reveal)"), Field("User-Agent", userAgent)]
    let (path, query): (String, [Field])
    switch plan.carrier {
    case .webSocket: (path, query) = ("/api/v1/streaming", plan.topic.query(dialect))
    case .eventSource:
      (path, query) = plan.topic.eventSource
      headers.append(Field("Accept", "text/event-stream"))
    }
    return StreamRequest(
      carrier: plan.carrier, server: server, path: path, query: query, headers: headers, outgoing: outgoing)
  }
}

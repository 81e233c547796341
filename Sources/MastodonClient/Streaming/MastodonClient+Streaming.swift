public import MastodonKit

/// Where a server's streams are.
public enum StreamingPlace: Hashable, Sendable {
  /// The server was not asked; its own address is as good a guess as any.
  case unknown
  /// The server says that it has none.
  case nowhere
  /// The server says that they are there.
  case advertised(String)

  /// What a server's description says; `nil` for one that could not be asked.
  public init(_ instance: Instance?) {
    guard let instance else {
      self = .unknown
      return
    }
    self = instance.streamingURL.map(StreamingPlace.advertised) ?? .nowhere
  }
}

extension MastodonClient {
  /// Watches the signed-in account's streams; without a token it never connects and ends at once.
  ///
  /// - Parameters:
  ///   - place: where the instance says that streams are.
  ///   - dialect: what the server's streaming can do.
  ///   - keepsAlive: whether silence is answered with a ping; in-process transports, which cannot break, need none.
  public func streamService(at place: StreamingPlace, dialect: StreamDialect, keepsAlive: Bool) -> StreamService {
    guard place != .nowhere else {
      let ended = StreamSignal.connection(.ended(.unsupported(host: server.name, operation: "stream live events")))
      return StreamService(
        signals: { _ in
          AsyncStream { continuation in
            continuation.yield(ended)
            continuation.finish()
          }
        }, retry: {})
    }
    let server = streamingServer(place)
    var patience = StreamWatcher.Patience()
    if !keepsAlive { patience.silence = nil }
    let driver = StreamDriver(
      watcher: StreamWatcher(host: self.server.name, dialect: dialect, patience: patience),
      world: StreamDriver.World(
        transport: transport,
        request: { plan, outgoing in
          guard let token = await tokens.current() else { return nil }
          return streamRequest(plan, to: server, dialect: dialect, token: token, outgoing: outgoing)
        },
        sleep: { try await Task.sleep(for: $0) },
        chance: { Double.random(in: 0..<1) }))
    return StreamService(signals: { driver.signals(of: $0) }, retry: { driver.retry() })
  }

  /// The advertised place where a token may go to; otherwise the server's own address.
  ///
  /// A token is bound to scheme, host and port. It goes to another origin only where the server said so over TLS, and then
  /// only through TLS; and a server elsewhere cannot send anybody's token to this machine or into its network.
  func streamingServer(_ place: StreamingPlace) -> ServerAddress {
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

  /// Names the first stream in the query and not by a subscription: GoToSocial and Pleroma have it that way from the first.
  func streamRequest(
    _ plan: StreamWatcher.Plan, to server: ServerAddress, dialect: StreamDialect, token: Secret,
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

public import MastodonKit

extension MastodonClient {
  /// Watches the signed-in account's stream; without a token it never connects and ends at once.
  ///
  /// - Parameters:
  ///   - streamingURL: where the instance says that streams are (`Instance.streamingURL`), or `nil` for its own host.
  ///   - keepsAlive: whether silence is answered with a ping; in-process transports, which cannot break, need none.
  public func streamService(streamingURL: String?, keepsAlive: Bool) -> StreamService {
    let server = streamingServer(streamingURL)
    var patience = StreamWatcher.Patience()
    if !keepsAlive { patience.silence = nil }
    let driver = StreamDriver(
      transport: transport, patience: patience,
      request: { outgoing in
        guard let token = await tokens.current() else { return nil }
        return streamRequest(to: server, token: token, outgoing: outgoing)
      },
      sleep: { try await Task.sleep(for: $0) },
      chance: { Double.random(in: 0..<1) })
    return StreamService(user: { driver.signals() })
  }

  /// The advertised place if it can be read; a plain one of another machine is never used, and then the server's own is
  /// as good a guess as any.
  func streamingServer(_ streamingURL: String?) -> ServerAddress {
    guard let streamingURL else { return server }
    do { return try ServerAddress(parsing: streamingURL) } catch { return server }
  }

  /// Names the stream in the query and not by a subscription: GoToSocial and Pleroma have it that way from the first.
  func streamRequest(
    to server: ServerAddress, token: Secret, outgoing: AsyncStream<StreamRequest.Outgoing>
  ) -> StreamRequest {
    StreamRequest(
      server: server, path: "/api/v1/streaming", query: [Field("stream", "user")],
      headers: [Field("Authorization", "Bearer \(token.reveal)"), Field("User-Agent", userAgent)], outgoing: outgoing)
  }
}

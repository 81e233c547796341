public enum StreamTopic: Hashable, Sendable {
  /// The home timeline and the notifications of the signed-in account.
  case user
  /// The notifications only.
  case notifications
  /// The public posts from all known servers.
  case federated(onlyMedia: Bool)
  /// The server's own public posts.
  case local(onlyMedia: Bool)
  /// The public posts of other servers.
  case remote(onlyMedia: Bool)
  /// The public posts with a hashtag, without `#`; with `isLocal` only the server's own.
  case hashtag(String, isLocal: Bool)
  /// The posts of a list, by its id.
  case list(String)
  /// The conversations of the signed-in account.
  case direct
}

public enum StreamEvent: Hashable, Sendable {
  case update(Status)
  case statusUpdate(Status)
  case delete(Status.ID)
  case notification(Notification)
  /// Filtered notifications were accepted; the list should be reloaded.
  case notificationsMerged
  /// A conversation has a new post, or was read elsewhere.
  case conversation(Conversation)
  case announcement(Announcement)
  case announcementReaction
  case announcementDelete(Announcement.ID)
  /// The filters changed; the screen should be reloaded.
  case filtersChanged
  case unknown(String)
}

/// The state of a stream's connection, as shown to the user.
public enum StreamConnection: Hashable, Sendable {
  case connecting
  case connected
  /// Disconnected; the next attempt is in this many seconds.
  case waiting(seconds: Int)
  /// Ended permanently: the token was rejected, or the server has no such stream.
  case ended(MastodonError)
}

public enum StreamSignal: Hashable, Sendable {
  case event(StreamEvent)
  case connection(StreamConnection)
  /// Events are missing here: the connection was interrupted, or the reader was too slow.
  ///
  /// A stream repeats nothing. The missing part is requested page by page, upwards from the newest known element: see
  /// ``Gap``.
  case gap
}

/// The streams of the signed-in account, over one connection.
public struct StreamService: Sendable {
  /// The signals of a stream from now on; it reconnects by itself and ends when the iterating task is cancelled.
  ///
  /// Several readers of a stream share one subscription.
  public var signals: @Sendable (StreamTopic) -> AsyncStream<StreamSignal>
  /// Reconnects at once if it is waiting: there is a new token, or the network is available again.
  public var retry: @Sendable () -> Void

  public init(
    signals: @escaping @Sendable (StreamTopic) -> AsyncStream<StreamSignal>, retry: @escaping @Sendable () -> Void
  ) {
    self.signals = signals
    self.retry = retry
  }

  /// Returns the signals of several streams as one, or `nil` if there are none.
  ///
  /// They share a connection, of which the first one tells.
  public func signals(of topics: [StreamTopic]) -> AsyncStream<StreamSignal>? {
    guard let first = topics.first else { return nil }
    guard topics.count > 1 else { return signals(first) }
    let (stream, continuation) = AsyncStream.makeStream(of: StreamSignal.self)
    let reading = Task { [signals] in
      await withDiscardingTaskGroup { group in
        for topic in topics {
          group.addTask {
            for await signal in signals(topic) {
              if case .connection = signal, topic != first { continue }
              continuation.yield(signal)
            }
          }
        }
      }
      continuation.finish()
    }
    continuation.onTermination = { _ in reading.cancel() }
    return stream
  }
}

/// Reads the instance and the signed-in account.
public struct InstanceService: Sendable {
  public var instance: @Sendable () async throws -> Instance
  /// The signed-in account, with its posting defaults; also used to check a token.
  public var verifyCredentials: @Sendable () async throws -> Account

  public init(
    instance: @escaping @Sendable () async throws -> Instance,
    verifyCredentials: @escaping @Sendable () async throws -> Account
  ) {
    self.instance = instance
    self.verifyCredentials = verifyCredentials
  }
}

/// One of the streams that a server has.
public enum StreamTopic: Hashable, Sendable {
  /// The home timeline and the notifications of the signed-in account.
  case user
  /// The notifications alone.
  case notifications
  /// The public posts that the server knows, from everywhere.
  case federated(onlyMedia: Bool)
  /// The public posts of the server itself.
  case local(onlyMedia: Bool)
  /// The public posts of other servers.
  case remote(onlyMedia: Bool)
  /// The public posts with a hashtag, which is named without its sign; with `isLocal` those of the server itself.
  case hashtag(String, isLocal: Bool)
  /// The posts of a list, by its id.
  case list(String)
  /// The conversations of the signed-in account.
  case direct
}

/// Something that happened on the server, as a stream tells it.
public enum StreamEvent: Hashable, Sendable {
  /// A new status in the stream.
  case update(Status)
  /// A status was edited.
  case statusUpdate(Status)
  /// A status is gone.
  case delete(Status.ID)
  /// A new notification.
  case notification(Notification)
  /// Notifications that were held back are let through; the list should be asked for again.
  case notificationsMerged
  /// A conversation has a new post, or was read elsewhere.
  case conversation(Conversation)
  /// The people who run the server tell everybody something, or changed what they told.
  case announcement(Announcement)
  /// People reacted to an announcement.
  case announcementReaction(AnnouncementReactionEvent)
  /// An announcement is over.
  case announcementDelete(Announcement.ID)
  /// The filters changed; what is shown should be asked for again.
  case filtersChanged
  /// An event that this version does not know, by its name.
  case unknown(String)
}

/// What the stream is doing, for the person to see.
public enum StreamConnection: Hashable, Sendable {
  /// A connection is being made.
  case connecting
  /// Events come in.
  case connected
  /// The connection is gone; the next try is in this many seconds.
  case waiting(seconds: Int)
  /// Nothing will come any more, and trying again would not help: the token is refused, or the server has no stream.
  case ended(MastodonError)
}

/// One thing that a stream yields.
public enum StreamSignal: Hashable, Sendable {
  /// Something happened on the server.
  case event(StreamEvent)
  /// Something happened to the connection.
  case connection(StreamConnection)
  /// Events are missing at this place: the connection was away, or more came than was read.
  ///
  /// A stream repeats nothing. What is missing is asked for page by page, upwards from the newest that is known: see
  /// ``Gap``.
  case gap
}

/// Watches the streams of the signed-in account over one connection.
public struct StreamService: Sendable {
  /// The signals of a stream from now on; reconnects by itself and ends when the task that iterates is cancelled.
  ///
  /// Who asks for a stream that is watched already shares it: the server is asked once.
  public var signals: @Sendable (StreamTopic) -> AsyncStream<StreamSignal>
  /// Tries at once where it waits: there is a new token, or the network is back.
  public var retry: @Sendable () -> Void

  /// Makes the service from its parts.
  public init(
    signals: @escaping @Sendable (StreamTopic) -> AsyncStream<StreamSignal>, retry: @escaping @Sendable () -> Void
  ) {
    self.signals = signals
    self.retry = retry
  }
}

/// Reads what a server says of itself and of the signed-in account.
public struct InstanceService: Sendable {
  /// The server's description and limits.
  public var instance: @Sendable () async throws -> Instance
  /// The signed-in account, with its posting defaults; also the test of a token.
  public var verifyCredentials: @Sendable () async throws -> Account

  /// Makes the service from its parts.
  public init(
    instance: @escaping @Sendable () async throws -> Instance,
    verifyCredentials: @escaping @Sendable () async throws -> Account
  ) {
    self.instance = instance
    self.verifyCredentials = verifyCredentials
  }
}

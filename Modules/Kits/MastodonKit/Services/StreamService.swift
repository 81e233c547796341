/// Something that happened on the server, as the user stream tells it.
public enum StreamEvent: Hashable, Sendable {
  /// A new status in the home timeline.
  case update(Status)
  /// A status was edited.
  case statusUpdate(Status)
  /// A status is gone.
  case delete(Status.ID)
  /// A new notification.
  case notification(Notification)
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
}

/// One thing that a stream yields.
public enum StreamSignal: Hashable, Sendable {
  /// Something happened on the server.
  case event(StreamEvent)
  /// Something happened to the connection.
  case connection(StreamConnection)
}

/// Watches the signed-in account's stream.
public struct StreamService: Sendable {
  /// The events from now on; reconnects by itself and ends when the task that iterates is cancelled.
  public var user: @Sendable () -> AsyncStream<StreamSignal>

  /// Makes the service from its one stream.
  public init(user: @escaping @Sendable () -> AsyncStream<StreamSignal>) {
    self.user = user
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

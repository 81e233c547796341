public import FeatureKit
public import IntentKit

/// Requests from other programs: the command that makes them, and the list of those made.
///
/// The feature knows no socket; the root provides its state and carries out the commands.
public enum Intents {
  public struct State: Hashable, Sendable {
    /// Whether other programs can reach this process.
    public var socket: IntentSocketState
    /// The number of programs that receive events.
    public var subscribers: Int = 0
    /// The latest requests, newest first.
    public var requests: [IntentRecord] = []
  }

  /// Everything that can be requested; the root decides whether a running Howdah or this process carries it out.
  @MainActor
  public struct Action {
    /// Opens the composer with a text, or saves it as a draft.
    public var compose: (String) async throws -> Response
    public var open: (String) async throws -> Response
    /// Counts unread notifications and posts.
    public var unread: () async throws -> UnreadSummary
    /// Names the account and the process that carry out requests.
    public var whoami: () async throws -> IntentResponder
    /// Streams events, one JSON object for each line.
    public var events: () async throws -> AsyncThrowingStream<String, any Error>

    public init(
      compose: @escaping (String) async throws -> Response, open: @escaping (String) async throws -> Response,
      unread: @escaping () async throws -> UnreadSummary, whoami: @escaping () async throws -> IntentResponder,
      events: @escaping () async throws -> AsyncThrowingStream<String, any Error>
    ) {
      self.compose = compose
      self.open = open
      self.unread = unread
      self.whoami = whoami
      self.events = events
    }
  }
}

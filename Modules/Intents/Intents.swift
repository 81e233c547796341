public import FeatureKit
public import FoundationEssentials

/// What other programs may ask of a running Howdah, and what they have asked.
///
/// The feature knows no socket: the root says whether there is one, and carries out what is typed.
public enum Intents {
  /// Everything the screen shows.
  public struct State: Hashable, Sendable {
    /// Whether other programs find this Howdah.
    public var door: Door
    /// How many programs hear of what happens.
    public var subscribers: Int
    /// What was asked, the last first.
    public var requests: [Request]

    /// Makes a state.
    public init(door: Door, subscribers: Int = 0, requests: [Request] = []) {
      self.door = door
      self.subscribers = subscribers
      self.requests = requests
    }
  }

  /// Whether other programs find this Howdah.
  public enum Door: Hashable, Sendable {
    /// They do, at this socket.
    case open(String)
    /// They did, until another Howdah was started, which has the name now.
    case taken(String)
    /// They do not, for this reason.
    case closed(String)
  }

  /// Something that was asked.
  public struct Request: Hashable, Sendable {
    /// When.
    public var time: Date
    /// What: `open a post`.
    public var words: String
    /// What became of it: `waits for Return`.
    public var outcome: String
    /// Which it was, to say later what became of it.
    public var number: Int

    /// Makes a request.
    public init(time: Date, words: String, outcome: String, number: Int = 0) {
      self.number = number
      self.time = time
      self.words = words
      self.outcome = outcome
    }
  }

  /// How much is unread.
  public struct Unread: Hashable, Sendable {
    /// Whose, as `user@host`.
    public var account: String
    /// How many notifications.
    public var notifications: Int
    /// Whether there are more than were counted.
    public var hasMore: Bool
    /// How many posts have come to the home timeline since it was shown; `nil` where nothing was shown.
    public var home: Int?

    /// Makes counts.
    public init(account: String, notifications: Int, hasMore: Bool, home: Int?) {
      self.account = account
      self.notifications = notifications
      self.hasMore = hasMore
      self.home = home
    }
  }

  /// Who would do what is asked.
  public struct Who: Hashable, Sendable {
    /// The account, as `user@host`.
    public var account: String
    /// Whether it lives in the embedded instance.
    public var isSandbox: Bool
    /// The running Howdah that answered, by its process; `nil` where none runs.
    public var process: Int?

    /// Names somebody.
    public init(account: String, isSandbox: Bool, process: Int?) {
      self.account = account
      self.isSandbox = isSandbox
      self.process = process
    }
  }

  /// Everything that can be asked; the root decides whether a running Howdah does it or this one.
  @MainActor
  public struct Action {
    /// Opens the composer with a text, or keeps it as a draft.
    public var compose: (String) async throws -> Response
    /// Opens a link.
    public var open: (String) async throws -> Response
    /// Counts what is unread.
    public var unread: () async throws -> Unread
    /// Says whose Howdah it is.
    public var whoami: () async throws -> Who
    /// Listens to what happens, one JSON object for each line.
    public var events: () async throws -> AsyncThrowingStream<String, any Error>

    /// Makes an action from its closures.
    public init(
      compose: @escaping (String) async throws -> Response, open: @escaping (String) async throws -> Response,
      unread: @escaping () async throws -> Unread, whoami: @escaping () async throws -> Who,
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

public import FoundationEssentials

public enum SandboxStore: Sendable, Equatable {
  case inMemory
  /// In a SQLite file, which several processes can open at once.
  case file(String)
}

/// The activity in the sandbox without requests.
public enum SandboxActivity: Sendable, Equatable {
  /// Residents post, reply, favourite and boost.
  case resident
  case quiet
  /// Residents act, and additional events happen at this rate, for testing clients under load.
  case busy(perSecond: Int)

  var hasResidents: Bool { self != .quiet }
}

public struct SandboxConfiguration: Sendable, Equatable {
  public enum Translation: Sendable, Equatable {
    /// Translation is not supported (403).
    case refused
    /// The translation service is not available (503).
    case unavailable
    case reverseWords
  }

  /// The processing time of uploads, in seconds; videos and audio take at least two.
  public var mediaProcessing: Double
  public var translation: Translation
  public var allowsRegistration: Bool
  /// Whether a moderator approves new accounts, as ``Sandbox/approve(_:)`` does.
  public var reviewsRegistrations: Bool
  public var quirks: SandboxQuirks
  /// The domain of its accounts, where that is not the host of its API; `nil` for the host that a request was sent to.
  public var domain: String?
  /// The names of further local accounts that users sign in to; a resident's name makes it one of them.
  public var users: [String] = []
  /// Whether a new instance has no residents and no posts.
  public var isEmpty = false
  /// Whether tokens and passwords follow from the seed, so that they are the same in every run at the same time.
  public var isRepeatable = false
  /// What residents do and when; `nil` for what they do by themselves.
  public var script: ResidentScript?
  /// Whether everything is refused that Mastodon refuses.
  public var isStrict = false

  /// Creates a configuration; the defaults are those of a small instance without restrictions.
  public init(
    mediaProcessing: Double = 0, translation: Translation = .refused, allowsRegistration: Bool = true,
    reviewsRegistrations: Bool = false,
    quirks: SandboxQuirks = .mastodon, domain: String? = nil
  ) {
    self.quirks = quirks
    self.domain = domain
    self.mediaProcessing = mediaProcessing
    self.translation = translation
    self.allowsRegistration = allowsRegistration
    self.reviewsRegistrations = reviewsRegistrations
  }
}

/// A source of time that tests can control.
public struct SandboxClock: Sendable {
  public var now: @Sendable () -> Date
  /// Waits for a number of seconds, or until the task is cancelled.
  public var sleep: @Sendable (_ seconds: Double) async -> Void

  public init(now: @escaping @Sendable () -> Date, sleep: @escaping @Sendable (_ seconds: Double) async -> Void) {
    self.now = now
    self.sleep = sleep
  }

  public static let system = SandboxClock(
    now: { Date() },
    sleep: { seconds in
      // Ignored: callers check the time after waiting.
      do { try await Task.sleep(for: .seconds(seconds)) } catch {}
    })

  /// A clock that does not advance, for reproducible transcripts.
  public static func fixed(_ date: Date) -> SandboxClock {
    SandboxClock(now: { date }, sleep: { _ in await SandboxClock.untilCancelled() })
  }

  private static func untilCancelled() async {
    let (stream, continuation) = AsyncStream.makeStream(of: Never.self)
    for await _ in stream {}
    continuation.finish()
  }
}

/// An account, for listing.
public struct SandboxAccount: Sendable, Equatable {
  /// The name, with the domain for a remote account.
  public var acct: String
  public var displayName: String
  public var isBot: Bool
  public var canSignIn: Bool

  /// Whether a text can be the name of a local account.
  public static func isUsername(_ name: String) -> Bool {
    (1...30).contains(name.count) && name.allSatisfy { $0.isASCII && ($0.isLetter || $0.isNumber || $0 == "_") }
  }
}

public enum SandboxError: Error, Equatable {
  /// There is no such account to sign in to.
  case noSuchAccount(String)
  /// The file was written by another version.
  case unknownVersion(Int)
  /// The file is damaged or not a database.
  case unreadable(String)
  case full(String)
  /// Permission to open or write the file was denied.
  case refused(String)
  /// The file cannot be used at the moment for SQLite's reason; it may be intact.
  case unusable(String, reason: String)
  case alreadyRunning
}

public import FoundationEssentials

/// Where an instance keeps itself.
public enum SandboxStore: Sendable, Equatable {
  /// In memory, gone with the instance.
  case inMemory
  /// In a SQLite file, which several processes may open at once.
  case file(String)
}

/// Whether residents act by themselves.
public enum SandboxActivity: Sendable, Equatable {
  /// They post, answer, favourite and boost.
  case resident
  /// Nobody does anything that they are not made to do.
  case quiet
  /// So many events a second besides what residents do, to see what a client makes of a crowd.
  case busy(perSecond: Int)

  var hasResidents: Bool { self != .quiet }
}

/// What differs between one small instance and another.
public struct SandboxConfiguration: Sendable, Equatable {
  /// What becomes of a wish to read a post in another language.
  public enum Translation: Sendable, Equatable {
    /// The instance has no translator.
    case refused
    /// The translator does not answer.
    case unavailable
    /// Every word is read backwards, which shows that it was done.
    case reverseWords
  }

  /// Seconds for which the instance works on a picture; films and sounds take two at least.
  public var mediaProcessing: Double
  /// What becomes of a wish to read a post in another language.
  public var translation: Translation
  /// Whether newcomers can sign up.
  public var allowsRegistration: Bool
  /// How the instance differs from Mastodon.
  public var quirks: SandboxQuirks

  /// Makes rules; without arguments they are those of a small instance that is in a good mood.
  public init(
    mediaProcessing: Double = 0, translation: Translation = .refused, allowsRegistration: Bool = true,
    quirks: SandboxQuirks = .mastodon
  ) {
    self.quirks = quirks
    self.mediaProcessing = mediaProcessing
    self.translation = translation
    self.allowsRegistration = allowsRegistration
  }
}

/// What time it is, and how to wait.
public struct SandboxClock: Sendable {
  /// The present moment.
  public var now: @Sendable () -> Date
  /// Returns when so many seconds are over, or early when the task is cancelled.
  public var sleep: @Sendable (_ seconds: Double) async -> Void

  /// Makes a clock from its parts.
  public init(now: @escaping @Sendable () -> Date, sleep: @escaping @Sendable (_ seconds: Double) async -> Void) {
    self.now = now
    self.sleep = sleep
  }

  /// The machine's clock.
  public static let system = SandboxClock(
    now: { Date() },
    sleep: { seconds in
      // Cancelled is as good as over: who waits looks at the clock again.
      do { try await Task.sleep(for: .seconds(seconds)) } catch {}
    })

  /// A clock that stands still, for transcripts that must read the same every time.
  public static func fixed(_ date: Date) -> SandboxClock {
    SandboxClock(now: { date }, sleep: { _ in await SandboxClock.untilCancelled() })
  }

  private static func untilCancelled() async {
    let (stream, continuation) = AsyncStream.makeStream(of: Never.self)
    for await _ in stream {}
    continuation.finish()
  }
}

/// Somebody on the instance, as a list of accounts shows them.
public struct SandboxAccount: Sendable, Equatable {
  /// The name, with its host where that is another one.
  public var acct: String
  /// The name that the person chose.
  public var displayName: String
  /// Whether a program posts here.
  public var isBot: Bool
  /// Whether one can sign in as this account.
  public var canSignIn: Bool
}

/// Why an instance cannot do what its owner asks.
public enum SandboxError: Error, Equatable {
  /// Nobody of that name can sign in here.
  case noSuchAccount(String)
  /// The file was written by another version of the program.
  case unknownVersion(Int)
  /// The file is damaged or is no such file.
  case unreadable(String)
  /// There is no room left for the file.
  case full(String)
  /// The file may not be opened or written.
  case refused(String)
  /// The file cannot be used now, for SQLite's reason; it need not be damaged.
  case unusable(String, reason: String)
  /// The server was started before.
  case alreadyRunning
}

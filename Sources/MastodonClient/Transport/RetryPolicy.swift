internal import FoundationEssentials

/// How patiently a request is sent again that did not get through.
///
/// Only what is safe is repeated: a GET, and a POST whose `Idempotency-Key` the server is known to honour. What took long
/// enough to be given up is not tried once more, since whoever waits has waited.
public struct RetryPolicy: Hashable, Sendable {
  /// How often a request is sent at most.
  public var attempts: Int
  /// How long the first wait is at most; each later one can be twice as long.
  public var firstWait: Duration
  /// How long one wait may be; a server that asks for more is not asked again, and the error says when it can be.
  public var longestWait: Duration
  /// After this time no further attempt begins.
  public var total: Duration

  /// Makes a policy; by default one that suits a person who waits.
  public init(
    attempts: Int = 3, firstWait: Duration = .milliseconds(400), longestWait: Duration = .seconds(5),
    total: Duration = .seconds(15)
  ) {
    self.attempts = attempts
    self.firstWait = firstWait
    self.longestWait = longestWait
    self.total = total
  }

  /// Sends once; only a kept connection that the server had closed is made anew.
  public static let never = RetryPolicy(attempts: 1)
}

/// A policy, and the way in which waiting and chance come about.
public struct Retries: Sendable {
  /// What is tried again.
  public var policy: RetryPolicy
  /// Waits; it throws when the task is cancelled.
  public var sleep: @Sendable (Duration) async throws -> Void
  /// A number from 0 to 1, by which many programs that failed together do not come back together.
  public var chance: @Sendable () -> Double

  /// Makes it from its parts.
  public init(
    _ policy: RetryPolicy, sleep: @escaping @Sendable (Duration) async throws -> Void,
    chance: @escaping @Sendable () -> Double
  ) {
    self.policy = policy
    self.sleep = sleep
    self.chance = chance
  }

  /// Waits for nothing.
  public static let never = Retries(.never, sleep: { _ in }, chance: { 0 })

  /// The machine's time and chance.
  public static func live(_ policy: RetryPolicy = RetryPolicy()) -> Retries {
    Retries(policy, sleep: { try await Task.sleep(for: $0) }, chance: { Double.random(in: 0...1) })
  }
}

/// Decides, failure by failure, whether and when one request is sent again.
struct RetryPlan {
  /// What went wrong with an attempt.
  enum Trouble: Hashable {
    /// The connection ended before the first byte of an answer.
    case closedBeforeAnswer
    /// The connection ended in the middle of the answer.
    case closedMidAnswer
    /// The server, or a proxy in front of it, could not just now, and may have said for how many seconds.
    case busy(seconds: Int?)
    /// Too many requests; the server may have said for how many seconds.
    case limited(seconds: Int?)
  }

  private let policy: RetryPolicy
  private let isSafe: Bool
  private var sent = 1
  private var hasRenewedConnection = false

  init(_ policy: RetryPolicy, isSafe: Bool) {
    self.policy = policy
    self.isSafe = isSafe
  }

  /// How long to wait before the request is sent again, or `nil` to give up.
  ///
  /// - Parameter chance: from 0 to 1: how much of the back-off is waited for.
  mutating func wait(after trouble: Trouble, elapsed: Duration, chance: Double) -> Duration? {
    guard isSafe else { return nil }
    if trouble == .closedBeforeAnswer, !hasRenewedConnection {
      // Most likely a kept connection that the server had given up: that is no failure, and costs no attempt.
      hasRenewedConnection = true
      return .zero
    }
    guard sent < policy.attempts else { return nil }
    let wait: Duration
    switch trouble {
    case .closedBeforeAnswer, .closedMidAnswer, .busy(nil): wait = backOff * chance
    case .busy(let seconds?), .limited(let seconds?):
      // A little more than asked, so that not everybody comes back in the same instant.
      guard .seconds(seconds) <= policy.longestWait else { return nil }
      wait = .seconds(seconds) + policy.firstWait * chance
    // Who gives no time has none to give.
    case .limited(nil): return nil
    }
    guard elapsed + wait < policy.total else { return nil }
    sent += 1
    return wait
  }

  private var backOff: Duration { min(policy.firstWait * (1 << min(sent - 1, 16)), policy.longestWait) }
}

extension RetryPlan.Trouble {
  /// What of an outcome may pass by itself; `nil` for everything else.
  init?(_ outcome: Result<HTTPResponse, any Error>, now: Date) {
    switch outcome {
    case .success(let response):
      switch response.status {
      case 429: self = .limited(seconds: RetryAfter.seconds(in: response, now: now))
      case 502, 503, 504: self = .busy(seconds: RetryAfter.seconds(in: response, now: now))
      default: return nil
      }
    case .failure(TransportFailure.closedBeforeAnswer): self = .closedBeforeAnswer
    case .failure(TransportFailure.closedMidAnswer): self = .closedMidAnswer
    case .failure: return nil
    }
  }
}

extension HTTPRequest {
  /// Whether sending it twice does no more than sending it once.
  ///
  /// - Parameter honoursKeys: Whether the server is known to answer a second request with the same key as it did the first.
  func isRepeatable(honouringKeys honoursKeys: Bool) -> Bool {
    switch method {
    case .get: true
    case .post: honoursKeys && header(MastodonClient.idempotencyKey) != nil
    case .put, .patch, .delete: false
    }
  }
}

internal import FoundationEssentials
internal import MastodonKit

/// The number and timing of retries of a failed request.
///
/// Only safe requests are retried: a GET, and a POST whose `Idempotency-Key` the server is known to honour. A request
/// that timed out is not retried, because the user has waited long enough.
public struct RetryPolicy: Hashable, Sendable {
  public var attempts: Int
  /// The longest first wait; each later one can be twice as long.
  public var firstWait: Duration
  /// The longest single wait; if a server asks for more, the request fails, and the error says when to try again.
  public var longestWait: Duration
  /// The time after which no further attempt begins.
  public var total: Duration

  /// Whether a request that the server has not accepted because there were too many is sent again, after whatever time it asks for.
  public var waitsForLimits: Bool

  /// Creates a policy; the defaults suit interactive use.
  public init(
    attempts: Int = 3, firstWait: Duration = .milliseconds(400), longestWait: Duration = .seconds(5),
    total: Duration = .seconds(15), waitsForLimits: Bool = false
  ) {
    self.waitsForLimits = waitsForLimits
    self.attempts = attempts
    self.firstWait = firstWait
    self.longestWait = longestWait
    self.total = total
  }

  /// A single attempt; only a reused connection that the server had closed is opened again.
  public static let never = RetryPolicy(attempts: 1)
}

/// A retry policy with its clock and random source.
public struct Retries: Sendable {
  public var policy: RetryPolicy
  /// Waits; throws when the task is cancelled.
  public var sleep: @Sendable (Duration) async throws -> Void
  /// A random number from 0 to 1, so that clients that failed together do not return together.
  public var chance: @Sendable () -> Double
  /// Is told of a wait that the user notices, before it begins.
  public var report: @Sendable (Wait) -> Void

  public enum Wait: Hashable, Sendable {
    /// Before a request is sent again, which takes longer than ``noticedWait`` by now.
    case beforeRetry(Duration)
    /// For a server that accepts no more requests for now.
    case forLimit(Duration)
  }

  /// The duration of a retry after which it is reported.
  public static let noticedWait = Duration.seconds(2)

  public init(
    _ policy: RetryPolicy, sleep: @escaping @Sendable (Duration) async throws -> Void,
    chance: @escaping @Sendable () -> Double, report: @escaping @Sendable (Wait) -> Void
  ) {
    self.policy = policy
    self.sleep = sleep
    self.chance = chance
    self.report = report
  }

  public static let never = Retries(.never, sleep: { _ in }, chance: { 0 }, report: { _ in })

  /// Retries with the machine's clock and random numbers.
  public static func live(_ policy: RetryPolicy = RetryPolicy()) -> Retries {
    Retries(
      policy, sleep: { try await Task.sleep(for: $0) }, chance: { Double.random(in: 0...1) }, report: { _ in })
  }
}

/// Decides after each failure whether and when a request is sent again.
struct RetryPlan {
  enum Failure: Hashable {
    /// The connection ended before the first byte of a response.
    case closedBeforeResponse
    /// The connection ended in the middle of a response.
    case closedMidResponse
    /// The server, or a proxy in front of it, is unavailable; with the seconds to wait if it names them.
    case busy(seconds: Int?)
    /// Too many requests; with the seconds to wait if the server names them.
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

  /// Returns how long to wait before the next attempt, or `nil` to give up.
  ///
  /// - Parameter chance: from 0 to 1: the share of the back-off to wait.
  mutating func wait(after failure: Failure, elapsed: Duration, chance: Double) -> Duration? {
    guard isSafe else { return nil }
    if failure == .closedBeforeResponse, !hasRenewedConnection {
      // Probably a reused connection that the server had closed, which does not count as an attempt.
      hasRenewedConnection = true
      return .zero
    }
    guard sent < policy.attempts else { return nil }
    let wait: Duration
    switch failure {
    case .closedBeforeResponse, .closedMidResponse, .busy(nil): wait = backOff * chance
    case .busy(let seconds?), .limited(let seconds?):
      // A little more than asked for, so that clients do not return at the same moment.
      guard .seconds(seconds) <= policy.longestWait else { return nil }
      wait = .seconds(seconds) + policy.firstWait * chance
    // A server that names no time is not asked again.
    case .limited(nil): return nil
    }
    guard elapsed + wait < policy.total else { return nil }
    sent += 1
    return wait
  }

  private var backOff: Duration { min(policy.firstWait * (1 << min(sent - 1, 16)), policy.longestWait) }
}

extension RetryPlan.Failure {
  /// Creates the failure of an outcome that may succeed later; `nil` for everything else.
  init?(_ outcome: Result<HTTPResponse, any Error>, now: Date) {
    switch outcome {
    case .success(let response):
      switch response.status {
      case 429:
        // A time of 0 means one more request, and says nothing of when the limit ends.
        let named = RetryAfter.postponement(in: response, now: now)
        self = .limited(seconds: named ?? RetryAfter.seconds(in: response, now: now))
      case 502, 503, 504: self = .busy(seconds: RetryAfter.postponement(in: response, now: now))
      default: return nil
      }
    case .failure(TransportFailure.closedBeforeResponse): self = .closedBeforeResponse
    case .failure(TransportFailure.closedMidResponse): self = .closedMidResponse
    case .failure: return nil
    }
  }
}

extension HTTPRequest {
  /// Whether sending the request twice has the same effect as sending it once.
  ///
  /// - Parameter honoursKeys: Whether the server is known to honour `Idempotency-Key`.
  func isRepeatable(honouringKeys honoursKeys: Bool) -> Bool {
    switch method {
    case .get: true
    case .post: honoursKeys && header(MastodonClient.idempotencyKey) != nil
    case .put, .patch, .delete: false
    }
  }
}

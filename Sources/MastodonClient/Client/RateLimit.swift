public import FoundationEssentials
internal import MastodonKit
internal import Synchronization

/// How many requests a server still takes from this account, as it said last.
///
/// Several limits overlap; servers tell the one that is nearest.
public struct RateLimit: Hashable, Sendable {
  /// How many requests are taken in one window, where the server says it.
  public var limit: Int?
  /// How many are left.
  public var remaining: Int
  /// When the window ends, where the server says it.
  public var resets: Date?

  /// Makes a budget.
  public init(limit: Int?, remaining: Int, resets: Date?) {
    self.limit = limit
    self.remaining = remaining
    self.resets = resets
  }
}

/// How many requests of a client were sent that change something.
final class ChangeCount: Sendable {
  private let number = Mutex(0)

  var value: Int { number.withLock(\.self) }

  /// Counts a request before it is sent, since nobody can tell afterwards whether a broken one arrived.
  func note<Response>(_ endpoint: Endpoint<Response>) {
    if endpoint.isChange { number.withLock { $0 += 1 } }
  }
}

extension Endpoint {
  /// Whether it changes something that somebody can see: no marker, no push subscription, no file before it is posted.
  var isChange: Bool {
    guard method != .get, scope?.rawValue.hasPrefix("write:") == true else { return false }
    return scope != .writeMedia && template != "/api/v1/markers"
  }
}

/// Remembers what a server last said about its limits, in the server's words: they are read only when somebody asks.
final class RateLimitMemory: Sendable {
  private struct Words {
    var limit: String?
    var remaining: String
    var reset: String?
    var seen: Date
  }

  private let words = Mutex<Words?>(nil)

  func note(_ response: HTTPResponse, now: Date) {
    guard let remaining = response.header("X-RateLimit-Remaining") else { return }
    let heard = Words(
      limit: response.header("X-RateLimit-Limit"), remaining: remaining,
      reset: response.header("X-RateLimit-Reset"), seen: now)
    words.withLock { $0 = heard }
  }

  var budget: RateLimit? {
    guard let words = words.withLock({ $0 }), let remaining = Int(words.remaining) else { return nil }
    return RateLimit(
      limit: words.limit.flatMap { Int($0) }, remaining: max(remaining, 0),
      resets: words.reset.flatMap { RetryAfter.date(ofReset: $0, now: words.seen) })
  }
}

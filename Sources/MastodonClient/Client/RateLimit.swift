internal import FoundationEssentials
internal import MastodonKit
internal import Synchronization

/// Counts the requests of a client that change something, and those that the server has accepted from the account.
final class ChangeCount: Sendable {
  private let acceptances = Mutex(0)
  private let changes = Mutex<(number: Int, last: Date?)>((0, nil))

  var value: Int { changes.withLock(\.number) }
  /// When the last one was sent.
  var last: Date? { changes.withLock(\.last) }

  /// Counts a request before it is sent, because a lost response does not tell whether the request arrived.
  func note(_ endpoint: AnyEndpoint, at time: Date) {
    if endpoint.isChange { changes.withLock { $0 = ($0.number + 1, time) } }
  }

  var accepted: Int { acceptances.withLock(\.self) }

  func noteAccepted() { acceptances.withLock { $0 += 1 } }
}

extension AnyEndpoint {
  /// Whether it changes something visible: not a marker, a push subscription or an upload that is not posted yet.
  var isChange: Bool {
    guard method != .get else { return false }
    // One from the outbox has no scope.
    if QueuedRequest(self) != nil { return true }
    guard scope?.rawValue.hasPrefix("write:") == true else { return false }
    return scope != .writeMedia && template != "/api/v1/markers"
  }
}

/// Stores the last rate limit headers; they are parsed on demand.
final class RateLimitMemory: Sendable {
  private struct Values {
    var limit: String?
    var remaining: String
    var reset: String?
    var seen: Date
  }

  private let values = Mutex<Values?>(nil)

  func note(_ response: HTTPResponse, now: Date) {
    guard let remaining = response.header("X-RateLimit-Remaining") else { return }
    let received = Values(
      limit: response.header("X-RateLimit-Limit"), remaining: remaining,
      reset: response.header("X-RateLimit-Reset"), seen: now)
    values.withLock { $0 = received }
  }

  var budget: RateLimit? {
    guard let values = values.withLock({ $0 }), let remaining = Int(values.remaining) else { return nil }
    return RateLimit(
      limit: values.limit.flatMap { Int($0) }, remaining: max(remaining, 0),
      resets: values.reset.flatMap { RetryAfter.date(ofReset: $0, now: values.seen) })
  }
}

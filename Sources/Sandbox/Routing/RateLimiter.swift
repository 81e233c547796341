/// Counts requests in fixed time windows.
///
/// As on Mastodon, several limits apply at once and the tightest one is reported.
struct RateLimiter: Sendable {
  /// The limit in the headers if nothing is limited.
  static let usual = 300

  /// Requests in five minutes per token and per address; `nil` for no limit.
  let limit: Int?
  private var counts: [Bucket: Int] = [:]

  init(limit: Int?) { self.limit = limit }

  /// A separately counted kind of request.
  enum Scope: Hashable, Sendable {
    case account, address, uploads, deletions, registrations

    var minutes: Int64 {
      switch self {
      case .account, .address: 5
      case .uploads, .deletions, .registrations: 30
      }
    }

    /// Whether requests are counted regardless of their token.
    var isPerAddress: Bool { self == .address || self == .registrations }

    func limit(_ calls: Int) -> Int {
      switch self {
      case .account, .address: calls
      case .uploads, .deletions: 30
      case .registrations: 5
      }
    }
  }

  private struct Bucket: Hashable {
    var scope: Scope
    var key: String
    var window: Int64
  }

  struct Status: Sendable {
    var limit: Int
    var remaining: Int
    var reset: Moment
    var isAdmitted: Bool

    var headers: [(String, String)] {
      [
        ("X-RateLimit-Limit", String(limit)), ("X-RateLimit-Remaining", String(remaining)),
        ("X-RateLimit-Reset", reset.text),
      ]
    }
  }

  /// The state before any request.
  func rateLimitStatus(at now: Moment) -> Status { rateLimitStatus(.account, at: now) }

  private func rateLimitStatus(_ scope: Scope, at now: Moment) -> Status {
    let seconds = scope.minutes * 60
    let most = scope.limit(limit ?? Self.usual)
    return Status(
      limit: most, remaining: most, reset: Moment(milliseconds: (now.seconds / seconds + 1) * seconds * 1000),
      isAdmitted: true)
  }

  /// Counts a request in all scopes that apply, and returns the tightest one.
  ///
  /// All clients on this machine have the same address, so it counts only for requests without a token.
  mutating func admit(_ token: String?, _ method: String, _ path: String, at now: Moment) -> Status {
    guard limit != nil else {
      var rateLimitStatus = rateLimitStatus(at: now)
      rateLimitStatus.remaining -= 1
      return rateLimitStatus
    }
    counts = counts.filter { $0.key.window >= now.seconds / ($0.key.scope.minutes * 60) }
    var nearest: Status?
    for scope in Self.scopes(of: method, path, isKnown: token != nil) {
      let bucket = Bucket(
        scope: scope, key: scope.isPerAddress ? "" : token ?? "", window: now.seconds / (scope.minutes * 60))
      counts[bucket, default: 0] += 1
      var rateLimitStatus = rateLimitStatus(scope, at: now)
      rateLimitStatus.remaining = rateLimitStatus.limit - (counts[bucket] ?? 0)
      rateLimitStatus.isAdmitted = rateLimitStatus.remaining >= 0
      rateLimitStatus.remaining = max(rateLimitStatus.remaining, 0)
      let isNearer =
        nearest.map { $0.isAdmitted && (!rateLimitStatus.isAdmitted || rateLimitStatus.remaining < $0.remaining) }
        ?? true
      if isNearer { nearest = rateLimitStatus }
    }
    return nearest ?? rateLimitStatus(at: now)
  }

  private static func scopes(of method: String, _ path: String, isKnown: Bool) -> [Scope] {
    let general: [Scope] = isKnown ? [.account] : [.address]
    switch (method, path) {
    case ("POST", "/api/v1/media"), ("POST", "/api/v2/media"): return general + [.uploads]
    case ("POST", "/api/v1/accounts"): return general + [.registrations]
    case ("DELETE", _) where path.hasPrefix("/api/v1/statuses/"): return general + [.deletions]
    case ("POST", _) where path.hasPrefix("/api/v1/statuses/") && path.hasSuffix("/unreblog"):
      return general + [.deletions]
    default: return general
    }
  }
}

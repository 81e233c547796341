/// Counts calls in windows of time, as Mastodon does: several limits overlap, and the nearest one is told.
struct RateLimiter: Sendable {
  /// What the headers say when nothing is limited.
  static let usual = 300

  /// Calls of all kinds in five minutes, for a token and for an address; nil for no limit at all.
  let limit: Int?
  private var counts: [Bucket: Int] = [:]

  init(limit: Int?) { self.limit = limit }

  /// Something that is counted by itself.
  enum Scope: Hashable, Sendable {
    case account, address, uploads, deletions, registrations

    var minutes: Int64 {
      switch self {
      case .account, .address: 5
      case .uploads, .deletions, .registrations: 30
      }
    }

    /// Whether it does not matter whose token came with a call.
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

  /// How a caller stands who has not called.
  func rateLimitStatus(at now: Moment) -> Status { rateLimitStatus(.account, at: now) }

  private func rateLimitStatus(_ scope: Scope, at now: Moment) -> Status {
    let seconds = scope.minutes * 60
    let most = scope.limit(limit ?? Self.usual)
    return Status(
      limit: most, remaining: most, reset: Moment(milliseconds: (now.seconds / seconds + 1) * seconds * 1000),
      isAdmitted: true)
  }

  /// Counts a call in all scopes that it falls under; the fewest calls left are what the caller is told.
  ///
  /// Everybody on this machine calls from one address, which is only counted where nobody says who they are.
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

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
    case account, address, uploads, deletions, registrations, paging, posts, follows, reports

    var minutes: Int64 {
      switch self {
      case .account, .address: 5
      case .paging: 15
      case .uploads, .deletions, .registrations: 30
      case .posts: 180
      case .follows, .reports: 1440
      }
    }

    /// Whether requests are counted regardless of their token.
    var isPerAddress: Bool { self == .address || self == .registrations }

    func limit(_ calls: Int) -> Int {
      switch self {
      case .account, .address: calls
      case .uploads, .deletions: 30
      case .registrations: 5
      case .paging, .posts: 300
      case .follows, .reports: 400
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
  mutating func admit(_ token: String?, _ request: SandboxRequest, at now: Moment) -> Status {
    guard limit != nil else {
      var rateLimitStatus = rateLimitStatus(at: now)
      rateLimitStatus.remaining -= 1
      return rateLimitStatus
    }
    counts = counts.filter { $0.key.window >= now.seconds / ($0.key.scope.minutes * 60) }
    var nearest: Status?
    for scope in Self.scopes(of: request, isKnown: token != nil) {
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

  private static func scopes(of request: SandboxRequest, isKnown: Bool) -> [Scope] {
    let path = request.path
    // Pages for people have no limit here.
    guard path.hasPrefix("/api/") else { return [] }
    var general: [Scope] = isKnown ? [.account] : [.address]
    let isPaging = request.query.split(separator: "&").contains { pair in
      ["page=", "min_id=", "max_id=", "since_id="].contains { pair.hasPrefix($0) }
    }
    if isPaging { general.append(.paging) }
    switch (request.method, path) {
    case ("POST", "/api/v1/statuses"): return general + [.posts]
    case ("POST", "/api/v1/reports"): return general + [.reports]
    case ("POST", _) where path.hasPrefix("/api/v1/accounts/") && path.hasSuffix("/follow"): return general + [.follows]
    case ("POST", "/api/v1/media"), ("POST", "/api/v2/media"): return general + [.uploads]
    case ("POST", "/api/v1/accounts"): return general + [.registrations]
    case ("DELETE", _) where path.hasPrefix("/api/v1/statuses/"): return general + [.deletions]
    case ("POST", _) where path.hasPrefix("/api/v1/statuses/") && path.hasSuffix("/unreblog"):
      return general + [.deletions]
    default: return general
    }
  }
}

/// Counts calls in windows of five minutes, as Mastodon does.
struct RateLimiter: Sendable {
  /// What the headers say when nothing is limited.
  static let usual = 300
  private static let window: Int64 = 300

  /// Calls in a window for each token; nil for no limit.
  let limit: Int?
  private var counts: [String: Int] = [:]
  private var currentWindow: Int64 = 0

  init(limit: Int?) { self.limit = limit }

  struct Standing: Sendable {
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
  func standing(at now: Moment) -> Standing {
    Standing(
      limit: limit ?? Self.usual, remaining: limit ?? Self.usual,
      reset: Moment(milliseconds: (now.seconds / Self.window + 1) * Self.window * 1000), isAdmitted: true)
  }

  /// Counts a call.
  mutating func admit(_ key: String, at now: Moment) -> Standing {
    var standing = standing(at: now)
    if currentWindow != now.seconds / Self.window {
      currentWindow = now.seconds / Self.window
      counts = [:]
    }
    guard let limit else {
      standing.remaining -= 1
      return standing
    }
    let count = counts[key, default: 0] + 1
    counts[key] = count
    standing.remaining = max(limit - count, 0)
    standing.isAdmitted = count <= limit
    return standing
  }
}

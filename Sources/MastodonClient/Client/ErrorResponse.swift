internal import FoundationEssentials
internal import MastodonKit

/// An unsuccessful response: the status code decides; the body may be missing, HTML or anything else.
struct ErrorResponse {
  private let status: Int
  private let words: String
  /// The seconds until more requests are accepted, if the server names them.
  private let retryAfter: Int?
  /// The seconds to wait after a failure of the server, if it names them.
  private let postponement: Int?

  init(_ response: HTTPResponse, now: Date) {
    status = response.status
    words = Self.words(response)
    retryAfter = RetryAfter.seconds(in: response, now: now)
    postponement = RetryAfter.postponement(in: response, now: now)
  }

  /// Whether the server refuses the token: Pleroma with 403, and Mastodon one without a user with 422.
  var isAboutToken: Bool {
    let lower = words.lowercased()
    return status == 403 && lower.hasPrefix("invalid credentials")
      || status == 422 && lower.contains("requires an authenticated user")
  }
  /// Whether the body is silent about the reason or mentions the token.
  var mayBeAboutToken: Bool { words.isEmpty || words.lowercased().contains("token") }
  /// Whether the server gives no reason.
  var hasNoReason: Bool { words.isEmpty }

  /// The server's reason in one line; empty if it gives none.
  static func reason(in response: HTTPResponse) -> String { ServerMessage.clean(words(response), without: []) }

  func error(host: String, operation: String, secrets: [String]) -> MastodonError {
    let words = ServerMessage.clean(words, without: secrets)
    return switch status {
    case 401: .unauthorized(host: host, operation: operation)
    case 403: .forbidden(host: host, words: words, operation: operation)
    case 404, 410: .notFound(host: host, operation: operation)
    case 405, 501: .unsupported(host: host, operation: operation)
    // Too late, too early, or held up on the way: the same request may succeed later.
    case 407, 408, 421, 423, 425:
      .serverFailed(host: host, code: status, retryAfter: postponement, words: words, operation: operation)
    // Another request has changed the same thing.
    case 409 where words.lowercased().contains("try again"):
      .serverFailed(host: host, code: status, retryAfter: postponement, words: words, operation: operation)
    case 413: .tooLarge(host: host, operation: operation)
    case 429: .rateLimited(host: host, retryAfter: retryAfter, operation: operation)
    case 400..<500: .rejected(host: host, words: words, operation: operation)
    case 500...:
      .serverFailed(
        host: host, code: status, retryAfter: postponement, words: Self.isName(words) ? "" : words, operation: operation
      )
    default: .invalidResponse(host: host, operation: operation)
    }
  }

  /// Whether a reason only repeats what the status code says, as `502 Bad Gateway` does.
  private static func isName(_ words: String) -> Bool {
    let letters = words.lowercased().filter(\.isLetter)
    return ["internalservererror", "badgateway", "serviceunavailable", "gatewaytimeout"].contains(letters)
  }

  /// The most bytes of a text that is a reason, and not a document; the reason is cut further.
  private static let longestText = 2000

  /// The reason in any of the known shapes; empty if there is none.
  private static func words(_ response: HTTPResponse) -> String {
    guard response.body.count <= 1 << 16 else { return "" }
    do {
      return try MastodonJSON.decode(ValidationError.self, from: response.body).words
    } catch {
      // A proxy may give a reason in plain text; an HTML page is meant for browsers.
      guard response.body.count <= longestText,
        response.header("Content-Type")?.lowercased().hasPrefix("text/plain") == true
      else { return "" }
      return String(decoding: response.body, as: UTF8.self)
    }
  }
}

/// A server's message as one line that is safe to show.
enum ServerMessage {
  static let limit = 300

  /// Removes control characters, collapses white space, blanks out secrets and shortens the text.
  static func clean(_ words: String, without secrets: [String]) -> String {
    var line = String.UnicodeScalarView()
    for scalar in words.unicodeScalars {
      if scalar.properties.isWhitespace || scalar == "\u{85}" {
        if let last = line.last, last != " " { line.append(" ") }
      } else if !isUnsafe(scalar) {
        line.append(scalar)
      }
    }
    var text = String(line)
    // After the removal, because a removed character could have split a secret.
    for secret in secrets where secret.utf8.count >= 4 { text = text.replacing(secret, with: "…") }
    guard text.count > limit else { return text.last == " " ? String(text.dropLast()) : text }
    return text.prefix(limit - 1) + "…"
  }

  /// Control and format characters such as bidirectional overrides, which can make a line read differently.
  private static func isUnsafe(_ scalar: Unicode.Scalar) -> Bool {
    switch scalar.properties.generalCategory {
    case .control, .lineSeparator, .paragraphSeparator, .surrogate: true
    // Joiners are part of emoji and of some scripts.
    case .format: scalar != "\u{200D}" && scalar != "\u{200C}"
    default: false
    }
  }
}

/// The time that a server asks clients to wait.
enum RetryAfter {
  /// Seconds from `now`: `Retry-After` in seconds or as a date, else `X-RateLimit-Reset`, `RateLimit-Reset` or `RateLimit`, as a
  /// date, as seconds since 1970 or as seconds from now; `nil` also for a time that is over, since the server still refuses.
  ///
  /// Its dates are by the server's clock, and so is `now` where the response says it.
  static func seconds(in response: HTTPResponse, now: Date) -> Int? {
    let clock = clock(of: response) ?? now
    let resets = [
      response.header("X-RateLimit-Reset"), response.header("RateLimit-Reset"),
      response.header("RateLimit").flatMap(reset(inLimit:)),
    ]
    let times =
      [postponement(in: response, now: now)]
      + resets.map { $0.flatMap { date(ofReset: $0, now: clock) }.map { seconds(until: $0, now: clock) } }
    return times.compactMap(\.self).first { $0 > 0 }
  }

  /// The reset of `limit=300, remaining=0, reset=50`, or of `"default";r=0;t=50`.
  private static func reset(inLimit header: String) -> String? {
    for part in header.split(whereSeparator: { ",; ".contains($0) }) {
      let words = part.split(separator: "=", maxSplits: 1)
      if words.count == 2, ["reset", "t"].contains(words[0].lowercased()) { return String(words[1]) }
    }
    return nil
  }

  /// Seconds from `now` by `Retry-After` alone: the limit of requests, which every response may state, is not why a server fails.
  static func postponement(in response: HTTPResponse, now: Date) -> Int? {
    guard let value = response.header("Retry-After") else { return nil }
    // Some proxies send fractions.
    if let seconds = Double(value), seconds >= 0 { return Int(min(seconds.rounded(.up), Double(longest))) }
    return httpDate(value).map { seconds(until: $0, now: clock(of: response) ?? now) }
  }

  /// The time of a response by the server's clock.
  static func clock(of response: HTTPResponse) -> Date? { response.header("Date").flatMap(httpDate) }

  /// The date in `X-RateLimit-Reset`: a date with or without a zone, seconds since 1970, or seconds from now.
  static func date(ofReset text: String, now: Date) -> Date? {
    // A number this small is not a date: some rate limiters count down.
    if let count = Double(text), (0...Double(longest)).contains(count) { return now.addingTimeInterval(count) }
    return MastodonDate.parse(text)
  }

  /// More than a day is a mistake or an attack.
  private static let longest = 86_400

  private static func seconds(until date: Date, now: Date) -> Int {
    let seconds = date.timeIntervalSince(now).rounded(.up)
    return Int(min(max(seconds, 0), Double(longest)))
  }

  /// `Sat, 21 Nov 2026 08:00:00 GMT`.
  static func httpDate(_ text: String) -> Date? {
    let parts = text.split(whereSeparator: { $0 == " " || $0 == "," })
    let months = ["Jan", "Feb", "Mar", "Apr", "May", "Jun", "Jul", "Aug", "Sep", "Oct", "Nov", "Dec"]
    guard parts.count == 6, let month = months.firstIndex(of: String(parts[2])) else { return nil }
    func twoDigits(_ text: String) -> String { text.count == 1 ? "0" + text : text }
    return MastodonDate.parse("\(parts[3])-\(twoDigits(String(month + 1)))-\(twoDigits(String(parts[1])))T\(parts[4])Z")
  }
}

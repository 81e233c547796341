internal import FoundationEssentials
internal import MastodonKit

/// What a server's refusal says: the status code is the contract, the body may be absent, a page of HTML or anything.
struct ErrorAnswer {
  private let status: Int
  private let words: String
  /// For how many seconds the server wants to be left alone, where it says so.
  private let retryAfter: Int?

  init(_ response: HTTPResponse, now: Date) {
    status = response.status
    words = Self.words(response)
    retryAfter = RetryAfter.seconds(in: response, now: now)
  }

  /// Whether the server says nothing about why, or that it is the token.
  var mayMeanToken: Bool { words.isEmpty || words.lowercased().contains("token") }
  /// Whether the server says nothing about why.
  var givesNoReason: Bool { words.isEmpty }

  func error(host: String, operation: String, secrets: [String]) -> MastodonError {
    let cleaned = ServerWords.clean(words, without: secrets)
    let words = cleaned.isEmpty ? "The server gave no reason." : cleaned
    return switch status {
    case 401: .unauthorized(host: host, operation: operation)
    case 403: .forbidden(host: host, words: words, operation: operation)
    case 404, 410: .notFound(host: host, operation: operation)
    case 405, 501: .unsupported(host: host, operation: operation)
    case 429: .rateLimited(host: host, retryAfter: retryAfter, operation: operation)
    // GoToSocial throttles like this, and says for how long.
    case 503 where retryAfter != nil: .rateLimited(host: host, retryAfter: retryAfter, operation: operation)
    case 400..<500: .rejected(host: host, words: words, operation: operation)
    case 500...: .serverFailed(host: host, code: status, operation: operation)
    default: .invalidAnswer(host: host, operation: operation)
    }
  }

  /// The reason, in whatever shape the server has it; none where there is no answer to read.
  private static func words(_ response: HTTPResponse) -> String {
    guard response.body.count <= 1 << 16 else { return "" }
    do {
      return try MastodonJSON.decode(ValidationError.self, from: response.body).words
    } catch {
      // A proxy in front of a server may say it in a line; a page is for a browser.
      guard response.body.count <= ServerWords.limit,
        response.header("Content-Type")?.lowercased().hasPrefix("text/plain") == true
      else { return "" }
      return String(decoding: response.body, as: UTF8.self)
    }
  }
}

/// A server's own words as one line that is safe to show.
enum ServerWords {
  static let limit = 300

  /// Cuts out what could steer a terminal, folds white space, blanks out secrets, and shortens.
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
    // Only now: what was cut out could have stood in the middle of one.
    for secret in secrets where secret.utf8.count >= 4 { text = text.replacing(secret, with: "…") }
    guard text.count > limit else { return text.last == " " ? String(text.dropLast()) : text }
    return text.prefix(limit - 1) + "…"
  }

  /// Controls, and formats such as bidirectional overrides, which can make a line read as another.
  private static func isUnsafe(_ scalar: Unicode.Scalar) -> Bool {
    switch scalar.properties.generalCategory {
    case .control, .lineSeparator, .paragraphSeparator, .surrogate: true
    // Joiners hold emoji and some scripts together.
    case .format: scalar != "\u{200D}" && scalar != "\u{200C}"
    default: false
    }
  }
}

/// How long a server wants to be left alone.
enum RetryAfter {
  /// Seconds from `now`: `Retry-After` in seconds or as a date, else `X-RateLimit-Reset` as a date or as seconds since 1970.
  static func seconds(in response: HTTPResponse, now: Date) -> Int? {
    if let value = response.header("Retry-After") {
      if let seconds = Int(value), seconds >= 0 { return min(seconds, longest) }
      if let date = httpDate(value) { return seconds(until: date, now: now) }
    }
    return response.header("X-RateLimit-Reset").flatMap { date(ofReset: $0, now: now) }
      .map { seconds(until: $0, now: now) }
  }

  /// The moment that `X-RateLimit-Reset` names: a date with or without a zone, seconds since 1970, or seconds from now.
  static func date(ofReset text: String, now: Date) -> Date? {
    // So small a number is no date: some limiters count down.
    if let count = Int(text), (0...longest).contains(count) { return now.addingTimeInterval(Double(count)) }
    return MastodonDate.parse(text)
  }

  /// More than a day is a mistake or a trap.
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

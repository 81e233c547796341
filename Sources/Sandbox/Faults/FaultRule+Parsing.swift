public struct FaultRuleError: Error, Hashable, Sendable {
  /// One sentence for the user.
  public let message: String

  public init(message: String) { self.message = message }
}

extension FaultRule {
  /// Parses `[METHOD] PATH FAULT [WHEN]`.
  ///
  ///     try FaultRule(parsing: "GET /api/v1/timelines/* status 503 html first 2")
  public init(parsing text: String) throws(FaultRuleError) {
    var words = RuleWords(text)
    let method = words.take { $0.allSatisfy { $0.isASCII && $0.isUppercase } }
    guard let path = words.take(where: { $0.hasPrefix("/") || $0.hasPrefix("*") }) else {
      throw words.refuse("start with a path, such as /api/v1/statuses, or ** for all")
    }
    if path.split(separator: "/").contains(where: { $0.contains("*") && !["*", "**"].contains($0) }) {
      throw words.refuse("* stands for a whole segment of the path, and ** for any number")
    }
    let fault = try Self.fault(&words)
    let frequency = try Self.frequency(&words)
    if let rest = words.next() { throw words.refuse("unexpected “\(rest)”") }
    self.init(fault, method: method, path: path, when: frequency)
  }

  private static func fault(_ words: inout RuleWords) throws(FaultRuleError) -> Fault {
    guard let name = words.next() else { throw words.refuse("missing fault, such as drop or status 503") }
    switch name {
    case "delay": return .delay(seconds: try words.seconds(after: name))
    case "slow-headers": return .slowHeaders(bytesPerSecond: try words.number(after: name, from: 1))
    case "slow-body": return .slowBody(bytesPerSecond: try words.number(after: name, from: 1))
    case "drop": return .drop
    case "reset": return .reset(after: words.number() ?? 0)
    case "truncate": return .truncate(after: words.number() ?? 0)
    case "endless": return .endlessBody
    case "hang": return .hang
    case "status": return .status(try words.status(after: name), words.choice() ?? .json)
    case "rate-limit": return .rateLimit(seconds: try words.number(after: name), words.choice() ?? .rfc3339)
    case "busy": return .busy(seconds: try words.number(after: name))
    case "bad-gzip": return .badGzip
    case "gzip-bomb": return .gzipBomb(bytes: try words.number(after: name, from: 1))
    case "wrong-length":
      guard let difference = words.next().flatMap({ Int($0) }), difference != 0 else {
        throw words.refuse("wrong-length needs a difference in bytes, such as +10 or -10")
      }
      return .wrongLength(by: difference)
    case "wrong-type": return .wrongType
    case "truncated-json": return .truncatedJSON
    case "garbage": return .garbage
    case "redirect-loop": return .redirectLoop
    case "redirect":
      guard let target = words.take(where: { $0.contains("/") }) else {
        throw words.refuse("redirect needs a URL or path, such as http://127.0.0.1:3000/")
      }
      return .redirect(to: target, status: words.number() ?? 302)
    case _ where name.hasPrefix("stream-"): return .stream(try stream(name, &words))
    default: throw words.refuse("unknown fault “\(name)”")
    }
  }

  private static func stream(_ name: String, _ words: inout RuleWords) throws(FaultRuleError) -> Fault.Stream {
    switch name {
    case "stream-refuse": .refuse(status: try words.status(after: name))
    case "stream-close": .closeAtOnce
    case "stream-close-after": .closeAfter(events: try words.number(after: name, from: 1))
    case "stream-half-open": .halfOpen
    case "stream-garbage": .garbageFrames
    case "stream-oversized": .oversizedFrame(bytes: try words.number(after: name, from: 1))
    case "stream-invalid-utf8": .invalidUTF8
    case "stream-no-json": .noJSON
    default: throw words.refuse("unknown fault “\(name)”")
    }
  }

  private static func frequency(_ words: inout RuleWords) throws(FaultRuleError) -> Frequency {
    guard let name = words.take(where: { ["first", "after", "every", "chance"].contains($0) }) else { return .always }
    switch name {
    case "first": return .first(try words.number(after: name, from: 1))
    case "after": return .after(try words.number(after: name))
    case "every": return .every(try words.number(after: name, from: 1))
    default:
      guard let text = words.next(), text.last == "%", let percent = Double(text.dropLast()),
        (0...100).contains(percent)
      else { throw words.refuse("chance needs a percentage such as 25%") }
      return .chance(percent / 100)
    }
  }

  /// The syntax of rules, for help texts.
  public static let help = """
    A rule is [METHOD] PATH FAULT [WHEN]. In PATH, * matches one segment and ** any number. WHEN is first N, after N, \
    every N or chance N%; the default is always. The first matching rule wins.

      delay 2s               responds after a delay
      slow-headers N         sends the headers at N bytes per second
      slow-body N            sends the body at N bytes per second
      drop                   closes the connection without a response
      hang                   never responds
      reset N                resets the connection after N bytes of the body
      truncate N             closes the connection after N bytes of the body
      endless                sends a body that never ends
      status CODE [PAGE]     responds with CODE; PAGE: json, html, empty, echo
      rate-limit S [FORM]    responds with 429 for S seconds; FORM of the time:
                             rfc3339, bare, epoch, seconds or date
      busy S                 responds with 503 and Retry-After: S
      bad-gzip               declares an uncompressed body as gzip
      gzip-bomb N            sends a gzip body that expands to N bytes
      wrong-length +N        declares N bytes more than it sends; -N: fewer
      wrong-type             declares JSON as HTML
      truncated-json         sends the first half of the JSON
      garbage                sends bytes that are not HTTP
      redirect URL [CODE]    redirects to URL
      redirect-loop          redirects to the same address
      stream-refuse CODE     rejects a stream
      stream-close           closes a stream immediately
      stream-close-after N   closes a stream after N events
      stream-half-open       accepts a stream and sends nothing
      stream-garbage         sends invalid WebSocket frames
      stream-oversized N     sends the start of a message of N bytes
      stream-invalid-utf8    sends a message that is not UTF-8
      stream-no-json         sends a message that is not JSON

      --fault '/api/v1/timelines/* status 503 html first 2'
      --fault 'POST /api/v1/statuses reset 0 every 3'
      --fault '** delay 2s chance 25%'
    """
}

/// The space-separated words of a rule.
private struct RuleWords {
  private let text: String
  private var rest: ArraySlice<String>

  init(_ text: String) {
    self.text = text
    rest = text.split(whereSeparator: \.isWhitespace).map(String.init)[...]
  }

  func refuse(_ reason: String) -> FaultRuleError { FaultRuleError(message: "Invalid rule “\(text)”: \(reason).") }

  mutating func next() -> String? { rest.popFirst() }

  /// The next word if it satisfies a condition.
  mutating func take(where isWanted: (String) -> Bool) -> String? {
    guard let word = rest.first, isWanted(word) else { return nil }
    return rest.popFirst()
  }

  mutating func number() -> Int? {
    take { Int($0).map { $0 >= 0 } ?? false }.flatMap { Int($0) }
  }

  mutating func number(after name: String, from least: Int = 0) throws(FaultRuleError) -> Int {
    guard let number = number(), number >= least else {
      throw refuse("\(name) needs a whole number, \(least) or more")
    }
    return number
  }

  mutating func status(after name: String) throws(FaultRuleError) -> Int {
    guard let status = number(), (200...599).contains(status) else {
      throw refuse("\(name) needs a status code from 200 to 599")
    }
    return status
  }

  /// Parses `2s`, `150ms`, or a number of seconds.
  mutating func seconds(after name: String) throws(FaultRuleError) -> Double {
    guard let word = next(), let seconds = Self.seconds(word), (0...86_400).contains(seconds) else {
      throw refuse("\(name) needs a duration such as 2s or 150ms")
    }
    return seconds
  }

  private static func seconds(_ word: String) -> Double? {
    if word.hasSuffix("ms") { return Double(word.dropLast(2)).map { $0 / 1000 } }
    return Double(word.hasSuffix("s") ? String(word.dropLast()) : word)
  }

  mutating func choice<Choice: RawRepresentable<String>>() -> Choice? {
    take { Choice(rawValue: $0) != nil }.flatMap { Choice(rawValue: $0) }
  }
}

/// Why a rule cannot be read: one sentence for who wrote it.
public struct FaultRuleError: Error, Hashable, Sendable {
  /// The sentence.
  public let message: String

  /// Makes an error from its sentence.
  public init(message: String) { self.message = message }
}

extension FaultRule {
  /// Reads a rule as it is typed: `[METHOD] PATH FAULT [WHEN]`.
  ///
  ///     try FaultRule(parsing: "GET /api/v1/timelines/* status 503 html first 2")
  public init(parsing text: String) throws(FaultRuleError) {
    var words = Words(text)
    let method = words.take { $0.allSatisfy { $0.isASCII && $0.isUppercase } }
    guard let path = words.take(where: { $0.hasPrefix("/") || $0.hasPrefix("*") }) else {
      throw words.refuse("a path must come first, such as /api/v1/statuses, or ** for all")
    }
    let fault = try Self.fault(&words)
    let frequency = try Self.frequency(&words)
    if let rest = words.next() { throw words.refuse("nothing can follow here, but “\(rest)” does") }
    self.init(fault, method: method, path: path, when: frequency)
  }

  private static func fault(_ words: inout Words) throws(FaultRuleError) -> Fault {
    guard let name = words.next() else { throw words.refuse("a fault is missing, such as drop or status 503") }
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
        throw words.refuse("redirect needs an address, such as http://127.0.0.1:3000/")
      }
      return .redirect(to: target, status: words.number() ?? 302)
    case _ where name.hasPrefix("stream-"): return .stream(try stream(name, &words))
    default: throw words.refuse("“\(name)” is no fault")
    }
  }

  private static func stream(_ name: String, _ words: inout Words) throws(FaultRuleError) -> Fault.Stream {
    switch name {
    case "stream-refuse": .refuse(status: try words.status(after: name))
    case "stream-close": .closeAtOnce
    case "stream-close-after": .closeAfter(events: try words.number(after: name, from: 1))
    case "stream-half-open": .halfOpen
    case "stream-garbage": .garbageFrames
    case "stream-oversized": .oversizedFrame(bytes: try words.number(after: name, from: 1))
    case "stream-invalid-utf8": .invalidUTF8
    case "stream-no-json": .noJSON
    default: throw words.refuse("“\(name)” is no fault")
    }
  }

  private static func frequency(_ words: inout Words) throws(FaultRuleError) -> Frequency {
    guard let name = words.take(where: { ["first", "after", "every", "chance"].contains($0) }) else { return .always }
    switch name {
    case "first": return .first(try words.number(after: name, from: 1))
    case "after": return .after(try words.number(after: name))
    case "every": return .every(try words.number(after: name, from: 1))
    default:
      guard let text = words.next(), text.last == "%", let percent = Double(text.dropLast()),
        (0...100).contains(percent)
      else { throw words.refuse("chance needs a share such as 25%") }
      return .chance(percent / 100)
    }
  }

  /// How rules are written, for help texts.
  public static let help = """
    A rule is [METHOD] PATH FAULT [WHEN]. In PATH, * stands for one segment and ** for any number. WHEN is first N, \
    after N, every N or chance N%; without it, always. The first rule whose turn it is decides.

      delay 2s               answers rightly, later
      slow-headers N         sends the head at N bytes a second
      slow-body N            sends the body at N bytes a second
      drop                   closes without a word
      hang                   never answers
      reset N                resets the connection after N bytes of the body
      truncate N             closes the connection after N bytes of the body
      endless                sends a body without end
      status CODE [PAGE]     answers CODE; PAGE: json, html, empty or echo
      rate-limit S [FORM]    answers 429 for S seconds; FORM of the time:
                             rfc3339, bare, epoch, seconds or date
      busy S                 answers 503 with Retry-After: S
      bad-gzip               says gzip where there is none
      gzip-bomb N            inflates to N bytes
      wrong-length +N        declares N bytes more than it sends; -N: fewer
      wrong-type             calls its JSON a page
      truncated-json         sends half of its JSON
      garbage                is no HTTP
      redirect URL [CODE]    points to URL
      redirect-loop          points to itself
      stream-refuse CODE     refuses a stream
      stream-close           closes a stream at once
      stream-close-after N   closes a stream after N events
      stream-half-open       opens a stream and is silent
      stream-garbage         sends what are no frames
      stream-oversized N     begins a message of N bytes
      stream-invalid-utf8    sends a message that is no UTF-8
      stream-no-json         sends a message that is no JSON

      --fault '/api/v1/timelines/* status 503 html first 2'
      --fault 'POST /api/v1/statuses reset 0 every 3'
      --fault '** delay 2s chance 25%'
    """
}

/// The words of a rule, one after the other.
private struct Words {
  private let text: String
  private var rest: ArraySlice<String>

  init(_ text: String) {
    self.text = text
    rest = text.split(whereSeparator: \.isWhitespace).map(String.init)[...]
  }

  func refuse(_ reason: String) -> FaultRuleError { FaultRuleError(message: "In the rule “\(text)” \(reason).") }

  mutating func next() -> String? { rest.popFirst() }

  /// The next word, if it is such a one.
  mutating func take(where isWanted: (String) -> Bool) -> String? {
    guard let word = rest.first, isWanted(word) else { return nil }
    return rest.popFirst()
  }

  mutating func number() -> Int? {
    take { Int($0).map { $0 >= 0 } ?? false }.flatMap { Int($0) }
  }

  mutating func number(after name: String, from least: Int = 0) throws(FaultRuleError) -> Int {
    guard let number = number(), number >= least else {
      throw refuse("\(name) needs a whole number from \(least) on")
    }
    return number
  }

  mutating func status(after name: String) throws(FaultRuleError) -> Int {
    guard let status = number(), (200...599).contains(status) else {
      throw refuse("\(name) needs a status code from 200 to 599")
    }
    return status
  }

  /// `2s`, `150ms`, or a bare number of seconds.
  mutating func seconds(after name: String) throws(FaultRuleError) -> Double {
    guard let word = next(), let seconds = Self.seconds(word), (0...86_400).contains(seconds) else {
      throw refuse("\(name) needs a time such as 2s or 150ms")
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

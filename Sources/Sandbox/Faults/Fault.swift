/// One way in which a server can fail the programs that speak to it.
///
/// The faults that answer late, slowly or in part let the sandbox do what it was asked first, as a server does whose
/// connection breaks behind it; the others do not.
public enum Fault: Sendable, Hashable {
  /// Answers rightly, but only after so many seconds.
  case delay(seconds: Double)
  /// Sends the head of the answer at so many bytes a second.
  case slowHeaders(bytesPerSecond: Int)
  /// Sends the body of the answer at so many bytes a second.
  case slowBody(bytesPerSecond: Int)
  /// Closes the connection without a word.
  case drop
  /// Resets the connection after so many bytes of the body.
  case reset(after: Int)
  /// Closes the connection after so many bytes of the body, as if that were all.
  case truncate(after: Int)
  /// Sends a body that never ends.
  case endlessBody
  /// Never answers.
  case hang
  /// Answers with this status code.
  case status(Int, Page)
  /// Answers 429 and says in this form when the next request is welcome.
  case rateLimit(seconds: Int, ResetForm)
  /// Answers 503 and asks for so many seconds of peace.
  case busy(seconds: Int)
  /// Says that the body is compressed, which it is not.
  case badGzip
  /// Sends a small body that grows to so many bytes when it is inflated.
  case gzipBomb(bytes: Int)
  /// Declares so many bytes more, or fewer, than it sends.
  case wrongLength(by: Int)
  /// Calls its JSON a page of HTML.
  case wrongType
  /// Leaves out the second half of the JSON, and declares the length of the first.
  case truncatedJSON
  /// Sends bytes that are no HTTP.
  case garbage
  /// Points to the same address again and again.
  case redirectLoop
  /// Points to another address, with this status code.
  case redirect(to: String, status: Int)
  /// Fails a stream.
  case stream(Stream)

  /// What stands in the body of a refusal.
  public enum Page: String, Sendable, Hashable, CaseIterable {
    /// Mastodon's JSON.
    case json
    /// A page, as a proxy in front of the server makes it.
    case html
    /// Nothing.
    case empty
    /// Mastodon's JSON, with everything in it that the request held: its token too.
    case echo
  }

  /// How a rate limit's end is written.
  public enum ResetForm: String, Sendable, Hashable, CaseIterable {
    /// `X-RateLimit-Reset: 2026-11-21T12:00:00.000Z`, as Mastodon does.
    case rfc3339
    /// `X-RateLimit-Reset: 2026-11-21T12:00:00`, without a zone.
    case bare
    /// `X-RateLimit-Reset: 1795262400`.
    case epoch
    /// `Retry-After: 30`.
    case seconds
    /// `Retry-After: Sat, 21 Nov 2026 12:00:00 GMT`.
    case date
  }

  /// How a stream fails.
  public enum Stream: Sendable, Hashable {
    /// Is refused with this status code.
    case refuse(status: Int)
    /// Is closed as soon as it is open.
    case closeAtOnce
    /// Is closed after so many events.
    case closeAfter(events: Int)
    /// Opens, and says nothing from then on, whatever it is asked.
    case halfOpen
    /// Sends bytes that are no frames.
    case garbageFrames
    /// Begins a message of so many bytes.
    case oversizedFrame(bytes: Int)
    /// Sends a message that is no UTF-8.
    case invalidUTF8
    /// Sends a message that is no JSON.
    case noJSON
  }
}

extension Fault {
  /// Whether the sandbox does what it was asked before its answer goes wrong.
  var asksSandbox: Bool {
    switch self {
    case .delay, .slowHeaders, .slowBody, .reset, .truncate, .badGzip, .wrongLength, .wrongType, .truncatedJSON: true
    case .drop, .endlessBody, .hang, .status, .rateLimit, .busy, .gzipBomb, .garbage, .redirectLoop, .redirect, .stream:
      false
    }
  }

  /// Whether it can happen to a request, which may be one for a stream.
  func concerns(_ request: SandboxRequest, isUpgrade: Bool) -> Bool {
    if case .stream = self { return request.path.hasPrefix("/api/v1/streaming") }
    return !(isUpgrade && asksSandbox)
  }
}

/// A simulated failure of the server.
///
/// Faults that delay, slow down or truncate the response are applied after the request has been processed, as when a
/// connection breaks behind a working server. The other faults replace the processing.
public enum Fault: Sendable, Hashable {
  /// Sends the correct response after a delay.
  case delay(seconds: Double)
  /// Sends the response head at a limited rate.
  case slowHeaders(bytesPerSecond: Int)
  /// Sends the response body at a limited rate.
  case slowBody(bytesPerSecond: Int)
  /// Closes the connection without a response.
  case drop
  /// Resets the connection after this many bytes of the body.
  case reset(after: Int)
  /// Closes the connection after this many bytes of the body.
  case truncate(after: Int)
  /// Sends a body without end.
  case endlessBody
  case hang
  /// Responds with this status code.
  case status(Int, Page)
  /// Responds with 429 and reports the end of the limit in this form.
  case rateLimit(seconds: Int, ResetForm)
  /// Responds with 503 and `Retry-After`.
  case busy(seconds: Int)
  /// Declares an uncompressed body as gzip.
  case badGzip
  /// Sends a small gzip body that decompresses to this many bytes.
  case gzipBomb(bytes: Int)
  /// Declares a `Content-Length` that differs from the body by this many bytes.
  case wrongLength(by: Int)
  /// Declares JSON as HTML.
  case wrongType
  /// Sends only the first half of the JSON, with the matching length.
  case truncatedJSON
  /// Sends bytes that are not HTTP.
  case garbage
  /// Redirects to the same address.
  case redirectLoop
  /// Redirects to another address with this status code.
  case redirect(to: String, status: Int)
  case stream(Stream)

  /// The body of an error response.
  public enum Page: String, Sendable, Hashable, CaseIterable {
    case json
    /// An HTML page, like that of a proxy in front of the server.
    case html
    case empty
    /// Mastodon's JSON with the whole request in its message, including the token.
    case echo
  }

  /// The format in which a rate limit's end is reported.
  public enum ResetForm: String, Sendable, Hashable, CaseIterable {
    /// `X-RateLimit-Reset: 2026-11-21T12:00:00.000Z`, as Mastodon sends it.
    case rfc3339
    /// `X-RateLimit-Reset: 2026-11-21T12:00:00`, without a time zone.
    case bare
    /// `X-RateLimit-Reset: 1795262400`.
    case epoch
    /// `Retry-After: 30`.
    case seconds
    /// `Retry-After: Sat, 21 Nov 2026 12:00:00 GMT`.
    case date
  }

  /// The ways in which a stream fails.
  public enum Stream: Sendable, Hashable {
    /// Rejects the stream with this status code.
    case refuse(status: Int)
    /// Closes the stream immediately.
    case closeAtOnce
    /// Closes the stream after this many events.
    case closeAfter(events: Int)
    /// Accepts the stream and never sends anything.
    case halfOpen
    /// Sends bytes that are not WebSocket frames.
    case garbageFrames
    /// Sends the start of a message of this many bytes.
    case oversizedFrame(bytes: Int)
    /// Sends a message that is not valid UTF-8.
    case invalidUTF8
    /// Sends a message that is not valid JSON.
    case noJSON
  }

  /// Whether the request is processed before the fault is applied.
  var asksSandbox: Bool {
    switch self {
    case .delay, .slowHeaders, .slowBody, .reset, .truncate, .badGzip, .wrongLength, .wrongType, .truncatedJSON: true
    case .drop, .endlessBody, .hang, .status, .rateLimit, .busy, .gzipBomb, .garbage, .redirectLoop, .redirect, .stream:
      false
    }
  }

  /// Whether the fault applies to a request.
  ///
  /// - Parameter isUpgrade: Whether the request asks for a WebSocket.
  func concerns(_ request: SandboxRequest, isUpgrade: Bool) -> Bool {
    if case .stream = self { return request.path.hasPrefix("/api/v1/streaming") }
    return !(isUpgrade && asksSandbox)
  }
}

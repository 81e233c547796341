/// The effect of a fault on a response.
enum FaultyAnswer: Equatable, Sendable {
  /// A complete response after a delay in seconds; the connection stays open.
  case whole(SandboxResponse, after: Double)
  /// Steps to perform on the connection instead; it cannot be used afterwards.
  case broken([FaultStep])
}

/// One step of a fault on a connection.
enum FaultStep: Equatable, Sendable {
  case send([UInt8])
  /// Sends bytes at a limited rate.
  case drip([UInt8], bytesPerSecond: Int)
  /// Sends bytes repeatedly until the client disconnects.
  case pour([UInt8])
  /// Sends nothing until the client disconnects.
  case silence
  case close
  case reset
}

extension Fault {
  /// Applies the fault to a response.
  ///
  /// - Parameter response: The correct response if ``asksSandbox`` is `true`; otherwise unused.
  func answer(to request: SandboxRequest, _ response: SandboxResponse, now: Moment) -> FaultyAnswer {
    let body = response.body
    switch self {
    case .delay(let seconds): return .whole(response, after: seconds)
    case .slowHeaders(let speed):
      return .broken([.drip(response.headBytes, bytesPerSecond: speed), .send(body), .close])
    case .slowBody(let speed):
      return .broken([.send(response.headBytes), .drip(body, bytesPerSecond: speed), .close])
    case .drop: return .broken([.close])
    case .reset(let count): return .broken([.send(response.headBytes + body.prefix(count)), .reset])
    case .truncate(let count): return .broken([.send(response.headBytes + body.prefix(count)), .close])
    case .endlessBody:
      let head = SandboxResponse(headers: ["Content-Type": "application/json", "Transfer-Encoding": "chunked"])
      let chunk = "400\r\n" + String(repeating: " ", count: 1024) + "\r\n"
      return .broken([.send(head.headBytes), .pour(Array(chunk.utf8))])
    case .hang: return .broken([.silence])
    case .garbage: return .broken([.send(Array("SSH-2.0-OpenSSH_9.2p1 Debian\r\n\r\n".utf8)), .close])
    case .wrongLength(let difference):
      var wrong = response
      wrong.headers.append("Content-Length", String(max(body.count + difference, 0)))
      return .broken([.send(wrong.headBytes + body), .silence])
    case .status, .rateLimit, .busy, .badGzip, .gzipBomb, .wrongType, .truncatedJSON, .redirectLoop, .redirect, .stream:
      return .whole(wholeAnswer(to: request, response, now: now), after: 0)
    }
  }

  private func wholeAnswer(to request: SandboxRequest, _ response: SandboxResponse, now: Moment) -> SandboxResponse {
    switch self {
    case .status(let code, let page): return page.response(status: code, to: request)
    case .rateLimit(let seconds, let form):
      var response = APIError.tooMany.response
      response.headers.append("X-RateLimit-Limit", "300")
      response.headers.append("X-RateLimit-Remaining", "0")
      let (name, value) = form.header(of: now + Double(seconds), seconds: seconds)
      return response.adding(name, value)
    case .busy(let seconds):
      return APIError(status: 503, message: "Service Unavailable").response.adding("Retry-After", String(seconds))
    case .badGzip: return response.adding("Content-Encoding", "gzip")
    case .gzipBomb(let bytes):
      return SandboxResponse(
        headers: ["Content-Type": "application/json", "Content-Encoding": "gzip"], body: GzipBomb.make(bytes: bytes))
    case .wrongType:
      return SandboxResponse(status: response.status, headers: ["Content-Type": "text/html"], body: response.body)
    case .truncatedJSON:
      var half = response
      half.body = Array(response.body.prefix(response.body.count / 2))
      return half
    case .redirectLoop:
      let target = request.query.isEmpty ? request.path : "\(request.path)?\(request.query)"
      return SandboxResponse(status: 302, headers: ["Location": target])
    case .redirect(let target, let status): return SandboxResponse(status: status, headers: ["Location": target])
    case .stream(.refuse(let status)): return Page.json.response(status: status, to: request)
    default: return response
    }
  }
}

extension Fault.Page {
  fileprivate func response(status: Int, to request: SandboxRequest) -> SandboxResponse {
    switch self {
    case .json: return APIError(status: status, message: Self.words(for: status)).response
    case .html:
      return .html(
        "<!DOCTYPE html><html><body><h1>\(status)</h1><p>Simulated error of a proxy</p></body></html>",
        status: status)
    case .empty: return SandboxResponse(status: status)
    case .echo:
      let headers = request.headers.fields.map { "\($0.name): \($0.value)" }.joined(separator: " ")
      let body = String(decoding: request.body, as: UTF8.self)
      let words = "\(request.method) \(request.path)?\(request.query) \(headers) \(body)"
      var response = APIError(status: status, message: words, description: words).response
      for field in request.headers.fields { response.headers.append("X-Echo-\(field.name)", field.value) }
      return response
    }
  }

  private static func words(for status: Int) -> String {
    switch status {
    case 400: "Bad Request"
    case 401: "The access token is invalid"
    case 403: "This action is not allowed"
    case 404: "Record not found"
    case 409: "Conflict during update, please try again"
    case 410: "Gone"
    case 422: "Validation failed: Text can't be blank"
    case 429: "Too many requests"
    case 503: "Service Unavailable"
    default: "Simulated failure"
    }
  }
}

extension Fault.ResetForm {
  fileprivate func header(of moment: Moment, seconds: Int) -> (String, String) {
    switch self {
    case .rfc3339: ("X-RateLimit-Reset", moment.text)
    case .bare: ("X-RateLimit-Reset", String(moment.text.prefix { $0 != "." && $0 != "Z" }))
    case .epoch: ("X-RateLimit-Reset", String(moment.seconds))
    case .seconds: ("Retry-After", String(seconds))
    case .date: ("Retry-After", moment.httpDate)
    }
  }
}

extension Moment {
  /// The time in the format of HTTP headers: `Sat, 21 Nov 2026 12:00:00 GMT`.
  var httpDate: String {
    let days = ["Thu", "Fri", "Sat", "Sun", "Mon", "Tue", "Wed"]
    let months = ["Jan", "Feb", "Mar", "Apr", "May", "Jun", "Jul", "Aug", "Sep", "Oct", "Nov", "Dec"]
    // 2026-11-21T12:00:00.000Z
    let parts = text.split { "-T.Z".contains($0) }.map(String.init)
    guard parts.count >= 4, let month = Int(parts[1]) else { return text }
    let day = days[Int(((seconds / 86_400) % 7 + 7) % 7)]
    return "\(day), \(parts[2]) \(months[month - 1]) \(parts[0]) \(parts[3]) GMT"
  }
}

extension SandboxResponse {
  /// The status line and headers as bytes.
  ///
  /// Adds `Content-Length` unless the headers declare the length.
  fileprivate var headBytes: [UInt8] {
    var lines = ["HTTP/1.1 \(status) \(status < 400 ? "OK" : "Not OK")"]
    lines += headers.fields.map { "\($0.name): \($0.value)" }
    if headers["Content-Length"] == nil, headers["Transfer-Encoding"] == nil {
      lines.append("Content-Length: \(body.count)")
    }
    return Array((lines.joined(separator: "\r\n") + "\r\n\r\n").utf8)
  }
}

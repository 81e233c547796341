/// A log of the requests to a server, as lines of JSON.
public struct RequestLog: Sendable {
  /// Writes a line, with its newline.
  public var write: @Sendable (String) -> Void

  public init(write: @escaping @Sendable (String) -> Void) { self.write = write }

  /// Logs a request and the status of its answer, 0 if a fault cut it off; tokens, bodies and other headers are left out.
  func add(_ request: SandboxRequest, status: Int, bytes: Int, took duration: Duration, at moment: Moment) {
    let query = request.query.split(separator: "&").filter { !$0.hasPrefix("access_token=") }.joined(separator: "&")
    let line = JSONWriter.object {
      $0.field("at", moment.text)
      $0.field("method", request.method)
      $0.field("path", request.path)
      $0.field("query", query)
      $0.field("status", status)
      $0.field("bytes", bytes)
      $0.field("milliseconds", Int(duration / .milliseconds(1)))
    }
    write(line + "\n")
  }
}

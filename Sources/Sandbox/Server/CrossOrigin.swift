/// Cross-origin requests by clients in a browser, with the rules of Mastodon's `config/initializers/cors.rb`.
///
/// Any origin may call the API, because cookies play no part in it.
enum CrossOrigin {
  private static let allMethods = ["POST", "PUT", "DELETE", "GET", "PATCH", "OPTIONS"]

  /// The methods that other origins may use on a path; empty if none.
  private static func methods(of path: String) -> [String] {
    if path.hasPrefix("/api/") { return allMethods }
    if path.hasPrefix("/.well-known/") || path.hasPrefix("/nodeinfo/") { return ["GET"] }
    return switch path {
    case "/oauth/token", "/oauth/revoke": ["POST"]
    case "/oauth/userinfo": ["GET", "POST"]
    default: []
    }
  }

  /// The response to a preflight; `nil` for other requests, and if the method is not allowed.
  static func preflight(_ request: SandboxRequest) -> SandboxResponse? {
    guard request.method == "OPTIONS", request.headers["Origin"] != nil,
      let method = request.headers["Access-Control-Request-Method"],
      methods(of: request.path).contains(method.uppercased())
    else { return nil }
    var response = SandboxResponse(status: 200)
    if let headers = request.headers["Access-Control-Request-Headers"] {
      response.headers.append("Access-Control-Allow-Headers", headers)
    }
    return response
  }

  static func headers(for request: SandboxRequest) -> [(String, String)] {
    let methods = methods(of: request.path)
    guard !methods.isEmpty else { return [] }
    guard request.headers["Origin"] != nil else { return [("Vary", "Origin")] }
    var headers = [
      ("Access-Control-Allow-Origin", "*"), ("Access-Control-Allow-Methods", methods.joined(separator: ", ")),
      ("Access-Control-Max-Age", "7200"), ("Vary", "Origin"),
    ]
    if request.path.hasPrefix("/api/") {
      let exposed = "Link, X-RateLimit-Reset, X-RateLimit-Limit, X-RateLimit-Remaining, X-Request-Id"
      headers.append(("Access-Control-Expose-Headers", exposed))
    }
    return headers
  }
}

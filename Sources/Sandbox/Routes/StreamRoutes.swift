/// The health check of the streaming API.
extension Router {
  static let streamRoutes: [Route] = [
    .get("/api/v1/streaming/health") { _ in
      SandboxResponse(headers: ["Content-Type": "text/plain; charset=utf-8"], body: Array("OK".utf8))
    }
  ]
}

internal import FoundationEssentials
internal import MastodonKit

/// One step of a redirect chain: a request and its server.
struct Hop: Hashable, Sendable {
  var server: ServerAddress
  var request: HTTPRequest

  static let limit = 5

  var url: String { server.origin + request.target }

  /// Returns the target of a redirect, or `nil` if the response is none.
  ///
  /// Credentials are bound to scheme, host and port, so an API request that is redirected to another origin fails. Only
  /// media, which any server may host, is fetched from elsewhere, without any header that could contain a token.
  ///
  /// - Parameter leavingOrigin: whether the request may go to another origin.
  func next(after response: HTTPResponse, leavingOrigin: Bool = false) throws(TransportFailure) -> Hop? {
    guard [301, 302, 303, 307, 308].contains(response.status) else { return nil }
    guard let location = response.header("Location"), let base = URL(string: url),
      let target = URL(string: location, relativeTo: base)?.absoluteURL,
      let scheme = target.scheme.flatMap({ ServerAddress.Scheme(rawValue: $0.lowercased()) }),
      let host = target.host(percentEncoded: true), !host.isEmpty, target.user == nil, target.password == nil
    else { throw .malformedResponse }
    let server = try Self.server(scheme: scheme, host: host, port: target.port)
    guard !server.isLoopback || self.server.isLoopback else { throw .unreachable(.plainText) }
    guard server == self.server || leavingOrigin && request.method == .get else {
      throw .redirected(to: server.name)
    }

    var next = request
    next.path = target.path(percentEncoded: true)
    if next.path.isEmpty { next.path = "/" }
    next.query = FormEncoding.decode(target.query(percentEncoded: true) ?? "")
    if request.method != .get {
      // Only these two preserve the method.
      guard response.status == 307 || response.status == 308 else { throw .malformedResponse }
    } else if server != self.server {
      next.headers = request.headers.filter { ["accept", "user-agent"].contains($0.name.lowercased()) }
    }
    return Hop(server: server, request: next)
  }

  private static func server(
    scheme: ServerAddress.Scheme, host: String, port: Int?
  ) throws(TransportFailure) -> ServerAddress {
    let bare = host.hasPrefix("[") ? String(host.dropFirst().dropLast()) : host
    do {
      return try ServerAddress(scheme: scheme, host: bare, port: port)
    } catch .unreachable {
      throw .unreachable(.plainText)
    } catch {
      throw .malformedResponse
    }
  }
}

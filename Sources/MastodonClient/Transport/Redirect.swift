internal import FoundationEssentials
internal import MastodonKit

/// One step of an exchange: which request goes to which server.
struct Hop: Hashable, Sendable {
  var server: ServerAddress
  var request: HTTPRequest

  /// How many redirects are followed before the server is taken to be lost.
  static let limit = 5

  var url: String { server.origin + request.target }

  /// Where a redirect leads, or `nil` if the answer is none.
  ///
  /// A token is for one server: a redirect to another one is followed without any header of ours that could carry it, and
  /// not at all when the request would change something there. Nor does one lead from TLS into the clear, or from another
  /// machine into this one.
  func next(after response: HTTPResponse) throws(TransportFailure) -> Hop? {
    guard [301, 302, 303, 307, 308].contains(response.status) else { return nil }
    guard let location = response.header("Location"), let base = URL(string: url),
      let target = URL(string: location, relativeTo: base)?.absoluteURL,
      let scheme = target.scheme.flatMap({ ServerAddress.Scheme(rawValue: $0.lowercased()) }),
      let host = target.host(percentEncoded: true), !host.isEmpty
    else { throw .malformedAnswer }
    let server = try Self.server(scheme: scheme, host: host, port: target.port)
    guard !server.isLoopback || self.server.isLoopback else { throw .unreachable(.plainText) }

    var next = request
    next.path = target.path(percentEncoded: true)
    if next.path.isEmpty { next.path = "/" }
    next.query = FormEncoding.decode(target.query(percentEncoded: true) ?? "")
    if request.method != .get {
      // Only these two promise that the method stays; a body of ours goes to no other server.
      guard server == self.server, response.status == 307 || response.status == 308 else { throw .malformedAnswer }
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
      throw .malformedAnswer
    }
  }
}

import FoundationEssentials
import MastodonKit
import Testing

@testable import MastodonClient

@Suite struct RedirectTests {
  struct Case: Sendable, CustomTestStringConvertible {
    let rule: String
    var from = "https://a.example"
    var method = HTTPRequest.Method.get
    var status = 302
    /// Whether it is a file that is downloaded, and no call of the API.
    var isDownload = false
    let location: String
    /// The target, with the token's presence, or the failure.
    let leads: Result<String, TransportFailure>
    var testDescription: String { rule }
  }

  @Test(arguments: [
    Case(rule: "a path", location: "/b?x=1%262", leads: .success("https://a.example/b?x=1%262 with token")),
    Case(rule: "a relative path", location: "c", leads: .success("https://a.example/api/c with token")),
    Case(
      rule: "the same server", location: "https://A.example:443/b", leads: .success("https://a.example/b with token")),
    Case(rule: "another server", location: "https://b.example/b", leads: .failure(.redirected(to: "b.example"))),
    Case(rule: "without a scheme", location: "//b.example/b", leads: .failure(.redirected(to: "b.example"))),
    Case(
      rule: "another port", location: "https://a.example:8443/b", leads: .failure(.redirected(to: "a.example:8443"))),
    Case(rule: "below its name", location: "https://x.a.example/b", leads: .failure(.redirected(to: "x.a.example"))),
    Case(
      rule: "a file on another server", isDownload: true, location: "https://b.example/b",
      leads: .success("https://b.example/b")),
    Case(
      rule: "a file on another server without a path", isDownload: true, location: "https://b.example",
      leads: .success("https://b.example/")),
    Case(
      rule: "a file on another port", isDownload: true, location: "https://a.example:8443/b",
      leads: .success("https://a.example:8443/b")),
    Case(
      rule: "a name before the host", location: "https://b.example@a.example/b", leads: .failure(.malformedResponse)),
    Case(
      rule: "a name and a password before the host", isDownload: true, location: "https://u:p@b.example/b",
      leads: .failure(.malformedResponse)),
    Case(rule: "into the clear", location: "http://a.example/b", leads: .failure(.unreachable(.plainText))),
    Case(rule: "into this machine", location: "http://localhost/b", leads: .failure(.unreachable(.plainText))),
    Case(
      rule: "within this machine", from: "http://localhost:3000", location: "http://127.0.0.1:3001/b",
      leads: .failure(.redirected(to: "127.0.0.1:3001"))),
    Case(
      rule: "from this machine out", from: "http://localhost:3000", location: "https://b.example/b",
      leads: .failure(.redirected(to: "b.example"))),
    Case(rule: "no place", location: "", leads: .failure(.malformedResponse)),
    Case(rule: "another scheme", location: "gopher://b.example/b", leads: .failure(.malformedResponse)),
    Case(
      rule: "a change goes on within its server", method: .post, status: 307, location: "/b",
      leads: .success("https://a.example/b with token")),
    Case(
      rule: "a change goes to no other server", method: .post, status: 307, location: "https://b.example/b",
      leads: .failure(.redirected(to: "b.example"))),
    Case(
      rule: "a change does not become a read", method: .post, status: 302, location: "/b",
      leads: .failure(.malformedResponse)),
  ])
  func aRedirectNeverCarriesTheTokenElsewhere(_ redirect: Case) throws {
    let hop = Hop(
      server: try ServerAddress(parsing: redirect.from),
      request: HTTPRequest(
        method: redirect.method, path: "/api/a", headers: [Field("Authorization", "Bearer t"), Field("Accept", "x")]))
    let response = HTTPResponse(
      status: redirect.status, headers: redirect.location.isEmpty ? [] : [Field("location", redirect.location)])
    let leads = Result { () throws(TransportFailure) in
      let next = try hop.next(after: response, leavingOrigin: redirect.isDownload)
      return next.map { $0.url + ($0.request.header("Authorization") == nil ? "" : " with token") } ?? "nowhere"
    }
    #expect(leads == redirect.leads)
  }

  @Test(arguments: [200, 300, 304, 404]) func otherAnswersLeadNowhere(status: Int) throws {
    let hop = Hop(server: try ServerAddress(parsing: "a.example"), request: HTTPRequest(method: .get, path: "/"))
    #expect(try hop.next(after: HTTPResponse(status: status, headers: [Field("Location", "/b")])) == nil)
  }
}

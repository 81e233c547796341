import FoundationEssentials
import MastodonKit
import Testing

@testable import Sandbox

@Suite struct RouteTests {
  /// Routes without an entity, with the reason.
  private static let pages: Set<String> = [
    // Pages for a browser.
    "GET /oauth/authorize", "POST /oauth/authorize", "GET /oauth/authorize/native", "GET ",
    "GET /:handle", "GET /:handle/:id", "GET /users/:name", "GET /users/:name/statuses/:id", "GET /tags/:tag",
    // Pictures.
    "GET /media/:name", "GET /avatars/:name", "GET /headers/:name", "GET /emoji/:name", "GET /thumbnail.png",
    // Of other standards.
    "GET /.well-known/nodeinfo", "GET /nodeinfo/2.0", "GET /.well-known/webfinger", "GET /.well-known/host-meta",
    // Plain text, unless JSON is asked for.
    "GET /api/v1/streaming/health", "GET /health",
    // Served by Mastodon, but not documented.
    "GET /api/v1/instance/languages",
  ]

  /// Routes that always fail, with their status codes.
  private static let apiErrors = [
    "GET /api/v1/streaming": 400,  // Opened as a stream, not asked.
    "POST /api/v1/emails/confirmations": 403,  // Everybody's address is confirmed.
    "GET /api/v1_alpha/async_refreshes/:id": 404,  // Replies are held back only by the set unfinished.
  ]

  /// Routes that the documentation describes under another path or without a named type.
  private static let others = [
    "GET /api/v1/instance": "V1::Instance",
    "PUT /api/v2/notifications/policy": "NotificationPolicy",
    "POST /api/v1/conversations/:id/unread": "Conversation",
    "GET /api/v1/markers": "object<string,Marker>", "POST /api/v1/markers": "object<string,Marker>",
    "GET /api/v1/annual_reports/:year/state": "AnnualReportState",
    "GET /api/v1/instance/translation_languages": "object<string,array<string>>",
    // The response is the deleted object.
    "DELETE /api/v1/profile/avatar": "CredentialAccount", "DELETE /api/v1/profile/header": "CredentialAccount",
  ]

  /// Requests every route once and checks all fields of the responses.
  @Test func everyResponseHasAllRequiredFields() async throws {
    let walk = try await RouteRequests()
    let types = try Self.types()
    var check = try EntityCheck()
    var expected: Set<String> = []
    // Reading routes first, those that delete everything last.
    let routes = Router.areas.map { ("\($0.method) \($0.pattern)", $0) }.sorted { one, other in
      Self.rank(one.0) < Self.rank(other.0)
    }
    for (name, route) in routes {
      let response = await walk.instance.send(try await walk.request(for: name, route))
      if Self.pages.contains(name) {
        #expect(response.status < 400, "\(name): \(response.text.prefix(200))")
        continue
      }
      if let apiError = Self.apiErrors[name] {
        #expect(response.status == apiError, "\(name): \(response.text.prefix(200))")
        check.check(try JSONDecoder().decode(JSONValue.self, from: Data(response.body)), as: "Error", name)
        continue
      }
      #expect([200, 202, 206].contains(response.status), "\(name): \(response.status) \(response.text.prefix(200))")
      let type = Self.others[name] ?? types[Self.plain(name)]
      #expect(type != nil, "\(name) is not in methods.tsv")
      guard let type, response.status < 300 else { continue }
      let value = try JSONDecoder().decode(JSONValue.self, from: Data(response.body))
      if type == "nothing" {
        guard case .object = value else {
          Issue.record("\(name) is no object")
          continue
        }
      } else {
        expected.insert(Self.entity(in: type))
        check.check(value, as: type, name)
      }
    }
    #expect(check.errors.sorted() == [])
    // An empty list would not be checked.
    #expect(expected.subtracting(check.seen).subtracting(["string", "array<string>"]).sorted() == [])
  }

  private static func rank(_ name: String) -> Int {
    if name.hasPrefix("GET") { return 0 }
    if name.contains("/clear") { return 3 }
    return name.hasPrefix("DELETE") ? 2 : 1
  }

  private static func types() throws -> [String: String] {
    var types: [String: String] = [:]
    for row in try EntityCheck.rows(of: "methods") where row.count > 6 { types[plain("\(row[1]) \(row[2])")] = row[6] }
    return types
  }

  /// A path without the names of its parameters.
  private static func plain(_ name: String) -> String {
    name.split(separator: "/").map { $0.hasPrefix(":") ? ":" : String($0) }.joined(separator: "/")
  }

  private static func entity(in type: String) -> String {
    guard let start = type.firstIndex(of: "<") else { return type }
    let inner = type[type.index(after: start)...].dropLast()
    return String(inner.split(separator: ",", maxSplits: 1).last ?? inner)
  }
}

extension Route {
  /// The path as it was written.
  var pattern: String {
    path.map { segment in
      switch segment {
      case .literal(let word): "/\(word)"
      case .capture(let name): "/:\(name)"
      }
    }.joined()
  }
}

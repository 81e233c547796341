import FoundationEssentials
import MastodonKit
import Testing

@testable import Sandbox

@Suite struct RouteTests {
  /// What is no entity, and why.
  private static let pages: Set<String> = [
    "GET /oauth/authorize", "POST /oauth/authorize", "GET /oauth/authorize/native",  // Pages for a browser.
    "GET /media/:name", "GET /avatars/:name", "GET /headers/:name",  // Pictures.
    "GET /.well-known/nodeinfo", "GET /nodeinfo/2.0", "GET /.well-known/webfinger",  // Of other standards.
    "GET /api/v1/streaming/health", "GET /health",  // Plain words, unless JSON is asked for.
    "GET ",  // The first page.
    "GET /api/v1/instance/languages",  // Served by Mastodon, but not documented.
  ]

  /// What is refused in every town, and with which status.
  private static let apiErrors = [
    "GET /api/v1/streaming": 400,  // Opened as a stream, not asked.
    "POST /api/v1/emails/confirmations": 403,  // Everybody's address is confirmed.
  ]

  /// What the documentation does not name with a type of its own, or under another path.
  private static let others = [
    "GET /api/v1/instance": "V1::Instance",
    "PUT /api/v2/notifications/policy": "NotificationPolicy",
    "POST /api/v1/conversations/:id/unread": "Conversation",
    "GET /api/v1/markers": "object<string,Marker>", "POST /api/v1/markers": "object<string,Marker>",
    "GET /api/v1/instance/translation_languages": "object<string,array<string>>",
    // In truth it is what it takes away.
    "DELETE /api/v1/profile/avatar": "CredentialAccount", "DELETE /api/v1/profile/header": "CredentialAccount",
  ]

  /// Every call of the API is made once in a town where there is something to see, and every field is looked at.
  @Test func everyAnswerHasAllThatItMustHave() async throws {
    let walk = try await RouteRequests()
    let types = try Self.types()
    var check = try EntityCheck()
    var expected: Set<String> = []
    // What only reads comes first; what clears everything comes last.
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
        check.look(at: try JSONDecoder().decode(Answer.self, from: Data(response.body)), as: "Error", name)
        continue
      }
      #expect([200, 202, 206].contains(response.status), "\(name): \(response.status) \(response.text.prefix(200))")
      let type = Self.others[name] ?? types[Self.plain(name)]
      #expect(type != nil, "\(name) is not in methods.tsv")
      guard let type, response.status < 300 else { continue }
      let answer = try JSONDecoder().decode(Answer.self, from: Data(response.body))
      if type == "nothing" {
        guard case .object = answer else {
          Issue.record("\(name) is no object")
          continue
        }
      } else {
        expected.insert(Self.entity(in: type))
        check.look(at: answer, as: type, name)
      }
    }
    #expect(check.faults.sorted() == [])
    // A list that is empty shows nothing.
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

  /// A path without the names of what varies in it.
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

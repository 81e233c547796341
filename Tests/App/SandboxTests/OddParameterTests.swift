import MastodonKit
import Testing

@testable import Sandbox

/// Whatever a client sends, the server answers, and never with an internal error.
@Suite(.timeLimit(.minutes(10))) struct OddParameterTests {
  private static let names = [
    "limit", "offset", "max_id", "min_id", "since_id", "id", "q", "type", "types", "account_id", "account_ids",
    "status",
    "status_id", "status_ids", "media_ids", "poll", "choices", "expires_in", "duration", "in_reply_to_id",
    "quoted_status_id", "scheduled_at", "visibility", "language", "context", "keywords_attributes", "fields_attributes",
    "media_attributes", "source", "focus", "home", "notifications", "rule_ids", "url", "acct", "scope", "timeline",
    "tagged", "name", "title", "domain", "days", "order", "policy", "data", "subscription", "lang", "expand_accounts",
    "grouped_types", "resource", "version", "range", "local", "client_id", "code",
  ]

  private static let values = [
    "9223372036854775807", "-9223372036854775808", "99999999999999999999999", "1e308", "-1", "", "%00%FF%FE",
    "a'b\"c", "2026-02-31T99:99:99Z", "9999999-01-01T00:00:00Z",
  ]

  /// The shapes that a form can give to a value.
  private static let shapes = ["", "[]", "[x]", "[0][id]", "[expires_in]", "[last_read_id]"]

  @Test(arguments: values) func oddValueIsAnswered(_ value: String) async throws {
    let walk = try await RouteRequests()
    for route in Router.areas {
      let name = "\(route.method) \(route.pattern)"
      let valid = try await walk.request(for: name, route)
      for shape in Self.shapes.prefix(route.method == "GET" ? 2 : 6) {
        var request = valid
        let odd = Self.names.map { "\($0)\(shape)=\(PercentCoding.encode(value))" }.joined(separator: "&")
        if route.method == "GET" {
          request.query = odd
        } else if !name.hasSuffix("/media") {
          request.body = Array(odd.utf8)
        }
        let response = await walk.instance.send(request)
        #expect(response.status < 500, "\(name) \(shape): \(response.text.prefix(200))")
      }
    }
  }

  @Test func parametersThatAreNotUTF8AreRefused() async throws {
    let instance = try await TestInstance()
    let form = "application/x-www-form-urlencoded"
    for (type, body) in [
      (form, Array("status=".utf8) + [0xFF]), (form, Array("status=%FF".utf8)),
      ("application/json", Array(#"{"status":""#.utf8) + [0xFF] + Array(#""}"#.utf8)),
    ] {
      let headers: SandboxHeaders = ["Authorization": "Bearer \(instance.token)", "Content-Type": type]
      let response = await instance.send(SandboxRequest("POST", "/api/v1/statuses", headers: headers, body: body))
      #expect(response.status == 400)
    }
    #expect(await instance.get("/api/v1/accounts/search?q=%ff").status == 400)
    #expect(await instance.get("/api/v1/accounts/search?q=100%").status == 200)
  }

  @Test(arguments: [
    "null", "[]", "[[[[]]]]", "7", "\"x\"", "{\"a\":", "{}",
    "{\"status\":{\"a\":[1]},\"poll\":[],\"media_ids\":{\"a\":1},\"choices\":{\"x\":{}},\"context\":null}",
    "{\"status\":1e400}", "{\"status\":12345678901234567890123,\"poll\":{\"options\":[[],{}],\"expires_in\":{}}}",
    "{\"status\":\"\\ud800\"}",
  ]) func oddJSONIsAnswered(_ body: String) async throws {
    let walk = try await RouteRequests()
    for route in Router.areas where route.method != "GET" {
      let name = "\(route.method) \(route.pattern)"
      let valid = try await walk.request(for: name, route)
      let request = SandboxRequest(
        valid.method, valid.path,
        headers: ["Authorization": "Bearer \(walk.instance.token)", "Content-Type": "application/json"],
        body: Array(body.utf8))
      let response = await walk.instance.send(request)
      #expect(response.status < 500, "\(name): \(response.text.prefix(200))")
    }
  }
}

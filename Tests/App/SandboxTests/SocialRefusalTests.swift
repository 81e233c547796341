import MastodonKit
import Testing

@testable import Sandbox

/// The errors of endpoints for accounts, lists, tags, filters, notifications and pushes.
@Suite struct SocialRefusalTests {
  struct Case: Sendable, CustomTestStringConvertible {
    var method: String
    var path: String
    var form: [(String, String)] = []
    var status: Int
    var error: String
    var testDescription: String { "\(method) \(path) \(form.map { "\($0.0)=\($0.1)" }.joined(separator: "&"))" }

    init(_ method: String, _ path: String, _ status: Int, _ error: String) {
      self.init(method, path, [], status, error)
    }

    init(_ method: String, _ path: String, _ form: [(String, String)], _ status: Int, _ error: String) {
      (self.method, self.path, self.form, self.status, self.error) = (method, path, form, status, error)
    }
  }

  static let cases: [Case] = [
    Case("POST", "accounts/1001/follow", 403, "This action is not allowed"),
    Case("POST", "accounts/9/follow", 404, "Record not found"),
    Case("POST", "accounts/9/block", 404, "Record not found"),
    Case("POST", "accounts/9/mute", 404, "Record not found"),
    Case("POST", "follow_requests/1002/authorize", 404, "Record not found"),
    Case("POST", "domain_blocks", 422, "Validation failed: Domain can't be blank"),
    Case("POST", "domain_blocks", [("domain", "no such")], 422, "Validation failed: Domain is not a valid domain name"),
    Case(
      "POST", "accounts/1002/note", [("comment", String(repeating: "x", count: 2001))], 422,
      "Validation failed: Comment is too long (maximum is 2000 characters)"),
    Case("POST", "lists", 422, "Validation failed: Title can't be blank"),
    Case("POST", "lists", [("title", "x"), ("replies_policy", "some")], 422, "'some' is not a valid replies_policy"),
    Case(
      "POST", "lists/1/accounts", [("account_ids[]", "1009")], 422,
      "Validation failed: Account follow relationship missing"),
    Case(
      "POST", "lists/1/accounts", [("account_ids[]", "1002")], 422,
      "Validation failed: Account has already been taken"),
    Case("POST", "lists/1/accounts", [("account_ids[]", "9")], 404, "Record not found"),
    Case("GET", "timelines/list/9", 404, "Record not found"),
    Case("POST", "featured_tags", [("name", "two words")], 422, "Validation failed: Tag is invalid"),
    Case("POST", "tags/12/follow", 404, "Record not found"),
    Case("POST", "/api/v2/filters", [("context[]", "home")], 422, "Validation failed: Title can't be blank"),
    Case("POST", "/api/v2/filters", [("title", "x")], 422, "Validation failed: Context can't be blank"),
    Case("GET", "/api/v2/filters/statuses/9", 404, "Record not found"),
    Case("GET", "/api/v2/notifications/favourite-1-1", 404, "Record not found"),
    Case("GET", "/api/v2/notifications/ungrouped-x", 404, "Record not found"),
    Case(
      "GET", "/api/v2/notifications?expand_accounts=none", 400, "Invalid value for 'expand_accounts': 'none'"),
    Case(
      "PATCH", "/api/v2/notifications/policy", [("for_new_accounts", "maybe")], 422,
      "'maybe' is not a valid for_new_accounts"),
    Case("GET", "notifications/requests/9", 404, "Record not found"),
    Case("POST", "notifications/requests/9/accept", 404, "Record not found"),
    Case("POST", "conversations/9/read", 404, "Record not found"),
    Case("DELETE", "conversations/9", 404, "Record not found"),
    Case(
      "POST", "markers", [("notifications[last_read_id]", "2"), ("notifications[version]", "0")], 409,
      "Conflict during update, please try again"),
    Case("POST", "reports", 404, "Record not found"),
    Case(
      "POST", "reports", [("account_id", "1002"), ("category", "taste")], 422, "'taste' is not a valid category"),
    Case(
      "POST", "reports", [("account_id", "1002"), ("comment", String(repeating: "x", count: 1001))], 422,
      "Validation failed: Comment is too long (maximum is 1000 characters)"),
    Case(
      "POST", "reports", [("account_id", "1002"), ("category", "violation"), ("rule_ids[]", "99")], 422,
      "Validation failed: Rules does not reference valid rules"),
    Case("POST", "reports", [("account_id", "1002"), ("status_ids[]", "9")], 404, "Record not found"),
    Case("GET", "/api/v2/search?q=x&type=people", 400, "Invalid value for 'type': 'people'"),
    Case("GET", "push/subscription", 404, "Record not found"),
    Case("PUT", "push/subscription", 404, "Record not found"),
    Case("POST", "push/subscription", 400, "param is missing or the value is empty: subscription"),
    Case(
      "POST", "push/subscription", [("subscription[endpoint]", "http://push.example/1")], 422,
      "Validation failed: Endpoint is not a valid URL"),
    Case(
      "POST", "push/subscription",
      [
        ("subscription[endpoint]", "https://push.example/1"), ("subscription[keys][p256dh]", "AAAA"),
        ("subscription[keys][auth]", "BTBZMqHH6r4Tts7J_aSIgg"),
      ], 422, "Validation failed: is not a valid Ed25519 or Curve25519 key"),
  ]

  /// A shared instance with a list that contains Wren; refused requests change nothing.
  private static let instance = Task {
    let instance = try await TestInstance()
    await instance.post("/api/v1/lists", ["title": "Birds"])
    await instance.post("/api/v1/lists/1/accounts", ["account_ids[]": "1002"])
    return instance
  }

  @Test(arguments: cases) func refuses(_ one: Case) async throws {
    let instance = try await Self.instance.value
    let path = one.path.hasPrefix("/") ? one.path : "/api/v1/\(one.path)"
    var request = SandboxRequest(one.method, path, headers: SandboxHeaders(token: instance.token))
    if one.method != "GET" {
      request.headers.append("Content-Type", "application/x-www-form-urlencoded")
      request.body = Array(
        one.form.map { PercentCoding.encode($0.0) + "=" + PercentCoding.encode($0.1) }.joined(separator: "&").utf8)
    }
    let response = await instance.send(request)
    #expect(response.status == one.status)
    #expect(response.apiError == one.error)
  }

  @Test(arguments: [
    ("accounts/1002/block", "read write:follows"), ("accounts/1002/mute", "read write:blocks"),
    ("lists", "read write:follows"), ("tags/x/follow", "write:accounts"), ("reports", "write:statuses"),
    ("notifications/requests/1/accept", "write:lists"), ("push/subscription", "read write"),
  ]) func scopesAreChecked(_ path: String, _ scopes: String) async throws {
    let instance = try await Self.instance.value
    let token = try await instance.token(of: "you", scopes: scopes)
    let response = await instance.post("/api/v1/\(path)", token: token)
    #expect(response.status == 403 && response.apiError == "This action is outside the authorized scopes")
    #expect(await instance.send(SandboxRequest("POST", "/api/v1/\(path)")).status == 401)
  }
}

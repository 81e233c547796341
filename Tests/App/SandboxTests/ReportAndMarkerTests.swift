import Testing

@testable import MastodonKit
@testable import Sandbox

@Suite struct ReportAndMarkerTests {
  @Test func reportReturnsItsContent() async throws {
    let instance = try await TestInstance()
    let rook = try await instance.token(of: "rook")
    let post = try await instance.postStatus("Rude", as: rook)
    let info: Instance = try await instance.get("/api/v2/instance").decoded()
    let rule = try #require(info.rules.first).id
    let answer = await instance.post(
      "/api/v1/reports",
      [
        "account_id": post.account.id.rawValue, "status_ids[]": post.id.rawValue, "comment": "Well",
        "category": "violation", "rule_ids[]": rule.rawValue, "forward": "true",
      ])
    _ = try answer.decoded() as Report
    #expect(answer.text.contains(#""category":"violation""#) && answer.text.contains(#""rule_ids":["\#(rule)"]"#))
    #expect(answer.text.contains(#""status_ids":["\#(post.id)"]"#) && answer.text.contains(#""comment":"Well""#))
    #expect(answer.text.contains(#""action_taken":false"#))
    #expect(answer.text.contains(#""forwarded":false"#) && answer.text.contains(#""acct":"rook""#))
    let pool = try await instance.account("pool@shore.example").id
    let forwarded = await instance.post(
      "/api/v1/reports", ["account_id": pool.rawValue, "forward": "true", "rule_ids[]": rule.rawValue])
    #expect(forwarded.text.contains(#""category":"other""#) && forwarded.text.contains(#""forwarded":true"#))
  }

  @Test func markerWithAnOldVersionIsRefused() async throws {
    let instance = try await TestInstance()
    let first: Markers = try await instance.post("/api/v1/markers", ["home[last_read_id]": "5"]).decoded()
    #expect(first.home?.version == 0)
    let second: Markers = try await instance.post(
      "/api/v1/markers", ["home[last_read_id]": "6", "home[version]": "0"]
    ).decoded()
    #expect(second.home?.version == 1 && second.home?.lastReadID == "6")
    let stale = await instance.post("/api/v1/markers", ["home[last_read_id]": "7", "home[version]": "0"])
    #expect(stale.status == 409)
    let kept: Markers = try await instance.get("/api/v1/markers?timeline[]=home").decoded()
    #expect(kept.home?.lastReadID == "6")
  }
}

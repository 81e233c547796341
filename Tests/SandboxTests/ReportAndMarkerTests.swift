import MastodonKit
import Testing

@testable import Sandbox

@Suite struct ReportAndMarkerTests {
  @Test func reportReturnsItsContent() async throws {
    let instance = try await TestInstance()
    let rook = try await instance.token(of: "rook")
    let post = try await instance.postStatus("Rude", as: rook)
    let info: Instance = try await instance.get("/api/v2/instance").decoded()
    let rule = try #require(info.rules.first).id
    let report: Report = try await instance.post(
      "/api/v1/reports",
      [
        "account_id": post.account.id.rawValue, "status_ids[]": post.id.rawValue, "comment": "Well",
        "category": "violation", "rule_ids[]": rule.rawValue, "forward": "true",
      ]
    ).decoded()
    #expect(report.category == .violation && report.ruleIDs == [rule] && report.statusIDs == [post.id])
    #expect(!report.actionTaken && !report.forwarded && report.targetAccount.acct == "rook" && report.comment == "Well")
    let pool = try await instance.account("pool@shore.example").id
    let other: Report = try await instance.post(
      "/api/v1/reports", ["account_id": pool.rawValue, "forward": "true", "rule_ids[]": rule.rawValue]
    ).decoded()
    #expect(other.category == .other && other.forwarded && other.ruleIDs.isEmpty)
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

import MastodonKit
import Testing

@testable import Sandbox

/// Collections of accounts and annual reports.
@Suite(.timeLimit(.minutes(10))) struct CollectionTests {
  private func make(_ instance: TestInstance, _ fields: KeyValuePairs<String, String>) async throws -> Collection {
    try await instance.post("/api/v1/collections", fields).decoded(WrappedCollection.self).collection
  }

  private func collection(_ instance: TestInstance, _ id: Collection.ID) async throws -> CollectionWithAccounts {
    try await instance.get("/api/v1/collections/\(id)").decoded()
  }

  @Test func collectionsAreCreatedChangedAndDeleted() async throws {
    let instance = try await TestInstance()
    let made = try await make(instance, ["name": "Bicycles", "description": "<b>Menders</b>", "tag_name": "#bikes"])
    #expect(made.name == "Bicycles" && made.tag?.name == "bikes" && made.itemCount == 0)
    #expect(made.description == "<p>&lt;b&gt;Menders&lt;/b&gt;</p>")
    let change = SandboxRequest(
      "PATCH", "/api/v1/collections/\(made.id)", form: ["name": "Cycles", "discoverable": "false"],
      token: instance.token)
    let changed: WrappedCollection = try await instance.send(change).decoded()
    #expect(changed.collection.name == "Cycles" && !changed.collection.discoverable)
    #expect(changed.collection.tag?.name == "bikes")
    let you = try await instance.account("you").id
    let all: Collections = try await instance.get("/api/v1/accounts/\(you)/collections").decoded()
    #expect(all.collections.map(\.id) == [made.id])
    let removal = SandboxRequest("DELETE", "/api/v1/collections/\(made.id)", form: [:], token: instance.token)
    #expect(await instance.send(removal).text == "{}")
    #expect(await instance.get("/api/v1/collections/\(made.id)").status == 404)
  }

  @Test func accountsAreAddedAndRemoved() async throws {
    let instance = try await TestInstance()
    let made = try await make(instance, ["name": "Night"])
    let rook = try await instance.account("rook").id.rawValue
    let path = "/api/v1/collections/\(made.id)/items"
    #expect(await instance.post(path, ["account_id": rook]).status == 200)
    #expect(await instance.post(path, ["account_id": rook]).status == 422)
    let tides = try await instance.account("tides").id.rawValue
    #expect(await instance.post(path, ["account_id": tides]).status == 422, "a bot cannot consent")
    let found = try await collection(instance, made.id)
    #expect(found.accounts.map(\.acct) == ["rook"])
    #expect(found.collection.items.map(\.state) == [.accepted])
    let item = try #require(found.collection.items.first)
    let removal = SandboxRequest("DELETE", "\(path)/\(item.id)", form: [:], token: instance.token)
    #expect(await instance.send(removal).status == 200)
    #expect(try await collection(instance, made.id).accounts.isEmpty)
  }

  @Test func onlyTheOwnerChangesACollectionAndAMemberMayLeaveIt() async throws {
    let instance = try await TestInstance()
    let you = try await instance.account("you").id
    let holding: Collections = try await instance.get("/api/v1/accounts/\(you)/in_collections").decoded()
    let collection = try #require(holding.collections.first)
    #expect(collection.name == "Awake at three")
    let removal = SandboxRequest("DELETE", "/api/v1/collections/\(collection.id)", form: [:], token: instance.token)
    #expect(await instance.send(removal).status == 403)
    let own = try #require(collection.items.first { $0.accountID == you })
    let other = try #require(collection.items.first { $0.accountID != you })
    let path = "/api/v1/collections/\(collection.id)/items"
    #expect(await instance.post("\(path)/\(other.id)/revoke").status == 404)
    #expect(await instance.post("\(path)/\(own.id)/revoke").status == 200)
    let rest: Collections = try await instance.get("/api/v1/accounts/\(you)/in_collections").decoded()
    #expect(rest.collections.isEmpty)
  }

  @Test func annualReportIsThereOnceItWasAskedFor() async throws {
    let instance = try await TestInstance()
    let path = "/api/v1/annual_reports/2026"
    func state() async throws -> AnnualReportState.State {
      try await instance.get("\(path)/state").decoded(AnnualReportState.self).state
    }
    #expect(try await state() == .eligible)
    #expect(await instance.get(path).status == 404)
    #expect(await instance.post("/api/v1/annual_reports/1999/generate").status == 404)
    #expect(await instance.post("\(path)/generate").status == 200)
    #expect(try await state() == .available)
    let wrapped: WrappedAnnualReports = try await instance.get(path).decoded()
    let contents = try #require(wrapped.annualReports.first?.contents)
    #expect(contents.timeSeries.count == 12)
    #expect(contents.timeSeries.reduce(0) { $0 + $1.following } == 7)
    #expect(wrapped.statuses.contains { $0.id == contents.topStatuses?.byFavourites })
    let unread: WrappedAnnualReports = try await instance.get("/api/v1/annual_reports").decoded()
    #expect(unread.annualReports.map(\.year) == [2026])
    #expect(await instance.post("\(path)/read").status == 200)
    let rest: WrappedAnnualReports = try await instance.get("/api/v1/annual_reports").decoded()
    #expect(rest.annualReports.isEmpty)
  }
}

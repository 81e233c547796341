import FoundationEssentials
import MastodonKit
import Testing

@testable import Sandbox

/// What Mastodon 4.6 and 4.7 added, as far as other suites do not test it.
@Suite struct NewestAPITests {
  @Test func repliesOfOtherServersAreStillComingUntilTheTaskIsAskedFor() async throws {
    let instance = try await TestInstance(configuration: SandboxConfiguration(quirks: .unfinished))
    #expect(try await instance.account("pool@shore.example").details?.hasInvalidHandle == true)
    let me = try await instance.get("/api/v1/accounts/verify_credentials").decoded(Account.self)
    #expect(me.details?.obstacle == "Your login is missing a confirmed e-mail address")
    let status = try await instance.postStatus("Who is there?")
    let pool = try await instance.token(of: "pool@shore.example")
    let reply = try await instance.postStatus("I am.", ["in_reply_to_id": status.id.rawValue], as: pool).id.rawValue
    let path = "/api/v1/statuses/\(status.id)/context"
    let first = await instance.get(path)
    let header = try #require(first.headers["Mastodon-Async-Refresh"])
    #expect(header == "id=\"\(status.id)\", retry=1" && !first.text.contains(reply))
    #expect(await instance.get("/api/v1_alpha/async_refreshes/\(status.id)").text.contains(#""status":"finished""#))
    let second = await instance.get(path)
    #expect(second.headers["Mastodon-Async-Refresh"] == nil && second.text.contains(reply))
  }

  @Test func repliesOfOtherServersAreThereAfterSomeSeconds() async throws {
    let instance = try await TestInstance(configuration: SandboxConfiguration(quirks: .unfinished))
    let status = try await instance.postStatus("Who is there?")
    let pool = try await instance.token(of: "pool@shore.example")
    let reply = try await instance.postStatus("I am.", ["in_reply_to_id": status.id.rawValue], as: pool).id.rawValue
    let path = "/api/v1/statuses/\(status.id)/context"
    for _ in 1...2 { #expect(await !instance.get(path).text.contains(reply)) }
    instance.clock.advance(by: 6)
    #expect(await instance.get(path).text.contains(reply))
  }

  @Test func postTellsOfTheCollectionsThatItLinksTo() async throws {
    let instance = try await TestInstance()
    let made = try await instance.post("/api/v1/collections", ["name": "Boat people"])
      .decoded(WrappedCollection.self).collection
    let status = try await instance.postStatus("Follow them: \(try #require(made.url))")
    #expect(status.taggedCollections.map(\.id) == [made.id] && status.card == nil)
    let copy = try MastodonJSON.decode(Status.self, from: try MastodonJSON.makeEncoder().encode(status))
    #expect(copy.taggedCollections == status.taggedCollections)
  }

  @Test func whatIsSentEmptyIsRemovedFromACollection() async throws {
    let instance = try await TestInstance()
    let made = try await instance.post(
      "/api/v1/collections",
      ["name": "Boats", "description": "On the canal", "tag_name": "canal", "language": "en"]
    ).decoded(WrappedCollection.self).collection
    #expect(made.tag?.name == "canal" && made.language == "en" && !made.description.isEmpty)
    let request = SandboxRequest(
      "PATCH", "/api/v1/collections/\(made.id)", form: ["description": "", "tag_name": "", "language": ""],
      token: instance.token)
    let changed = try await instance.send(request).decoded(WrappedCollection.self).collection
    #expect(changed.tag == nil && changed.language == nil && changed.description.isEmpty && changed.name == "Boats")
  }

  @Test func reportNamesCollectionsOfTheAccountOnly() async throws {
    let instance = try await TestInstance()
    let made = try await instance.post("/api/v1/collections", ["name": "Mine"]).decoded(WrappedCollection.self)
    let rook = try await instance.get("/api/v1/accounts/lookup?acct=rook").decoded(Account.self)
    let form: KeyValuePairs = ["account_id": rook.id.rawValue, "collection_ids[]": made.collection.id.rawValue]
    #expect(await instance.post("/api/v1/reports", form).status == 404)
    let theirs = try await instance.get("/api/v1/accounts/\(rook.id)/collections").decoded(Collections.self).collections
    guard let first = theirs.first else { return }
    let sent = await instance.post(
      "/api/v1/reports", ["account_id": rook.id.rawValue, "collection_ids[]": first.id.rawValue])
    #expect(sent.text.contains(#""collection_ids":["\#(first.id)"]"#))
  }

  @Test func directMessagesAreLeftOutOfAnAccountsPosts() async throws {
    let instance = try await TestInstance()
    let me = try await instance.get("/api/v1/accounts/verify_credentials").decoded(Account.self)
    let message = try await instance.post("/api/v1/statuses", ["status": "@rook psst", "visibility": "direct"])
      .decoded(Status.self)
    let all = try await instance.get("/api/v1/accounts/\(me.id)/statuses").decoded([Status].self)
    let open = try await instance.get("/api/v1/accounts/\(me.id)/statuses?exclude_direct=true").decoded([Status].self)
    #expect(all.contains { $0.id == message.id } && !open.contains { $0.visibility == .direct })
  }

  @Test func pageIsByAnAccountThatNamesItsWebsite() async throws {
    let instance = try await TestInstance()
    let link = "https://boats.example/@you/locks"
    #expect(try await instance.postStatus(link).card?.missingAttribution == true)
    let edit = SandboxRequest(
      "PATCH", "/api/v1/accounts/update_credentials", form: ["attribution_domains[]": "boats.example"],
      token: instance.token)
    _ = await instance.send(edit)
    let card = try #require(try await instance.postStatus("\(link) again").card)
    #expect(!card.missingAttribution && card.authors.first?.account?.acct == "you")
  }

  @Test func notificationOfANewKindHasATextWhereItIsAskedFor() async throws {
    let instance = try await TestInstance()
    let status = try await instance.postStatus("A post")
    await instance.post("/api/v1/statuses/\(status.id)/favourite", token: try await instance.token(of: "rook"))
    for (path, count) in [("v1/notifications", 1), ("v2/notifications", 1)] {
      let all = await instance.get("/api/\(path)?limit=\(count)").text
      let known = await instance.get("/api/\(path)?limit=\(count)&supported_types[]=favourite").text
      let unknown = await instance.get("/api/\(path)?limit=\(count)&supported_types[]=mention").text
      #expect(!all.contains("fallback") && !known.contains("fallback"))
      #expect(unknown.contains("Something happened: favourite."))
    }
  }

  @Test func searchFindsFollowedAccountsAlone() async throws {
    let instance = try await TestInstance()
    let all: SearchResults = try await instance.get("/api/v2/search?q=o&type=accounts&limit=40").decoded()
    let followed: SearchResults = try await instance.get(
      "/api/v2/search?q=o&type=accounts&limit=40&following=true"
    ).decoded()
    #expect(!followed.accounts.isEmpty && followed.accounts.count < all.accounts.count)
  }

  @Test func botsCannotBeAddedToCollectionsAndSaySo() async throws {
    let instance = try await TestInstance()
    let me = SandboxRequest(
      "PATCH", "/api/v1/accounts/update_credentials", form: ["bot": "true"], token: instance.token)
    #expect(try await instance.send(me).decoded(Account.self).details?.featuring == .denied)
  }
}

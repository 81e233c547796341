import MastodonKit
import Testing

@testable import Sandbox

@Suite struct TagTests {
  @Test func followedTagIsInHome() async throws {
    let instance = try await TestInstance()
    let noura = try await instance.token(of: "noura@dunes.example")
    let before = try await instance.postStatus("Sand #dunewatch", as: noura)
    func isHome() async throws -> Bool {
      try await instance.get("/api/v1/timelines/home").decoded([Status].self).contains { $0.id == before.id }
    }
    #expect(try await !isHome())
    let followed: MastodonKit.Tag = try await instance.post("/api/v1/tags/DuneWatch/follow").decoded()
    #expect(followed.name == "dunewatch" && followed.following == true && followed.history.count == 7)
    #expect(followed.history.first?.uses == 1)
    #expect(try await isHome())
    let list: [MastodonKit.Tag] = try await instance.get("/api/v1/followed_tags").decoded()
    #expect(list.map(\.name) == ["dunewatch"])
    let left: MastodonKit.Tag = try await instance.post("/api/v1/tags/dunewatch/unfollow").decoded()
    #expect(left.following == false)
    #expect(try await !isHome())
    // `following` is not sent without a token.
    let open: MastodonKit.Tag = try await instance.getWithoutToken("/api/v1/tags/dunewatch").decoded()
    #expect(open.following == nil)
    #expect(await instance.getWithoutToken("/api/v1/tags/not%20a%20tag").status == 404)
  }

  @Test func followedTagsArePagedByHiddenCursors() async throws {
    let instance = try await TestInstance()
    for name in ["one1", "two2", "three3"] { await instance.post("/api/v1/tags/\(name)/follow") }
    let first = await instance.get("/api/v1/followed_tags?limit=2")
    #expect(try first.decoded([MastodonKit.Tag].self).map(\.name) == ["three3", "two2"])
    let next = await instance.get(try #require(first.link("next")))
    #expect(try next.decoded([MastodonKit.Tag].self).map(\.name) == ["one1"])
    #expect(next.link("next") == nil && next.link("prev")?.contains("since_id=") == true)
  }

  @Test func tagsCanBeFeaturedOnAProfile() async throws {
    let instance = try await TestInstance()
    try await instance.postStatus("#kettles on")
    try await instance.postStatus("#kettles off #spoons")
    let suggested: [MastodonKit.Tag] = try await instance.get("/api/v1/featured_tags/suggestions").decoded()
    #expect(suggested.prefix(2).map(\.name).contains("kettles"))
    let made: FeaturedTag = try await instance.post("/api/v1/featured_tags", ["name": "#Kettles"]).decoded()
    #expect(made.name == "kettles" && made.statusesCount == 2 && made.lastStatusAt != nil)
    let tag: MastodonKit.Tag = try await instance.post("/api/v1/tags/spoons/feature").decoded()
    #expect(tag.featuring == true)
    let you = try await instance.account("you").id
    let shown: [FeaturedTag] = try await instance.getWithoutToken("/api/v1/accounts/\(you)/featured_tags").decoded()
    #expect(shown.map(\.name) == ["kettles", "spoons"])
    let later: [MastodonKit.Tag] = try await instance.get("/api/v1/featured_tags/suggestions").decoded()
    #expect(!later.contains { $0.name == "kettles" })
    let path = "/api/v1/featured_tags/\(made.id)"
    #expect(await instance.send(SandboxRequest("DELETE", path, form: [:], token: instance.token)).text == "{}")
    #expect(await instance.send(SandboxRequest("DELETE", path, form: [:], token: instance.token)).status == 404)
    let undone: MastodonKit.Tag = try await instance.post("/api/v1/tags/spoons/unfeature").decoded()
    #expect(undone.featuring == false)
    for number in 1...10 { await instance.post("/api/v1/tags/tag\(number)/feature") }
    let refused = await instance.post("/api/v1/tags/eleventh/feature")
    #expect(refused.status == 422)
    #expect(refused.apiError == "Validation failed: You have already featured the maximum number of hashtags")
    #expect(await instance.post("/api/v1/tags/tag1/feature").status == 200)
  }

  @Test(arguments: [
    ("", ["ab", "a"]), ("any[]=c", ["c", "ab", "a"]), ("all[]=b", ["ab"]), ("none[]=b", ["a"]),
    ("any[]=c&none[]=b", ["c", "a"]), ("local=true", ["ab", "a"]), ("remote=true", []), ("only_media=true", []),
  ]) func tagTimelinesCombineTags(_ query: String, _ expected: [String]) async throws {
    let instance = try await TestInstance()
    try await instance.postStatus("a #alpha1")
    try await instance.postStatus("ab #alpha1 #beta1")
    try await instance.postStatus("c #gamma1")
    let query = query.replacing("=b", with: "=beta1").replacing("=c", with: "=gamma1")
    let found: [Status] = try await instance.get("/api/v1/timelines/tag/Alpha1?\(query)").decoded()
    #expect(found.map { $0.words.split(separator: " ").first.map(String.init) ?? "" } == expected)
  }

  @Test func linkHasATimeline() async throws {
    let instance = try await TestInstance()
    let page: [Status] = try await instance.get("/api/v1/timelines/public?limit=40").decoded()
    let carded = try #require(page.first { $0.card != nil })
    let url = try #require(carded.card?.url)
    let found: [Status] = try await instance.get("/api/v1/timelines/link?url=\(url)").decoded()
    #expect(found.contains { $0.id == carded.id } && found.allSatisfy { $0.card?.url == url })
    #expect(await instance.get("/api/v1/timelines/link?url=https://nowhere.example/").status == 404)
  }
}

import MastodonKit
import Testing

@testable import Sandbox

@Suite(.timeLimit(.minutes(10))) struct FilterTests {
  private func makeFilter(_ instance: TestInstance, _ keyword: String, wholeWord: Bool = true) async throws -> Filter {
    try await instance.post(
      "/api/v2/filters",
      [
        "title": "f", "context[]": "home", "filter_action": "blur", "keywords_attributes[][keyword]": keyword,
        "keywords_attributes[][whole_word]": "\(wholeWord)",
      ]
    ).decoded()
  }

  @Test(arguments: [
    ("frost", true, "First FROST.", true), ("frost", true, "defrosting", false), ("frost", false, "defrosting", true),
    ("#frost", true, "so #frost", true), ("c++", true, "c++ wins", true), ("über", true, "ÜBER alles", true),
    ("frost", true, "frost_bite", false),
  ]) func keywordsMatch(_ keyword: String, _ isWhole: Bool, _ text: String, _ isFiltered: Bool) async throws {
    let instance = try await TestInstance()
    let filter = try await makeFilter(instance, keyword, wholeWord: isWhole)
    #expect(filter.action == .blur)
    let post = try await instance.postStatus(text)
    #expect(post.filtered.map(\.keywordMatches) == (isFiltered ? [[keyword]] : []))
  }

  @Test func filtersApplyToEveryResponseWithStatuses() async throws {
    let instance = try await TestInstance()
    _ = try await makeFilter(instance, "zucchini")
    let wren = try await instance.token(of: "wren")
    let post = try await instance.postStatus("@you zucchini #zucchini", ["spoiler_text": ""], as: wren)
    await instance.post("/api/v1/statuses/\(post.id)/bookmark")
    for list in ["timelines/home", "timelines/tag/zucchini", "timelines/public", "bookmarks"] {
      let page: [Status] = try await instance.get("/api/v1/\(list)").decoded()
      #expect(page.first { $0.id == post.id }?.filtered.count == 1, "\(list)")
    }
    #expect(try await instance.notifications("?limit=1").first?.status?.filtered.count == 1)
    let groups: GroupedNotificationsResults = try await instance.get("/api/v2/notifications").decoded()
    #expect(groups.statuses.first { $0.id == post.id }?.filtered.count == 1)
    let frames = try await instance.sandbox.events(token: instance.token, stream: "user")
    try await instance.postStatus("zucchini again", as: wren)
    var iterator = frames.makeAsyncIterator()
    #expect(await iterator.next()?.contains(#"keyword_matches\":[\"zucchini\"]"#) == true)
    // Filters of another account do not apply.
    let open: Status = try await instance.get("/api/v1/statuses/\(post.id)", token: wren).decoded()
    #expect(open.filtered.isEmpty)
  }

  @Test func filtersApplyToSingleStatuses() async throws {
    let instance = try await TestInstance()
    let filter = try await makeFilter(instance, "zucchini")
    let post = try await instance.postStatus("plain")
    let path = "/api/v2/filters/\(filter.id)/statuses"
    let made: FilterStatus = try await instance.post(path, ["status_id": post.id.rawValue]).decoded()
    #expect(made.statusID == post.id)
    let twice = await instance.post(path, ["status_id": post.id.rawValue])
    #expect(twice.status == 422 && twice.apiError == "Validation failed: Status has already been taken")
    #expect(try await instance.get(path).decoded([FilterStatus].self) == [made])
    #expect(try await instance.get("/api/v2/filters/statuses/\(made.id)").decoded(FilterStatus.self) == made)
    let path2 = "/api/v2/filters/statuses/\(made.id)"
    #expect(
      await instance.send(SandboxRequest("DELETE", path2, form: [:], token: try await instance.token(of: "wren")))
        .status == 404
    )
    #expect(await instance.send(SandboxRequest("DELETE", path2, form: [:], token: instance.token)).status == 200)
    #expect(await instance.get(path).text == "[]")
  }

  @Test func version1ListsEachKeywordAsAFilter() async throws {
    let instance = try await TestInstance()
    struct Early: Decodable, Equatable {
      var id: String
      var phrase: String
      var context: [String]
      var wholeWord: Bool
      var irreversible: Bool

      enum CodingKeys: String, CodingKey {
        case id, phrase, context, irreversible
        case wholeWord = "whole_word"
      }
    }
    let made: Early = try await instance.post(
      "/api/v1/filters", ["phrase": "zucchini", "context[]": "home", "irreversible": "true", "whole_word": "true"]
    ).decoded()
    #expect(made.phrase == "zucchini" && made.context == ["home"] && made.wholeWord && made.irreversible)
    let frames = try await instance.sandbox.events(token: instance.token, stream: "user")
    let update = SandboxRequest("PUT", "/api/v1/filters/\(made.id)", form: ["phrase": "leek"], token: instance.token)
    let changed: Early = try await instance.send(update).decoded()
    #expect(changed.phrase == "leek" && changed.id == made.id)
    var iterator = frames.makeAsyncIterator()
    #expect(await iterator.next() == #"{"stream":["user"],"event":"filters_changed"}"#)
    #expect(try await instance.get("/api/v1/filters").decoded([Early].self) == [changed])
    let removal = SandboxRequest("DELETE", "/api/v1/filters/\(made.id)", form: [:], token: instance.token)
    #expect(await instance.send(removal).text == "{}")
    #expect(await instance.get("/api/v2/filters").text == "[]")
  }
}

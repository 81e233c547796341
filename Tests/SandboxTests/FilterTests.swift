import MastodonKit
import Testing

@testable import Sandbox

@Suite(.timeLimit(.minutes(5))) struct FilterTests {
  private func makeFilter(_ town: TestTown, _ keyword: String, wholeWord: Bool = true) async throws -> Filter {
    try await town.post(
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
    let town = try await TestTown()
    let filter = try await makeFilter(town, keyword, wholeWord: isWhole)
    #expect(filter.action == .blur)
    let post = try await town.say(text)
    #expect(post.filtered.map(\.keywordMatches) == (isFiltered ? [[keyword]] : []))
  }

  @Test func everyAnswerThatHoldsAStatusIsFiltered() async throws {
    let town = try await TestTown()
    _ = try await makeFilter(town, "zucchini")
    let wren = try await town.token(of: "wren")
    let post = try await town.say("@you zucchini #zucchini", ["spoiler_text": ""], as: wren)
    await town.post("/api/v1/statuses/\(post.id)/bookmark")
    for list in ["timelines/home", "timelines/tag/zucchini", "timelines/public", "bookmarks"] {
      let page: [Status] = try await town.get("/api/v1/\(list)").decoded()
      #expect(page.first { $0.id == post.id }?.filtered.count == 1, "\(list)")
    }
    #expect(try await town.notifications("?limit=1").first?.status?.filtered.count == 1)
    let groups: GroupedNotificationsResults = try await town.get("/api/v2/notifications").decoded()
    #expect(groups.statuses.first { $0.id == post.id }?.filtered.count == 1)
    let frames = try await town.sandbox.events(token: town.token, stream: "user")
    try await town.say("zucchini again", as: wren)
    var iterator = frames.makeAsyncIterator()
    #expect(await iterator.next()?.contains(#"keyword_matches\":[\"zucchini\"]"#) == true)
    // Another reader has another filter, or none.
    let open: Status = try await town.get("/api/v1/statuses/\(post.id)", token: wren).decoded()
    #expect(open.filtered.isEmpty)
  }

  @Test func statusesAreFilteredByName() async throws {
    let town = try await TestTown()
    let filter = try await makeFilter(town, "zucchini")
    let post = try await town.say("plain")
    let path = "/api/v2/filters/\(filter.id)/statuses"
    let made: FilterStatus = try await town.post(path, ["status_id": post.id.rawValue]).decoded()
    #expect(made.statusID == post.id)
    let twice = await town.post(path, ["status_id": post.id.rawValue])
    #expect(twice.status == 422 && twice.refusal == "Validation failed: Status has already been taken")
    #expect(try await town.get(path).decoded([FilterStatus].self) == [made])
    #expect(try await town.get("/api/v2/filters/statuses/\(made.id)").decoded(FilterStatus.self) == made)
    let path2 = "/api/v2/filters/statuses/\(made.id)"
    #expect(
      await town.send(SandboxRequest("DELETE", path2, form: [:], token: try await town.token(of: "wren"))).status == 404
    )
    #expect(await town.send(SandboxRequest("DELETE", path2, form: [:], token: town.token)).status == 200)
    #expect(await town.get(path).text == "[]")
  }

  @Test func theFirstVersionSeesEachKeyword() async throws {
    let town = try await TestTown()
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
    let made: Early = try await town.post(
      "/api/v1/filters", ["phrase": "zucchini", "context[]": "home", "irreversible": "true", "whole_word": "true"]
    ).decoded()
    #expect(made.phrase == "zucchini" && made.context == ["home"] && made.wholeWord && made.irreversible)
    let frames = try await town.sandbox.events(token: town.token, stream: "user")
    let update = SandboxRequest("PUT", "/api/v1/filters/\(made.id)", form: ["phrase": "leek"], token: town.token)
    let changed: Early = try await town.send(update).decoded()
    #expect(changed.phrase == "leek" && changed.id == made.id)
    var iterator = frames.makeAsyncIterator()
    #expect(await iterator.next() == #"{"stream":["user"],"event":"filters_changed"}"#)
    #expect(try await town.get("/api/v1/filters").decoded([Early].self) == [changed])
    let removal = SandboxRequest("DELETE", "/api/v1/filters/\(made.id)", form: [:], token: town.token)
    #expect(await town.send(removal).text == "{}")
    #expect(await town.get("/api/v2/filters").text == "[]")
  }
}

import MastodonKit
import Testing

@testable import Sandbox

@Suite struct PagingTests {
  /// Each list is paged by its own ids; some of them are hidden.
  static let lists = [
    "/api/v1/timelines/home", "/api/v1/timelines/public", "/api/v1/notifications", "/api/v1/favourites",
    "/api/v1/bookmarks", "/api/v1/accounts/1002/followers", "/api/v1/accounts/1003/following",
    "/api/v1/accounts/1003/statuses", "/api/v1/timelines/tag/beekeeping",
  ]

  struct Entry: Decodable { var id: String }

  /// A shared instance with eleven statuses in each list; tests only read.
  private static let instance = Task {
    let instance = try await TestInstance()
    let page: [Status] = try await instance.get("/api/v1/timelines/public?limit=11").decoded()
    for status in page.shuffledByAge {
      await instance.post("/api/v1/statuses/\(status.id)/favourite")
      await instance.post("/api/v1/statuses/\(status.id)/bookmark")
    }
    return instance
  }

  @Test(arguments: lists) func pagingOlderListsEverythingOnce(_ list: String) async throws {
    let instance = try await Self.instance.value
    let whole: [Entry] = try await instance.get("\(list)?limit=80").decoded()
    #expect(whole.count >= 3)
    var seen: [String] = []
    var next: String? = "\(list)?limit=3"
    while let target = next {
      let page = await instance.get(target)
      seen += try page.decoded([Entry].self).map(\.id)
      next = page.link("next")
    }
    #expect(Array(seen.prefix(whole.count)) == whole.map(\.id))
    #expect(Set(seen).count == seen.count)
  }

  @Test(arguments: lists) func pagingNewerLeavesNoGap(_ list: String) async throws {
    let instance = try await Self.instance.value
    let whole: [Entry] = try await instance.get("\(list)?limit=40").decoded()
    var page = await instance.get("\(list)?limit=2")
    // From the oldest known page to the newest.
    while let next = page.link("next") {
      let older = await instance.get(next)
      if try older.decoded([Entry].self).last?.id == whole.last?.id {
        page = older
        break
      }
      if try older.decoded([Entry].self).isEmpty { break }
      page = older
    }
    var seen = try page.decoded([Entry].self).map(\.id)
    while let previous = page.link("prev")?.replacing("since_id", with: "min_id") {
      page = await instance.get(previous)
      let ids = try page.decoded([Entry].self).map(\.id)
      if ids.isEmpty { break }
      seen = ids + seen
    }
    #expect(seen.suffix(whole.count) == whole.map(\.id)[...])
  }

  @Test func sinceIDGivesTheNewestAndMinIDTheNext() async throws {
    let instance = try await TestInstance()
    var ids: [String] = []
    for number in 1...6 { ids.append(try await instance.postStatus("\(number)").id.rawValue) }
    func page(_ query: String) async throws -> [String] {
      try await instance.get("/api/v1/timelines/home?limit=2&\(query)").decoded([Entry].self).map(\.id)
    }
    #expect(try await page("since_id=\(ids[0])") == [ids[5], ids[4]])
    #expect(try await page("min_id=\(ids[0])") == [ids[2], ids[1]])
    #expect(try await page("max_id=\(ids[2])") == [ids[1], ids[0]])
    #expect(try await page("min_id=\(ids[0])&max_id=\(ids[3])") == [ids[2], ids[1]])
  }

  @Test(arguments: [("0", 0), ("1", 1), ("40", 40), ("999", 40), ("many", 0), ("", 0)])
  func limitsAreClamped(_ limit: String, _ count: Int) async throws {
    let instance = try await Self.instance.value
    let page: [Entry] = try await instance.get("/api/v1/timelines/home?limit=\(limit)").decoded()
    #expect(page.count == count)
  }

  @Test func linksKeepParametersAndHost() async throws {
    let instance = try await TestInstance()
    var request = SandboxRequest.get("/api/v1/timelines/public?local=true&limit=2&max_id=999999999999999999")
    request.headers.append("Host", "127.0.0.1:4000")
    let page = await instance.send(request)
    let ids = try page.decoded([Entry].self).map(\.id)
    let base = "http://127.0.0.1:4000/api/v1/timelines/public?local=true&limit=2"
    #expect(
      page.headers["Link"] == "<\(base)&max_id=\(ids[1])>; rel=\"next\", <\(base)&min_id=\(ids[0])>; rel=\"prev\"")
  }
}

extension [Status] {
  /// An order that differs from the timeline's and its reverse.
  fileprivate var shuffledByAge: [Status] {
    enumerated().sorted { ($0.offset * 7) % 11 < ($1.offset * 7) % 11 }.map(\.element)
  }
}

import GRDB
import MastodonKit
import Synchronization
import Testing

@testable import Sandbox

/// The number of SQL statements for a page does not depend on its length.
@Suite struct QueryCountTests {
  private final class Counter: Sendable {
    private let count = Mutex(0)
    func add() { count.withLock { $0 += 1 } }
    func take() -> Int {
      count.withLock { count in
        defer { count = 0 }
        return count
      }
    }
  }

  /// An instance with many mentions, boosts and conversations, and a notification request from Moss.
  private static let instance = Task {
    let instance = try await TestInstance()
    let policy = SandboxRequest(
      "PATCH", "/api/v2/notifications/policy", form: ["for_not_following": "filter"], token: instance.token)
    _ = await instance.send(policy)
    for name in ["wren", "rook", "heron", "zoe", "moss", "pool@shore.example", "noura@dunes.example"] {
      let token = try await instance.token(of: name)
      for number in 1...6 {
        let post = try await instance.postStatus("@you@sandbox.example zucchini \(number) #tag\(number)", as: token)
        await instance.post("/api/v1/statuses/\(post.id)/favourite")
      }
      try await instance.postStatus("@you@sandbox.example psst", ["visibility": "direct"], as: token)
    }
    for number in 1...6 { await instance.post("/api/v1/tags/tag\(number)/follow") }
    let counter = Counter()
    try await instance.sandbox.read { transaction in
      transaction.database.trace(options: .statement) { _ in counter.add() }
    }
    return (instance, counter)
  }

  @Test func longPageNeedsNoMoreStatementsThanAShortOne() async throws {
    let (instance, counter) = try await Self.instance.value
    for path in [
      "v1/timelines/home", "v1/timelines/public", "v1/timelines/tag/tag1", "v1/notifications", "v2/notifications",
      "v1/notifications/requests", "v1/conversations", "v1/followed_tags", "v2/search?q=zucchini", "v1/favourites",
      "v1/accounts/1002/followers",
    ] {
      func cost(_ limit: Int) async -> Int {
        _ = counter.take()
        let separator = path.contains("?") ? "&" : "?"
        let response = await instance.get("/api/\(path)\(separator)limit=\(limit)")
        #expect(response.status == 200, "\(path)")
        return counter.take()
      }
      let short = await cost(2)
      let long = await cost(40)
      // Polls and quotes are loaded only if present, with six statements in total.
      #expect(long <= short + 6, "\(path): \(short), \(long)")
      #expect(long < 30, "\(path)")
    }
  }
}

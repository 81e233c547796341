import Foundation
import FoundationNetworking
import Testing

/// The running server: its address, and the tokens of its users by name.
final class Sandbox: Sendable {
  private struct Ready: Decodable {
    var address: URL
    var tokens: [String: String]
    var pid: Int32
  }

  private let ready: Ready

  init() throws {
    let (process, output) = (Process(), Pipe())
    process.executableURL = URL(filePath: "/usr/bin/env")
    // Stopped clock and resting residents: ids, times and tokens are the same in every run.
    let options = "--json --admin --quiet --at 2026-06-01T12:00:00Z --speed 0 --users alice"
    process.arguments =
      [ProcessInfo.processInfo.environment["HOWDAH"] ?? "howdah", "sandbox"] + options.components(separatedBy: " ")
    process.standardOutput = output
    try process.run()
    ready = try JSONDecoder().decode(Ready.self, from: output.fileHandleForReading.availableData)
  }

  deinit { kill(ready.pid, SIGTERM) }

  /// Sends JSON as a user, and reads the answer's.
  @discardableResult
  func send<Answer: Decodable>(
    _ method: String, _ path: String, _ body: [String: String]? = nil, as user: String = "you", of: Answer.Type
  ) async throws -> Answer {
    guard let url = URL(string: path, relativeTo: ready.address) else { throw URLError(.badURL) }
    var request = URLRequest(url: url)
    request.httpMethod = method
    request.httpBody = try body.map { try JSONEncoder().encode($0) }
    request.setValue("application/json", forHTTPHeaderField: "Content-Type")
    request.setValue("Bearer \(ready.tokens[user] ?? "")", forHTTPHeaderField: "Authorization")
    let (data, response) = try await URLSession.shared.data(for: request)
    guard (response as? HTTPURLResponse)?.statusCode == 200 else { throw URLError(.badServerResponse) }
    return try JSONDecoder().decode(Answer.self, from: data)
  }
}

struct Status: Decodable, Equatable {
  struct Account: Decodable, Equatable { var acct: String }
  var id: String
  var content: String
  var account: Account
}

struct Notification: Decodable {
  var type: String
  var account: Status.Account
  var status: Status?
}

struct Nothing: Decodable {}

struct BotTests {
  let sandbox: Sandbox

  init() throws { sandbox = try Sandbox() }

  @Test func mentionIsANotification() async throws {
    try await sandbox.send("POST", "/api/v1/statuses", ["status": "Hello, @you"], as: "alice", of: Status.self)
    let notifications = try await sandbox.send(
      "GET", "/api/v1/notifications?types[]=mention&limit=1", of: [Notification].self)
    #expect(notifications.map(\.account.acct) == ["alice"])
    #expect(notifications.first?.status?.content.contains("Hello") == true)
  }

  @Test func warningOfAModeratorIsANotification() async throws {
    try await sandbox.send(
      "POST", "/sandbox/moderation", ["account": "you", "action": "none", "text": "Be kind"], of: Nothing.self)
    let newest = try await sandbox.send("GET", "/api/v1/notifications?limit=1", of: [Notification].self)
    #expect(newest.map(\.type) == ["moderation_warning"])
  }

  @Test func everyRunBeginsWithTheSamePosts() async throws {
    let home = "/api/v1/timelines/home"
    let first = try await sandbox.send("GET", home, of: [Status].self)
    #expect(try await Sandbox().send("GET", home, of: [Status].self) == first)
  }
}

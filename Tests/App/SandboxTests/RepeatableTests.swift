import Foundation
import GRDB
import MastodonKit
import Testing

@testable import Sandbox

/// Instances that are the same in every run, and those with other accounts.
@Suite(.timeLimit(.minutes(10))) struct RepeatableTests {
  /// A token, a password, an hour of residents' activity and a post: everything that a client reads.
  private func hour(of configuration: SandboxConfiguration, seed: UInt64 = 7) async throws -> [String] {
    let instance = try await TestInstance(seed: seed, activity: .resident, configuration: configuration)
    for _ in 0..<60 {
      instance.clock.advance(by: 60)
      try await instance.sandbox.step()
    }
    try await instance.postStatus("What do you make of this, @wren?")
    instance.clock.advance(by: 120)
    try await instance.sandbox.step()
    var read = [instance.token, try await instance.sandbox.password()]
    for target in ["/api/v1/timelines/home?limit=40", "/api/v1/notifications", "/api/v2/instance"] {
      read.append(String(decoding: await instance.get(target).body, as: UTF8.self))
    }
    return read
  }

  @Test func idsTimesTokensAndTextsFollowFromTheSeed() async throws {
    var configuration = SandboxConfiguration()
    configuration.isRepeatable = true
    let first = try await hour(of: configuration)
    #expect(try await hour(of: configuration) == first)
    let other = try await hour(of: configuration, seed: 42)
    // The last one is the description of the instance, which is the same.
    for (one, another) in zip(first.dropLast(), other) { #expect(one != another) }
    #expect(first[0].count == 43)
  }

  @Test func tokensAreRandomOtherwise() async throws {
    let first = try await TestInstance(), second = try await TestInstance()
    #expect(first.token.count == 43 && first.token != second.token)
    #expect(try await first.sandbox.password() != second.sandbox.password())
  }

  @Test func emptyInstanceHasTheUserOnly() async throws {
    var configuration = SandboxConfiguration()
    configuration.isEmpty = true
    configuration.users = ["alice", "bob"]
    let instance = try await TestInstance(configuration: configuration)
    #expect(try await instance.sandbox.accounts().map(\.acct).sorted() == ["alice", "bob", "you"])
    let timeline: [Status] = try await instance.get("/api/v1/timelines/public").decoded()
    #expect(timeline.isEmpty)
    #expect(try await instance.notifications().isEmpty)
    let alice = try await instance.sandbox.token(for: "alice")
    try await instance.postStatus("Hello, @you", as: alice)
    #expect(try await instance.notifications().map(\.account.acct) == ["alice"])
  }

  @Test func residentCanBeAUser() async throws {
    var configuration = SandboxConfiguration()
    configuration.users = ["wren"]
    let instance = try await TestInstance(configuration: configuration)
    let own: Account = try await instance.get(
      "/api/v1/accounts/verify_credentials", token: instance.sandbox.token(for: "wren")
    ).decoded()
    #expect(own.acct == "wren" && own.statusesCount > 0)
  }

  @Test func tokenCanBeChosen() async throws {
    let instance = try await TestInstance()
    #expect(try await instance.sandbox.token(for: "you", as: "test-token") == "test-token")
    let own: Account = try await instance.get("/api/v1/accounts/verify_credentials", token: "test-token").decoded()
    #expect(own.acct == "you")
    #expect(try await instance.sandbox.token(for: "you") == "test-token")
    #expect(try await instance.sandbox.token(for: "you", as: "test-token") == "test-token")
  }
}

import FoundationEssentials
import MastodonKit
import Testing

@testable import Sandbox

/// Residents who do what a file says.
@Suite(.timeLimit(.minutes(10))) struct ResidentScriptTests {
  private func instance(_ text: String) async throws -> TestInstance {
    var configuration = SandboxConfiguration()
    configuration.script = try ResidentScript(parsing: text)
    return try await TestInstance(configuration: configuration)
  }

  @Test func residentsActAtTheirTimes() async throws {
    let instance = try await instance(
      """
      # Comments and empty lines say nothing.

      2m  moss follows you
      1m  wren posts Hello, @you\\nThe lock is open.
      90s @rook replies wren Which lock?
      1h  heron boosts wren
      1h  wren edits The lock is shut.
      """)
    try await instance.sandbox.step()
    #expect(try await instance.notifications("?limit=1").first?.account.acct != "wren")
    instance.clock.advance(by: 100)
    try await instance.sandbox.step()
    let mention = try #require(try await instance.notifications("?limit=1").first)
    #expect(mention.kind == .mention && mention.account.acct == "wren")
    #expect(mention.createdAt == Date.fixtureNow.addingTimeInterval(60))
    #expect(mention.status?.words.contains("Hello, @you") == true)
    #expect(try await instance.status(containing: "Which lock?").inReplyToID == mention.status?.id)
    instance.clock.advance(by: 3600)
    try await instance.sandbox.step()
    #expect(try await instance.notifications("?limit=1").first?.account.acct == "moss")
    let edited = try await instance.status(containing: "The lock is shut.")
    #expect(edited.id == mention.status?.id && edited.reblogsCount == 1 && edited.editedAt != nil)
  }

  @Test func residentsReactToTheNewestPostOfAnAccount() async throws {
    let instance = try await instance("1m moss favourites you\n1m moss votes you 2\n1m moss messages you Well done")
    try await instance.postStatus("Old")
    let poll = try await instance.postStatus(
      "New?", ["poll[options][]": "yes", "poll[options][]": "no", "poll[expires_in]": "3600"])
    instance.clock.advance(by: 60)
    try await instance.sandbox.step()
    let status: Status = try await instance.get("/api/v1/statuses/\(poll.id)").decoded()
    #expect(status.favouritesCount == 1 && status.poll?.options.last?.votesCount == 1)
    #expect(try await instance.status(containing: "Well done").visibility == .direct)
  }

  @Test func whatIsNotPossibleIsLeftOut() async throws {
    let instance = try await instance("1s you deletes\n1s you deletes\n1s moss votes you 9\n2s wren posts Still here")
    instance.clock.advance(by: 2)
    try await instance.sandbox.step()
    #expect(try await instance.status(containing: "Still here").account.acct == "wren")
  }

  @Test func scriptBeginsAgainAfterAReset() async throws {
    let instance = try await instance("1s wren posts Once more")
    for _ in 0..<2 {
      instance.clock.advance(by: 1)
      try await instance.sandbox.step()
      #expect(try await instance.status(containing: "Once more").account.acct == "wren")
      try await instance.sandbox.eraseAndSeed()
      #expect(!(await instance.getWithoutToken("/api/v1/timelines/public").text.contains("Once more")))
    }
  }

  @Test(arguments: [
    ("soon wren posts x", 1, "“soon” is not a time"), ("\n\n1s", 3, "Say who does what"),
    ("1s wren", 1, "Say what wren"),
    ("1s wren sings x", 1, "Unknown verb “sings”: use posts, replies"),
    ("# a\n1s wren posts", 2, "Write: 1s wren posts TEXT"),
    ("1s wren votes you x", 1, "wren votes ACCOUNT NUMBER"), ("1s wren follows you me", 1, "wren follows ACCOUNT"),
    ("1y wren posts x", 1, "“1y” is not a time"), ("-1s wren posts x", 1, "is not a time"),
    ("1s wren replies you", 1, "replies ACCOUNT TEXT"),
  ]) func mistakeIsReportedWithItsLine(_ text: String, _ line: Int, _ message: String) throws {
    let mistake = #expect(throws: ResidentScript.Mistake.self) { try ResidentScript(parsing: text) }
    #expect(mistake?.line == line)
    #expect(mistake?.message.contains(message) == true, "\(mistake?.message ?? "")")
  }

  @Test func unknownAccountIsReportedWithItsLine() async throws {
    let instance = try await TestInstance()
    let script = try ResidentScript(parsing: "1s wren posts x\n1s wern follows you")
    let mistake = await #expect(throws: ResidentScript.Mistake.self) { try await instance.sandbox.check(script) }
    #expect(mistake?.line == 2 && mistake?.message.contains("no account wern") == true)
  }
}

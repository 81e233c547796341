import Testing

/// What is done about something while it waits in the outbox.
@Suite(.serialized, .ownThread, .timeLimit(.minutes(10)))
struct WaitingChangesTests {
  private let machine: Machine

  init() throws {
    machine = try Machine()
    try machine.signIn()
  }

  private func relationship() throws -> JSON? {
    try JSON(machine.howdah("profile", "@wren", "about", "--json").output)["account"]?["relationship"]
  }

  @Test func changedPostIsNotSentWithoutTheQuestionThatItNeeds() throws {
    let answer = try JSON(machine.howdah("post", "for everyone", "--later", "--json").output)
    let draft = try #require(answer["draft"]?.string)
    _ = try machine.howdah("--keep-going", input: "draft \(draft)\n/visibility direct\n/close\n")
    let sent = try machine.howdah("outbox", "send")
    #expect(!sent.output.contains("Sent 1 item"), "\(sent.everything)")
    let kept = try machine.howdah("outbox")
    #expect(kept.output.contains("mention"), "\(kept.everything)")
  }

  @Test func unfollowIsSentAlthoughOptionsOfTheFollowWait() throws {
    _ = try machine.howdah("follow", "@wren")
    _ = try machine.howdah("follow", "@wren", "--notify", "--later")
    let run = try machine.howdah("unfollow", "@wren", "--later", "--yes", "--json")
    #expect(try JSON(run.output)["queued"]?.bool == true, "\(run.everything)")
    _ = try machine.howdah("outbox", "send")
    #expect(try relationship()?["following"]?.bool == false)
  }

  @Test func undoOfWaitingOptionsUndoesNothingElse() throws {
    _ = try machine.howdah("follow", "@wren")
    let run = try machine.howdah("-c", "follow @wren --notify --later; undo")
    #expect(run.everything.contains("outbox discard N"), "\(run.everything)")
    _ = try machine.howdah("outbox", "send")
    #expect(try relationship()?["following"]?.bool == true)
  }
}

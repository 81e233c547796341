import Testing

/// A server whose answer to a new post is another post: nothing may act on that one in its place.
@Suite(.serialized, .ownThread)
struct OtherAnswerTests {
  private func run(_ lines: String...) throws -> Machine.Run {
    let machine = try Machine()
    try machine.signIn(quirks: "wordpress")
    return try machine.howdah("--keep-going", "--yes", input: lines.joined(separator: "\n") + "\n")
  }

  @Test func replyThatIsAnsweredWithItsParentIsFoundForDotAndUndo() throws {
    let run = try run("home --limit 5", "reply 1 A direct answer", "delete .", "profile @me")
    #expect(run.output.contains("Deleted your post"), "\(run.everything)")
    #expect(!run.output.contains("A direct answer"), "\(run.everything)")
  }

  @Test func replyThatIsNotFoundLeavesNothingForDotAndUndo() throws {
    let machine = try Machine()
    try machine.signIn(quirks: "wordpress", faults: ["GET /api/v1/accounts/*/statuses status 500"])
    let lines = ["home --limit 5", "reply 1 A direct answer", "delete .", "undo"]
    let run = try machine.howdah("--keep-going", "--yes", input: lines.joined(separator: "\n") + "\n")
    #expect(run.output.contains("Sent, but the server answered with another post"), "\(run.everything)")
    #expect(run.everything.contains("there is none now"), "\(run.everything)")
    #expect(!run.output.contains("Deleted your post"))
  }

  @Test func threadHoldsTogether() throws {
    let machine = try Machine()
    let server = try machine.signIn(quirks: "wordpress")
    let text = (0...200).map { "word\($0)" }.joined(separator: " ")
    let run = try machine.howdah("post", "--thread", text, "--json")
    let ids = try JSON(run.output)["ids"]?.array?.compactMap(\.string) ?? []
    #expect(run.code == 0 && ids.count == 4, "\(run.everything)")
    for (id, parent) in zip(ids.dropFirst(), ids) {
      #expect(try server.get("/api/v1/statuses/\(id)")["in_reply_to_id"]?.string == parent)
    }
  }

  @Test func anAnswerThatIsTheParentIsNotTakenForTheEditedPost() throws {
    let run = try run("home --limit 5", "reply 1 A direct answer", "profile @me", "edit 1 An edited answer", "open .")
    #expect(run.output.contains("opened: 2") && run.output.hasSuffix("An edited answer\n"), "\(run.everything)")
  }
}

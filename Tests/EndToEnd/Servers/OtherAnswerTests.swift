import Testing

/// A server whose answer to a new post is another post: nothing may act on that one in its place.
@Suite(.serialized, .ownThread)
struct OtherAnswerTests {
  private func run(_ lines: String...) throws -> Machine.Run {
    let machine = try Machine()
    try machine.signIn(quirks: "wordpress")
    return try machine.howdah("--keep-going", "--yes", input: lines.joined(separator: "\n") + "\n")
  }

  @Test func anAnswerThatIsTheParentLeavesNothingForDotAndUndo() throws {
    let run = try run("home --limit 5", "reply 1 A direct answer", "delete .", "undo", "profile @me")
    #expect(run.output.contains("Sent, but the server answered with another post"), "\(run.everything)")
    #expect(run.everything.contains("there is none now"), "\(run.everything)")
    #expect(!run.output.contains("Deleted your post"))
    #expect(run.output.contains("A direct answer"), "\(run.everything)")
  }

  @Test func anAnswerThatIsTheParentIsNotTakenForTheEditedPost() throws {
    let run = try run("home --limit 5", "reply 1 A direct answer", "profile @me", "edit 1 An edited answer", "open .")
    #expect(run.output.contains("opened: 2") && run.output.hasSuffix("An edited answer\n"), "\(run.everything)")
  }
}

import Testing

/// `howdah play FILE`: a session as a test of the program.
@Suite(.serialized, .ownThread)
struct PlayTests {
  private static let session = """
    # How long ago is no part of it.

    › profile @heron about
    <lines>

    › fav @nobody
    """

  @Test func sessionOfTheProjectGoesAsRecorded() throws {
    let machine = try Machine()
    let run = try machine.howdah("play", "\(SessionFixture.fixtures)/sessions/first-look.session")
    #expect(run.code == 0)
    #expect(run.output.hasSuffix("first-look.session goes as recorded.\n"))
  }

  @Test func differenceIsShownAndUpdated() throws {
    let machine = try Machine()
    let file = machine.folder.file("mine.session")
    try Files.write(Self.session, to: file)
    var run = try machine.howdah("play", file)
    #expect(run.code == 1)
    #expect(run.output.hasPrefix("--- \(file)\n+++ \(file) (played)\n@@ "))
    #expect(run.output.contains("\n+! No account @nobody"))
    run = try machine.howdah("play", file, "--update")
    #expect(run.code == 0)
    let text = try Files.text(file)
    #expect(text.hasPrefix("# How long ago is no part of it.\n\n› profile @heron about\n<lines>\n"))
    #expect(text.contains("\n! No account @nobody"))
    run = try machine.howdah("play", file)
    #expect(run.code == 0)
  }

  @Test(arguments: [
    ("nothing typed", "Home\n", Int32(2)), ("binary", "\u{7F}ELF\u{0}\u{1}", 2),
    ("left too early", "› quit\n› home\n", 7),
    ("no answer", "› notifications\n› clear\n", 7),
  ])
  func fileThatCannotBePlayedIsRefusedInASentence(name: String, text: String, code: Int32) throws {
    let machine = try Machine()
    let file = machine.folder.file("\(name).session")
    try Files.write(text, to: file)
    let run = try machine.howdah("play", file, "--update")
    #expect(run.code == code)
    #expect(run.error.hasPrefix("! "))
    #expect(run.error.split(separator: "\n").count == 2)
    #expect(try Files.text(file) == text)
  }

  @Test func missingFileIsNotFound() throws {
    let run = try Machine().howdah("play", "/nowhere/at/all.session")
    #expect(run.code == 4)
    #expect(run.error.hasPrefix("! /nowhere/at/all.session does not exist."))
  }
}

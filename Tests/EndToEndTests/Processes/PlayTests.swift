import Glibc
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

  @Test func sessionWritesNoFileAndRunsNoProgram() throws {
    let machine = try Machine()
    let (file, victim) = (machine.folder.file("evil.session"), machine.folder.file("victim"))
    try Files.write("mine\n", to: victim)
    try Files.write(
      """
      › set shell on
      › ! touch \(victim).made
      › home --limit 1 > \(victim)
      ? Replace \(victim)? (>> adds to it.) [y/N]: y
      › home --limit 1 | tee \(victim)
      › record \(victim).made
      › export follows \(victim).made
      <lines>
      """, to: file)
    let run = try machine.howdah("play", file)
    #expect(run.code == 1)
    #expect(try Files.text(victim) == "mine\n")
    #expect(access("\(victim).made", F_OK) != 0)
  }

  @Test func accountIsOnlyReadUnlessAsked() throws {
    let machine = try Machine()
    let server = try machine.signIn()
    let file = machine.folder.file("a.session")
    try Files.write("# A.\n\n› post Never to be sent\n\n› set theme paper\n", to: file)
    var run = try machine.howdah("play", file, "--account", "you@\(server.host)")
    #expect(run.code == 1)
    #expect(run.output.contains("/api/v1/statuses"), "\(run.everything)")
    #expect(try !machine.howdah("home").output.contains("Never to be sent"))
    #expect(try machine.howdah("get", "theme").output == "auto\n")
    run = try machine.howdah("play", file, "--account", "you@\(server.host)", "--yes")
    #expect(try machine.howdah("home").output.contains("Never to be sent"))
    try Files.write("# A.\n\n› post [private post]\n", to: file)
    run = try machine.howdah("play", file, "--account", "you@\(server.host)", "--yes")
    #expect(run.code == 7)
    #expect(try machine.howdah("play", file, "--account", "nobody@\(server.host)").code == 3)
  }

  @Test(arguments: ["svg", "cast"])
  func pictureOfASessionIsTheSameEachTime(format: String) throws {
    let machine = try Machine()
    let file = "\(SessionFixture.fixtures)/sessions/first-minute.session"
    let run = try machine.howdah("play", file, "--format", format)
    #expect(run.code == 0)
    #expect(run.output.hasPrefix(format == "svg" ? "<svg " : "{\"version\":2,"))
    #expect(try machine.howdah("play", file, "--format", format).output == run.output)
    let light = try machine.howdah("play", file, "--format", format, "--theme", "day").output
    #expect(light != run.output && !light.isEmpty)
  }

  @Test func hugeFileIsRefused() throws {
    let machine = try Machine()
    let file = machine.folder.file("huge.session")
    let run = try machine.shell(
      "truncate -s 100M \(file); howdah play \(file) --update; echo code $?; stat -c %s \(file)")
    #expect(run.output == "code 1\n\(100 << 20)\n")
    #expect(run.error.contains("larger than"))
  }
}

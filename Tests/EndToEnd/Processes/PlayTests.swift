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
    #expect(run.output.hasSuffix("first-look.session matches the recording.\n"))
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

  @Test func folderIsPlayedAndSummedUp() throws {
    let machine = try Machine()
    let folder = machine.folder.file("sessions")
    #expect(mkdir(folder, 0o700) == 0)
    var run = try machine.howdah("play", folder)
    #expect(run.code == 4 && run.error.hasPrefix("! There are no sessions in \(folder).\n"))
    try Files.write("\n› whoami\n<lines>\n", to: "\(folder)/b.session")
    try Files.write("\n› notifications\nnothing\n", to: "\(folder)/a.session")
    try Files.write("\u{7F}ELF\u{0}", to: "\(folder)/c.session")
    try Files.write("no session", to: "\(folder)/notes")
    run = try machine.howdah("play", folder)
    #expect(run.code == 2 && run.error.hasPrefix("! \(folder)/c.session is not text in UTF-8.\n"))
    #expect(run.output.contains("-nothing\n") && run.output.contains("\n\(folder)/b.session matches the recording.\n"))
    #expect(run.output.hasSuffix("3 sessions: 1 matches the recording, 1 differs, 1 cannot be played.\n"))
    #expect(unlink("\(folder)/c.session") == 0)
    run = try machine.howdah("play", "\(folder)/", "--update")
    #expect(run.code == 0 && run.output.hasSuffix("2 sessions: 1 matches the recording, 1 was updated.\n"))
    run = try machine.howdah("play", "\(folder)/a.session", "\(folder)/b.session")
    #expect(run.code == 0 && run.output.hasSuffix("2 sessions: 2 match the recording.\n"))
    run = try machine.howdah("play", folder, "--format", "svg")
    #expect(run.code == 2 && run.error.contains("Name one file."))
  }

  @Test(
    arguments: [(9, "is larger than 8 MB.", 2), (17, "cannot be read: it is larger than 16 MB.", 7)]
      as [(Int, String, Int32)])
  func largeFileIsRefusedInASentence(megabytes: Int, sentence: String, code: Int32) throws {
    let machine = try Machine()
    let file = machine.folder.file("large.session")
    try Files.write(String(repeating: "› home\n", count: (megabytes << 20) / 9), to: file)
    let run = try machine.howdah("play", file)
    #expect(run.code == code && run.error.hasPrefix("! \(file) \(sentence)\n"), "\(run.error)")
    #expect(run.error.split(separator: "\n").count == 2)
  }

  @Test func sessionOfAnotherVersionIsNamedWhereItDiffers() throws {
    let machine = try Machine()
    let file = machine.folder.file("old.session")
    try Files.write("# Recorded with Howdah 0.0.1.\n\n› whoami\nsomeone else\n", to: file)
    var run = try machine.howdah("play", file)
    #expect(run.code == 1 && run.error.contains("It was recorded with Howdah 0.0.1; this is "), "\(run.everything)")
    run = try machine.howdah("play", file, "--update")
    #expect(run.code == 0)
    let text = try Files.text(file)
    #expect(text.hasPrefix("# Recorded with Howdah ") && !text.contains("0.0.1"))
    run = try machine.howdah("play", file)
    #expect(run.code == 0 && run.error.isEmpty)
  }

  @Test func commandInTheBackgroundEndsBeforeTheNextLine() throws {
    let machine = try Machine()
    let file = machine.folder.file("jobs.session")
    try Files.write(
      """

      › whoami &
      › export follows follows.csv &
      › notifications --limit 1 > list.txt &
      › jobs
      <lines>
      › fg 1
      › fg
      › kill 2
      <lines>
      """, to: file)
    var run = try machine.howdah("play", file, "--update")
    let text = try Files.text(file)
    #expect(text.hasPrefix("\n› whoami &\n› export follows follows.csv &\n› notifications"), "\(run.everything)\(text)")
    run = try machine.howdah("play", file)
    #expect(run.code == 0, "\(run.output)")
  }

  /// A session that `record` has written in a script has no rows, and twenty posts; one written by hand is kept short.
  @Test(arguments: [("# Recorded with Howdah 0.1.0.\n", true), ("# By hand.\n", false)])
  func recordedScriptShowsAsManyPostsAsItDid(header: String, isLong: Bool) throws {
    let machine = try Machine()
    let file = machine.folder.file("script.session")
    try Files.write("\(header)\n$ howdah < script\n\n› home\n", to: file)
    _ = try machine.howdah("play", file, "--update")
    let lines = try Files.text(file).split(separator: "\n")
    #expect(lines.contains { $0.hasPrefix(" 5  ") })
    #expect(lines.contains { $0.hasPrefix("20  ") } == isLong)
    #expect(!lines.contains { $0.hasPrefix("21  ") })
  }

  @Test func folderIsNoFileToRecordIn() throws {
    let machine = try Machine()
    let script = machine.folder.file("script")
    try Files.write("record '\(machine.folder.path)'\n", to: script)
    let run = try machine.shell("howdah --sandbox < '\(script)'")
    #expect(run.error.contains("is a folder.\n  Name a file.\n"), "\(run.error)")
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
      › home --limit 1 | tee \(victim)
      › record \(victim).made
      › export follows \(victim).made
      <lines>
      """, to: file)
    let run = try machine.howdah("play", file)
    #expect(run.code == 1)
    #expect(!run.output.contains("Replace"), "what is on the disk is not replaced, so nothing is asked")
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
    #expect(run.output == "code 7\n\(100 << 20)\n")
    #expect(run.error.contains("larger than"))
  }
}

import Glibc
import Sandbox
import Testing

/// A session is recorded while it goes on, and played again.
@Suite(.serialized, .ownThread)
struct RecordingTests {
  @Test func recordedSessionsPlayUnchanged() throws {
    let machine = try Machine()
    let file = machine.folder.file("a.session")
    let terminal = try TmuxTerminal("howdah --sandbox --record \(file)", on: machine)
    try terminal.wait(forText: "Or just type a command.")
    for line in [
      "home --limit 2", "alias gm = post \"Good morning $1\"", "gm Rook", "post --visibility direct @rook hush hush",
      "home --limit 3", "fav 1", "conversations", "open 1", "reply", "in the composer",
    ] {
      try terminal.enter(line)
      try terminal.wait(for: "the prompt") { !$0.cursorLine.hasSuffix(line) && $0.cursorLine.contains(/[›│]/) }
    }
    try terminal.resize(60, 20)
    for line in ["/visibility direct", "/preview", "/discard"] {
      try terminal.enter(line)
      try terminal.wait(for: "the prompt") { !$0.cursorLine.hasSuffix(line) && $0.cursorLine.contains(/[│:]/) }
    }
    try terminal.enter("y")
    try terminal.wait(forText: "Discarded the draft.")
    try terminal.enter("quit")
    try terminal.wait(forText: "ended 0")
    let text = try Files.text(file)
    for secret in ["hush", "in the composer"] { #expect(!text.contains(secret), "\(text.prefix(9000))") }
    #expect(text.contains("› gm Rook\n") && text.contains("Good morning Rook"))
    #expect(text.contains(" │ [private post]\n") && text.contains(" │ /visibility [private post]\n"))
    var information = stat()
    #expect(stat(file, &information) == 0 && information.st_mode & 0o777 == 0o600)
  }

  @Test func killedProgramLeavesASessionThatGoesAsRecorded() throws {
    let machine = try Machine()
    let file = machine.folder.file("b.session")
    let terminal = try TmuxTerminal("started howdah --fixtures --record \(file)", on: machine)
    try terminal.wait(forText: "Or just type a command.")
    for line in ["home --limit 2", "profile @heron", "search weir", "settings reading"] {
      try terminal.enter(line)
      try terminal.wait(for: "the prompt") { !$0.cursorLine.hasSuffix(line) && $0.cursorLine.contains("›") }
    }
    try Deadline.first("the last response in the file") {
      try Files.text(file).contains("› settings reading\n") ? true : nil
    }
    kill(try terminal.process(), SIGKILL)
    let played = try machine.howdah("play", file)
    #expect(played.code == 0, "\(played.everything)")
  }

  @Test(arguments: [80, 40]) func jobsGoAsRecorded(_ columns: Int) async throws {
    let server = try await BusyServer(
      followed: 500, faults: [FaultRule(.delay(seconds: 1), path: "/api/v1/accounts/*/following")])
    let machine = try Machine()
    let login = try machine.howdah("login", server.host, "--with-token", input: server.token)
    #expect(login.code == 0)
    let file = machine.folder.file("d.session")
    let terminal = try TmuxTerminal("howdah --record \(file)", on: machine, columns: columns)
    try terminal.wait(forText: "open N")
    try terminal.enter("whoami &")
    try terminal.wait(forText: "Job 1 is done")
    try terminal.enter("export follows \(machine.folder.file("f.csv"))")
    try terminal.wait(for: "the progress") { $0.rows.last?.contains(#/^\d+ follows read/#) == true }
    try terminal.press("C-z")
    try terminal.wait(forText: "Job 2 is running in the background")
    try terminal.wait(forText: "Job 2 is done")
    try terminal.enter("alias hi = post --visibility direct \"@rook hush\"")
    try terminal.wait(forText: "Added the alias hi.")
    try terminal.enter("settings reading")
    try terminal.wait(for: "the settings") { $0.rows.last?.hasSuffix("›") == true && $0.has("content-warnings") }
    try terminal.enter("quit")
    try terminal.wait(forText: "ended 0")
    let text = try Files.text(file)
    #expect(!text.contains("hush") && text.contains("› alias hi = post [private post]\n[private post]\n"), "\(text)")
    #expect(text.contains("\n› whoami &\n"))
    #expect(text.contains("/f.csv &\n"))
    // The sandbox of a played session has other posts than this server; from the first job on it is the same.
    let start = try #require(text.firstRange(of: "› whoami &"))
    let header = "# masked: private posts\n\n$ howdah --width \(columns) < script\n\n"
    try Files.write(header + text[start.lowerBound...], to: file)
    let played = try machine.howdah("play", file)
    #expect(played.code == 0, "\(played.everything)\(text)")
    await server.stop()
  }

  @Test func fullDiskIsSaidOnceAndTheSessionGoesOn() throws {
    let machine = try Machine()
    let run = try machine.shell(
      "(ulimit -f 4; printf \"record $HOME/f\\nhome\\nnotifications\\nhome\\nrecord\\n\" | howdah --fixtures; echo code $?) 2>&1 | cat"
    )
    #expect(run.output.contains("The recording ended: "), "\(run.output)")
    #expect(run.output.contains("Not recording.") && run.output.contains("code 0"), "\(run.output)")
  }

  @Test func onlyThePromptIsRecorded() throws {
    let machine = try Machine()
    let file = machine.folder.file("c.session")
    for run in [
      try machine.howdah("--fixtures", "--record", file, "home"), try machine.howdah("--fixtures", "record", file),
    ] {
      #expect(run.code == 2)
      #expect(run.error.hasPrefix("! "))
      #expect(access(file, F_OK) != 0)
    }
  }
}

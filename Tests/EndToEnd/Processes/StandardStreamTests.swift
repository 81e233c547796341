import Glibc
import Testing

/// The program with standard streams that are closed, full or do not block.
@Suite(.serialized, .ownThread)
struct StandardStreamTests {
  @Test(arguments: [
    ("howdah --sandbox home 2>&- ", Int32(0)), ("howdah --sandbox fav 999999999 2>&-", 4),
    ("howdah --sandbox no-such-command 2>&-", 2), ("howdah --sandbox no-such-command 2>/dev/full", 2),
    ("howdah --no-such-option 2>&-", 2), ("howdah --sandbox home <&- 2>&-", 0), ("howdah --version 2>&-", 0),
  ])
  func closingStandardErrorKeepsTheExitCode(_ command: String, _ code: Int32) throws {
    #expect(try Machine().shell(command).code == code)
  }

  /// A database that got the number of a closed stream would have what is printed written into it.
  @Test func closedStreamsDescriptorIsNotReused() throws {
    let machine = try Machine()
    #expect(try machine.shell("howdah --sandbox post hello <&- >&- 2>&-").code == 8)
    #expect(try machine.shell("howdah --sandbox fav 999999999 <&- >&- 2>&-").code == 4)
    let run = try machine.howdah("--sandbox", "home")
    #expect(run.code == 0 && run.error.isEmpty && run.output.contains("hello"), "\(run.everything)")
  }

  @Test(arguments: [
    ("printf 'caf\\351' | howdah --sandbox post -", 7, "Standard input is not text in UTF-8."),
    ("howdah --sandbox post \"$(printf 'caf\\351')\"", 2, "An argument is not text in UTF-8."),
    ("printf 'about\\npost caf\\351\\n' | howdah --sandbox", 7, "Line 2 of the script is not text in UTF-8."),
    ("howdah --sandbox < /", 1, "Standard input cannot be read: Is a directory."),
    ("howdah --sandbox < /dev/zero", 7, "Line 1 of the script is longer than 1 MB."),
    ("howdah --sandbox login 127.0.0.1:9 --with-token < /dev/null", 2, "Needs an answer: “Token”,"),
    ("howdah --sandbox --json play x.session", 2, "“play” comes before its options"),
    ("printf 'post\\nUnsent\\n' | howdah --sandbox", 2, "The script ended without sending the text."),
  ])
  func inputThatCannotBeUsedIsRefused(_ command: String, _ code: Int32, _ message: String) throws {
    let run = try Machine().shell(command)
    #expect(run.code == code && run.error.contains(message), "\(run.everything)")
  }

  @Test func everyCommandOfSeveralIsRun() throws {
    let run = try Machine().shell("howdah --sandbox -c 'get theme' -c 'get time'")
    #expect(run.code == 0 && run.output.split(separator: "\n").count == 2, "\(run.everything)")
    #expect(try Machine().shell("howdah --sandbox -c nosuch -c 'get theme'").code == 2)
  }

  @Test func aLongQuestionIsNotAmongTheJSON() throws {
    let run = try Machine().shell("howdah --sandbox --json block-domain x.example")
    #expect(run.code == 2 && run.output.isEmpty && run.error.contains("Add --yes."), "\(run.everything)")
  }

  @Test func outputThatCannotBeWrittenIsReported() throws {
    let run = try Machine().shell("howdah --sandbox home > /dev/full")
    #expect(run.code == 1)
    #expect(
      run.error == "! The output cannot be written: No space left on device.\n  Make room, or write somewhere else.\n")
  }

  @Test(arguments: [
    ("--sandbox home >&-", Int32(1)), ("--sandbox home --json >&-", 1), ("--version >&-", 1), ("--help >&-", 1),
    ("--sandbox post hello >&-", 8), ("--sandbox -c 'home; whoami' >&-", 1),
  ])
  func closedStandardOutputIsAnError(_ command: String, _ code: Int32) throws {
    let run = try Machine().shell("howdah \(command)")
    #expect(run.code == code && run.error.contains("Standard output is closed."), "\(run.everything)")
  }

  @Test(arguments: ["sandbox", "play", "preview"])
  func helpThatCannotBeWrittenIsReported(_ program: String) throws {
    let run = try Machine().shell("howdah \(program) --help > /dev/full")
    #expect(run.code == 1 && run.error.contains("No space left on device."), "\(run.everything)")
  }

  @Test func outputThatCannotBeWrittenIsReportedAsJSON() throws {
    let run = try Machine().shell("howdah --sandbox home --json > /dev/full")
    #expect(run.code == 1)
    #expect(
      run.error.hasPrefix(#"{"schema":1,"error":{"code":"unknown","message":"The output cannot be written"#),
      "\(run.error)")
    #expect(run.error.contains(#""exit_code":1,"#) && run.error.filter { $0 == "\n" }.count == 1)
  }

  /// Also after a change that is kept on this machine alone.
  @Test(arguments: [
    "post 'Low water'", "post 'Low water' --json", "group create Water '#canal'", "alias bb = boost '$1'",
  ])
  func afterAChangeTheReportSaysThatItWasMade(_ command: String) throws {
    let machine = try Machine()
    let option = command.hasSuffix("--json") ? "--json" : ""
    let run = try machine.shell("howdah --sandbox \(command) > /dev/full")
    #expect(run.code == 8, "\(run.everything)")
    #expect(run.error.contains("The change was made: look before you run the command again."))
    #expect(run.error.contains(#""partial":true"#) == !option.isEmpty)
  }

  @Test func aPipeThatDoesNotBlockGetsAllOfTheOutput() throws {
    let machine = try Machine()
    let whole = try machine.howdah("preview", "home").output
    var ends: [Int32] = [0, 0]
    guard pipe(&ends) == 0 else { throw Problem("no pipe: \(errno)") }
    for end in ends {
      _ = fcntl(end, F_SETFD, FD_CLOEXEC)
      _ = fcntl(end, F_SETFL, O_NONBLOCK)
    }
    defer { close(ends[0]) }
    // The smallest that there is, so that it is full at once.
    let setPipeSize: Int32 = 1031
    #expect(fcntl(ends[1], setPipeSize, 4096) > 0)
    #expect(whole.utf8.count > 8192)
    let process = try ChildProcess(
      try Machine.program(), ["preview", "home"], environment: machine.environment, outputDescriptor: ends[1])
    close(ends[1])
    var bytes: [UInt8] = []
    var chunk = [UInt8](repeating: 0, count: 512)
    while true {
      var waiting = pollfd(fd: ends[0], events: Int16(POLLIN), revents: 0)
      guard poll(&waiting, 1, 60_000) > 0 else { throw Problem("nothing is written any more") }
      let count = read(ends[0], &chunk, chunk.count)
      if count == 0 { break }
      if count > 0 { bytes += chunk[..<count] }
    }
    #expect(String(decoding: bytes, as: UTF8.self) == whole)
    #expect(try process.wait() == 0)
  }
}

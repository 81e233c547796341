import Glibc
import Testing

/// However the program ends, the terminal is as it was.
@Suite(.serialized, .ownThread)
struct RestoringTests {
  /// A way to end, and the exit code that a shell sees.
  struct End: CustomTestStringConvertible, Sendable {
    var name: String
    var code: Int32
    var signal: Int32?

    var testDescription: String { name }
  }

  @Test(arguments: [
    End(name: "quit", code: 0, signal: nil),
    End(name: "Ctrl-D", code: 0, signal: nil),
    End(name: "SIGTERM", code: 143, signal: SIGTERM),
    End(name: "SIGHUP", code: 129, signal: SIGHUP),
    End(name: "SIGUSR1", code: 138, signal: SIGUSR1),
    End(name: "SIGALRM", code: 142, signal: SIGALRM),
    End(name: "a crash", code: 139, signal: SIGSEGV),
    End(name: "a trap", code: 132, signal: SIGILL),
    End(name: "an abort", code: 134, signal: SIGABRT),
  ])
  func theTerminalIsRestored(_ end: End) throws {
    let machine = try Machine()
    // dash repairs nothing by itself.
    let terminal = try TmuxTerminal(
      """
      stty -a > $HOME/before
      started howdah 2> $HOME/errors
      echo ended $?
      stty -a > $HOME/after
      echo looked
      """, on: machine)
    try terminal.wait(forPrompt: "sandbox · home")
    if let signal = end.signal {
      try terminal.type("half a line")
      try terminal.wait(forPrompt: "sandbox · home", line: "half a line")
      kill(try terminal.process(), signal)
    } else if end.name == "quit" {
      try terminal.enter("quit")
    } else {
      try terminal.press("C-d")
    }
    let screen = try terminal.wait(forText: "looked")
    #expect(screen.has("ended \(end.code)"), "\(screen)")
    #expect(try Files.text(machine.folder.file("before")) == Files.text(machine.folder.file("after")))
    let isCrash = end.signal == SIGSEGV || end.signal == SIGABRT || end.signal == SIGILL
    let notices = try Files.text(machine.folder.file("errors")).split(separator: "\n")
      .filter { $0.hasPrefix("Howdah crashed. Please report this line") }
    #expect(notices.count == (isCrash ? 1 : 0), "\(notices)")
    // What comes after begins in a line of its own.
    #expect(screen.rows.contains { $0.hasPrefix("ended") }, "\(screen)")
  }

  /// It would have the token.
  @Test func noCoreIsWritten() throws {
    let terminal = try TmuxTerminal("ulimit -c hard 2> $HOME/errors; howdah --no-live", on: Machine())
    try terminal.wait(forPrompt: "sandbox · home")
    try terminal.enter("set shell on")
    try terminal.enter("! echo limit $(ulimit -c)")
    try terminal.wait(forText: "limit 0")
  }

  /// Root may read it anyway.
  @Test(.enabled(if: geteuid() != 0)) func memoryIsNotReadableByOtherPrograms() throws {
    let server = try SandboxProcess()
    for name in ["environ", "mem"] {
      #expect(open("/proc/\(server.process.id)/\(name)", O_RDONLY | O_CLOEXEC) == -1 && errno == EACCES)
    }
  }

  @Test func theInterruptKeyEndsAOneShotCommandInOrder() throws {
    let silent = try SilentServer()
    let terminal = try TmuxTerminal(
      """
      trap : INT
      stty -a > $HOME/before
      howdah login 127.0.0.1:\(silent.port)
      echo left $?
      stty -a > $HOME/after
      """,
      on: Machine())
    try silent.waitForConnection()
    try terminal.press("C-c")
    let screen = try terminal.wait(forText: "ended")
    #expect(screen.has("left 130"), "\(screen)")
    #expect(screen.has("Stopped."), "\(screen)")
    let folder = terminal.machine.folder
    #expect(try Files.text(folder.file("before")) == Files.text(folder.file("after")))
  }

  @Test func aTerminalThatGoesAwayEndsTheProgram() throws {
    let machine = try Machine()
    let id: pid_t
    do {
      let terminal = try TmuxTerminal(on: machine)
      try terminal.wait(forPrompt: "sandbox · home")
      id = try terminal.process()
    }
    // What has ended may still be listed until somebody has taken note.
    try Deadline.first("the program's end") {
      let state = try? Files.text("/proc/\(id)/stat").split(separator: ")").last?.first { $0 != " " }
      return state == nil || state == "Z" ? true : nil
    }
  }
}

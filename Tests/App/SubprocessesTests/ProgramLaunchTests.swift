import FileTestKit
import Foundation
import Glibc
import Synchronization
import Testing

@testable import Subprocesses

@Suite(.timeLimit(.minutes(10))) struct ProgramLaunchTests {
  let home: TemporaryFolder

  init() throws { home = try TemporaryFolder() }

  private func shell(_ script: String) -> ProgramLaunch {
    ProgramLaunch(
      path: "/bin/sh", arguments: ["-c", script], environment: ["PATH": "/usr/bin:/bin", "TMPDIR": home.path, "X": "y"])
  }

  private func output(of script: String, _ change: (inout ProgramLaunch) -> Void = { _ in }) async throws -> String {
    let pipe = try #require(Pipe())
    var launch = shell(script)
    launch.output = .descriptor(pipe.writer)
    change(&launch)
    let code = await launch.run()
    close(pipe.writer)
    defer { close(pipe.reader) }
    #expect(code == 0)
    var bytes = [UInt8](repeating: 0, count: 65_536)
    return String(decoding: bytes[..<max(0, read(pipe.reader, &bytes, bytes.count))], as: UTF8.self)
  }

  @Test(arguments: [("exit 0", 0), ("exit 7", 7), ("exit 130", 130), ("kill -TERM $$", 143), ("kill -KILL $$", 137)])
  func exitCodeFollowsTheShellsConvention(_ script: String, _ code: Int32) async {
    #expect(await shell(script).run() == code)
  }

  @Test func missingProgramDoesNotStart() async {
    #expect(await ProgramLaunch(path: "/nowhere/program", arguments: [], environment: [:]).run() == nil)
  }

  @Test func theEnvironmentIsTheOneThatIsGiven() async throws {
    #expect(try await output(of: "echo \"$X-$HOME\"") == "y-\n")
  }

  @Test func noDescriptorIsPassedOn() async throws {
    let secret = open("\(home.path)/secret", O_RDWR | O_CREAT, 0o600)
    defer { close(secret) }
    // The shell's own listing of the folder has one more.
    #expect(try await output(of: "ls /proc/self/fd | tr '\\n' ' '") == "0 1 2 3 ")
  }

  @Test func aSessionOfItsOwnHasNoTerminal() async throws {
    let own = try await output(of: "ps -o sid= -p $$ | tr -d ' '; (: </dev/tty) 2>/dev/null || echo none") {
      $0.hasOwnSession = true
      $0.errors = .nothing
    }
    let lines = own.split(separator: "\n").map(String.init)
    #expect(lines.last == "none")
    #expect(lines.first != "\(getsid(0))")
  }

  /// A plugin and an editor end with this program; a browser stays open.
  @Test(arguments: [false, true], [false, true]) func programsEndWithThisOneUnlessTheyOutliveIt(
    _ hasOwnSession: Bool, _ outlives: Bool
  ) throws {
    var launch = shell("exec sleep 60")
    (launch.hasOwnSession, launch.outlives) = (hasOwnSession, outlives)
    let child = try #require(launch.start())
    let target = hasOwnSession ? -child.number : child.number
    #expect(ChildProcess.dependents.withLock { $0.targets.contains(target) } == !outlives)
    child.end()
    #expect(!ChildProcess.dependents.withLock { $0.targets.contains(target) })
  }

  @Test func anUnnamedFileIsReadFromItsBeginningAndLeavesNoName() async throws {
    let bytes = Array(String(repeating: "0123456789", count: 20_000).utf8)
    let file = try #require(ProgramLaunch.unnamedFile(with: bytes, environment: ["TMPDIR": home.path]))
    defer { close(file) }
    #expect(try await output(of: "wc -c") { $0.input = .descriptor(file) } == "200000\n")
    #expect(try FileManager.default.contentsOfDirectory(atPath: home.path) == [])
    #expect(ProgramLaunch.unnamedFile(with: bytes, environment: ["TMPDIR": "/nowhere"]) == nil)
  }

  @Test func signalsThatAreBlockedHereArriveThere() async {
    var all = sigset_t()
    var before = sigset_t()
    sigfillset(&all)
    pthread_sigmask(SIG_BLOCK, &all, &before)
    let child = shell("kill -INT $$; exit 0").start()
    pthread_sigmask(SIG_SETMASK, &before, nil)
    child?.waitUntilEnded()
    #expect(child?.exitCode() == ExitCode(status: SIGINT))
  }

  @Test func descriptorsOpenedByOtherThreadsAreNotInherited() async throws {
    let isOver = Atomic(false)
    let opener = Thread {
      while !isOver.load(ordering: .relaxed) {
        let pipe: Subprocesses.Pipe? = .init()
        let file = open("/dev/null", O_RDONLY)
        pipe?.closeBoth()
        close(file)
      }
    }
    opener.start()
    defer { isOver.store(true, ordering: .relaxed) }
    for _ in 0..<200 {
      #expect(try await output(of: "for f in /proc/self/fd/*; do echo \"${f##*/}\"; done") == "0\n1\n2\n3\n")
    }
  }

  @Test func aCancelledTaskEndsTheProgram() async throws {
    let marker = "\(home.path)/started"
    let launch = shell("touch '\(marker)'; exec sleep 600")
    let task = Task { await launch.run() }
    while access(marker, F_OK) != 0 { try await Task.sleep(for: .milliseconds(5)) }
    task.cancel()
    #expect(await task.value == 128 + SIGTERM)
  }

  @Test func aCancelledTaskEndsAProgramThatIgnoresRequests() async throws {
    let marker = "\(home.path)/started"
    let launch = shell("trap '' TERM; touch '\(marker)'; while :; do sleep 1; done")
    let task = Task { await launch.run() }
    while access(marker, F_OK) != 0 { try await Task.sleep(for: .milliseconds(5)) }
    task.cancel()
    #expect(await task.value == 128 + SIGKILL)
  }

  @Test func aCancelledTaskEndsAStoppedProgram() async throws {
    let child = try #require(shell("kill -STOP $$; exec sleep 600").start())
    child.end()
    #expect(child.hasEnded)
  }

  @Test func noSignalIsSentOnceTheEndIsNoted() async throws {
    let child = try #require(shell("exit 3").start())
    child.waitUntilEnded()
    // Until then the number means this process: the signal is lost, and nothing else gets it.
    child.send(SIGKILL)
    #expect(child.exitCode() == ExitCode(status: 3 << 8))
    child.send(SIGKILL)
    #expect(child.hasEnded)
    #expect(child.exitCode() == nil)
  }

  @Test func callerDoesNotWaitForThreadThatTheSystemKeeps() async throws {
    let gate = DispatchSemaphore(value: 0)
    defer { gate.signal() }
    @Sendable func wait(_: @Sendable () -> Bool) {
      gate.wait()
      gate.signal()
    }
    let task = Task { try await onThread(stopped: Programs.Failure.interrupted, grace: 10, wait) }
    task.cancel()
    await #expect(throws: Programs.Failure.interrupted) { try await task.value }
    await #expect(throws: Programs.Failure.timedOut) {
      try await onThread(limit: (10, Programs.Failure.timedOut), stopped: Programs.Failure.interrupted, wait)
    }
  }
}

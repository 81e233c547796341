import Glibc
import Testing

@testable import LocalStore

@Suite(.timeLimit(.minutes(5))) struct ShellProgramTests {
  let home: TemporaryHome

  init() throws { home = try TemporaryHome() }

  private func run(_ command: String, _ input: String?) async throws -> Int32 {
    let shell = ShellProgram.live(environment: ["PATH": "/usr/bin:/bin", "TMPDIR": home.path])
    return try await shell.run(command, input.map { Array($0.utf8) })
  }

  @Test func theInputArrivesWholeAndTheCodeIsTheProgramsOwn() async throws {
    let text = String(repeating: "a line; \"quoted\" 'twice' $HOME\n", count: 10_000)
    #expect(try await run("cat > \(home.path)/copy; exit 7", text) == 7)
    #expect(try home.text(at: "\(home.path)/copy") == text)
  }

  @Test func aSignalThatEndsItIsItsCode() async throws {
    #expect(try await run("kill -TERM $$", "") == 128 + SIGTERM)
  }

  @Test func nothingIsLeftInTheFolder() async throws {
    #expect(try await run("test -z \"$(ls \(home.path))\"", "text") == 0)
  }

  @Test func cancellingEndsIt() async throws {
    let task = Task { try await run("exec sleep 600", "") }
    await Task.yield()
    task.cancel()
    #expect(try await task.value == 128 + SIGTERM)
  }

  @Test func withoutRoomForTheInputNothingRuns() async {
    let shell = ShellProgram.live(environment: ["TMPDIR": "/nonexistent"])
    await #expect(throws: ShellProgram.Failure.cannotStart) { try await shell.run("true", [1]) }
  }
}

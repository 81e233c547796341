import FileTestKit
import Glibc
import Testing

@testable import Subprocesses

@Suite(.timeLimit(.minutes(10))) struct ShellProgramTests {
  let home: TemporaryFolder

  init() throws { home = try TemporaryFolder() }

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

  @Test func cancellingEndsItsChildProcesses() async throws {
    let (path, home) = ("\(home.path)/process", home)
    let shell = ShellProgram.live(environment: ["PATH": "/usr/bin:/bin", "TMPDIR": home.path])
    let task = Task {
      try await shell.runApart(
        "sleep 60 & echo $! > \(path).new; mv \(path).new \(path); wait", [], isSilent: true)
    }
    while access(path, F_OK) != 0, !Task.isCancelled { await Task.yield() }
    let child = try #require(pid_t(home.text(at: path).split(separator: "\n").first ?? ""))
    #expect(kill(child, 0) == 0)
    task.cancel()
    #expect(try await task.value == 128 + SIGTERM)
    // It is gone once whoever inherits orphans has taken note of its end.
    while !Self.hasEnded(child), !Task.isCancelled { await Task.yield() }
  }

  @Test func capturedProgramsOutputAndErrorsAreReturned() async throws {
    let shell = ShellProgram.live(environment: ["PATH": "/usr/bin:/bin"])
    let input = Array(String(repeating: "fog\n", count: 50_000).utf8)
    let (code, output) = try await shell.runCapturing("wc -l; echo torn >&2; tty; exit 3", input)
    #expect(code == 3)
    #expect(
      String(decoding: output, as: UTF8.self).split(separator: "\n").map { $0.drop { $0 == " " } } == [
        "50000", "torn", "not a tty",
      ])
    await #expect(throws: ShellProgram.Failure.tooMuch) { try await shell.runCapturing("yes", []) }
    #expect(try await shell.runCapturing("kill -9 $$", []).code == 137)
    let task = Task { try await shell.runCapturing("sleep 600 | sleep 600", []) }
    await Task.yield()
    task.cancel()
    await #expect(throws: CancellationError.self) { try await task.value }
  }

  /// Whether a process is gone, or has only not been waited for yet.
  private static func hasEnded(_ process: pid_t) -> Bool {
    guard let file = fopen("/proc/\(process)/stat", "r") else { return true }
    defer { fclose(file) }
    var text = [CChar](repeating: 0, count: 256)
    guard fgets(&text, 256, file) != nil else { return true }
    return String(decoding: text.prefix { $0 != 0 }.map(UInt8.init(bitPattern:)), as: UTF8.self).contains(") Z ")
  }

  @Test func withoutRoomForTheInputNothingRuns() async {
    let shell = ShellProgram.live(environment: ["TMPDIR": "/nonexistent"])
    await #expect(throws: ShellProgram.Failure.cannotStart) { try await shell.run("true", [1]) }
  }
}

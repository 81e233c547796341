import FoundationEssentials
import Subprocesses
import Testing

/// Programs that take long while other work goes on.
@Suite(.timeLimit(.minutes(10))) struct WaitingProgramTests {
  let folder = TemporaryFolder()

  /// More programs than any machine has threads for concurrent work; they end only after something else was done.
  @Test func programsLeaveTheThreadsToOthers() async throws {
    try FileManager.default.createDirectory(atPath: folder.path, withIntermediateDirectories: true)
    let programs = Programs.live(environment: ["PATH": "/usr/bin:/bin"])
    let script = "until [ -e '\(folder.path)/done' ]; do sleep 0.05; done"
    let codes = try await withThrowingTaskGroup(of: Int32.self) { group in
      for _ in 0..<ProcessInfo.processInfo.activeProcessorCount + 2 {
        group.addTask {
          try await programs.answer(of: "/bin/sh", Programs.Call(["-c", script], limit: 60_000)).code
        }
      }
      await Task.detached {}.value
      try Data().write(to: URL(filePath: "\(folder.path)/done"))
      return try await group.reduce(into: []) { $0.append($1) }
    }
    #expect(codes.allSatisfy { $0 == 0 })
  }
}

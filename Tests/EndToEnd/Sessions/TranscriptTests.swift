import CustomDump
import Glibc
import Testing
import TranscriptKit

@testable import howdah

/// Typed lines and their output, from the seeded sandbox: `RECORD=1` writes the output, and fails.
@MainActor @Suite(.serialized)
struct TranscriptTests {
  @Test(arguments: SessionFixture.all)
  func goesAsRecorded(_ session: SessionFixture) async throws {
    let played = try await Playing.playInSandbox(session.transcript)
    let comparison = TranscriptComparison(of: session.transcript, with: played)
    guard getenv("RECORD") != nil else {
      return expectNoDifference(comparison.isEqual ? session.transcript.text : played.text, session.transcript.text)
    }
    try Files.write(comparison.updated, to: session.path)
    Issue.record("\(session.name) was recorded: read it before you commit it")
  }

  /// The blocks of docs/cookbook.md, each typed in a fresh sandbox; `ScriptExampleTests` runs the lines for a shell.
  private nonisolated static let tasks: [[String]] = {
    // Without the page there is no task, which the test refuses.
    let page = (try? Files.text("\(SessionFixture.fixtures)/../docs/cookbook.md")) ?? ""
    let blocks = page.split(separator: "\n", omittingEmptySubsequences: false).split(separator: "")
    return blocks.map { $0.filter { $0.hasPrefix("    ") }.map { String($0.dropFirst(4)) } }.filter { !$0.isEmpty }
  }()

  @Test(arguments: tasks) func cookbookGoesWithoutAnError(_ lines: [String]) async throws {
    let typed = lines.filter { !$0.hasPrefix("$ ") }.map { "› \($0)" }
    let played = try await Playing.playInSandbox(Transcript("$ howdah\n" + typed.joined(separator: "\n")))
    #expect(!played.lines.contains { $0.hasPrefix("! ") }, "\(played.text)")
  }

  @Test func cookbookHasFortyTasks() { #expect(Self.tasks.count == 40) }

  @Test func folderHasOnlySessions() {
    #expect(!SessionFixture.all.isEmpty)
    #expect(SessionFixture.strays.isEmpty, "nobody plays these")
  }

  @Test(arguments: SessionFixture.all)
  func saysWhatItShows(_ session: SessionFixture) {
    #expect(session.transcript.header.first?.hasPrefix("# ") == true)
    #expect(!session.transcript.typed.isEmpty)
  }
}

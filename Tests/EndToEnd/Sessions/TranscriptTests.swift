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

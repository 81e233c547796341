import CustomDump
import Glibc
import Testing

/// What is typed and what is answered, from the seeded sandbox: `RECORD=1` writes the answers, and fails.
@MainActor @Suite(.serialized)
struct TranscriptTests {
  @Test(arguments: Transcript.all)
  func goesAsRecorded(_ transcript: Transcript) async throws {
    let text = try await TranscriptPlayer.play(transcript)
    guard getenv("RECORD") != nil else { return expectNoDifference(text, transcript.text) }
    try transcript.record(text)
    Issue.record("\(transcript.name) was recorded: read it before you commit it")
  }

  @Test func thereAreSessions() {
    #expect(!Transcript.all.isEmpty)
  }

  @Test(arguments: Transcript.all)
  func saysWhatItShows(_ transcript: Transcript) {
    #expect(transcript.header.first?.hasPrefix("# ") == true)
    #expect(!transcript.typed.isEmpty)
  }
}

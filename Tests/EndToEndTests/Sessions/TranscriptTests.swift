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

  @Test func thereAreSessionsAndNothingElse() {
    #expect(!Transcript.all.isEmpty)
    #expect(Transcript.strays.isEmpty, "nobody plays these")
  }

  @Test(arguments: Transcript.all)
  func saysWhatItShows(_ transcript: Transcript) {
    #expect(transcript.header.first?.hasPrefix("# ") == true)
    #expect(!transcript.typed.isEmpty)
  }
}

import Testing
import TranscriptKit

@Suite struct TranscriptTests {
  @Test func typedLinesAreReadInOrder() {
    let transcript = Transcript(
      """
      # Writing.

      › post
      New post
      post │ First,
      post │
      reply, not sent │ /discard
      ? Discard the post “a: b”? [y/N]: y
      Discarded.

      ›
      › quit
      """)
    #expect(transcript.typed == ["post", "First,", "", "/discard", "y", "", "quit"])
    #expect(transcript.header == ["# Writing."])
  }

  @Test func furtherRowsBelongToTheTypedLine() {
    let line = Transcript.line("post \"First\n\nthird\"", behind: "› ")
    #expect(line == "› post \"First\n…\n… third\"")
    #expect(Transcript(line + "\n… is output? No.").typed == ["post \"First\n\nthird\"\nis output? No."])
    #expect(Transcript("› post x\nSent.\n… output").typed == ["post x"])
  }

  @Test func carriageReturnsBeforeLineFeedsAreDropped() {
    let transcript = Transcript("# A.\r\n\r\n› home\r\nHome\r\n")
    #expect(transcript.text == "# A.\n\n› home\nHome\n")
  }

  @Test(arguments: [
    ("$ howdah", "$ howdah", true), ("$ howdah --json --plain --width 40 --rows 30", nil, true),
    ("$ howdah < script", "$ howdah < script", false),
    ("$ howdah --width 9999999999999999999", "$ howdah", true),
    ("$ howdah --width 7 --rows", "$ howdah --width 20", true),
  ])
  func startIsReadAndWritten(line: String, written: String?, opens: Bool) {
    let start = Transcript("# A.\n\n\(line)\n").start
    #expect(start.opensScreen == opens)
    #expect(start.line(isOpening: opens) == written ?? line)
  }

  @Test func outputCannotLookLikeInput() {
    let output = "› logout\n  › harmless\n? [y/N]: y\n… more\n~ live\n$ howdah\npost │ text\n\\\nfine\n"
    let transcript = Transcript("› raw 1\n" + Transcript.escaped(output))
    #expect(transcript.typed == ["raw 1"])
    #expect(transcript.start.command == nil)
    #expect(transcript.text.contains("\n\\› logout\n  › harmless\n\\? [y/N]: y\n"))
  }

  @Test(arguments: [
    ([UInt8](repeating: 0x41, count: Transcript.maximumSize + 1), TranscriptMistake.tooLarge),
    ([0x7F, 0x45, 0x4C, 0x46, 0], .notText), ([0xFF, 0xFE], .notText), ([], .nothingTyped),
    (Array("Home\n".utf8), .nothingTyped),
  ])
  func invalidSessionFileIsRefused(bytes: [UInt8], mistake: TranscriptMistake) {
    #expect(throws: mistake) { try Transcript(bytes: bytes) }
  }

  @Test func truncatedFileIsStillASession() throws {
    let whole = "# A.\n\n› home\nHome\n────\n 1  Wren  @wren · 4 min"
    for length in 14...whole.utf8.count {
      // Cut in the middle of a character it is not text, else a session.
      guard let text = String(validating: Array(whole.utf8.prefix(length)), as: UTF8.self), text.contains("› ") else {
        continue
      }
      #expect(try !Transcript(bytes: Array(text.utf8)).typed.isEmpty)
    }
  }
}

import Testing
import TranscriptKit

@Suite struct TranscriptComparisonTests {
  @Test(arguments: [
    ("Wren  @wren · <time>", "Wren  @wren · 4 min", true), ("Wren · <time>", "Wren · now", true),
    ("Wren · <time>", "Wren · 21 Nov 2024 14:02", true), ("Wren · <time>", "Wren · yesterday", false),
    ("<time>. At wren.", "4 minutes ago. At wren.", true), ("just now", "4 minutes ago", false),
    ("{\"at\":\"<time>\"}", "{\"at\":\"2026-11-21T11:17:00.000Z\"}", true),
    ("{\"id\":\"<id>\"}", "{\"id\":\"22\"}", true), ("Post <id>", "Post 117654299695841280", true),
    ("Post <id>", "Post 22", false), ("draft <id>", "draft 01JD7M3ZV5D2H6QK8XW0000001", true),
    ("★ <number>", "★ 12", true), ("★ <number>", "★ 12a", false), ("★ 3", "★ 4", false),
    ("A <text> end", "A long way to the end", true), ("A <text> end", "A long way", false),
    ("<text>", "", true), ("<time>", "", false), ("<unknown>", "4 min", false),
    // A field at the right edge moves what is before it.
    ("media 1          <time>", "media 1         10 min", true),
  ])
  func placeholdersStandForFields(expected: String, actual: String, isEqual: Bool) {
    let comparison = TranscriptComparison(of: Transcript(expected), with: Transcript(actual))
    #expect(comparison.isEqual == isEqual)
    #expect(comparison.updated == (isEqual ? expected : actual))
  }

  @Test func headerMakesFieldsElastic() {
    func isEqual(_ header: String, _ recorded: String, _ played: String) -> Bool {
      TranscriptComparison(of: Transcript(header + recorded), with: Transcript(header + played)).isEqual
    }
    let both = "# A.\n# elastic: times, ids\n"
    #expect(isEqual(both, "Wren · 4 min", "Wren · 3 d"))
    #expect(isEqual(both, "{\"id\":\"1\",\"at\":\"2026-11-21\"}", "{\"id\":\"2\",\"at\":\"2026-11-22\"}"))
    #expect(!isEqual(both, "★ 3", "★ 4"))
    #expect(!isEqual("# A.\n# elastic: ids\n", "Wren · 4 min", "Wren · 3 d"))
    #expect(!isEqual("# A.\n", "Wren · 4 min", "Wren · 3 d"))
  }

  @Test func liveLinesAndCoveredLinesAreNotCompared() {
    let recorded = "› home\nHome\n~ a1 Wren replied\n<lines>\nolder\n"
    let comparison = TranscriptComparison(
      of: Transcript(recorded), with: Transcript("› home\nHome\n 1  Wren\n 2  Rook\nolder\n"))
    #expect(comparison.isEqual)
    #expect(comparison.updated == recorded)
    #expect(comparison.unifiedDiff(old: "a", new: "b").isEmpty)
  }

  @Test func differencesAreAUnifiedDiff() {
    let lines = (1...12).map { "line \($0)" }
    var changed = lines
    changed[5] = "other"
    changed.append("more")
    let comparison = TranscriptComparison(
      of: Transcript(lines.joined(separator: "\n")), with: Transcript(changed.joined(separator: "\n")))
    #expect(
      comparison.unifiedDiff(old: "a.session", new: "a.session (played)") == """
        --- a.session
        +++ a.session (played)
        @@ -3,10 +3,11 @@
         line 3
         line 4
         line 5
        -line 6
        +other
         line 7
         line 8
         line 9
         line 10
         line 11
         line 12
        +more

        """)
    #expect(comparison.updated == changed.joined(separator: "\n"))
  }

  @Test func updateKeepsPlaceholdersAndLiveLines() {
    let comparison = TranscriptComparison(
      of: Transcript("› home\n~ live\n1 Wren · <time>\nold\n"), with: Transcript("› home\n1 Wren · 9 d\nnew\n"))
    #expect(comparison.updated == "› home\n~ live\n1 Wren · <time>\nnew\n")
  }

  @Test(.timeLimit(.minutes(10)))
  func longSessionsAreComparedResponseByResponse() {
    let typed = (0..<3000).map { "› home --limit \($0)" }
    let played = typed.map { "\($0)\n" + (0..<30).map { "line \($0)\n" }.joined() + "\n" }.joined()
    let comparison = TranscriptComparison(of: Transcript(typed.joined(separator: "\n")), with: Transcript(played))
    #expect(!comparison.isEqual)
    #expect(comparison.updated == played)
    let one = (0..<100_000).map { "line \($0)" }.joined(separator: "\n")
    let other = TranscriptComparison(of: Transcript("› home\nHome"), with: Transcript("› home\n" + one))
    #expect(!other.isEqual && other.updated == "› home\n" + one)
  }
}

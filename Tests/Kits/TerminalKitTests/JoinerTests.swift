import TerminalKit
import Testing

/// The rest of a grapheme that is cut.
@Suite struct JoinerTests {
  @Test func cutGraphemeDoesNotJoinTheNextOne() {
    let chain = "👩" + String(repeating: "\u{200D}👩", count: 20)
    let cleaned = Sanitizer.clean(chain + "👨 words")
    #expect(cleaned.count == 1 + "👨 words".count)
    #expect(cleaned.hasSuffix("👨 words"))
    #expect(cleaned.unicodeScalars.dropLast("👨 words".unicodeScalars.count).last != "\u{200D}")
  }
}

import Testing

@testable import REPL

/// Emoji by what somebody types after a colon.
@Suite struct EmojiNamesTests {
  @Test(arguments: [
    (":rainb", "🌈"), (":rainbow:", "🌈"), (":tada", "🎉"), (":thumbsup", "👍"), (":heart:", "❤️"), (":honeyb", "🐝"),
    (":smiling_face_with_sun", "😎"), (":Snail", "🐌"), (":+1", "👍"),
  ])
  func theFirstIsTheOneThatIsMeant(_ typed: String, _ emoji: String) {
    #expect(EmojiNames.matching(typed).first?.emoji == emoji)
  }

  @Test func laterWordsOfANameAreFoundToo() {
    #expect(EmojiNames.matching(":violin").map(\.emoji).contains("🎻"))
    #expect(EmojiNames.matching(":bicyc").map(\.emoji).contains("🚲"))
    #expect(EmojiNames.matching(":face").count == EmojiNames.limit, "a menu has an end")
  }

  @Test(arguments: [":", ":r", "rainbow", ":zzzz", "@rainbow", "http://x"])
  func otherTextIsNotAnEmoji(_ typed: String) {
    #expect(EmojiNames.matching(typed).isEmpty)
  }
}

import FeatureKit
import Testing

@testable import REPL

@MainActor
@Suite struct CommandHighlighterTests {
  let app = HostFixture()

  private func parts(_ line: String) -> [String] {
    let scalars = Array(line.unicodeScalars)
    return app.interpreter().line.highlighter.parts(of: line).map { part in
      var text = String.UnicodeScalarView()
      text.append(contentsOf: scalars[part.range])
      return "\(part.kind) \(String(text))"
    }
  }

  @Test(arguments: [
    ("boost 1 @rook", ["command boost", "reference 1", "mention @rook"]),
    ("reblog 1", ["command reblog", "reference 1"]), ("/boost 1-3", ["command /boost", "reference 1-3"]),
    ("bos", ["unknownCommand bos"]), ("boo", []), ("boo ", ["unknownCommand boo"]),
    ("set theme dusk", ["command set"]), ("3", ["reference 3"]), ("@rook", ["mention @rook"]), ("a1", []), (".", []),
    ("list; nonsense", ["command list", "unknownCommand nonsense"]),
    ("post --cw food hi #canal", ["command post", "option --cw", "hashtag #canal"]),
    ("post --cw=\"x y\" hi", ["command post", "option --cw"]),
    ("post --nothing hi", ["command post", "unknownOption --nothing"]), ("post --c", ["command post"]),
    ("post --cw \"food", ["command post", "openQuote \"food"]),
    ("post \"hello @rook", ["command post", "openQuote \"hello @rook"]),
    ("post \"hello\" ", ["command post"]), ("post he said \"hi", ["command post"]), ("post don't", ["command post"]),
    ("post 日本 #canal", ["command post", "hashtag #canal"]), ("list > file", ["command list"]),
    ("post see https://a.example", ["command post", "link https://a.example"]), ("", []), ("! echo \"x", []),
    ("  ;; ", []),
    ("\"", ["openQuote \""]),
  ])
  func findsWhatIsTyped(_ line: String, _ expected: [String]) {
    #expect(parts(line) == expected)
  }

  @Test func onlyAnOpenQuoteGoesOn() {
    let highlighter = app.interpreter().line.highlighter
    #expect(highlighter.isIncomplete("post \"one"))
    #expect(highlighter.isIncomplete("list; post \"one\ntwo"))
    #expect(!highlighter.isIncomplete("post \"one\ntwo\""))
    #expect(!highlighter.isIncomplete("post one \" two"))
    #expect(!highlighter.isIncomplete("post it's"))
    #expect(!highlighter.isIncomplete("nonsense"))
  }

  @Test func rangesAreInTheLineWhateverIsTyped() {
    var generator = SystemRandomNumberGenerator()
    let pieces = [
      "post", "boost", " ", "\"", "'", ";", "--cw", "=", "@r", "1", "\\", "日", "e\u{301}", "\n", ">", "|", "#", "--",
    ]
    let highlighter = app.interpreter().line.highlighter
    for _ in 0..<3000 {
      let line = (0..<Int.random(in: 0...12, using: &generator)).map { _ in pieces.randomElement(using: &generator)! }
        .joined()
      let count = line.unicodeScalars.count
      var end = 0
      for part in highlighter.parts(of: line) {
        #expect(part.range.lowerBound >= end && part.range.upperBound <= count, "\(line.debugDescription)")
        end = part.range.upperBound
      }
    }
  }

  @Test func quotesHoldPastedRowsTogether() async {
    app.more = [
      Verb("say", .word("A"), .optionalWord("B"), help: "Say") { a, b in
        self.app.log.append("say \(a)|\(b ?? "")")
        return .nothing
      }
    ]
    let interpreter = app.interpreter()
    _ = await interpreter.run(line: "list\nsay \"a\nb\" c\nlist")
    #expect(app.log == ["say a\nb|c"])
  }
}

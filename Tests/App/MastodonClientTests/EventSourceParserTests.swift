import CustomDump
import Testing

@testable import MastodonClient

@Suite struct EventSourceParserTests {
  typealias Output = EventSourceParser.Output

  @Test(
    arguments: [
      ("event: update\ndata: {}\n\n", [.event(name: "update", data: "{}")]),
      ("event: delete\r\ndata: 7\r\n\r\n", [.event(name: "delete", data: "7")]),
      ("event: a\rdata: 1\r\r", [.event(name: "a", data: "1")]),
      ("data: one\ndata: two\ndata:\ndata:  three\n\n", [.event(name: "message", data: "one\ntwo\n\n three")]),
      (
        ":thump\n:)\nevent: filters_changed\ndata: undefined\n\n",
        [.comment, .comment, .event(name: "filters_changed", data: "undefined")]
      ),
      ("\u{FEFF}event: a\ndata: ü\n\n", [.event(name: "a", data: "ü")]),
      // Nothing is told of an event without data, nor of one that has not ended.
      ("event: a\n\nevent: b\ndata: 1\n", []),
      ("id: 4\nretry: 10\nrubbish\ndata: 1\n\n", [.event(name: "message", data: "1")]),
      ("data\n\n", [.event(name: "message", data: "")]),
      ("\n\n\n", []),
    ] as [(String, [Output])])
  func eventsAreReadAsTheStandardHasThem(_ text: String, _ outputs: [Output]) throws {
    for size in [1, 2, 7, 1000] {
      var parser = EventSourceParser(limit: 1000)
      var read: [Output] = []
      let bytes = Array(text.utf8)
      for start in stride(from: 0, to: bytes.count, by: size) {
        read += try parser.take(bytes[start..<min(start + size, bytes.count)])
      }
      expectNoDifference(read, outputs, "in pieces of \(size)")
    }
  }

  @Test func anEventHasALimitAndCommentsDoNotAddUp() throws {
    var parser = EventSourceParser(limit: 100)
    for _ in 0..<1000 { #expect(try parser.take(":thump\n".utf8) == [.comment]) }
    for _ in 0..<1000 { #expect(try parser.take("data: 1\n\n".utf8).count == 1) }
    #expect(throws: EventSourceParser.TooLarge.self) { try parser.take(String(repeating: "x", count: 101).utf8) }
  }
}

import Testing

@testable import EditLine

private func keys(_ chunks: [[UInt8]], timeOut: Bool = false) -> [Key] {
  var decoder = KeyDecoder()
  var keys: [Key] = []
  for chunk in chunks {
    decoder.feed(chunk)
    while let key = decoder.next() { keys.append(key) }
  }
  if timeOut {
    decoder.timeOut()
    while let key = decoder.next() { keys.append(key) }
  }
  return keys
}

private func scalars(_ text: String) -> [Key] {
  text.unicodeScalars.map { .scalar($0) }
}

struct KeyDecoderTests {
  struct Case: CustomTestStringConvertible, Sendable {
    var name: String
    var input: String
    var keys: [Key]
    var testDescription: String { name }
  }

  static let cases = [
    Case(name: "text", input: "aé日👍🏽", keys: scalars("aé日👍🏽")),
    Case(name: "controls", input: "\u{1}\r\n\u{7F}", keys: scalars("\u{1}") + scalars("\r") + scalars("\n\u{7F}")),
    Case(name: "an arrow", input: "\u{1B}[Ax", keys: [.sequence("\u{1B}[A"), .scalar("x")]),
    Case(name: "an arrow of the application mode", input: "\u{1B}OA", keys: [.sequence("\u{1B}OA")]),
    Case(name: "a sequence with parameters", input: "\u{1B}[1;5C", keys: [.sequence("\u{1B}[1;5C")]),
    Case(
      name: "a function key of the Linux console", input: "\u{1B}[[Aq", keys: [.sequence("\u{1B}[[A"), .scalar("q")]),
    Case(name: "a meta key", input: "\u{1B}b", keys: scalars("\u{1B}b")),
    Case(name: "Escape before an arrow", input: "\u{1B}\u{1B}[A", keys: [.scalar("\u{1B}"), .sequence("\u{1B}[A")]),
    Case(name: "Meta-Enter", input: "\u{1B}\r", keys: [.sequence("\u{1B}\r")]),
    Case(name: "C1 controls are dropped", input: "a\u{85}\u{9B}b", keys: scalars("ab")),
    Case(
      name: "a paste is cleaned and does not run",
      input: "\u{1B}[200~one\r\ntwo\rthr\u{1B}[31mee\u{3}\ttab\n\n\u{1B}[201~x",
      keys: [.paste("one\ntwo\nthr[31mee\ttab"), .scalar("x")]),
    Case(name: "an empty paste", input: "\u{1B}[200~\u{1B}[201~", keys: [.paste("")]),
  ]

  @Test(arguments: cases) func keysAreTheSameHoweverTheBytesArrive(_ test: Case) {
    let bytes = Array(test.input.utf8)
    #expect(keys([bytes]) == test.keys)
    #expect(keys(bytes.map { [$0] }) == test.keys)
    for cut in 1..<max(2, bytes.count) {
      #expect(keys([Array(bytes[..<cut]), Array(bytes[cut...])]) == test.keys)
    }
  }

  @Test(
    arguments: [
      ([0xFF, 0x61], "\u{FFFD}a"), ([0xC3, 0x28], "\u{FFFD}("), ([0xE2, 0x82, 0x41], "\u{FFFD}A"),
      ([0xF0, 0x9F, 0x98, 0x41], "\u{FFFD}A"), ([0xC0, 0x80], "\u{FFFD}\u{FFFD}"),
      ([0xED, 0xA0, 0x80], "\u{FFFD}\u{FFFD}\u{FFFD}"),
    ] as [([UInt8], String)])
  func whatIsNotUTF8BecomesAReplacement(_ bytes: [UInt8], _ text: String) {
    #expect(keys([bytes]) == scalars(text))
  }

  @Test(arguments: [
    ("\u{1B}", scalars("\u{1B}")), ("\u{1B}[", scalars("\u{1B}[")), ("\u{1B}O", scalars("\u{1B}O")),
    ("\u{1B}[1;", scalars("\u{1B}[1;")), ("\u{1B}[200~half", [.paste("half")]),
  ])
  func incompleteSequenceIsDecodedAsItIs(_ input: String, _ expected: [Key]) {
    #expect(keys([Array(input.utf8)]) == [])
    #expect(keys([Array(input.utf8)], timeOut: true) == expected)
  }

  @Test(
    arguments: [
      ("\u{1B}]11;rgb:ffff/ffff/ffff\u{1B}\\", true), ("\u{1B}]11;rgb:0000/0000/0000\u{7}", false),
      ("\u{1B}]11;rgb:1e1e/1e1e/2424\u{7}", false), ("\u{1B}]11;rgba:fdfd/f6f6/e3e3/ffff\u{7}", true),
      ("\u{1B}]11;#fdf6e3\u{7}", true), ("\u{1B}]11;rgb:ff/f/f\u{7}", true), ("\u{1B}]11;nonsense\u{7}", nil),
      ("\u{1B}]11;rgb:-1/0/0\u{7}", nil), ("\u{1B}]11;\u{7}", nil),
    ] as [(String, Bool?)]) func answerAboutTheBackgroundIsNoKey(_ answer: String, _ isLight: Bool?)
  {
    let expected = [Key.report(.background(isLight: isLight)), .scalar("x")]
    #expect(keys([Array((answer + "x").utf8)]) == expected)
    #expect(keys(Array((answer + "x").utf8).map { [$0] }) == expected, "in single bytes")
  }

  @Test func terminalAttributesAreNotAKey() {
    #expect(keys([Array("a\u{1B}[?62;4cb".utf8)]) == [.scalar("a"), .report(.attributes), .scalar("b")])
  }

  @Test func answerInPartsIsWaitedForLongerThanAKey() {
    var decoder = KeyDecoder()
    decoder.feed(Array("\u{1B}]11;rgb:ff".utf8))
    #expect(decoder.next() == nil)
    #expect(decoder.patience == .seconds(2))
  }

  /// Input that only begins like an answer is typed.
  @Test(arguments: ["\u{1B}]x", "\u{1B}]1x", "\u{1B}]11x", "\u{1B}]11;\u{1B}[A"])
  func otherSequenceIsTyped(_ text: String) {
    let typed = keys([Array(text.utf8)], timeOut: true)
    #expect(typed.first == .scalar("\u{1B}"))
    #expect(typed.dropFirst().first == .scalar("]"))
  }

  @Test func halfACharacterIsWaitedFor() {
    var decoder = KeyDecoder()
    #expect(decoder.patience == nil)
    decoder.feed([0xE2, 0x82])
    #expect(decoder.next() == nil)
    #expect(decoder.patience != nil)
    decoder.feed([0xAC])
    #expect(decoder.next() == .scalar("€"))
    #expect(decoder.patience == nil)
  }

  @Test func aLargePasteInSmallPiecesIsWhole() {
    let text = String(repeating: "日本 line\n", count: 10_000) + "end"
    let bytes = Array(("\u{1B}[200~" + text + "\u{1B}[201~").utf8)
    let chunks = stride(from: 0, to: bytes.count, by: 97).map { Array(bytes[$0..<min($0 + 97, bytes.count)]) }
    #expect(keys(chunks) == [.paste(text)])
  }
}

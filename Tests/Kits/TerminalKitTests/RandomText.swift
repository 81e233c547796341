import TerminalKit

/// A small generator with a fixed order, so that a failing case can be run again from its seed.
struct SeededGenerator: RandomNumberGenerator {
  private var state: UInt64

  init(seed: UInt64) { state = seed }

  mutating func next() -> UInt64 {
    state &+= 0x9E37_79B9_7F4A_7C15
    var value = state
    value = (value ^ (value >> 30)) &* 0xBF58_476D_1CE4_E5B9
    value = (value ^ (value >> 27)) &* 0x94D0_49BB_1331_11EB
    return value ^ (value >> 31)
  }

  mutating func pick<Value>(_ values: [Value]) -> Value { values[Int(next() % UInt64(values.count))] }
  mutating func below(_ limit: Int) -> Int { Int(next() % UInt64(limit)) }
}

/// Texts and documents that nobody would think of.
enum RandomText {
  static let words = [
    "frost", "two hives", "a", "well-known", "https://shore.example/a/very/long/path/that/does/not/end?q=1&r=2", "。",
    "初霜が降りた。", "「巣箱」は二つ", "キャッチャー", "서리가 내렸다", "ﾊﾝｶｸ", "e\u{301}te\u{301}", "नमस्ते", "क्षि", "ไทย", "سلام", "کتاب\u{200C}ها",
    "👨‍👩‍👧", "👍🏽", "🇫🇷", "❤️", "1️⃣", "🏴\u{E0067}\u{E0062}\u{E0065}\u{E006E}\u{E0067}\u{E007F}", "—", "…", "(x)", "#tag",
    "@rook", "  ",
    "\n", "\u{301}", "\u{FE0F}", "\u{200D}", "🇫", "\u{200B}", "한", "각", "©\u{FE0F}",
  ]

  static let hostile = [
    "\u{1B}[2J", "\u{1B}]0;title\u{07}", "\u{1B}]8;;http://evil.example\u{1B}\\click", "\u{9B}31m",
    "\u{9D}52;c;aGk=\u{9C}",
    "\u{1B}P1$r0m\u{1B}\\", "\u{1B}", "\u{07}", "\u{08}\u{08}", "\r", "\t", "\u{7F}", "\u{0}", "\u{202E}evil",
    "\u{2066}x\u{2069}",
    "\u{2028}", "\u{2029}", "\u{FEFF}", "\u{85}", "\u{1B}_apc", "\u{1B}c", "\u{E0041}", "\u{AD}",
    "a" + String(repeating: "\u{300}", count: 40),
  ]

  static func text(_ generator: inout SeededGenerator, hostile isHostile: Bool, length: Int = 12) -> String {
    var text = ""
    for _ in 0..<generator.below(length) {
      text += generator.pick(isHostile && generator.below(3) == 0 ? hostile : words)
      if generator.below(3) > 0 { text += " " }
    }
    return text
  }

  static func styled(_ generator: inout SeededGenerator, hostile: Bool = false, length: Int = 12) -> StyledText {
    StyledText(
      (0..<generator.below(4)).map { _ in
        Span(
          text(&generator, hostile: hostile, length: length), generator.pick(Role.allCases),
          url: generator.below(4) == 0 ? "https://shore.example/" + text(&generator, hostile: hostile, length: 3) : nil,
          spoken: generator.below(6) == 0 ? text(&generator, hostile: hostile, length: 3) : nil)
      })
  }

  static func document(_ generator: inout SeededGenerator, hostile: Bool = false) -> Document {
    Document(
      kind: text(&generator, hostile: hostile, length: 3),
      title: generator.below(4) == 0
        ? nil
        : Document.Title(styled(&generator, hostile: hostile), note: styled(&generator, hostile: hostile, length: 4)),
      blocks: (0..<generator.below(8)).map { _ in block(&generator, hostile: hostile, depth: 0) },
      hint: generator.below(2) == 0 ? nil : styled(&generator, hostile: hostile),
      data: [
        JSONValue.Member(text(&generator, hostile: hostile, length: 3), .string(text(&generator, hostile: hostile)))
      ])
  }

  private static func block(_ generator: inout SeededGenerator, hostile: Bool, depth: Int) -> Block {
    func styled(_ length: Int = 12) -> StyledText { Self.styled(&generator, hostile: hostile, length: length) }
    func blocks() -> [Block] {
      (0..<generator.below(4)).map { _ in block(&generator, hostile: hostile, depth: depth + 1) }
    }
    switch generator.below(depth < 3 ? 12 : 5) {
    case 0: return .paragraph(styled())
    case 1: return .spread(styled(), trailing: styled(4))
    case 2: return .preformatted(styled())
    case 3:
      return .table((0..<generator.below(4)).map { _ in (0..<generator.below(5)).map { _ in styled(5) } })
    case 4: return generator.below(2) == 0 ? .blank : .rule
    case 5: return .quote(blocks())
    case 6: return .listItem(marker: styled(2), blocks())
    case 7: return .spoken(blocks(), as: text(&generator, hostile: hostile))
    default:
      let branch = Item.Branch(
        ancestorsContinue: (0..<generator.below(30)).map { _ in generator.below(2) == 0 },
        continues: generator.below(2) == 0, hasChildren: generator.below(2) == 0, isRoot: generator.below(4) == 0)
      return .item(
        Item(
          number: generator.below(5) == 0 ? nil : generator.pick([1, 7, 12, 123, 9999]),
          mark: generator.below(4) == 0 ? StyledText("•", .accent) : nil,
          branch: generator.below(2) == 0 ? branch : nil, blocks: blocks(),
          spoken: text(&generator, hostile: hostile),
          references: [Reference(kind: .status, id: text(&generator, hostile: hostile, length: 2))],
          data: generator.below(2) == 0 ? .null : ["text": .string(text(&generator, hostile: hostile))]))
    }
  }
}

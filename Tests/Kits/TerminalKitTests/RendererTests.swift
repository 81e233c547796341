import Foundation
import Testing

@testable import TerminalKit

@Suite struct RendererTests {
  static func renderer(
    _ format: Renderer.Format, width: Int = 80, theme: Theme = .dusk, colors: ColorDepth = .trueColor,
    showsHint: Bool = true,
    hyperlinks: Bool = false
  ) -> Renderer {
    Renderer(format: format, width: width, theme: theme, colors: colors, showsHint: showsHint, hyperlinks: hyperlinks)
  }

  static func plain(_ document: Document, width: Int = 80) -> String {
    renderer(.plain, width: width).render(document)
  }

  static func item(
    _ number: Int?, _ blocks: [Block], mark: StyledText? = nil, branch: Item.Branch? = nil, spoken: String = "Wren."
  ) -> Block {
    .item(Item(number: number, mark: mark, branch: branch, blocks: blocks, spoken: spoken))
  }

  static let home = Document(
    kind: "home", title: Document.Title("Home · everyone you follow", note: "3 new since 14:02"),
    blocks: [
      item(
        1,
        [
          .paragraph(StyledText("Wren Alder", .name) + StyledText("  @wren · 4 min", .secondary)),
          .paragraph("First frost. Two hives wrapped, one to go; the third is not speaking to me. #beekeeping"),
          .paragraph(StyledText("↩ 3  ⟳ 12  ★ 40", .secondary)),
        ], spoken: "Wren Alder: First frost. 4 minutes ago"),
      .blank,
      item(
        2,
        [
          .paragraph("⟳ Rook boosted · 20 min"),
          .spread(StyledText("Content warning: food, politics", .warning), trailing: StyledText("show 2", .hint)),
        ], spoken: "Tide Pool: content warning,\nfood, politics. Show 2 to read."),
      .blank,
    ], hint: StyledText("older · open N · reply N · boost N · fav N", .hint))

  @Test func aListHasItsNumbersInTheGutter() {
    #expect(
      Self.plain(Self.home) == """
        Home · everyone you follow                                 3 new since 14:02
        ────────────────────────────────────────────────────────────────────────────
         1  Wren Alder  @wren · 4 min
            First frost. Two hives wrapped, one to go; the third is not speaking to
            me. #beekeeping
            ↩ 3  ⟳ 12  ★ 40

         2  ⟳ Rook boosted · 20 min
            Content warning: food, politics                                   show 2

        older · open N · reply N · boost N · fav N

        """)
  }

  @Test func belowFiftyColumnsGuttersShrink() {
    #expect(
      Self.plain(Self.home, width: 34) == """
        Home · everyone you follow
                         3 new since 14:02
        ──────────────────────────────────
        1 Wren Alder  @wren · 4 min
          First frost. Two hives wrapped,
          one to go; the third is not
          speaking to me. #beekeeping
          ↩ 3  ⟳ 12  ★ 40

        2 ⟳ Rook boosted · 20 min
          Content warning: food, politics
                                    show 2

        older · open N · reply N · boost N

        """)
  }

  @Test func documentWithoutHintEndsWithItsContent() {
    let output = Self.renderer(.plain, showsHint: false).render(Self.home)
    #expect(output.hasSuffix("show 2\n"))
  }

  @Test func aWideTerminalDoesNotMakeLongLines() {
    #expect(Self.plain(Self.home, width: 300) == Self.plain(Self.home, width: 108))
  }

  @Test func threeDigitsWidenTheGutterForAll() {
    let document = Document(kind: "x", blocks: [Self.item(9, [.paragraph("a")]), Self.item(100, [.paragraph("b")])])
    #expect(Self.plain(document) == "  9  a\n100  b\n")
  }

  @Test func marksStandBetweenNumberAndContent() {
    let document = Document(
      kind: "notifications",
      blocks: [
        Self.item(
          1, [.paragraph("★ Rook favourited · 5 min"), .paragraph("First frost…")], mark: StyledText("•", .accent)),
        Self.item(3, [.spread("+ Heron followed you · 1 d", trailing: "follow 3")]),
      ])
    #expect(
      Self.plain(document) == """
         1 • ★ Rook favourited · 5 min
             First frost…
         3   + Heron followed you · 1 d                                     follow 3

        """)
    #expect(
      Self.plain(document, width: 40) == """
        1• ★ Rook favourited · 5 min
           First frost…
        3  + Heron followed you · 1 d   follow 3

        """)
  }

  static let thread = Document(
    kind: "thread", title: Document.Title("Thread · 6 posts"),
    blocks: [
      item(
        1, [.paragraph("Wren Alder  @wren · 4 min"), .paragraph("First frost. Two hives wrapped, one to go.")],
        branch: Item.Branch(hasChildren: true, isRoot: true)),
      item(
        2, [.paragraph("Rook  @rook · 3 min"), .paragraph("What do you wrap them in?")],
        branch: Item.Branch(continues: true, hasChildren: true)),
      item(
        3, [.paragraph("Wren Alder · 2 min"), .paragraph("Straw and tar paper, like my grandfather.")],
        branch: Item.Branch(ancestorsContinue: [true])),
      item(
        4, [.spread("Pool  @pool@shore.example · 1 min", trailing: "+ 2 replies folded, unfold 4")],
        branch: Item.Branch()),
    ])

  @Test func aThreadIsDrawnAsATree() {
    #expect(
      Self.plain(Self.thread) == """
        Thread · 6 posts
        ────────────────────────────────────────────────────────────────────────────
         1  Wren Alder  @wren · 4 min
         │  First frost. Two hives wrapped, one to go.
         ├─2  Rook  @rook · 3 min
         │    What do you wrap them in?
         │  └─3  Wren Alder · 2 min
         │       Straw and tar paper, like my grandfather.
         └─4  Pool  @pool@shore.example · 1 min         + 2 replies folded, unfold 4

        """)
  }

  @Test func aTreeFitsFortyColumns() {
    #expect(
      Self.plain(Self.thread, width: 40) == """
        Thread · 6 posts
        ────────────────────────────────────────
        1 Wren Alder  @wren · 4 min
        │ First frost. Two hives wrapped, one to
        │ go.
        ├2 Rook  @rook · 3 min
        │  What do you wrap them in?
        │ └3 Wren Alder · 2 min
        │    Straw and tar paper, like my
        │    grandfather.
        └4 Pool  @pool@shore.example · 1 min
                    + 2 replies folded, unfold 4

        """)
  }

  @Test func deepTreePrintsItsLevel() {
    let deep = Item.Branch(ancestorsContinue: Array(repeating: false, count: 29))
    let document = Document(kind: "thread", blocks: [Self.item(31, [.paragraph("Rook · 3 min")], branch: deep)])
    let output = Self.plain(document, width: 40)
    #expect(output.contains("31 level 30 · Rook"))
    #expect(output.split(separator: "\n").allSatisfy { String($0).displayWidth <= 40 })
  }

  @Test func columnsAlignByDisplayWidth() {
    let document = Document(
      kind: "settings",
      blocks: [
        .table([
          ["theme", "dusk", "dusk, day, paper, high-contrast, mono…"], ["養蜂", "fold", "fold, show"],
          ["live", "", "on, quiet"],
        ])
      ])
    #expect(
      Self.plain(document) == """
        theme  dusk  dusk, day, paper, high-contrast, mono…
        養蜂   fold  fold, show
        live         on, quiet

        """)
    #expect(
      Self.plain(document, width: 30) == """
        theme dusk dusk, day, paper,
                   high-contrast,
                   mono…
        養蜂  fold fold, show
        live       on, quiet

        """)
  }

  @Test func aTableThatCannotShrinkStandsBelowItself() {
    let row = ["first column", "second column", "third column", "fourth column"].map { StyledText($0) }
    #expect(
      Self.plain(Document(kind: "x", blocks: [.table([row])]), width: 20)
        == "first column\n  second column\n  third column\n  fourth column\n")
  }

  @Test func aHandleIsNotBrokenInATable() {
    let row = ["you@127.0.0.1:3911", "token", "the secrets folder"].map { StyledText($0) }
    #expect(
      Self.plain(Document(kind: "x", blocks: [.table([row])]), width: 40)
        == "you@127.0.0.1:3911\n  token\n  the secrets folder\n")
  }

  @Test func quotesAndListsHang() {
    let blocks: [Block] = [
      .quote([.paragraph("a"), .blank, .quote([.paragraph("b c")])]),
      .listItem(marker: "10.", [.paragraph("some words that wrap"), .listItem(marker: "•", [.paragraph("x")])]),
      .preformatted("a  b\n  cdefghijklmnop"),
    ]
    #expect(
      Self.renderer(.plain, width: 14).render(blocks)
        == "│ a\n│\n│ │ b c\n10. some words\n    that wrap\n    • x\na  b\n  cdefghijklmn\nop\n")
  }

  @Test func visualBlockIsNotSpoken() {
    let document = Document(
      kind: "x",
      blocks: [.spoken([.paragraph("★★★")], as: "three stars"), .spoken([.rule], as: ""), .paragraph("a · b")])
    #expect(Self.plain(document).hasPrefix("★★★\n───"))
    #expect(Self.renderer(.spoken).render(document) == "three stars.\na, b.\n")
  }

  /// A voice leaves the dash out: “one three”.
  @Test func dashOfARangeIsSpoken() {
    let block = Block.paragraph("It can be 20–500, at 09:00–12:00 – not on a–b.")
    #expect(Self.renderer(.spoken).render([block]) == "It can be 20 to 500, at 09:00 to 12:00 – not on a–b.\n")
    #expect(Self.renderer(.plain).render([block]).contains("20–500"))
  }

  @Test func speechHasASentenceForEachItem() {
    #expect(
      Self.renderer(.spoken).render(Self.home) == """
        Home, everyone you follow, 3 new since 14:02.
        1. Wren Alder: First frost. 4 minutes ago.
        2. Tide Pool: content warning, food, politics. Show 2 to read.
        Type older, or open, reply, boost or fav with a number.

        """)
    #expect(!Self.renderer(.spoken, showsHint: false).render(Self.home).contains("Type"))
  }

  @Test func speechReadsSymbolsAndSkipsDrawings() {
    let text = StyledText([Span("│ ", .rule), Span("★", .accent, spoken: "favourite of"), Span(" Rook")])
    #expect(Self.renderer(.spoken).render(text) == "favourite of Rook.")
    let blocks: [Block] = [
      .quote([.paragraph("one"), .paragraph("two")]), .listItem(marker: "1.", [.paragraph("x")]),
      .spread("What is its name?", trailing: "reply 2"), .table([["theme", "dusk"]]), .preformatted("a\n\nb"),
    ]
    #expect(
      Self.renderer(.spoken).render(blocks)
        == "Quote: one. two.\n1. x\nWhat is its name? reply 2.\ntheme, dusk\na\nb\n")
  }

  @Test func hintCanHaveASpokenForm() {
    let hint = StyledText("retry · dismiss", .hint, spoken: "Say retry, or dismiss")
    #expect(Self.renderer(.spoken).render(Document(kind: "x", hint: hint)) == "Say retry, or dismiss.\n")
    let plain = StyledText("set NAME VALUE · get NAME", .hint)
    #expect(Self.renderer(.spoken).render(Document(kind: "x", hint: plain)) == "Type set NAME VALUE or get NAME.\n")
  }

  @Test func ansiIsThePlainTextWithLooks() {
    #expect(
      Self.renderer(.ansi, colors: .ansi16).render(
        StyledText("Wren", .name) + StyledText(" says ", .text) + StyledText("hi", .strong))
        == "\u{1B}[1;33mWren\u{1B}[0m says \u{1B}[1mhi\u{1B}[0m")
    #expect(Self.renderer(.ansi, colors: .none).render(Self.home) == Self.plain(Self.home))
  }

  @Test func linksCanBeClickedWhereTheTerminalKnowsHow() {
    let text = StyledText("here", .text, url: "https://a.example/")
    #expect(
      Self.renderer(.ansi, hyperlinks: true).render(text)
        == "\u{1B}]8;;https://a.example/\u{1B}\\here\u{1B}]8;;\u{1B}\\")
    #expect(Self.renderer(.ansi).render(text) == "here")
    #expect(Self.renderer(.ansi, colors: .none, hyperlinks: true).render(text) == "here")
    #expect(Self.renderer(.plain, hyperlinks: true).render(text) == "here")
  }

  @Test func jsonIsOneObjectOnOneLine() {
    let document = Document(
      kind: "home",
      blocks: [
        .item(
          Item(number: 1, blocks: [], spoken: "x", data: ["id": "1", "n": 2, "f": .double(1.5), "l": [true, nil]])),
        .item(Item(number: 2, blocks: [], spoken: "Wren.", references: [Reference(kind: .status, id: "9")])),
      ], data: [JSONValue.Member("timeline", "home")])
    #expect(
      Self.renderer(.json).render(document)
        == #"{"schema":1,"screen":"home","timeline":"home","items":[{"id":"1","n":2,"f":1.5,"l":[true,null]},"#
        + #"{"number":2,"kind":"status","id":"9","text":"Wren."}]}"# + "\n")
  }

  @Test func jsonWithoutDataHasTheText() {
    let document = Document(kind: "help", title: Document.Title("Help"), blocks: [.paragraph("open N\nopens")])
    let json = Self.renderer(.json).render(document)
    #expect(json.hasPrefix(#"{"schema":1,"screen":"help","text":"Help\n"#))
    #expect(json.hasSuffix(#"open N\nopens","items":[]}"# + "\n"))
    #expect(Self.renderer(.json).render(StyledText("done")) == #"{"schema":1,"text":"done"}"#)
  }

  @Test func jsonEscapesControlCharacters() throws {
    let nasty = "\"\\\n\t\u{1B}[2J\u{9B}\u{202E}\u{2066}\u{2028}\u{FEFF}é👍🏽"
    let json = JSONValue.string(nasty).serialized()
    #expect(json == #""\"\\\n\u0009\u001b[2J\u009b\u202e\u2066\u2028\ufeffé👍🏽""#)
    #expect(JSONValue.string("\u{E0041}").serialized() == #""\udb40\udc41""#)
    #expect(try JSONDecoder().decode(String.self, from: Data(json.utf8)) == nasty)
    #expect(JSONValue.double(.nan).serialized() == "null")
  }

  @Test func longItemIsCutWithACountOfTheRest() {
    let lines = StyledText((1...5000).map { "line \($0)" }.joined(separator: "\n"))
    let item = Document(kind: "home", blocks: [Self.item(1, [.paragraph(lines)])])
    let printed = Self.plain(item).split(separator: "\n")
    #expect(printed.count == PageLayout.maximumItemLines + 1)
    #expect(printed.last == "(+3000 more lines)")
    let screen = Document(kind: "home", blocks: Array(repeating: .paragraph(lines), count: 10))
    #expect(Self.plain(screen).split(separator: "\n").count == PageLayout.maximumLines + 1)
    #expect(Self.plain(screen).hasSuffix("\n(+30000 more lines)\n"))
  }

  @Test func aLongScreenIsCutWhenItIsSpoken() {
    let screen = Document(kind: "home", blocks: Array(repeating: .paragraph("A line."), count: 30_000))
    let spoken = Self.renderer(.spoken).render(screen)
    #expect(spoken.split(separator: "\n").count == PageLayout.maximumLines + 1)
    #expect(spoken.hasSuffix("(+10000 more lines)\n"))
  }
}

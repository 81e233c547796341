import Testing

@testable import TerminalKit

@Suite struct SentenceTests {
  @Test(arguments: [
    ("Went anyway", "Went anyway."), ("Went anyway.", "Went anyway."), ("What is its name?", "What is its name?"),
    ("dusk", "dusk"), ("theme: dusk", "theme: dusk"), ("Saved to ~/notes", "Saved to ~/notes"), ("", ""),
    ("see https://shore.example/@a/528", "see https://shore.example/@a/528"), ("for @rook", "for @rook"),
    ("speaking of #NightTrains", "speaking of #NightTrains"), ("on shore.example", "on shore.example"),
    ("as @wren@shore.example", "as @wren@shore.example"), ("draft 01JDABCDEF", "draft 01JDABCDEF"),
    ("in 2026", "in 2026."), ("ends in 5 hours", "ends in 5 hours."),
  ])
  func aValueGetsNoFullStop(text: String, closed: String) {
    #expect(Sentence.closed(text) == closed)
  }

  @Test func sentencesInARowAreSetApart() {
    #expect(Sentence.joined(["Went anyway", "", "1 hour ago"]) == "Went anyway. 1 hour ago")
    #expect(Sentence.joined(["Is it?", "1 hour ago"]) == "Is it? 1 hour ago")
    #expect(Sentence.joined(["See https://a.example/1", "1 hour ago"]) == "See https://a.example/1 – 1 hour ago")
    #expect(Sentence.list(["@rook", "a bot", "new"]) == "@rook – a bot, new")
    #expect(Sentence.list(["reply N [TEXT]", "Reply"]) == "reply N [TEXT], Reply")
    #expect(Sentence.lines(["I said (twice)", "no,", "never"]) == "I said (twice) no, never")
  }

  @Test(arguments: [
    ("@rook It is (@pool@shore.example).", "At rook It is (at pool at shore dot example)."),
    ("Fog on the #canal, and #NightTrains", "Fog on the hashtag canal, and hashtag NightTrains"),
    ("me@home is a mail, # is a sign, @ too", "me@home is a mail, # is a sign, @ too"),
    ("4 minutes ago. @wren – 2 replies", "4 minutes ago. At wren – 2 replies"),
  ])
  func symbolsCanBeWords(text: String, words: String) {
    #expect(SpokenSymbols.words.applied(to: text) == words)
    #expect(SpokenSymbols.verbatim.applied(to: text) == text)
  }

  @Test func aValueStandsAloneOnItsLine() {
    var renderer = Renderer(
      format: .spoken, width: 40, theme: .mono, colors: .none, showsHint: false, hyperlinks: false)
    renderer.symbols = .words
    var line = Item(number: 2, blocks: [], spoken: "@rook a draft's line")
    line.speech = .exact
    let blocks: [Block] = [
      .paragraph("dusk"), .verbatim("https://a.example/@rook"), .table([["theme", "dusk"]]), .item(line),
      .paragraph("Posts of @rook"),
      .paragraph("Set theme to " + StyledText("very dusk", .code) + StyledText(".", spoken: "")),
    ]
    #expect(
      renderer.render(blocks) == """
        dusk
        https://a.example/@rook
        theme, dusk
        2. @rook a draft's line
        Posts of at rook
        Set theme to very dusk

        """)
  }
}

@Suite struct TextTemplateTests {
  private let names = ["name", "text", "time", "boosted_by"]

  private func filled(_ source: String, _ values: [String: String]) throws -> String {
    try TextTemplate(source, variables: names).filled { values[$0] ?? "" }
  }

  @Test(arguments: [
    ("$name, $text, $time", "Rook, Fog here, 2 h"), ("$NAME: ${text}ish", "Rook: Fog hereish"),
    ("$name ($time) costs $5 or $$", "Rook (2 h) costs $5 or $"),
    ("$name, $boosted_by, $time", "Rook, 2 h"), ("$boosted_by, $name", "Rook"), ("by $name", "by Rook"),
  ])
  func variablesAreFilled(source: String, expected: String) throws {
    let values = ["name": "Rook", "text": "Fog here", "time": "2 h"]
    // An empty variable at the start leaves the text behind it out as well.
    #expect(try filled(source, values).drop { ", ".contains($0) } == expected)
  }

  @Test func punctuationIsNotDoubledOrGluedToAddresses() throws {
    #expect(try filled("$text, $time.", ["text": "Fog.", "time": "2 h"]) == "Fog. 2 h.")
    #expect(try filled("$text, $time", ["text": "https://a.example/1", "time": "2 h"]) == "https://a.example/1 – 2 h")
    #expect(try filled("$text.", ["text": "#canal"]) == "#canal")
  }

  @Test func mistakesAreNamed() {
    #expect(throws: TextTemplate.Mistake.unknownVariable("nmae")) { try TextTemplate("$nmae", variables: names) }
    #expect(throws: TextTemplate.Mistake.noVariables) { try TextTemplate("hello", variables: names) }
  }
}

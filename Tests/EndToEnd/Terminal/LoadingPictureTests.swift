import Glibc
import Testing

/// A picture that takes its time: its words first, its colours while it is loaded, then the picture.
@Suite(.serialized, .ownThread)
struct LoadingPictureTests {
  @Test func coloursAreShownBelowTheWordsUntilThePictureIsThere() throws {
    let machine = try Machine()
    // Something that draws.
    let program = machine.folder.file("chafa")
    try Files.write("#!/bin/sh\necho ▓▓▓▓\n", to: program)
    chmod(program, 0o700)
    try machine.signIn(faults: ["GET /media/* delay 3"])
    let path = machine.environment["PATH"] ?? ""
    let terminal = try TmuxTerminal(
      "started howdah --no-live", on: machine, rows: 40,
      environment: ["PATH": "\(machine.folder.path):\(path)", "COLORTERM": "truecolor"])
    try terminal.wait(forText: "older · open N")
    try terminal.enter("media 1")
    let loading = try terminal.wait(for: "the colours") { $0.has("Loading…") }
    #expect(!loading.has("▓▓▓▓"))
    let words = try #require(loading.rows.lastIndex { $0.hasPrefix("  A heron on one leg") }, "\(loading)")
    let colours = try #require(loading.rows.firstIndex { $0.hasPrefix("▀▀▀▀") }, "\(loading)")
    #expect(words < colours, "the words come first")
    let drawn = try terminal.wait(forText: "▓▓▓▓")
    #expect(try #require(drawn.rows.firstIndex { $0.contains("▓▓▓▓") }) > colours)
    #expect(
      drawn.count("A heron on one leg at the edge") == loading.count("A heron on one leg at the edge"), "said once")
  }
}

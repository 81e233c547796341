import Testing

@testable import TerminalKit

@Suite struct TerminalFeaturesTests {
  @Test(
    arguments: [
      ([:], false), (["TERM": "xterm-256color"], false), (["TERM": "xterm-kitty"], true), (["TERM": "foot"], true),
      (["TERM": "xterm-256color", "VTE_VERSION": "7600"], true),
      (["TERM": "xterm-256color", "VTE_VERSION": "4800"], false),
      (["TERM": "xterm-256color", "TERM_PROGRAM": "vscode"], true), (["TERM_PROGRAM": "Apple_Terminal"], false),
      // What the terminal around a multiplexer has left behind counts for nothing.
      (["TERM": "tmux-256color", "VTE_VERSION": "7600"], false),
      (["TERM": "xterm-kitty", "TMUX": "/tmp/tmux-0/default,1,0", "VTE_VERSION": "7600"], false),
      (["TERM": "screen", "STY": "1.pts", "TERM_PROGRAM": "WezTerm"], false),
      (["TERM": "tmux-256color", "TERM_PROGRAM": "tmux", "TERM_PROGRAM_VERSION": "3.3a"], false),
      (["TERM": "tmux-256color", "TERM_PROGRAM": "tmux", "TERM_PROGRAM_VERSION": "3.4"], true),
      (["TERM": "tmux-256color", "TERM_PROGRAM": "tmux", "TERM_PROGRAM_VERSION": "3.5a"], true),
      (["TERM": "tmux-256color", "TERM_PROGRAM": "tmux", "TERM_PROGRAM_VERSION": "next-4.0"], true),
      (["TERM": "tmux-256color", "TERM_PROGRAM": "tmux", "TERM_PROGRAM_VERSION": "master"], false),
      (["TERM": "screen", "STY": "1.pts", "TERM_PROGRAM": "tmux", "TERM_PROGRAM_VERSION": "3.5"], false),
    ] as [([String: String], Bool)])
  func linksAreForTerminalsThatAreKnownToHaveThem(_ environment: [String: String], _ hasHyperlinks: Bool) {
    #expect(TerminalFeatures(environment: environment).hasHyperlinks == hasHyperlinks)
  }

  @Test(
    arguments: [
      (["TERM": "xterm-256color"], true), (["TERM": "tmux-256color"], true), (["TERM": "screen-256color"], true),
      (["TERM": "xterm-256color", "WT_SESSION": "1"], true), (["TERM": "xterm-kitty"], true),
      (["TERM": "xterm-256color", "TMUX": "/tmp/tmux-0/default,1,0", "VTE_VERSION": "7600"], true),
      (["TERM": "xterm-256color", "KONSOLE_VERSION": "241201"], true),
      (["TERM": "xterm-256color", "KONSOLE_VERSION": "220401"], false),
      (["TERM": "xterm-256color", "VTE_VERSION": "7600"], false),
      (["TERM": "xterm-256color", "TERM_PROGRAM": "Apple_Terminal"], false),
      (["TERM": "screen", "STY": "1.pts"], false),
      (["TERM": "linux"], false), (["TERM": "dumb"], false), (["TERM": "vt220"], false), ([:], false),
    ] as [([String: String], Bool)])
  func theClipboardIsSetUnlessATerminalIsKnownToLackIt(_ environment: [String: String], _ hasClipboard: Bool) {
    #expect(TerminalFeatures(environment: environment).hasClipboard == hasClipboard)
  }

  @Test(
    arguments: [
      (["TERM": "xterm-256color"], false), (["TERM": "tmux-256color"], true), (["TERM": "screen.xterm"], true),
      (["TERM": "xterm-256color", "TMUX": "/tmp/tmux-0/default,1,0"], true), (["TERM": "xterm", "STY": "1.pts"], true),
      (["TERM": "xterm", "TMUX": ""], false),
    ] as [([String: String], Bool)])
  func multiplexerIsKnownByItsVariables(_ environment: [String: String], _ isMultiplexer: Bool) {
    #expect(TerminalFeatures(environment: environment).isMultiplexer == isMultiplexer)
  }

  @Test func linesOfATreeGoOnBesideWrappedText() {
    let tree = Document(
      kind: "graph",
      blocks: [
        .listItem(marker: StyledText("│  ├─", .rule), [.paragraph("stream watcher session")]),
        .listItem(marker: StyledText("│  └─", .rule), [.paragraph("composer unique")]),
        .listItem(marker: "1.", [.paragraph("a rule of the server")]),
      ])
    #expect(
      RendererTests.plain(tree, width: 22) == """
        │  ├─ stream watcher
        │  │  session
        │  └─ composer unique
        1. a rule of the
           server

        """)
  }
}

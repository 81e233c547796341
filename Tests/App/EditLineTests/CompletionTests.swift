import Testing

@testable import EditLine

struct CompletionTests {
  @Test(arguments: [
    (["print", "private"], "pri"), (["日本語", "日本酒"], "日本"), (["one"], "one"), (["a", "b"], ""), ([], ""),
    (["👩‍💻a", "👩‍🔬a"], ""), (["post", "posts"], "post"),
  ])
  func theCommonPrefixIsOfWholeCharacters(_ candidates: [String], _ prefix: String) {
    let completion = Completion(replacing: 0..<0, with: candidates.map { .init($0) })
    #expect(completion.commonPrefix == prefix)
  }

  @Test(arguments: [nil: false, "": false, "dumb": false, "xterm-256color": true, "tmux": true] as [String?: Bool])
  func theStyleFollowsTheTerminal(_ name: String?, _ isDrawn: Bool) {
    #expect(LineEditor.Style(terminalName: name) == (isDrawn ? .drawn : .appendOnly))
  }
}

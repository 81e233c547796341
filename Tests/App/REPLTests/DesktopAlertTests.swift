import FeatureKit
import REPL
import TerminalKit
import Testing

@Suite struct DesktopAlertTests {
  private func alert(_ text: String, detail: String = "", isForDesktop: Bool = true) -> DesktopAlert? {
    var note = Note(StyledText(text), detail: StyledText(detail))
    note.isForDesktop = isForDesktop
    return DesktopAlert(note)
  }

  @Test func onlyDesktopNotesReachTheDesktop() {
    #expect(alert("Wren replied", isForDesktop: false) == nil)
    #expect(alert("Wren replied", detail: "Yes.")?.text == "Wren replied: Yes.")
  }

  @Test func textOfOthersCannotEndTheSequence() throws {
    let alert = try #require(self.alert("Mallow\u{7}\u{1B}]52;c;eA==\u{7}", detail: "a;b\nc\u{9C}d\u{202E}"))
    for method in [DesktopAlert.Method.osc9, .osc99, .osc777] {
      let sequence = try #require(alert.sequence(method))
      let inside = sequence.dropFirst(2).dropLast(method == .osc9 ? 1 : 2)
      #expect(!inside.unicodeScalars.contains { $0.value < 0x20 || (0x7F...0x9F).contains($0.value) })
      #expect(inside.count { $0 == ";" } == (method == .osc9 ? 1 : method == .osc99 ? 2 : 3))
    }
  }

  /// The body of a notification is HTML for many desktops, which follow its links and fetch its pictures.
  @Test func textOfOthersHasNoMarkup() {
    let text = alert("Wren", detail: #"<a href="https://evil.example">x</a> <img src="https://evil.example/1">"#)?.text
    #expect(text?.contains { "<>".contains($0) } == false)
  }

  @Test func aLongTextIsCut() {
    #expect(alert(String(repeating: "a", count: 1000))?.text.count == 160)
  }

  @Test(arguments: [
    (["TERM": "xterm-kitty"], DesktopAlert.Method.osc99), (["TERM_PROGRAM": "WezTerm"], .osc9),
    (["TERM": "foot"], .osc777), (["VTE_VERSION": "7600"], .osc777), (["TERM": "xterm"], .notifySend),
    (["TERM": "tmux-256color", "VTE_VERSION": "7600"], .notifySend),
    (["TERM": "xterm-kitty", "KITTY_WINDOW_ID": "1", "TMUX": "/tmp/tmux-0/default,1,0"], .notifySend),
    (["TERM": "screen", "STY": "1.pts", "TERM_PROGRAM": "ghostty"], .notifySend),
  ])
  func theWayFollowsFromTheTerminalUnlessItIsSet(_ environment: [String: String], _ method: DesktopAlert.Method) {
    #expect(DesktopAlert.Method(setting: "auto", environment: environment) == method)
    #expect(DesktopAlert.Method(setting: "osc9", environment: environment) == .osc9)
  }
}

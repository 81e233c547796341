import FileTestKit
import Testing

@testable import LocalStore

@Suite struct BackgroundFileTests {
  let home: TemporaryHome

  init() throws { home = try TemporaryHome() }

  private func file(_ terminal: String) -> BackgroundFile {
    BackgroundFile(locations: home.locations, terminal: terminal)
  }

  @Test func eachKindOfTerminalHasItsOwn() {
    #expect(file("xterm-256color").isLight() == nil)
    file("xterm-256color").keep(isLight: true)
    file("xterm-256color iTerm.app").keep(isLight: false)
    #expect(file("xterm-256color").isLight() == true)
    #expect(file("xterm-256color iTerm.app").isLight() == false)
    file("xterm-256color").keep(isLight: false)
    #expect(file("xterm-256color").isLight() == false)
  }

  @Test func theFileDoesNotGrow() throws {
    for number in 0..<200 { file("terminal-\(number)").keep(isLight: true) }
    #expect(file("terminal-199").isLight() == true && file("terminal-0").isLight() == nil)
    let text = try home.text(at: "\(home.path)/.local/state/howdah/backgrounds")
    #expect(text.split(separator: "\n").count == BackgroundFile.limit)
  }

  @Test(arguments: ["", "\n\n", "light", "maybe xterm\n", "\u{FF}\u{0}\n"])
  func whatCannotBeReadIsNotKnown(_ text: String) throws {
    try home.put(text, at: "\(home.path)/.local/state/howdah/backgrounds", mode: 0o600)
    #expect(file("xterm").isLight() == nil)
    file("xterm\nlight other").keep(isLight: true)
    #expect(file("xtermlight other").isLight() == true && file("other").isLight() == nil)
  }
}

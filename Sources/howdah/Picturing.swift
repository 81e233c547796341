import ScreenKit
import TerminalKit

/// Pictures of what Howdah prints.
enum Picturing {
  /// A screen as SVG; its text is what screen readers get.
  static func svg(of text: String, columns: Int, theme: Theme, title: String) -> String {
    var screen = TerminalScreen(columns: columns)
    screen.write(text)
    let description = screen.rows.map(\.plain).filter { !$0.isEmpty }.joined(separator: "\n")
    return ScreenDrawing(colors: .of(theme), title: title, description: description).svg(of: screen)
  }

  /// A session as SVG that moves; what is typed is what screen readers get.
  static func svg(of play: Screenplay, typed: [String], theme: Theme) -> String {
    let description = "Typed: " + typed.filter { !$0.isEmpty }.joined(separator: "; ") + "."
    return ScreenDrawing(colors: .of(theme), title: play.title, description: description).svg(of: play)
  }
}

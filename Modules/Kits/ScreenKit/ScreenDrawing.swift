public import TerminalKit

/// Draws terminal screens as SVG, safe to be shown on any page: no scripts, no styles from outside, all text escaped.
public struct ScreenDrawing: Sendable {
  public struct Colors: Hashable, Sendable {
    public var background: String
    public var text: String
    /// The first sixteen colours.
    public var basic: [String]

    public static let dark = Colors(
      background: "#1b1f27", text: "#d7dae0",
      basic: [
        "#2c313c", "#f07c82", "#98c379", "#e5c07b", "#7fb4e0", "#d79be0", "#6cc7c7", "#c8ccd4", "#7a8290", "#ff9a9e",
        "#b5d99c", "#f5d79b", "#a3cdf0", "#e7bdee", "#9adede", "#ffffff",
      ])
    /// Dark text on a light background.
    public static let light = Colors(
      background: "#fbfbfa", text: "#24272e",
      basic: [
        "#24272e", "#b3261e", "#2e6b1f", "#9a4a00", "#0b5cad", "#8e2c9e", "#0b6b6b", "#5c6370", "#6b7280", "#c7352d",
        "#3b8527", "#b35a00", "#1a73c7", "#a83bb8", "#118080", "#111111",
      ])

    /// The colours for a theme; a theme for any background is drawn on a dark one.
    public static func of(_ theme: Theme) -> Colors { theme.isDark == false ? .light : .dark }
  }

  private let colors: Colors
  private let title: String
  private let description: String

  private static let cell = (width: 8.4, height: 18.0)
  private static let margin = 14.0
  /// The share of the height above the baseline.
  private static let baseline = 13.5

  /// Creates a drawing; screen readers read `title` and `description`.
  public init(colors: Colors, title: String, description: String) {
    self.colors = colors
    self.title = title
    self.description = description
  }

  public func svg(of screen: TerminalScreen) -> String {
    var rows = screen.rows
    while rows.count > 1, rows.last?.plain.isEmpty == true { rows.removeLast() }
    return frame(columns: screen.columns, rows: rows.count, style: "") {
      rows.enumerated().map { row(at: $0, $1) }.joined()
    }
  }

  /// Draws a screenplay that repeats; readers who prefer less motion see its end.
  public func svg(of play: Screenplay) -> String {
    var animation = Animation(play)
    animation.run()
    let height = Self.cell.height
    var style = ""
    var parts = ""
    for (index, group) in animation.groups.enumerated() {
      style += "@keyframes g\(index){0%{visibility:hidden}\(group.begin){visibility:visible}}"
      let rows = group.rows.map { row(at: $0, animation.screen.rows[$0]) }.joined()
      parts += "<g class=\"a\" style=\"animation-name:g\(index)\">\(rows)</g>"
      // A cover over what is not typed yet moves to the right with each key.
      guard let first = group.keys.first else { continue }
      let stops = group.keys.map { key in
        "\(key.time){transform:translateX(\(Self.number(Double(key.end - first.start) * Self.cell.width))px)}"
      }
      style += "@keyframes c\(index){0%{transform:none}\(stops.joined())\(group.end){transform:translateX(9999px)}}"
      parts +=
        "<rect class=\"c\" style=\"animation-name:c\(index)\" "
        + "x=\"\(Self.number(Self.margin + Double(first.start) * Self.cell.width))\" "
        + "y=\"\(Self.number(top(of: group.rows.lowerBound)))\" width=\"9999\" height=\"\(Self.number(height))\" "
        + "fill=\"\(colors.background)\"/>"
    }
    func shift(_ rows: Int) -> String { "transform:translateY(-\(Self.number(Double(rows) * height))px)" }
    style += "@keyframes s{0%{transform:none}\(animation.scrolls.map { "\($0.time){\(shift($0.rows))}" }.joined())}"
    let motion =
      ".a,.c,.s{animation:\(Self.number(Self.seconds(play.length)))s step-end infinite}.s{animation-name:s}"
      + "@media (prefers-reduced-motion:reduce){.a,.c,.s{animation:none}.c{display:none}"
      + ".s{\(shift(animation.scrolls.last?.rows ?? 0))}}"
    return frame(columns: play.columns, rows: play.rows, style: motion + style) {
      "<g class=\"s\">\(parts)</g>"
    }
  }

  // MARK: - Rows

  private func frame(columns: Int, rows: Int, style: String, _ content: () -> String) -> String {
    let width = Self.number(Double(columns) * Self.cell.width + 2 * Self.margin)
    let height = Self.number(Double(rows) * Self.cell.height + 2 * Self.margin)
    let inner = Self.number(Double(rows) * Self.cell.height)
    return """
      <svg xmlns="http://www.w3.org/2000/svg" xml:space="preserve" width="\(width)" height="\(height)" viewBox="0 0 \(width) \(height)" \
      role="img" aria-labelledby="t d">
      <title id="t">\(Self.escaped(title))</title>
      <desc id="d">\(Self.escaped(description))</desc>
      <style>text{font:14px ui-monospace,SFMono-Regular,Menlo,Consolas,"DejaVu Sans Mono","Liberation Mono",monospace;\
      white-space:pre;fill:\(colors.text)}.b{font-weight:bold}.i{font-style:italic}.u{text-decoration:underline}\
      .d{opacity:.65}\(style)</style>
      <rect width="100%" height="100%" rx="8" fill="\(colors.background)"/>
      <svg x="0" y="\(Self.number(Self.margin))" width="\(width)" height="\(inner)">
      \(content())
      </svg>
      </svg>

      """
  }

  private func top(of row: Int) -> Double { Double(row) * Self.cell.height }

  private func row(at index: Int, _ row: ScreenRow) -> String {
    row.runs.map { run(at: index, $0) }.joined() + (row.runs.isEmpty ? "" : "\n")
  }

  private func run(at row: Int, _ run: ScreenRun) -> String {
    let style = run.style
    func position(_ column: Int) -> String { Self.number(Self.margin + Double(column) * Self.cell.width) }
    func length(_ columns: Int) -> String { Self.number(Double(columns) * Self.cell.width) }
    var ink = style.ink.map(color)
    var behind = style.background.map(color)
    if style.isReversed { (ink, behind) = (behind ?? colors.background, ink ?? colors.text) }
    var result = ""
    if let behind {
      result +=
        "<rect x=\"\(position(run.column))\" y=\"\(Self.number(top(of: row)))\" width=\"\(length(run.columns))\" "
        + "height=\"\(Self.number(Self.cell.height))\" fill=\"\(behind)\"/>"
    }
    if run.text.contains(where: { $0 != " " }) || style.isUnderlined {
      let classes = [
        style.isBold ? "b" : "", style.isItalic ? "i" : "", style.isUnderlined ? "u" : "", style.isDim ? "d" : "",
      ].filter { !$0.isEmpty }.joined(separator: " ")
      // The length keeps every font in the columns; blanks at the ends are left out, since they may be dropped.
      let blanks =
        style.isUnderlined
        ? (0, 0) : (run.text.prefix { $0 == " " }.count, run.text.reversed().prefix { $0 == " " }.count)
      let content = String(run.text.dropFirst(blanks.0).dropLast(blanks.1))
      let (x, width) = (position(run.column + blanks.0), length(run.columns - blanks.0 - blanks.1))
      var text = "<text x=\"\(x)\" y=\"\(Self.number(top(of: row) + Self.baseline))\" textLength=\"\(width)\""
      if !classes.isEmpty { text += " class=\"\(classes)\"" }
      if let ink { text += " style=\"fill:\(ink)\"" }
      text += ">\(Self.escaped(content))</text>"
      if let link = style.link, link.hasPrefix("https://") || link.hasPrefix("http://") {
        text = "<a href=\"\(Self.escaped(link))\">\(text)</a>"
      }
      result += text
    }
    return result
  }

  private func color(_ ink: CellStyle.Ink) -> String {
    switch ink {
    case .rgb(let red, let green, let blue): return Self.hex([red, green, blue])
    case .indexed(let index) where index < 16: return colors.basic[Int(index)]
    case .indexed(let index) where index >= 232:
      let grey = 8 + (index - 232) * 10
      return Self.hex([grey, grey, grey])
    case .indexed(let index):
      let levels: [UInt8] = [0, 95, 135, 175, 215, 255]
      let place = Int(index) - 16
      return Self.hex([levels[place / 36], levels[place / 6 % 6], levels[place % 6]])
    }
  }

  private static func hex(_ parts: [UInt8]) -> String {
    "#" + parts.map { ($0 < 16 ? "0" : "") + String($0, radix: 16) }.joined()
  }

  /// Text for XML: without what XML does not allow, and with nothing that could be taken for markup.
  static func escaped(_ text: String) -> String {
    var result = ""
    for scalar in text.unicodeScalars {
      switch scalar {
      case "&": result += "&amp;"
      case "<": result += "&lt;"
      case ">": result += "&gt;"
      case "\"": result += "&quot;"
      case "'": result += "&#39;"
      case "\t", "\n": result.unicodeScalars.append(scalar)
      case _ where scalar.value < 32 || (127..<160).contains(scalar.value): result += "\u{FFFD}"
      case "\u{FFFE}", "\u{FFFF}": result += "\u{FFFD}"
      default: result.unicodeScalars.append(scalar)
      }
    }
    return result
  }

  /// A number with at most two digits after the point.
  static func number(_ value: Double) -> String {
    let hundredths = Int((value * 100).rounded())
    let (whole, rest) = (abs(hundredths) / 100, abs(hundredths) % 100)
    let sign = hundredths < 0 ? "-" : ""
    guard rest > 0 else { return "\(sign)\(whole)" }
    return "\(sign)\(whole)." + (rest % 10 == 0 ? String(rest / 10) : rest < 10 ? "0\(rest)" : String(rest))
  }

  static func seconds(_ time: Duration) -> Double {
    Double(time.components.seconds) + Double(time.components.attoseconds) / 1e18
  }
}

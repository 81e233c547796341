extension Theme {
  /// Calm colours on a dark ground.
  public static let dusk = Theme(
    name: "dusk", summary: "calm colours on a dark ground", isDark: true,
    appearances: colored(
      Palette(
        name: Color(0xE5C07B, basic: 3), quiet: Color(0x9099A6, basic: 7), link: Color(0x7FB4E0, basic: 6),
        code: Color(0xB5C68F, basic: 2), warning: Color(0xE0A36C, basic: 3), error: Color(0xF07C82, basic: 9),
        success: Color(0x98C379, basic: 2), accent: Color(0xD79BE0, basic: 5))))

  /// Clear colours on a light ground.
  public static let day = Theme(
    name: "day", summary: "clear colours on a light ground", isDark: false,
    appearances: colored(
      Palette(
        name: Color(0x7A4B00, basic: 0), quiet: Color(0x5C6370, basic: 8), link: Color(0x0B5CAD, basic: 4),
        code: Color(0x3F6212, basic: 2), warning: Color(0x9A4A00, basic: 1), error: Color(0xB3261E, basic: 1),
        success: Color(0x2E6B1F, basic: 2), accent: Color(0x8E2C9E, basic: 5))))

  /// Ink on paper: greys and one blue.
  public static let paper = Theme(
    name: "paper", summary: "ink on paper: greys and one blue", isDark: false,
    appearances: colored(
      Palette(
        name: Color(0x1F1B16, basic: 0), quiet: Color(0x645C52, basic: 8), link: Color(0x1F4E8C, basic: 4),
        code: Color(0x4A433A, basic: 8), warning: Color(0x1F1B16, basic: 0), error: Color(0x8C1D18, basic: 1),
        success: Color(0x1F1B16, basic: 0), accent: Color(0x1F4E8C, basic: 4))))

  /// Nothing faint and no colour that a ground could swallow: weight, lines and swapped ground.
  public static let highContrast = Theme(
    name: "high-contrast", summary: "nothing faint, on any ground", isDark: nil,
    appearances: [
      .title: Appearance(bold: true, underlined: true),
      .name: Appearance(bold: true),
      .number: Appearance(bold: true),
      .mention: Appearance(bold: true),
      .hashtag: Appearance(bold: true),
      .link: Appearance(underlined: true),
      .strong: Appearance(bold: true),
      .emphasis: Appearance(underlined: true),
      .warning: Appearance(bold: true, reversed: true),
      .error: Appearance(bold: true, reversed: true),
      .success: Appearance(bold: true),
      .accent: Appearance(bold: true, reversed: true),
    ])

  /// No colour at all.
  public static let mono = Theme(
    name: "mono", summary: "no colour at all", isDark: nil,
    appearances: [
      .title: Appearance(bold: true),
      .name: Appearance(bold: true),
      .secondary: Appearance(dim: true),
      .number: Appearance(dim: true),
      .link: Appearance(underlined: true),
      .strong: Appearance(bold: true),
      .emphasis: Appearance(italic: true),
      .warning: Appearance(bold: true),
      .error: Appearance(bold: true),
      .accent: Appearance(bold: true),
      .hint: Appearance(dim: true),
      .rule: Appearance(dim: true),
    ])

  private struct Palette {
    var name: Color
    var quiet: Color
    var link: Color
    var code: Color
    var warning: Color
    var error: Color
    var success: Color
    var accent: Color
  }

  /// What the coloured themes share: one accent a line, which is the name, and everything around it quiet.
  private static func colored(_ palette: Palette) -> [Role: Appearance] {
    [
      .title: Appearance(bold: true),
      .name: Appearance(palette.name, bold: true),
      .secondary: Appearance(palette.quiet),
      .number: Appearance(palette.quiet),
      .mention: Appearance(palette.link),
      .hashtag: Appearance(palette.link),
      .link: Appearance(palette.link, underlined: true),
      .strong: Appearance(bold: true),
      .emphasis: Appearance(italic: true),
      .code: Appearance(palette.code),
      .warning: Appearance(palette.warning, bold: true),
      .error: Appearance(palette.error, bold: true),
      .success: Appearance(palette.success),
      .accent: Appearance(palette.accent, bold: true),
      .hint: Appearance(palette.quiet, italic: true),
      .rule: Appearance(palette.quiet, dim: true),
    ]
  }
}

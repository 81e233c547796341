extension Theme {
  public static let dusk = Theme(
    name: "dusk", summary: "calm colours on a dark background", isDark: true,
    names: [
      Color(0xE5C07B, basic: 3), Color(0x98C379, basic: 2), Color(0x7FB4E0, basic: 6), Color(0xD79BE0, basic: 13),
      Color(0xE0A36C, basic: 11), Color(0x6FC8C0, basic: 14), Color(0xF2A0B5, basic: 13), Color(0xB9A7F0, basic: 10),
    ],
    appearances: colored(
      Palette(
        name: Color(0xE5C07B, basic: 3), quiet: Color(0x9099A6, basic: 7), link: Color(0x7FB4E0, basic: 6),
        code: Color(0xB5C68F, basic: 2), warning: Color(0xE0A36C, basic: 3), error: Color(0xF07C82, basic: 9),
        success: Color(0x98C379, basic: 2), accent: Color(0xD79BE0, basic: 13))))

  /// Blue and orange on a dark background, for colour blindness.
  public static let tide = Theme(
    name: "tide", summary: "blue and orange, for colour blindness", isDark: true,
    names: [
      Color(0xF5C27A, basic: 11), Color(0x6CB6FF, basic: 6), Color(0xFFD580, basic: 3), Color(0xA8D8FF, basic: 14),
      Color(0xE6E6E6, basic: 15), Color(0xFF9E64, basic: 9),
    ],
    appearances: colored(
      Palette(
        name: Color(0xF5C27A, basic: 11), quiet: Color(0x9AA5B1, basic: 7), link: Color(0x6CB6FF, basic: 6),
        code: Color(0xA8D8FF, basic: 14), warning: Color(0xFFB454, basic: 11), error: Color(0xFF9E64, basic: 9),
        success: Color(0x7CC7FF, basic: 14), accent: Color(0xFFD580, basic: 11))))

  public static let day = Theme(
    name: "day", summary: "clear colours on a light background", isDark: false,
    names: [
      Color(0x7A4B00, basic: 0), Color(0x0B5CAD, basic: 4), Color(0x2E6B1F, basic: 0), Color(0x8E2C9E, basic: 5),
      Color(0x9A3412, basic: 1), Color(0x0F6674, basic: 12), Color(0x4C4FA8, basic: 12), Color(0x6B5A00, basic: 0),
    ],
    appearances: colored(
      Palette(
        name: Color(0x7A4B00, basic: 0), quiet: Color(0x5C6370, basic: 0), link: Color(0x0B5CAD, basic: 4),
        code: Color(0x3F6212, basic: 4), warning: Color(0x9A4A00, basic: 1), error: Color(0xB3261E, basic: 1),
        success: Color(0x2E6B1F, basic: 4), accent: Color(0x8E2C9E, basic: 5))))

  public static let paper = Theme(
    name: "paper", summary: "greys and one blue on white", isDark: false,
    appearances: colored(
      Palette(
        name: Color(0x1F1B16, basic: 0), quiet: Color(0x645C52, basic: 0), link: Color(0x1F4E8C, basic: 4),
        code: Color(0x4A433A, basic: 0), warning: Color(0x1F1B16, basic: 0), error: Color(0x8C1D18, basic: 1),
        success: Color(0x1F1B16, basic: 0), accent: Color(0x1F4E8C, basic: 4))))

  /// Bright colours on black, with a contrast of 7 to 1 or more.
  public static let contrastDark = Theme(
    name: "contrast-dark", summary: "high contrast: bright colours on black", isDark: true,
    names: [
      Color(0xFFD75F, basic: 11), Color(0x87D7FF, basic: 14), Color(0xA5FFA5, basic: 10), Color(0xFFAFFF, basic: 13),
      Color(0xFFC04D, basic: 3), Color(0xFFFFFF, basic: 15),
    ],
    appearances: strong(
      Palette(
        name: Color(0xFFD75F, basic: 11), quiet: Color(0xD7D7D7, basic: 15), link: Color(0x87D7FF, basic: 14),
        code: Color(0xA5FFA5, basic: 10), warning: Color(0xFFC04D, basic: 11), error: Color(0xFF9C9C, basic: 9),
        success: Color(0x87FFAF, basic: 10), accent: Color(0xFFAFFF, basic: 13))))

  /// Deep colours on white, with a contrast of 7 to 1 or more.
  public static let contrastLight = Theme(
    name: "contrast-light", summary: "high contrast: deep colours on white", isDark: false,
    names: [
      Color(0x5B2C00, basic: 0), Color(0x002B87, basic: 4), Color(0x0B4A0B, basic: 0), Color(0x5A0070, basic: 5),
      Color(0x8B0000, basic: 1), Color(0x00424D, basic: 0),
    ],
    appearances: strong(
      Palette(
        name: Color(0x5B2C00, basic: 0), quiet: Color(0x303030, basic: 0), link: Color(0x002B87, basic: 4),
        code: Color(0x0B4A0B, basic: 0), warning: Color(0x6E2C00, basic: 1), error: Color(0x8B0000, basic: 1),
        success: Color(0x004D1A, basic: 0), accent: Color(0x5A0070, basic: 5))))

  /// No faint text and no colours: weight, underlines and reversed video.
  public static let highContrast = Theme(
    name: "high-contrast", summary: "no faint text, on any background", isDark: nil,
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

  public static let mono = Theme(
    name: "mono", summary: "no colours", isDark: nil,
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

  /// The same without anything faint or slanted.
  private static func strong(_ palette: Palette) -> [Role: Appearance] {
    var appearances = colored(palette)
    appearances[.hint] = Appearance(palette.quiet)
    appearances[.rule] = Appearance(palette.quiet)
    appearances[.emphasis] = Appearance(underlined: true)
    return appearances
  }

  /// The common part of the coloured themes: the name is the accent of a line, and everything around it is quiet.
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

extension Unicode.Scalar {
  /// Whether this is a control character, a line separator or a mark that changes the direction of text.
  ///
  /// None of them belongs in a URL or in text from another program.
  public var isHidden: Bool {
    switch value {
    case 0...0x1F, 0x7F...0x9F, 0x61C, 0x200E, 0x200F, 0x2028...0x202E, 0x2066...0x206F, 0xFEFF, 0xFFF9...0xFFFC,
      0xFFFE, 0xFFFF:
      true
    default: false
    }
  }

  /// Whether an address with it looks like one without: it takes no room, or looks like a space.
  ///
  /// Joiners are not among them, since some scripts need them within words.
  var isInvisible: Bool {
    switch value {
    case 0xAD, 0x34F, 0x115F, 0x1160, 0x17B4, 0x17B5, 0x180B...0x180F, 0x200B, 0x2060...0x2065, 0x2800, 0x3164,
      0xFFA0, 0xE0000...0xE0FFF:
      true
    default: isHidden
    }
  }
}

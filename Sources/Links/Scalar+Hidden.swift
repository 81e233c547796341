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
}

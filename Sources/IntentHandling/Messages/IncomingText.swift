import Links

/// A text from another program, prepared for the composer.
enum IncomingText {
  /// The text with line feeds as line ends, and without characters that a terminal would interpret.
  static func clean(_ text: String) -> String {
    var result = String.UnicodeScalarView()
    for scalar in text.replacing("\r\n", with: "\n").replacing("\r", with: "\n").unicodeScalars {
      if scalar == "\t" {
        result.append(" ")
      } else if scalar == "\n" || !scalar.isHidden {
        result.append(scalar)
      }
    }
    return String(result)
  }
}

extension String {
  /// Whether any of it can be seen: not only white space, zero-width characters and other invisible ones.
  var hasVisibleText: Bool {
    unicodeScalars.contains { scalar in
      if scalar.isASCII { return scalar.value > 0x20 && scalar.value != 0x7F }
      let properties = scalar.properties
      switch properties.generalCategory {
      case .control, .format, .lineSeparator, .paragraphSeparator, .spaceSeparator: return false
      // The empty pattern of braille is a blank, whatever its category.
      default: return !properties.isDefaultIgnorableCodePoint && !properties.isWhitespace && scalar != "\u{2800}"
      }
    }
  }
}

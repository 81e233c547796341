/// The one place that text from elsewhere passes before it can reach a terminal.
///
/// It removes:
/// - C0 and C1 controls and DEL, except line feed; a tab becomes a space;
/// - whole control sequences, in their `ESC` and their 8-bit form: CSI with its parameters, and OSC, DCS, APC, PM and SOS
///   with what they carry. A control string that never ends is taken away to the end of its line, and no further than
///   256 scalars, so that one stray byte cannot hide a whole text;
/// - characters that turn the direction of what follows (U+202A–202E, U+2066–2069); the marks LRM, RLM and ALM stay;
/// - line and paragraph separators, which become line feeds;
/// - byte order marks, soft hyphens, interlinear and deprecated format controls, noncharacters, and tag characters
///   outside a flag: they are invisible and can hide text;
/// - scalars beyond ``maximumScalars`` in one grapheme, so that stacked marks cannot cover other lines.
///
/// Graphemes stay whole: joiners in emoji, in Indic scripts and in Persian, variation selectors and marks are kept.
/// Cleaning twice gives what cleaning once gave.
public enum Sanitizer {
  /// The number of scalars of one grapheme that are kept; the longest emoji in use has ten, the longest Tibetan stack
  /// fewer.
  public static let maximumScalars = 16

  /// The maximum length removed of a control string without an end.
  private static let maximumUnterminated = 256

  /// Returns the text without anything that a terminal would act on.
  public static func clean(_ text: String) -> String {
    let verdict =
      text.utf8.withContiguousStorageIfAvailable { inspect($0) } ?? Verdict(hasForbidden: true, mayStack: true)
    if !verdict.hasForbidden && !verdict.mayStack { return text }
    let stripped = verdict.hasForbidden ? strip(text) : text
    // Stripping may bring marks together that were apart, so it is what remains that counts.
    return verdict.mayStack || verdict.hasForbidden ? unstack(stripped) : stripped
  }

  /// Returns the same in one line.
  public static func oneLine(_ text: String) -> String { clean(text).onOneLine }

  /// Returns the text with what a terminal would act on spelled out: `\u{1B}`.
  public static func spelled(_ text: String) -> String {
    var result = ""
    for scalar in text.unicodeScalars {
      if scalar != "\t", isForbidden(scalar.value) {
        result += "\\u{" + String(scalar.value, radix: 16, uppercase: true) + "}"
      } else {
        result.unicodeScalars.append(scalar)
      }
    }
    return result
  }

  private struct Verdict {
    var hasForbidden = false
    /// Whether so many continuing scalars follow each other that graphemes must be counted.
    var mayStack = false
  }

  /// Scans each scalar once without allocating, since most text is clean.
  private static func inspect(_ bytes: UnsafeBufferPointer<UInt8>) -> Verdict {
    var verdict = Verdict()
    var run = 0
    var index = 0
    while index < bytes.count {
      let byte = bytes[index]
      if byte < 0x80 {
        if (byte < 0x20 && byte != 0x0A) || byte == 0x7F {
          verdict.hasForbidden = true
          return verdict
        }
        run = 0
        index += 1
        continue
      }
      let value: UInt32
      if byte < 0xE0 {
        value = UInt32(byte & 0x1F) << 6 | UInt32(bytes[index + 1] & 0x3F)
        index += 2
      } else if byte < 0xF0 {
        value =
          UInt32(byte & 0x0F) << 12 | UInt32(bytes[index + 1] & 0x3F) << 6 | UInt32(bytes[index + 2] & 0x3F)
        index += 3
      } else {
        value =
          UInt32(byte & 0x07) << 18 | UInt32(bytes[index + 1] & 0x3F) << 12
          | UInt32(bytes[index + 2] & 0x3F) << 6 | UInt32(bytes[index + 3] & 0x3F)
        index += 4
      }
      if isForbidden(value) {
        verdict.hasForbidden = true
        return verdict
      }
      run = mayContinueGrapheme(value) ? run + 1 : 0
      if run >= maximumScalars { verdict.mayStack = true }
    }
    return verdict
  }

  /// Whether a scalar needs the slow path: it is removed, replaced, or allowed in some places only.
  private static func isForbidden(_ value: UInt32) -> Bool {
    switch value {
    case 0x0A: false
    case 0...0x1F, 0x7F...0x9F, 0xAD: true
    case 0x2028...0x202E, 0x2065...0x206F: true
    case 0xFEFF, 0xFFF9...0xFFFB, 0xFDD0...0xFDEF: true
    case 0xE0000...0xE007F: true
    default: value & 0xFFFE == 0xFFFE
    }
  }

  /// Excludes scripts whose letters are always base characters, so that graphemes are seldom counted.
  private static func mayContinueGrapheme(_ value: UInt32) -> Bool {
    switch value {
    case 0..<0x300, 0x370...0x482, 0x48A...0x52F, 0x1E00...0x1FFF, 0x2010...0x2027, 0x3000...0x3029,
      0x3041...0x3096, 0x309D...0x30FF, 0x3400...0x9FFF, 0xFF01...0xFF9D:
      false
    default: true
    }
  }
}

// MARK: - The slow path

extension Sanitizer {
  private static func strip(_ text: String) -> String {
    let scalars = Array(text.unicodeScalars)
    var result = String.UnicodeScalarView()
    result.reserveCapacity(scalars.count)
    var index = 0
    while index < scalars.count {
      let scalar = scalars[index]
      switch scalar.value {
      case 0x09:
        result.append(" ")
        index += 1
      case 0x1B:
        index = endOfEscape(scalars, from: index)
      case 0x9B:
        index = endOfControlSequence(scalars, from: index + 1)
      case 0x90, 0x98, 0x9D, 0x9E, 0x9F:
        index = endOfControlString(scalars, from: index + 1)
      case 0x2028, 0x2029:
        result.append("\n")
        index += 1
      case 0x1F3F4:
        let end = endOfFlag(scalars, from: index)
        result.append(contentsOf: scalars[index..<end])
        index = end
      default:
        if !isForbidden(scalar.value) { result.append(scalar) }
        index += 1
      }
    }
    return String(result)
  }

  /// Finds the end of the sequence after an `ESC`.
  private static func endOfEscape(_ scalars: [Unicode.Scalar], from start: Int) -> Int {
    var index = start + 1
    guard index < scalars.count else { return index }
    switch scalars[index].value {
    case 0x5B: return endOfControlSequence(scalars, from: index + 1)
    case 0x50, 0x58, 0x5D, 0x5E, 0x5F: return endOfControlString(scalars, from: index + 1)
    default: break
    }
    while index < scalars.count, (0x20...0x2F).contains(scalars[index].value) { index += 1 }
    if index < scalars.count, (0x30...0x7E).contains(scalars[index].value) { index += 1 }
    return index
  }

  /// Finds the end of a CSI sequence: parameters, intermediates and one final byte.
  private static func endOfControlSequence(_ scalars: [Unicode.Scalar], from start: Int) -> Int {
    var index = start
    while index < scalars.count, (0x30...0x3F).contains(scalars[index].value) { index += 1 }
    while index < scalars.count, (0x20...0x2F).contains(scalars[index].value) { index += 1 }
    if index < scalars.count, (0x40...0x7E).contains(scalars[index].value) { index += 1 }
    return index
  }

  /// Finds the end of an OSC, DCS, APC, PM or SOS.
  ///
  /// The search stops at the next control that cannot be inside one, so a text full of beginnings is still read once.
  private static func endOfControlString(_ scalars: [Unicode.Scalar], from start: Int) -> Int {
    var unterminated: Int?
    var index = start
    search: while index < scalars.count {
      switch scalars[index].value {
      case 0x07, 0x9C: return index + 1
      case 0x1B:
        if index + 1 < scalars.count, scalars[index + 1].value == 0x5C { return index + 2 }
        break search
      case 0x18, 0x1A, 0x80...0x9B, 0x9D...0x9F: break search
      case 0x0A: unterminated = unterminated ?? index
      default: break
      }
      index += 1
    }
    return min(unterminated ?? index, start + maximumUnterminated, index)
  }

  /// Finds the end of a flag that is spelled with tag characters, such as Scotland's; other tags do not count.
  private static func endOfFlag(_ scalars: [Unicode.Scalar], from start: Int) -> Int {
    var index = start + 1
    while index < scalars.count, index - start <= 7, (0xE0030...0xE007A).contains(scalars[index].value) { index += 1 }
    guard index > start + 1, index < scalars.count, scalars[index].value == 0xE007F else { return start + 1 }
    return index + 1
  }

  /// Cuts every grapheme to ``maximumScalars``.
  private static func unstack(_ text: String) -> String {
    guard text.contains(where: { $0.unicodeScalars.count > maximumScalars }) else { return text }
    var result = String.UnicodeScalarView()
    result.reserveCapacity(text.unicodeScalars.count)
    for character in text {
      let scalars = character.unicodeScalars
      guard scalars.count > maximumScalars else {
        result.append(contentsOf: scalars)
        continue
      }
      var kept = Array(scalars.prefix(maximumScalars))
      // A joiner at the end would join the next grapheme.
      while kept.count > 1, let last = kept.last, joins(last) { kept.removeLast() }
      result.append(contentsOf: kept)
    }
    return String(result)
  }

  private static func joins(_ scalar: Unicode.Scalar) -> Bool {
    scalar.value == 0x200D || scalar.properties.canonicalCombiningClass == .virama
  }
}

extension String {
  /// The text with a space in place of its line breaks.
  public var onOneLine: String {
    contains(where: \.isNewline) ? split(whereSeparator: \.isNewline).joined(separator: " ") : self
  }
}

@_spi(_Unicode) import Swift

/// Internationalised host names in their DNS form (RFC 3492).
///
/// Names that look alike differ in this form, so it is the one that is compared, sent and shown.
public enum HostName {
  /// Returns the name with each international label as `xn--…`, in lower case; `nil` for an invalid host name.
  ///
  /// A letter and its accent are one character, as browsers read them (NFC). Characters that stand for another form of
  /// a character are refused, not mapped: full-width letters, invisible characters.
  public static func ascii(_ name: String) -> String? {
    var name = name.lowercased()
    if name.utf8.allSatisfy({ $0 < 0x80 }) { return name }
    name = String(String.UnicodeScalarView(name._nfc))
    guard name.unicodeScalars.allSatisfy(isAllowed), !hasLooseAccent(name) else { return nil }
    let labels = name.split(separator: ".", omittingEmptySubsequences: false).map { label in
      label.utf8.allSatisfy { $0 < 0x80 } ? String(label) : "xn--" + encode(label)
    }
    return labels.joined(separator: ".")
  }

  /// Whether an accent follows a Latin letter that has no such accent, and could be mistaken for another name.
  private static func hasLooseAccent(_ name: String) -> Bool {
    zip(name.unicodeScalars, name.unicodeScalars.dropFirst()).contains { letter, accent in
      letter.isASCII && accent.properties.generalCategory == .nonspacingMark
    }
  }

  private static func isAllowed(_ scalar: Unicode.Scalar) -> Bool {
    if scalar.isASCII { return true }
    // The two characters that case folding changes but names may contain (RFC 5892).
    if scalar == "ß" || scalar == "ς" { return true }
    switch scalar.properties.generalCategory {
    case .lowercaseLetter, .otherLetter, .modifierLetter, .nonspacingMark, .spacingMark, .decimalNumber:
      return !scalar.properties.changesWhenNFKCCaseFolded
    default: return false
    }
  }

  /// One label, without its `xn--`.
  static func encode(_ label: Substring) -> String {
    let scalars = label.unicodeScalars.map { Int($0.value) }
    var output = label.unicodeScalars.filter(\.isASCII).map { Character($0) }
    let basic = output.count
    var handled = basic
    if basic > 0 { output.append("-") }
    var (next, delta, bias) = (128, 0, 72)
    while handled < scalars.count {
      let smallest = scalars.filter { $0 >= next }.min() ?? next
      delta += (smallest - next) * (handled + 1)
      next = smallest
      for scalar in scalars {
        if scalar < next { delta += 1 }
        guard scalar == next else { continue }
        append(delta, bias: bias, to: &output)
        bias = adapted(delta, count: handled + 1, isFirst: handled == basic)
        delta = 0
        handled += 1
      }
      delta += 1
      next += 1
    }
    return String(output)
  }

  private static let (base, least, most) = (36, 1, 26)

  private static func append(_ delta: Int, bias: Int, to output: inout [Character]) {
    var rest = delta
    var step = base
    while true {
      let threshold = min(max(step - bias, least), most)
      guard rest >= threshold else { break }
      output.append(digit(threshold + (rest - threshold) % (base - threshold)))
      rest = (rest - threshold) / (base - threshold)
      step += base
    }
    output.append(digit(rest))
  }

  private static func adapted(_ delta: Int, count: Int, isFirst: Bool) -> Int {
    var delta = isFirst ? delta / 700 : delta / 2
    delta += delta / count
    var steps = 0
    while delta > (base - least) * most / 2 {
      delta /= base - least
      steps += base
    }
    return steps + (base - least + 1) * delta / (delta + 38)
  }

  private static func digit(_ value: Int) -> Character {
    Character(Unicode.Scalar(UInt8(value < 26 ? value + 97 : value - 26 + 48)))
  }
}

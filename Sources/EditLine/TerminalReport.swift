/// An answer of the terminal to a question that was written to it.
enum TerminalReport: Equatable, Sendable {
  /// Whether the background is light; nil if the answer cannot be read.
  case background(isLight: Bool?)
  /// The terminal's attributes (DA1); they come after all earlier answers, and from every terminal.
  case attributes

  /// Asks for the background (OSC 11), then for what the terminal is.
  static let question = "\u{1B}]11;?\u{1B}\\\u{1B}[c"

  /// The beginning of the answer about the background.
  static let backgroundStart = Array("\u{1B}]11;".utf8)

  /// Reads a whole sequence; nil if it is a key.
  init?(_ sequence: some BidirectionalCollection<UInt8>) {
    if sequence.starts(with: Array("\u{1B}[?".utf8)), sequence.last == UInt8(ascii: "c") {
      self = .attributes
      return
    }
    guard sequence.starts(with: Self.backgroundStart) else { return nil }
    let text = String(decoding: sequence.dropFirst(Self.backgroundStart.count), as: UTF8.self)
      .prefix { $0 != "\u{07}" && $0 != "\u{1B}" }
    self = .background(isLight: Self.isLight(text))
  }

  /// Whether a colour as in X11, `rgb:ffff/ffff/ffff` or `#ffffff`, is light.
  static func isLight(_ color: some StringProtocol) -> Bool? {
    let parts: [Double]
    if color.hasPrefix("#") {
      let digits = color.dropFirst()
      guard digits.count % 3 == 0, (3...12).contains(digits.count) else { return nil }
      let size = digits.count / 3
      parts = (0..<3).compactMap { share(digits.dropFirst($0 * size).prefix(size)) }
    } else {
      guard color.hasPrefix("rgb:") || color.hasPrefix("rgba:"), let colon = color.firstIndex(of: ":") else {
        return nil
      }
      parts = color[color.index(after: colon)...].split(separator: "/").prefix(3).compactMap { share($0) }
    }
    guard parts.count == 3 else { return nil }
    return 0.299 * parts[0] + 0.587 * parts[1] + 0.114 * parts[2] > 0.5
  }

  /// The share of a colour that one to four hexadecimal digits stand for.
  private static func share(_ digits: some StringProtocol) -> Double? {
    guard (1...4).contains(digits.count), let value = Int(digits, radix: 16), value >= 0 else { return nil }
    return Double(value) / Double((1 << (4 * digits.count)) - 1)
  }
}

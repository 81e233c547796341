/// A colour as the eye should see it, and the nearest of the sixteen that every terminal names.
public struct Color: Hashable, Sendable {
  public var red: UInt8
  public var green: UInt8
  public var blue: UInt8
  /// The colour's number among the sixteen; what it looks like is the reader's own choice.
  public var basic: UInt8

  /// Creates a colour from its parts as one number, `0xRRGGBB`.
  public init(_ rgb: UInt32, basic: UInt8) {
    red = UInt8(rgb >> 16 & 0xFF)
    green = UInt8(rgb >> 8 & 0xFF)
    blue = UInt8(rgb & 0xFF)
    self.basic = basic
  }

  /// The nearest of the 240 fixed colours that xterm has beside the sixteen.
  public var indexed: UInt8 {
    let levels = [0, 95, 135, 175, 215, 255]
    let parts = [Int(red), Int(green), Int(blue)]
    let steps = parts.map { part in
      levels.indices.min { abs(levels[$0] - part) < abs(levels[$1] - part) } ?? 0
    }
    let grey = min(max((parts.reduce(0, +) / 3 - 8 + 5) / 10, 0), 23)
    func distance(_ other: [Int]) -> Int { zip(parts, other).reduce(0) { $0 + ($1.0 - $1.1) * ($1.0 - $1.1) } }
    let isGreyNearer = distance([8 + grey * 10, 8 + grey * 10, 8 + grey * 10]) < distance(steps.map { levels[$0] })
    return UInt8(isGreyNearer ? 232 + grey : 16 + 36 * steps[0] + 6 * steps[1] + steps[2])
  }
}

public struct Appearance: Hashable, Sendable {
  /// The colour, or `nil` for the terminal's own.
  public var color: Color?
  public var isBold: Bool
  public var isDim: Bool
  public var isItalic: Bool
  public var isUnderlined: Bool
  /// Whether text and background are swapped.
  public var isReversed: Bool

  public init(
    _ color: Color? = nil, bold: Bool = false, dim: Bool = false, italic: Bool = false, underlined: Bool = false,
    reversed: Bool = false
  ) {
    self.color = color
    isBold = bold
    isDim = dim
    isItalic = italic
    isUnderlined = underlined
    isReversed = reversed
  }

  /// The sequence that turns the look on, empty where there is nothing to turn on.
  func sequence(_ depth: ColorDepth) -> String {
    let rendition = rendition(depth)
    return rendition.isEmpty ? "" : "\u{1B}[" + rendition + "m"
  }

  /// The parameters of the SGR sequence that turns the look on (ECMA-48, 8.3.117), such as `1;32`.
  public func rendition(_ depth: ColorDepth) -> String {
    guard depth != .none else { return "" }
    var codes: [String] = []
    if isBold { codes.append("1") }
    if isDim { codes.append("2") }
    if isItalic { codes.append("3") }
    if isUnderlined { codes.append("4") }
    if isReversed { codes.append("7") }
    if let color {
      switch depth {
      case .none: break
      case .ansi16: codes.append(String(color.basic < 8 ? 30 + color.basic : 82 + color.basic))
      case .ansi256: codes.append("38;5;\(color.indexed)")
      case .trueColor: codes.append("38;2;\(color.red);\(color.green);\(color.blue)")
      }
    }
    return codes.joined(separator: ";")
  }
}

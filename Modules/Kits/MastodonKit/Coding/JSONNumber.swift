enum JSONNumber {
  /// Returns an exact integer; `nil` for a fraction, an exponent or an overflow.
  static func integer<Value: FixedWidthInteger>(
    _ text: UnsafeBufferPointer<UInt8>, as type: Value.Type = Int.self
  ) -> Value? {
    let isNegative = text.first == UInt8(ascii: "-")
    let digits = text.dropFirst(isNegative ? 1 : 0)
    guard !digits.isEmpty else { return nil }
    var value: Value = 0
    for byte in digits {
      guard byte.isDecimalDigit, let digit = Value(exactly: byte - UInt8(ascii: "0")) else { return nil }
      let (tens, overflow) = value.multipliedReportingOverflow(by: 10)
      let (sum, carry) = isNegative ? tens.subtractingReportingOverflow(digit) : tens.addingReportingOverflow(digit)
      guard !overflow, !carry else { return nil }
      value = sum
    }
    return value
  }

  /// Returns the nearest `Double`; `nil` for an overflow or invalid text.
  static func double(_ text: UnsafeBufferPointer<UInt8>) -> Double? {
    if text.count <= 15, let integer = integer(text, as: Int64.self), integer != 0 { return Double(integer) }
    guard let number = Double(String(decoding: text, as: UTF8.self)), number.isFinite else { return nil }
    return number
  }
}

public import FoundationEssentials

/// Creates ids of what is stored on this machine.
public enum UniqueID {
  /// An id in the form of a ULID (github.com/ulid/spec): 48 bits of time, 80 of chance, in Crockford's base 32.
  public static func make(at date: Date) -> String {
    let digits = Array("0123456789ABCDEFGHJKMNPQRSTVWXYZ")
    var time = UInt64(max(0, date.timeIntervalSince1970 * 1000))
    var result: [Character] = []
    for _ in 0..<10 {
      result.insert(digits[Int(time & 31)], at: 0)
      time >>= 5
    }
    for _ in 0..<16 { result.append(digits[Int.random(in: 0..<32)]) }
    return String(result)
  }
}

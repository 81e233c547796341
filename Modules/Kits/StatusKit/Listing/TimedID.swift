public import FoundationEssentials
public import MastodonKit

/// An id that begins with the time of its element: Mastodon's, or a ULID such as GoToSocial's.
struct TimedID {
  private let isULID: Bool

  /// Recognizes an id; `nil` if it does not tell the time that the element has.
  init?(_ id: String, of date: Date) {
    guard let read = Self.read(id) else { return nil }
    isULID = read.isULID
    // The clock of another server may be wrong.
    guard abs(Double(read.milliseconds) / 1000 - date.timeIntervalSince1970) < 3600 else { return nil }
  }

  fileprivate static func read(_ id: String) -> (milliseconds: Int, isULID: Bool)? {
    if let number = Int(id), id.utf8.count >= 17 { return (number >> 16, false) }
    return id.utf8.count == 26 ? number(id.prefix(10)).map { ($0, true) } : nil
  }

  /// The id above everything before a time.
  func id(at date: Date) -> String? {
    let milliseconds = (date.timeIntervalSince1970 * 1000).rounded()
    guard (0..<Double(1 << 46)).contains(milliseconds) else { return nil }
    guard isULID else { return String(Int(milliseconds) << 16) }
    let digits = (0..<10).reversed().map { Self.digits[Int(milliseconds) >> ($0 * 5) & 31] }
    return String(digits) + String(repeating: "0", count: 16)
  }

  /// Crockford's base 32.
  private static let digits = Array("0123456789ABCDEFGHJKMNPQRSTVWXYZ")

  private static func number(_ text: Substring) -> Int? {
    text.uppercased().reduce(0 as Int?) { number, digit in
      digits.firstIndex(of: digit).flatMap { value in number.map { $0 << 5 | value } }
    }
  }
}

extension Identifier {
  /// The time at the beginning of an id that has one: Mastodon's, or a ULID such as GoToSocial's.
  public var time: Date? {
    TimedID.read(rawValue).map { Date(timeIntervalSince1970: Double($0.milliseconds) / 1000) }
  }
}

extension Identifier {
  /// The id as a place on the user's own server: one of another server's is that of the same time; `nil` if it tells none.
  public var ownPlace: Self? {
    guard let host = otherHost else { return self }
    return TimedID.read(onServer(host)).map { Self("\($0.milliseconds << 16)") }
  }
}

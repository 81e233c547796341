import FoundationEssentials

/// Encodes dates and flags.
extension KeyedEncodingContainer {
  /// Encodes a date and time; `nil` as null.
  mutating func encode(date: Date?, forKey key: Key) throws {
    try encode(date.map(MastodonDate.format), forKey: key)
  }

  /// Encodes a date and time; leaves the key out if there is none.
  mutating func encodeIfPresent(date: Date?, forKey key: Key) throws {
    try encodeIfPresent(date.map(MastodonDate.format), forKey: key)
  }

  /// Encodes the day of a date; `nil` as null.
  mutating func encode(day: Date?, forKey key: Key) throws {
    try encode(day.map(MastodonDate.formatDay), forKey: key)
  }

  /// Encodes a boolean only if it is true, as Mastodon does with `suspended` or `limited`.
  mutating func encodeIfTrue(_ flag: Bool, forKey key: Key) throws {
    if flag { try encode(true, forKey: key) }
  }
}

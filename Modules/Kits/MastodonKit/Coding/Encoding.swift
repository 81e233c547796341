import FoundationEssentials

/// How the entities write what JSON has no kind for.
extension KeyedEncodingContainer {
  /// Writes a point in time, null where there is none.
  mutating func encode(date: Date?, forKey key: Key) throws {
    try encode(date.map(MastodonDate.format), forKey: key)
  }

  /// Writes a point in time, and leaves the key out where there is none.
  mutating func encodeIfPresent(date: Date?, forKey key: Key) throws {
    try encodeIfPresent(date.map(MastodonDate.format), forKey: key)
  }

  /// Writes the day of a date, null where there is none.
  mutating func encode(day: Date?, forKey key: Key) throws {
    try encode(day.map(MastodonDate.formatDay), forKey: key)
  }

  /// Writes a boolean only where it is true, as Mastodon does with `suspended` or `limited`.
  mutating func encodeIfTrue(_ flag: Bool, forKey key: Key) throws {
    if flag { try encode(true, forKey: key) }
  }
}

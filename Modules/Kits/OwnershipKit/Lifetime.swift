/// The time for which an owner keeps an object.
public enum Lifetime: String, Hashable, Sendable, CaseIterable {
  /// Made once and kept for the process.
  case singleton
  /// Made on demand, dropped under memory pressure, and made again at its next use.
  case cached
  /// Made for one screen and released with it.
  case unique
  /// Made when an account is taken, released at a sign-out or a switch of accounts.
  case session
}

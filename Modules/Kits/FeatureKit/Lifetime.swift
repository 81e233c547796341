/// How long an object is kept by its owner.
///
/// Each object of the app has one owner and one of these; `docs/architecture.md` says which.
public enum Lifetime: String, Hashable, Sendable, CaseIterable {
  /// Made once and kept for the process.
  case singleton
  /// Made on demand, dropped when memory is short, made again at the next use.
  case cached
  /// Made for each use, and gone with it.
  case unique
  /// Made at sign-in, dropped at sign-out and at a switch of accounts.
  case session
}

public import FeatureKit
public import MastodonKit

/// Other servers whose public posts are read without an account there; which ones is kept on this machine.
public enum Servers {
  /// Everything the screen shows.
  public typealias State = Entries<SavedServer>
  /// Owns what the screen shows.
  public typealias Model = EntriesModel<SavedServer>
  /// Everything the screen can ask for.
  public typealias Action = Entries<SavedServer>.Action
}

public import FeatureKit
public import MastodonKit

/// Servers whose public posts are read without an account there; the list is stored on this machine.
public enum Servers {
  public typealias State = Entries<SavedServer>
  /// Owns the state of the screen.
  public typealias Model = EntriesModel<SavedServer>
  public typealias Action = Entries<SavedServer>.Action
}

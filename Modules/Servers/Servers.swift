public import FeatureKit
public import MastodonKit

/// Servers whose public posts are read without an account there; the list is stored on this machine.
public enum Servers {
  /// The state of the screen.
  public typealias State = Entries<SavedServer>
  /// Owns the state of the screen.
  public typealias Model = EntriesModel<SavedServer>
  /// The requests that the root handles.
  public typealias Action = Entries<SavedServer>.Action
}

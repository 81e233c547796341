public import FeatureKit
public import MastodonKit

/// The user's groups of sources, each a timeline of posts of any of them; stored on this machine.
public enum Groups {
  public typealias State = Entries<TagGroup>
  /// Owns the state of the screen.
  public typealias Model = EntriesModel<TagGroup>
  public typealias Action = Entries<TagGroup>.Action
}

public import FeatureKit
public import MastodonKit

/// The reader's groups of hashtags, each read as one timeline of posts with any of its tags; kept on this machine.
public enum Groups {
  /// Everything the screen shows.
  public typealias State = Entries<TagGroup>
  /// Owns what the screen shows.
  public typealias Model = EntriesModel<TagGroup>
  /// Everything the screen can ask for.
  public typealias Action = Entries<TagGroup>.Action
}

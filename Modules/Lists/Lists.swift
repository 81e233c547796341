public import FeatureKit
public import MastodonKit

/// The user's lists: each has some of the accounts that the user follows, and a timeline of their posts.
public enum Lists {
  public typealias State = Entries<List>
  /// Owns the state of the screen.
  public typealias Model = EntriesModel<List>
  public typealias Action = Entries<List>.Action
}

public import FeatureKit
public import MastodonKit

/// Other servers whose public posts are read without an account there; which ones is kept on this machine.
public enum LocalTimelines {
  /// Everything the screen shows.
  public typealias State = Entries<LocalTimeline>
  /// Owns what the screen shows.
  public typealias Model = EntriesModel<LocalTimeline>
  /// Everything the screen can ask for.
  public typealias Action = Entries<LocalTimeline>.Action
}

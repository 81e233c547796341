public import FeatureKit
import MastodonKit
public import StatusKit

/// The posts that the user favourited, the last favourited first.
///
/// One more ``StatusTimeline``: its state, action, model and view are the timeline's.
public enum Favourites {
  /// The screen before anything was requested.
  public static var state: StatusTimeline.State {
    StatusTimeline.State(
      kind: "favourites", title: "Favourites", label: "favourites", context: .account,
      emptyText: "You have no favourites. fav N adds a post.",
      order: .server)
  }

  /// The feature as the root gets it.
  @MainActor
  public static func plugin(show: @escaping (TimelineOptions) async throws -> Void) -> Plugin {
    StatusTimeline.plugin(state, symbol: "★", help: "Show the posts that you favourited", show: show)
  }
}

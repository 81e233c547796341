public import FeatureKit
public import MastodonKit
public import StatusKit

/// The posts that mention the user, the latest first: a timeline of what `notifications` lists among other things.
///
/// One more ``StatusTimeline``: its state, action, model and view are the timeline's.
public enum Mentions {
  /// The screen before anything was requested.
  public static var state: StatusTimeline.State {
    StatusTimeline.State(
      kind: "mentions", title: "Mentions", label: "mentions", context: .notifications,
      emptyText: "Nobody has mentioned you yet.", order: .server, isDated: true)
  }

  /// The posts of a page of notifications about mentions; the places in the list are the notifications'.
  public static func posts(_ page: Page<MastodonKit.Notification>) -> Page<Status> {
    Page(page.elements.compactMap(\.status), older: page.older, newer: page.newer, skipped: page.skipped)
  }

  @MainActor
  public static func plugin(show: @escaping (TimelineOptions) async throws -> Response) -> Plugin {
    StatusTimeline.plugin(state, symbol: "↩", help: "Show the posts that mention you", show: show)
  }
}

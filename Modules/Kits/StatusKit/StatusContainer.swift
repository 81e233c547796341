public import MastodonKit

/// A screen's model that shows posts, so that a change made elsewhere reaches it.
@MainActor
public protocol StatusContainer: AnyObject {
  /// The post of this id, if it is shown.
  func shownStatus(_ id: Status.ID) -> Status?
  /// Shows the new form of a post.
  func replace(_ status: Status)
  /// Removes a deleted post.
  func remove(_ id: Status.ID)
  /// Takes in an event of a stream.
  func apply(_ event: StreamEvent)
}

public import MastodonKit

/// A screen's model that shows posts, so that a change made elsewhere reaches it.
@MainActor
public protocol StatusContainer: AnyObject {
  func shownStatus(_ id: Status.ID) -> Status?
  func replace(_ status: Status)
  func remove(_ id: Status.ID)
  /// Opens a post's warnings and filters.
  func reveal(_ id: Status.ID)
  func apply(_ event: StreamEvent)
}

extension StatusContainer {
  /// Does nothing, where nothing is folded.
  public func reveal(_ id: Status.ID) {}

  /// Applies what concerns the posts that are shown; posts that arrive are ignored.
  public func apply(_ event: StreamEvent) {
    switch event {
    case .statusUpdate(let status): replace(status)
    case .delete(let id): remove(id)
    default: break
    }
  }
}

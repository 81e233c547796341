import MastodonKit

/// Tells every screen of the present session what became of a post.
///
/// Models report to it and know nothing else of each other; it knows the root weakly.
@MainActor
final class StatusRelay {
  weak var coordinator: AppCoordinator?

  /// A post has a new form.
  func changed(_ status: Status) { coordinator?.forEachReader { $0.replace(status) } }

  /// A post is gone.
  func removed(_ id: Status.ID) { coordinator?.forEachReader { $0.remove(id) } }
}

/// A screen's model as far as news of posts are concerned.
@MainActor
protocol StatusReader: AnyObject {
  /// The post of this id, if it is shown.
  func known(_ id: Status.ID) -> Status?
  func replace(_ status: Status)
  func remove(_ id: Status.ID)
  func apply(_ event: StreamEvent)
}

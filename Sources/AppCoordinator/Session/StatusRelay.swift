import MastodonKit
import StatusKit

/// Tells every screen of the present session what became of a post.
///
/// Models report to it and know nothing else of each other; it knows the root weakly.
@MainActor
final class StatusRelay {
  weak var coordinator: AppCoordinator?

  /// A post has a new form.
  func changed(_ status: Status) { coordinator?.forEachContainer { $0.replace(status) } }

  /// A post is gone.
  func removed(_ id: Status.ID) { coordinator?.forEachContainer { $0.remove(id) } }
}

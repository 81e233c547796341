import FeatureKit
import FoundationEssentials
package import MastodonKit
import StatusKit

/// Carries a change of a post to every screen of a session that shows it.
@MainActor
package struct StatusUpdates {
  let models: OpenModels
  package let archive: ArchiveService
  /// The messages above the prompt, which no longer call a deleted post the last one.
  let toasts: ToastCenter
  let now: @Sendable () -> Date

  /// Every model that shows posts now.
  private var containers: [any StatusContainer] { models.posts.all }

  /// Shows the new form of a post everywhere.
  package func changed(_ status: Status) { for container in containers { container.replace(status) } }

  /// Shows the new form of a hashtag everywhere.
  func changed(_ tag: MastodonKit.Tag) -> MastodonKit.Tag {
    for container in models.tags.all { container.replace(tag) }
    return tag
  }

  /// Removes a deleted post everywhere.
  package func removed(_ id: Status.ID) {
    archive.remove(id)
    toasts.forget(.status(id))
    for container in containers { container.remove(id) }
  }

  /// Shows an event of a stream everywhere.
  package func apply(_ event: StreamEvent) {
    switch event {
    case .update(let status), .statusUpdate(let status): keep(status)
    case .notification(let notification): if let status = notification.status { keep(status) }
    case .conversation(let conversation): if let status = conversation.lastStatus { keep(status) }
    case .delete(let id):
      archive.remove(id)
      toasts.forget(.status(id))
    default: break
    }
    for container in containers { container.apply(event) }
  }

  private func keep(_ status: Status) { archive.keep(ArchivedResponse(post: status, date: now())) }

  /// A post as a screen shows it that says which filters it matches; `nil` if none does.
  ///
  /// Servers send the matches with a timeline, for that timeline, and not all with a single post.
  func filtered(_ id: Status.ID) -> Status? {
    containers.lazy.compactMap { $0.shownStatus(id) }.first { !$0.filtered.isEmpty }
  }

  /// A post as some screen shows it; `nil` if none does.
  package func shown(_ id: Status.ID) -> Status? {
    for container in containers { if let status = container.shownStatus(id) { return status } }
    return nil
  }
}

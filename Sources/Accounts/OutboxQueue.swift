public import FoundationEssentials
public import MastodonClient
public import MastodonKit
import Synchronization

/// Puts into the outbox what a client could not send.
public final class OutboxQueue: Sendable {
  /// Stores the items.
  public let service: OutboxService
  private let now: @Sendable () -> Date
  /// Whether something may wait, so that an answered request costs no look at the disk while nothing does.
  private let mayHaveItems = Mutex(true)

  /// Makes a queue; nothing is read yet.
  public init(service: OutboxService, now: @escaping @Sendable () -> Date) {
    self.service = service
    self.now = now
  }

  /// The queue of a client.
  public var requests: RequestQueue {
    RequestQueue(
      add: { [self] in keep(OutboxItem($0, at: now())) },
      remove: { [self] in forget($0.key) })
  }

  /// Keeps a post, whose text is a draft; returns whether it is kept.
  public func keep(post draft: Draft.ID) -> Bool { keep(OutboxItem(post: draft, at: now())) }

  private func keep(_ item: OutboxItem) -> Bool {
    do {
      // What waits already keeps its time.
      guard try !service.all().contains(where: { $0.content == item.content }) else { return true }
      try service.add(item)
    } catch {
      // The request then fails as it would without an outbox.
      return false
    }
    mayHaveItems.withLock { $0 = true }
    return true
  }

  private func forget(_ id: OutboxItem.ID) {
    guard mayHaveItems.withLock(\.self) else { return }
    do {
      try service.delete(id)
      let isEmpty = try service.all().isEmpty
      mayHaveItems.withLock { $0 = !isEmpty }
    } catch {
      // It is sent once more, which changes nothing.
    }
  }
}

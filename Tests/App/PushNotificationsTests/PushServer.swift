import FoundationEssentials
import Synchronization

@testable import MastodonKit

/// A push server with one subscription that records its requests and can be stopped at any of them.
final class PushServer: Sendable {
  /// When a request is stopped.
  enum Stop: Sendable {
    /// Before it reaches the server.
    case before
    /// After the server has carried it out, before its response arrives.
    case after
  }

  private struct Memory {
    var subscription: WebPushSubscription?
    var draft: PushSubscriptionDraft?
    var calls: [String] = []
    var errors: [MastodonError] = []
    var stop: (call: String, stop: Stop)?
    var isStopped = false
  }

  private let memory = Mutex(Memory())

  var calls: [String] { memory.withLock { $0.calls } }
  var subscription: WebPushSubscription? { memory.withLock { $0.subscription } }
  var draft: PushSubscriptionDraft? { memory.withLock { $0.draft } }
  /// Whether a request waits where it was to be stopped.
  var isStopped: Bool { memory.withLock { $0.isStopped } }

  /// Drops the subscription, as servers do when the address responds that it is gone.
  func forget() { memory.withLock { $0.subscription = nil } }

  func clearCalls() { memory.withLock { $0.calls = [] } }

  /// Fails the next requests.
  func fail(with errors: MastodonError...) { memory.withLock { $0.errors = errors } }

  /// Stops the next request of a kind until it is cancelled; `nil` lets all requests pass.
  func stop(_ call: String?, _ stop: Stop = .before) {
    memory.withLock {
      $0.stop = call.map { ($0, stop) }
      $0.isStopped = false
    }
  }

  var service: PushSubscriptionService {
    PushSubscriptionService(
      subscription: { try await self.answer("get") { $0.subscription } },
      subscribe: { draft in
        try await self.answer("post") { memory in
          let alerts = draft.alerts.map { (Notification.Kind(rawValue: $0.key), $0.value) }
          let made = WebPushSubscription(
            id: "1", endpoint: draft.endpoint, standard: true, serverKey: "BKey",
            alerts: Dictionary(uniqueKeysWithValues: alerts), policy: draft.policy)
          (memory.subscription, memory.draft) = (made, draft)
          return made
        }
      },
      update: { alerts, policy in
        try await self.answer("put") { memory in
          guard var changed = memory.subscription else {
            throw MastodonError.notFound(host: "shore.example", operation: "change it")
          }
          for (name, value) in alerts { changed.alerts[Notification.Kind(rawValue: name)] = value }
          changed.policy = policy
          memory.subscription = changed
          return changed
        }
      },
      unsubscribe: { try await self.answer("delete") { $0.subscription = nil } })
  }

  private func answer<Answer: Sendable>(
    _ call: String, _ body: @Sendable (inout Memory) throws -> Answer
  ) async throws -> Answer {
    let stop = try memory.withLock { memory -> Stop? in
      memory.calls.append(call)
      if !memory.errors.isEmpty { throw memory.errors.removeFirst() }
      return memory.stop.flatMap { $0.call == call ? $0.stop : nil }
    }
    if stop == .before { try await wait() }
    let answer = try memory.withLock { try body(&$0) }
    if stop == .after { try await wait() }
    return answer
  }

  private func wait() async throws {
    memory.withLock { $0.isStopped = true }
    while !Task.isCancelled { await Task.yield() }
    throw MastodonError.cancelled
  }
}

public import MastodonKit

/// Follows the stream of a public timeline; what happens to the connection, the watcher of the account's own stream reports.
@MainActor
public struct TimelineUpdates {
  private let add: (Status) -> Void
  private let apply: (StreamEvent) -> Void
  private let catchUp: () async -> Void

  /// Makes the updates of one timeline.
  ///
  /// - Parameters:
  ///   - add: Shows a new post in the timeline.
  ///   - apply: Shows any other event on every screen.
  ///   - catchUp: Fetches what the stream did not tell.
  public init(
    add: @escaping (Status) -> Void, apply: @escaping (StreamEvent) -> Void, catchUp: @escaping () async -> Void
  ) {
    self.add = add
    self.apply = apply
    self.catchUp = catchUp
  }

  /// Follows signals until they end or the task is cancelled.
  public func follow(_ signals: some AsyncSequence<StreamSignal, Never>) async {
    var isNew = true
    for await signal in signals {
      guard !Task.isCancelled else { return }
      switch signal {
      case .event(.update(let status)): add(status)
      case .event(let event): apply(event)
      case .gap: await catchUp()
      case .connection(.connected):
        guard isNew else { continue }
        isNew = false
        // Something may have arrived between the page and the first event.
        await catchUp()
      case .connection: continue
      }
    }
  }
}

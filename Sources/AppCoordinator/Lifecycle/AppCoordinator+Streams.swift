import Accounts
import AppPreferences
import ConcurrencyKit
import HomeFeature
import MastodonKit
import StatusKit

/// A public timeline that Home shows to one account.
struct ShownTimeline: Equatable, Sendable {
  let identity: AccountIdentity
  let timeline: Home.Timeline
  let topic: StreamTopic

  /// Names it; `nil` for the home timeline, which the account's own stream carries.
  init?(_ identity: AccountIdentity, _ timeline: Home.Timeline) {
    switch timeline {
    case .home: return nil
    case .local: topic = .local(onlyMedia: false)
    case .federated: topic = .federated(onlyMedia: false)
    }
    (self.identity, self.timeline) = (identity, timeline)
  }
}

extension AppCoordinator {
  /// Does what follows from a page that the server has just given: it can be reached, and it knows the token.
  func didShowTimeline() {
    reviveStream()
    watchShownTimeline()
  }

  /// Gives the account's stream another try: at once where it waits for one, anew where it ended for want of what there
  /// is again.
  private func reviveStream() {
    guard choice.isLive, preferences.live != .off else { return }
    switch streamConnection {
    case .waiting: session.streams.retry()
    case .ended(.unauthorized), .ended(.signedOut), .ended(.unreachable): restartLifecycle()
    case .ended, .connected, .connecting, nil: return
    }
  }

  /// Listens to the stream of the public timeline that Home shows, on the connection that there is, and to none besides.
  func watchShownTimeline() {
    guard choice.isLive else { return }
    let shown = preferences.live == .off ? nil : ShownTimeline(session.identity, session.home.state.timeline)
    guard shown != nil || timelineWatch != nil else { return }
    let watch = timelineWatch ?? createTimelineWatch()
    timelineWatch = watch
    watch.update(shown)
  }

  /// Makes the task that belongs to the timeline that is shown; it holds the root weakly, or neither would be released.
  private func createTimelineWatch() -> KeyedTask<ShownTimeline> {
    KeyedTask { [weak self] shown in
      guard let session = self?.session, session.identity == shown.identity,
        let stream = await self?.seed(shown.identity)
      else { return }
      var isNew = true
      for await signal in stream.signals(shown.topic) {
        guard !Task.isCancelled, let self, self.session === session else { return }
        switch signal {
        case .event(.update(let status)): session.home.apply(.update(status), of: shown.timeline)
        case .event(let event): forEachContainer { $0.apply(event) }
        case .gap: _ = await session.home.catchUp(on: shown.timeline)
        case .connection(.connected):
          guard isNew else { continue }
          isNew = false
          // Something may have come between the page and the first event.
          _ = await session.home.catchUp(on: shown.timeline)
        // What becomes of the connection is said once, of the account's own stream.
        case .connection: continue
        }
      }
    }
  }
}

import Accounts
import AppPreferences
import ConcurrencyKit
import FeatureKit
import HomeFeature
import LiveUpdates
import MastodonClient
import MastodonKit
import NotificationsFeature
import StatusKit

/// A public timeline that Home shows, with the topic of its stream.
struct ShownTimeline: Equatable, Sendable {
  let timeline: Home.Timeline
  let topic: StreamTopic

  /// `nil` for the home timeline, whose posts the account's own stream carries.
  init?(_ timeline: Home.Timeline) {
    switch timeline {
    case .home: return nil
    case .local: topic = .local(onlyMedia: false)
    case .federated: topic = .federated(onlyMedia: false)
    }
    self.timeline = timeline
  }
}

/// The tasks of a session. They capture the session weakly: it owns them, and its release cancels them.
extension SessionCoordinator {
  /// Starts the streams, or starts them again after something that they depend on has changed.
  func startStreams() {
    guard services.run.options.isLive else { return }
    watcher?.reset()
    lifecycle.update(nil)
    timelineWatch.update(nil)
    lifecycle.update(identity)
    watchShownTimeline()
  }

  func createStreamWatcher() -> StreamWatcher {
    let (services, context, updates, home, notifications) = (services, context, updates, home, notifications)
    let action = action
    return StreamWatcher(
      session: StreamWatcher.Session(
        me: { context.account?.id }, announcements: { StreamWatcher.Announcements(services.preferences.live.rawValue) },
        apply: { event in
          updates.apply(event)
          action.publish(event)
        }, reportGap: action.publishGap, recordPosition: { await notifications.recordPosition() },
        catchUp: { (posts: await home.catchUp(), notifications: await notifications.catchUp()) },
        describe: { Notifications.note(for: $0, me: context.account?.id, layout: services.layouts.standard()) },
        unread: { home.state.timeline == .home && home.state.posts.isLoaded ? home.state.unread : nil },
        layout: services.layouts.standard),
      post: { services.toasts.post($0) }, now: services.dependencies.now, uptime: services.dependencies.uptime)
  }

  /// Makes the task that loads what depends on the account and then follows its stream.
  func createLifecycle() -> KeyedTask<AccountIdentity> {
    KeyedTask { [weak self] _ in
      let stream = await self?.loadStreams()
      guard !Task.isCancelled, let watcher = self?.watcher, let isLive = self?.isLive, isLive,
        let host = self?.client.server.name
      else { return }
      if let stream {
        await watcher.follow(stream.signals(.user))
      } else {
        let missing = MastodonError.unsupported(host: host, operation: "receive live updates")
        await watcher.follow(
          AsyncStream {
            $0.yield(.connection(.ended(missing)))
            $0.finish()
          })
      }
    }
  }

  /// Makes the task that follows the public timeline that Home shows.
  func createTimelineWatch() -> KeyedTask<ShownTimeline> {
    KeyedTask { [weak self] shown in
      guard let stream = await self?.loadStreams(), let home = self?.home, let updates = self?.updates else { return }
      var isNew = true
      for await signal in stream.signals(shown.topic) {
        guard !Task.isCancelled else { return }
        switch signal {
        case .event(.update(let status)): home.apply(.update(status), of: shown.timeline)
        case .event(let event): updates.apply(event)
        case .gap: _ = await home.catchUp(on: shown.timeline)
        case .connection(.connected):
          guard isNew else { continue }
          isNew = false
          // Something may have arrived between the page and the first event.
          _ = await home.catchUp(on: shown.timeline)
        // The watcher of the account's own stream reports the connection.
        case .connection: continue
        }
      }
    }
  }

  /// Loads the account, its instance and its preferences; returns the streams to follow, if there are any.
  private func loadStreams() async -> StreamService? {
    await context.load()
    guard !Task.isCancelled else { return nil }
    await notifications.countUnseen()
    await serverPreferences.refresh()
    guard !Task.isCancelled else { return nil }
    await action.watchPushes()
    guard !Task.isCancelled, isLive, context.capabilities?.offers(.streaming) ?? true else { return nil }
    return streams
  }

  /// Does what follows from a page that the server has just sent: it can be reached, and it accepts the token.
  func didShowTimeline() {
    defer { watchShownTimeline() }
    guard isLive else { return }
    switch watcher?.connection {
    case .waiting: streams.retry()
    case .ended(.unauthorized), .ended(.signedOut), .ended(.unreachable): startStreams()
    case .ended, .connected, .connecting, nil: return
    }
  }

  /// Follows the stream of the public timeline that Home shows, on the connection of the account's own stream.
  private func watchShownTimeline() { timelineWatch.update(isLive ? ShownTimeline(home.state.timeline) : nil) }
}

import Accounts
import AnnouncementsFeature
import AppEnvironment
import AppPreferences
import ConcurrencyKit
import FeatureKit
import HomeFeature
import LiveUpdates
import LocalStore
import MastodonClient
import MastodonKit
import NavigationKit
import NotificationsFeature
import Observation
import OutboxFeature
import StatusKit
import WatchFeature

/// The tasks of a session. They capture the session weakly: it owns them, and its release cancels them.
extension SessionCoordinator {
  /// Starts the streams, or starts them again after something that they depend on has changed.
  package func startStreams() {
    guard services.run.options.isLive else { return }
    watcher?.reset()
    lifecycle.update(nil)
    timelineWatch.update(nil)
    screenWatch.update(nil)
    lifecycle.update(identity)
    watchShownTimeline()
    screenObservation.update(true)
    watchTopScreen()
  }

  func createStreamWatcher() -> StreamWatcher {
    let (services, context, updates, home, notifications) = (services, context, updates, home, notifications)
    let (action, quiet, watches) = (action, quiet, watches)
    let positions = services.storage.readingPositions(account: identity.id)
    var session = StreamWatcher.Session(
      me: { context.account?.id }, announcements: { StreamWatcher.Announcements(services.preferences.live.rawValue) },
      apply: { event in
        updates.apply(event)
        action.publish(event)
      }, reportGap: action.publishGap, recordPosition: { await notifications.recordPosition() },
      catchUp: { [weak self] in
        self?.sendOutbox()
        return (posts: await home.catchUp(), notifications: await notifications.catchUp())
      },
      describe: { Notifications.note(for: $0, me: context.account?.id, layout: services.layouts.standard()) },
      serverAnnouncements: { [service = client.announcementService] in
        // Not what the user asked for: a failure would only be in the way.
        (try? await service.all()) ?? []
      }, describeAnnouncements: { Announcements.note($0, positions: positions) },
      unread: { home.state.timeline == .home && home.state.posts.isLoaded ? home.state.unread : nil },
      layout: services.layouts.standard,
      kinds: { [preferences = services.preferences] in
        var kinds = StreamWatcher.Kinds(
          hidden: preferences.hiddenNotifications, desktop: preferences.desktopNotifications)
        kinds.watchesPosts = watches.targets.contains(.home)
        kinds.watchesNotifications = watches.targets.contains(.notifications)
        return kinds
      })
    session.holdsBack = { quiet.holdsBack($0) }
    session.claimLine = { watches.claimLine(of: $0) }
    return StreamWatcher(
      session: session,
      post: { note in
        var note = note
        note.isUnprompted = true
        services.toasts.post(note)
      }, now: services.dependencies.now, uptime: services.dependencies.uptime)
  }

  /// Makes the task that loads what depends on the account and then follows its stream.
  func createLifecycle() -> KeyedTask<AccountIdentity> {
    KeyedTask { [weak self] _ in
      let stream = await self?.loadStreams()
      guard !Task.isCancelled, let watcher = self?.watcher, let isLive = self?.isLive, isLive,
        let host = self?.client.server.name
      else { return }
      if let stream { await watcher.follow(stream.signals(.user)) } else { await watcher.poll(inPlaceOfStreamOf: host) }
    }
  }

  /// Makes the task that follows the public timeline that Home shows.
  func createTimelineWatch() -> KeyedTask<Home.Timeline> {
    KeyedTask { [weak self] shown in
      guard let stream = await self?.loadStreams(), let home = self?.home, let updates = self?.updates,
        let topic = shown.topic
      else { return }
      await TimelineUpdates(
        add: { home.apply(.update($0), of: shown) }, apply: updates.apply,
        catchUp: { _ = await home.catchUp(on: shown) }
      ).follow(stream.signals(topic))
    }
  }

  /// Makes the task that notices when another screen is on top.
  func createScreenObservation() -> KeyedTask<Bool> {
    KeyedTask { [weak self] _ in
      guard let router = self?.router else { return }
      for await _ in Observations({ [weak router] in router?.screenBelowSheet.model.map(ObjectIdentifier.init) }) {
        guard !Task.isCancelled, let self else { return }
        watchTopScreen()
      }
    }
  }

  /// Makes the task that follows the stream of the timeline on top, on the connection of the account's own stream.
  func createScreenWatch() -> KeyedTask<StreamedScreen> {
    KeyedTask { [weak self] shown in
      guard let stream = await self?.loadStreams(), let updates = self?.updates, let context = self?.context else {
        return
      }
      let timeline = { [weak self] in self?.topTimeline(shown) }
      await TimelineUpdates(
        add: { timeline()?.count($0, me: context.account?.id) }, apply: updates.apply,
        catchUp: { await timeline()?.catchUp(me: context.account?.id) }
      ).follow(stream.signals(shown.topic))
    }
  }

  /// What tells one timeline with a stream from another.
  struct StreamedScreen: Hashable, Sendable {
    var topic: StreamTopic
    var model: ObjectIdentifier
  }

  private func watchTopScreen() {
    guard isLive, obstacle == nil, let model = router.screenBelowSheet.model as? any StreamedTimeline,
      let topic = model.topic
    else { return screenWatch.update(nil) }
    screenWatch.update(StreamedScreen(topic: topic, model: ObjectIdentifier(model)))
  }

  /// The model of the timeline on top, if it is still the one that is followed.
  private func topTimeline(_ shown: StreamedScreen) -> (any StreamedTimeline)? {
    guard let model = router.screenBelowSheet.model as? any StreamedTimeline, ObjectIdentifier(model) == shown.model
    else { return nil }
    return model
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
    // What a dry run starts would be one for as long as it lasts.
    guard !Effects.areHeldBack else { return }
    defer { watchShownTimeline() }
    sendOutbox()
    guard isLive else { return }
    switch watcher?.connection {
    case .waiting: streams.retry()
    case .ended(.unauthorized), .ended(.signedOut), .ended(.unreachable): startStreams()
    case .ended, .connected, .connecting, nil: return
    }
  }

  /// Sends what waits, since the server has just answered; nobody waits for that.
  private func sendOutbox() {
    guard services.run.options.isConversation, obstacle == nil else { return }
    Task { [outbox] in await outbox.flush() }
  }

  /// Follows the stream of the public timeline that Home shows, on the connection of the account's own stream.
  private func watchShownTimeline() {
    timelineWatch.update(isLive && home.state.timeline.topic != nil ? home.state.timeline : nil)
  }
}

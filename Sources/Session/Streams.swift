package import Accounts
import AnnouncementsFeature
import AppEnvironment
import AppPreferences
package import ConcurrencyKit
import FeatureKit
package import HomeFeature
import LiveUpdates
import LocalStore
import MastodonClient
package import MastodonKit
package import NavigationFeature
import NavigationKit
import NotificationsFeature
import Observation
import OutboxFeature
import OwnershipKit
package import StatusKit
import WatchFeature

/// The live updates: the account's streams, and the watches beside the screens.
@MainActor
package final class Streams: SessionPart {
  package let base: SessionBase
  let tabs: TabModels
  let publisher: Publisher
  /// Follows the account's stream; another one whenever that is started again.
  package internal(set) lazy var follower = createFollower()
  /// Prints what the streams tell.
  private(set) lazy var announcer = scope.add(createAnnouncer(), "announcer")
  /// Loads what depends on the account and follows its stream; keyed by the account.
  package private(set) lazy var lifecycle = createLifecycle()
  /// Follows the stream of the public timeline that Home shows; keyed by the timeline.
  package private(set) lazy var timelineWatch = createTimelineWatch()
  /// The user's watches beside the screens.
  private(set) lazy var watches = scope.add(
    createWatchModel(), "watches", note: { $0.targets.isEmpty ? nil : "\($0.targets.count)" })
  /// Follows the stream of the timeline on top; keyed by its model.
  private(set) lazy var screenWatch = createScreenWatch()
  /// Notices which timeline is on top.
  private(set) lazy var screenObservation = createScreenObservation()
  /// The account's streams; one service, so that all who follow one share a connection.
  package private(set) lazy var service = Self.service(of: account, services)

  static func service(of account: SessionAccount, _ services: SessionCoordinator.Services) -> StreamService {
    let instance = account.context.instance
    return account.client.streamService(
      at: StreamingAddress(instance), dialect: StreamDialect(instance), keepsAlive: !account.identity.isSandbox,
      sleep: services.dependencies.sleep, chance: services.dependencies.retries.chance)
  }

  /// The numbers of notifications of other accounts that a watch has told of since they were last listed.
  package var unreadElsewhere: [String: Int] = [:]

  /// The number of requests that the server had accepted when a command ended last.
  private var acceptedBefore = 0

  init(_ base: SessionBase, _ tabs: TabModels, _ publisher: Publisher) {
    self.base = base
    self.tabs = tabs
    self.publisher = publisher
  }

  private var scope: OwnerScope { services.scope.scope(of: "session").scope(of: "streams") }

  /// Ends them; called before the session is replaced.
  func stop() {
    announcer.stop()
    watches.stop()
    lifecycle.update(nil)
    timelineWatch.update(nil)
    screenObservation.update(nil)
    screenWatch.update(nil)
  }

  /// Whether this run prints live events.
  package var isLive: Bool { services.run.options.isLive && services.preferences.live != .off }

  /// The names of what the user watches; `nil` for nothing.
  package var watched: String? { watches.followed }

  /// The state of live updates; `nil` in a run without them.
  package var live: Navigation.Live? {
    guard services.run.options.isLive else { return nil }
    guard services.preferences.live != .off else { return .off }
    switch follower.phase {
    case .opening(failures: 0): return .connecting
    case .opening, .interrupted: return .waiting
    case .connected: return .connected
    case .asking: return .polling
    case .ended: return .ended
    }
  }
}

/// The tasks capture their owner weakly, and its release cancels them.
extension Streams {
  /// Starts the streams, or starts them again after something that they depend on has changed.
  package func start() {
    guard services.run.options.isLive else { return }
    lifecycle.update(nil)
    timelineWatch.update(nil)
    screenWatch.update(nil)
    follower = createFollower()
    lifecycle.update(identity)
    watchShownTimeline()
    screenObservation.update(true)
    watchTopScreen()
  }

  func createAnnouncer() -> Announcer {
    let (services, context, home) = (services, context, tabs.home)
    let positions = services.storage.readingPositions(account: identity.id)
    return Announcer(
      wishes: { [preferences = services.preferences, weak self] in
        let watched = self?.watches.targets ?? []
        var wishes = Announcer.Wishes()
        wishes.me = context.account?.id
        wishes.announces = preferences.live != .off
        wishes.announcesPosts = preferences.live == .on
        wishes.hidden = preferences.hiddenNotifications
        wishes.desktop = preferences.desktopNotifications
        wishes.watchesPosts = watched.contains { $0.ofAccount == .home }
        wishes.watchesNotifications = watched.contains { $0.ofAccount == .notifications }
        return wishes
      },
      words: Announcer.Words(
        notification: { Notifications.note(for: $0, me: context.account?.id, layout: services.layouts.standard()) },
        announcements: { Announcements.note($0, positions: positions) },
        unread: { home.state.timeline == .home && home.state.page.isLoaded ? home.state.unread : nil },
        layout: services.layouts.standard), shown: base.shown, quiet: createQuietGate(),
      now: services.dependencies.now, uptime: services.dependencies.uptime, sleep: services.dependencies.sleep,
      post: { note in
        var note = note
        note.isUnprompted = true
        services.toasts.post(note)
      })
  }

  func createFollower() -> StreamFollower {
    StreamFollower(delivers: true, sleep: services.dependencies.sleep) { [weak self] in await self?.perform($0) }
  }

  func perform(_ step: StreamFollower.Step) async {
    switch step {
    case .begin: await tabs.notifications.recordPosition()
    case .event(let event):
      updates.apply(event)
      root.publish(event)
      announcer.announce(event)
    case .catchUp(let cause):
      if cause == .disconnection { root.publishGap() }
      sendOutbox()
      let posts = await tabs.home.catchUp()
      announcer.announce(posts, await tabs.notifications.catchUp(), after: cause)
    case .tell(.unsupported):
      announcer.say("\(client.server.name) has no live updates; it is checked every two minutes instead.")
    case .tell(let notice): announcer.announce(notice)
    case .ready:
      guard isLive else { return }
      // Not what the user asked for: a failure would only be in the way.
      announcer.announce((try? await client.announcementService.all()) ?? [])
    }
  }

  /// Creates the task that loads what depends on the account and then follows its stream.
  func createLifecycle() -> KeyedTask<AccountIdentity> {
    KeyedTask { [weak self] _ in
      let stream = await self?.loadStreams()
      guard !Task.isCancelled, let follower = self?.follower, let isLive = self?.isLive, isLive else { return }
      do { try await follower.run(stream?.signals(.user)) } catch { self?.announceEnd(error) }
    }
  }

  /// Reports the end of the account's stream, where the user can act on it or would wonder.
  private func announceEnd(_ error: any Error) {
    guard !Task.isCancelled, error as? MastodonError != .signedOut else { return }
    let error = AppError(error)
    guard error != .cancelled else { return }
    announcer.say(
      ["Live updates have ended.", error.message, error.suggestion].filter { !$0.isEmpty }.joined(separator: " "))
  }

  /// Creates the task that follows the public timeline that Home shows.
  func createTimelineWatch() -> KeyedTask<Home.Timeline> {
    KeyedTask { [weak self] shown in
      guard let home = self?.tabs.home, let topic = shown.topic else { return }
      await self?.follow(
        TimelineStreams([topic]), add: { home.apply(.update($0), of: shown) },
        catchUp: { _ = await home.catchUp(on: shown) })
    }
  }

  /// Creates the task that notices when another screen is on top.
  func createScreenObservation() -> KeyedTask<Bool> {
    KeyedTask { [weak self] _ in
      guard let navigator = self?.navigator else { return }
      for await _ in Observations({ navigator.router?.observedScreenBelowSheet.model.map(ObjectIdentifier.init) }) {
        guard !Task.isCancelled, let self else { return }
        watchTopScreen()
      }
    }
  }

  /// Creates the task that follows the stream of the timeline on top, on the connection of the account's own stream.
  func createScreenWatch() -> KeyedTask<StreamedScreen> {
    KeyedTask { [weak self] shown in
      guard let context = self?.context else { return }
      // Another one may be on top by now.
      let timeline = { [weak self] in self?.topTimeline.flatMap { ObjectIdentifier($0) == shown.model ? $0 : nil } }
      // A failure here is one of the page's too, which has said so.
      guard let streams = try? await timeline()?.streams() else { return }
      await self?.follow(
        streams, add: { timeline()?.count($0, me: context.account?.id) },
        catchUp: { await timeline()?.catchUp(me: context.account?.id) })
    }
  }

  /// Follows the streams of a timeline that is shown, of whose connection the account's own stream tells.
  private func follow(
    _ streams: TimelineStreams, add: @escaping (Status) -> Void, catchUp: @escaping () async -> Void
  ) async {
    let signals = await loadStreams()?.signals(of: streams.topics)
    guard !Task.isCancelled, isLive, signals != nil || !streams.areWhole else { return }
    let follower = StreamFollower(
      delivers: true, isWhole: streams.areWhole, sleep: services.dependencies.sleep
    ) { [updates] step in
      switch step {
      case .event(.update(let status)): if streams.accepts(status) { add(status) }
      case .event(let event): updates.apply(event)
      // What no stream tells of is asked for.
      case .catchUp(.polling), .catchUp(.silence): if !streams.areWhole { await catchUp() }
      // Something may have arrived between the page and the first event.
      case .catchUp(.opening), .catchUp(.disconnection): await catchUp()
      case .begin, .catchUp, .tell, .ready: break
      }
    }
    // What it says of the connection, the account's own stream has said.
    try? await follower.run(signals)
  }

  /// The identity of a timeline with streams.
  struct StreamedScreen: Hashable, Sendable {
    var model: ObjectIdentifier
  }

  private func watchTopScreen() {
    guard isLive, obstacle == nil, let model = topTimeline, model.isLive else { return screenWatch.update(nil) }
    screenWatch.update(StreamedScreen(model: ObjectIdentifier(model)))
  }

  /// The model of the timeline on top, if it has a stream.
  private var topTimeline: (any StreamedTimeline)? {
    let model = navigator.router?.screenBelowSheet.model
    return updates.models.streams.all.first { $0 === model }
  }

  /// Loads the account, its instance and its preferences; returns the streams to follow, if there are any.
  private func loadStreams() async -> StreamService? {
    await context.load()
    guard !Task.isCancelled else { return nil }
    await tabs.notifications.countUnseen()
    await account.serverPreferences.refresh()
    guard !Task.isCancelled else { return nil }
    await root.watchPushes()
    guard !Task.isCancelled, isLive, context.capabilities?.offers(.streaming) ?? true else { return nil }
    return service
  }

  /// Does what follows from a page that the server has just sent: it can be reached, and it accepts the token.
  func didShowTimeline() {
    defer { watchShownTimeline() }
    sendOutbox()
    reopen()
  }

  /// Opens the streams again if the server has answered since the last time: it can be reached, and it accepts the token.
  package func reopenIfAnswered() {
    let accepted = client.requestsAccepted
    defer { acceptedBefore = accepted }
    if accepted != acceptedBefore { reopen() }
  }

  private func reopen() {
    guard isLive else { return }
    switch follower.phase {
    case .opening, .interrupted: service.retry()
    case .ended(.unauthorized), .ended(.signedOut), .ended(.unreachable): start()
    case .ended, .connected, .asking: return
    }
  }

  /// Sends what waits, since the server has just answered; nobody waits for that.
  private func sendOutbox() {
    // A dry run leaves it as it is.
    guard services.run.policy.sendsOutbox, obstacle == nil, !services.dependencies.isDry, !services.run.options.isTried
    else { return }
    Task { [publisher] in await publisher.outbox.flush() }
  }

  /// Follows the stream of the public timeline that Home shows, on the connection of the account's own stream.
  private func watchShownTimeline() {
    timelineWatch.update(isLive && tabs.home.state.timeline.topic != nil ? tabs.home.state.timeline : nil)
  }
}

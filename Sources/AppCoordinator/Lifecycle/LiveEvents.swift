import AppPreferences
import FeatureKit
import FoundationEssentials
import HomeFeature
import IntentHandling
import MastodonKit
import NotificationsFeature
import StatusKit
import TerminalKit

/// Passes the stream's events to every screen, and says of them what the person wants to hear.
///
/// Events that come within a moment are said together, so that a burst is one line and not a thousand.
@MainActor
final class LiveEvents {
  private weak var coordinator: AppCoordinator?
  private var batch = NoteBatch()
  private var flushing: Task<Void, Never>?
  private var wasConnected = false
  /// What was last found by asking, by id.
  private var caughtUp: Set<String> = []
  private var caughtUpNotifications: Set<String> = []
  /// Whether the server has no stream, so that it must be asked now and then.
  private(set) var mustAsk = false
  /// How many tries to connect have failed one after the other.
  private var failures = 0
  /// Whether the server was to be asked in place of the stream, at any time.
  private var isAskedInstead = false
  /// Asks now and then while no stream can be opened.
  private var asking: Task<Void, Never>?

  /// How long it is not asked.
  static let betweenQuestions = Duration.seconds(120)
  /// How long events are gathered before they are said.
  static let moment = Duration.milliseconds(200)

  init(coordinator: AppCoordinator?) {
    self.coordinator = coordinator
  }

  deinit {
    flushing?.cancel()
    asking?.cancel()
  }

  /// Takes one signal of the stream.
  func take(_ signal: StreamSignal) async {
    if case .connection(let connection) = signal { coordinator?.streamConnection = connection }
    switch signal {
    case .event(let event): take(event)
    case .gap:
      coordinator?.intents?.sendGap()
      await catchUp(as: .disconnected)
    case .connection(.connected):
      recover()
      guard !wasConnected else { return }
      wasConnected = true
      // Something may have come between the first page and the first event; it is counted, and no news to anybody.
      // But where the person was told that the server is asked instead, it is what the next question would have found.
      await coordinator?.session.notifications.recordPosition()
      await catchUp(as: isAskedInstead ? .checked : nil)
    case .connection(.ended(let error)): await end(error)
    case .connection(.waiting): await wait()
    case .connection(.connecting): break
    }
  }

  /// Reports a stream that cannot be opened, once, and asks the server now and then instead; a short break is no news.
  private func wait() async {
    failures += 1
    guard failures == 2 else { return }
    isAskedInstead = true
    coordinator?.notices.post(
      StyledText("Live updates are interrupted: trying again, and checking every two minutes meanwhile.", .secondary))
    if !wasConnected { await coordinator?.session.notifications.recordPosition() }
    guard failures > 0, asking == nil else { return }
    asking = Task { [weak self] in
      while true {
        do { try await Task.sleep(for: Self.betweenQuestions) } catch { return }
        await self?.ask()
      }
    }
  }

  private func recover() {
    asking?.cancel()
    asking = nil
    if failures >= 2 { coordinator?.notices.post(StyledText("Live updates are back.", .secondary)) }
    failures = 0
  }

  /// Asks the server for what is new, in place of a stream.
  func ask() async {
    isAskedInstead = true
    await catchUp(as: .checked)
  }

  /// How it came that something was not told by the stream.
  enum Cause {
    /// The connection was interrupted.
    case disconnected
    /// There is no stream; the server was asked.
    case checked
  }

  /// Asks for what the stream did not tell, and says how much it is; `nil` says nothing.
  func catchUp(as cause: Cause?) async {
    guard let session = coordinator?.session else { return }
    let posts = await session.home.catchUp()
    let notifications = await session.notifications.catchUp()
    guard let coordinator, coordinator.session === session else { return }
    // Events that wait behind this one may tell of the same things again.
    caughtUp = Set(posts.elements.map(\.id.rawValue))
    caughtUpNotifications = Set(notifications.elements.map(\.id.rawValue))
    guard let cause, coordinator.preferences.live != .off else { return }
    let me = session.account?.id
    let counted = coordinator.preferences.live == .on ? posts.elements.count : 0
    let words = Self.words(
      posts: counted, isWhole: posts.isWhole, notifications: notifications.elements.count { $0.account.id != me },
      isWhole: notifications.isWhole, cause)
    if let words { coordinator.notices.post(StyledText(words, .secondary)) }
  }

  /// One line for what the stream did not tell; `nil` where nothing came.
  static func words(
    posts: Int, isWhole allPosts: Bool, notifications: Int, isWhole allNotifications: Bool, _ cause: Cause
  ) -> String? {
    let new = cause == .checked ? "new " : ""
    let counts = [
      count(posts, new + "post", isWhole: allPosts),
      count(notifications, new + "notification", isWhole: allNotifications),
    ]
    .compactMap(\.self).joined(separator: " and ")
    return counts.isEmpty ? nil : counts + (cause == .disconnected ? " while disconnected." : ".")
  }

  private static func count(_ number: Int, _ thing: String, isWhole: Bool) -> String? {
    guard number > 0 else { return nil }
    return "\(number)\(isWhole ? "" : " or more") \(thing)\(number == 1 ? "" : "s")"
  }

  /// Says once why nothing comes in any more, where the person can do something about it or would wonder.
  private func end(_ error: MastodonError) async {
    asking?.cancel()
    asking = nil
    let words: String
    switch error {
    case .cancelled, .signedOut: return
    case .unsupported(let host, _):
      mustAsk = true
      words = "\(host) has no live updates; it is checked every two minutes instead."
      // What comes before the first look at the list is to be found, too.
      await coordinator?.session.notifications.recordPosition()
    default:
      let error = AppError(error)
      words = ["Live updates have ended.", error.words, error.suggestion].filter { !$0.isEmpty }.joined(separator: " ")
    }
    coordinator?.notices.post(StyledText(words, .secondary))
  }

  private func take(_ event: StreamEvent) {
    guard let coordinator else { return }
    coordinator.forEachContainer { $0.apply(event) }
    coordinator.intents?.send(event)
    let now = coordinator.dependencies.now()
    switch event {
    case .update(let status):
      let me = coordinator.session.account?.id
      // A post that mentions the person comes as a notification too, and is said once.
      guard coordinator.preferences.live == .on, status.account.id != me, !caughtUp.contains(status.id.rawValue),
        !status.mentions.contains(where: { $0.id == me }),
        status.filterVerdict(in: .home, at: now) != .hide
      else { return }
      batch.addPost(Self.note(for: status))
    case .notification(let notification):
      guard coordinator.preferences.live != .off, !caughtUpNotifications.contains(notification.id.rawValue) else {
        return
      }
      batch.add(Notifications.note(for: notification, me: coordinator.session.account?.id))
    case .announcement, .announcementReaction, .announcementDelete, .conversation, .delete, .filtersChanged,
      .notificationsMerged, .statusUpdate, .unknown:
      return
    }
    flushSoon()
  }

  /// One line for a new post: who, and how it begins.
  static func note(for status: Status) -> StyledText {
    var line = StyledText(ExcerptText.cut(status.account.shownName, to: 30), .name)
    if status.reblog != nil {
      line += StyledText(" boosted ", .secondary)
      line += StyledText(ExcerptText.cut(status.displayed.account.shownName, to: 30), .name)
    }
    return line + StyledText(": ", .secondary) + StyledText(ExcerptText.of(status, limit: 50))
  }

  private func flushSoon() {
    guard flushing == nil else { return }
    flushing = Task { [weak self] in
      do { try await Task.sleep(for: Self.moment) } catch { return }
      self?.flush()
    }
  }

  /// Posts what was gathered.
  func flush() {
    flushing = nil
    for note in batch.flush() { coordinator?.notices.post(note) }
  }
}

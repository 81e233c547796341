public import FeatureKit
public import FoundationEssentials
public import MastodonKit
public import StatusKit
import TerminalKit

/// Prints what a session's streams tell, above the prompt.
///
/// Its rules:
/// - Events that arrive within a moment are announced together, so that a burst is one line and not a thousand.
/// - A post and its boosts, or a direct message, get one line, from the stream that tells of it first; and another one only if the desktop has not
///   shown it and is to do so now.
/// - While Home or the notifications are watched, the account's own stream does not announce them.
/// - A post that a rule of the user's tells of is announced as a notification, of a post by an account to be told of.
/// - An interruption is reported once, however many streams notice it.
/// - In quiet hours everything is counted, and summed up at their end.
@MainActor
public final class Announcer {
  /// The announcements that the user wants.
  public struct Wishes: Hashable, Sendable {
    /// The signed-in account, whose own posts are not announced; `nil` until it is known.
    public var me: Account.ID?
    /// Whether anything is announced.
    public var announces = true
    public var announcesPosts = true
    /// The kinds of notifications that are not announced.
    public var hidden: Set<NotificationCategory> = []
    /// The kinds of notifications that the desktop shows too.
    public var desktop: Set<NotificationCategory> = []
    /// Whether a watch prints the posts of Home one by one.
    public var watchesPosts = false
    /// Whether a watch prints the notifications one by one.
    public var watchesNotifications = false

    public init() {}
  }

  public struct Words {
    public var notification: @MainActor (MastodonKit.Notification) -> Note
    /// The line for announcements of the server; `nil` if all of them were read.
    public var announcements: @MainActor ([Announcement]) -> Note?
    /// The number of posts of Home that the user has not seen; `nil` if Home shows something else.
    public var unread: @MainActor () -> Int?
    public var layout: @MainActor () -> Layout

    public init(
      notification: @escaping @MainActor (MastodonKit.Notification) -> Note,
      announcements: @escaping @MainActor ([Announcement]) -> Note?, unread: @escaping @MainActor () -> Int?,
      layout: @escaping @MainActor () -> Layout
    ) {
      self.notification = notification
      self.announcements = announcements
      self.unread = unread
      self.layout = layout
    }
  }

  let wishes: () -> Wishes
  let words: Words
  private let shown: ShownPosts
  private let quiet: QuietGate
  private let now: @Sendable () -> Date
  private let uptime: @Sendable () -> Duration
  private let sleep: @Sendable (Duration) async throws -> Void
  private let post: (Note) -> Void
  private var digest = EventDigest()
  /// Prints the lines that are due, and when it does.
  private var flushing: (task: Task<Void, Never>, time: Duration)?
  /// The items last found by polling: the stream may report them again.
  private var found: (posts: Set<Status.ID>, notifications: Set<MastodonKit.Notification.ID>) = ([], [])
  /// The announcements of the server that the user was told of.
  private var told: Set<Announcement.ID> = []
  /// The posts that have a line.
  private var printed = RecentIDs(limit: 500)
  /// The posts that rules told of.
  private var alerts = RecentIDs(limit: 500)
  /// The posts that the desktop has shown.
  private var alerted = RecentIDs(limit: 500)
  private var interruptions = 0
  private var isStopped = false

  /// Creates an announcer, which prints with `post`.
  public init(
    wishes: @escaping () -> Wishes, words: Words, shown: ShownPosts = .none, quiet: QuietGate,
    now: @escaping @Sendable () -> Date,
    uptime: @escaping @Sendable () -> Duration, sleep: @escaping @Sendable (Duration) async throws -> Void,
    post: @escaping (Note) -> Void
  ) {
    self.wishes = wishes
    self.words = words
    self.shown = shown
    self.quiet = quiet
    self.now = now
    self.uptime = uptime
    self.sleep = sleep
    self.post = post
  }

  deinit { flushing?.task.cancel() }

  /// Stops announcing anything, for a session that has ended.
  public func stop() {
    isStopped = true
    flushing?.task.cancel()
    quiet.stop()
  }

  // MARK: - The account's own stream

  /// Announces an event, unless the user has no wish to hear of it.
  public func announce(_ event: StreamEvent) {
    guard !isStopped else { return }
    let wishes = wishes()
    switch event {
    case .update(let status) where alert(of: status): break
    case .update(let status):
      // A post that mentions the user arrives as a notification too, and is announced once.
      guard wishes.announcesPosts, status.account.id != wishes.me, !found.posts.contains(status.id),
        !status.mentions.contains(where: { $0.id == wishes.me }),
        status.filterVerdict(in: .home, at: now()) != .hide, !shown.isUnannounced(status), !wishes.watchesPosts,
        !quiet.holdsBack(.posts(1))
      else { return }
      digest.add(status, at: uptime())
    case .notification(let notification):
      guard wishes.announces, !found.notifications.contains(notification.id),
        notification.status?.filterVerdict(in: .notifications, at: now()) != .hide,
        !wishes.hidden.contains(NotificationCategory(notification.kind)), !wishes.watchesNotifications,
        !quiet.holdsBack(.notifications([notification.kind: 1]))
      else { return }
      digest.add(notification, at: uptime())
    case .announcement(let announcement): return announce([announcement])
    case .announcementReaction, .announcementDelete, .conversation, .delete, .filtersChanged, .notificationsMerged,
      .statusUpdate, .unknown:
      return
    }
    flushSoon()
  }

  /// Announces a post as a notification if a rule says so; false if none does.
  private func alert(of status: Status) -> Bool {
    let wishes = wishes()
    guard wishes.announces, !wishes.hidden.contains(.posts), status.filterVerdict(in: .home, at: now()) != .hide,
      let notification = shown.alert(of: status, me: wishes.me)
    else { return false }
    // After an interruption, the stream may repeat what was found.
    if alerts.insert(status.id), !quiet.holdsBack(.notifications([.status: 1])) {
      digest.add(notification, at: uptime())
    }
    return true
  }

  /// Announces how much was found that the stream did not tell.
  public func announce(
    _ posts: Gap<Status>, _ notifications: Gap<MastodonKit.Notification>, after cause: StreamFollower.Cause
  ) {
    guard !isStopped else { return }
    // Events that wait after this one may tell of the same things again.
    found = (Set(posts.elements.map(\.id)), Set(notifications.elements.map(\.id)))
    let wishes = wishes()
    let alerting = Set(posts.elements.filter { alert(of: $0) }.map(\.id))
    if !alerting.isEmpty { flushSoon() }
    // What came between the first page and the first event is only counted.
    guard cause != .opening, wishes.announces else { return }
    let count = wishes.announcesPosts ? posts.elements.count - alerting.count : 0
    let others = notifications.elements.filter { $0.account.id != wishes.me }
    let summary = Self.summary(
      posts: count, isWhole: posts.isWhole, notifications: others.count, isWhole: notifications.isWhole, cause)
    guard let summary else { return }
    if quiet.holdsBack(.posts(count)) {
      _ = quiet.holdsBack(.notifications(Dictionary(others.map { ($0.kind, 1) }, uniquingKeysWith: +)))
    } else {
      say(summary)
    }
  }

  /// Announces what the server has announced, each once: an edited announcement arrives again.
  public func announce(_ announcements: [Announcement]) {
    let new = announcements.filter { !told.contains($0.id) }
    guard !isStopped, wishes().announces, let note = words.announcements(new) else { return }
    told.formUnion(new.map(\.id))
    if !quiet.holdsBack(.announcements(new.count)) { post(note) }
  }

  /// Prints a message, unless quiet hours hold it back.
  public func say(_ text: String) {
    if !isStopped, !quiet.holdsBack(.message) { post(Note(StyledText(text, .secondary))) }
  }

  // MARK: - All streams

  /// Reports a change of a stream, unless another stream has reported the same.
  public func announce(_ notice: StreamFollower.Notice) {
    switch notice {
    case .interrupted:
      interruptions += 1
      if interruptions == 1 {
        say("Live updates are interrupted: trying again, and checking every two minutes meanwhile.")
      }
    case .restored:
      interruptions -= 1
      if interruptions == 0 { say("Live updates are back.") }
    case .abandoned: interruptions -= 1
    case .unsupported: break
    }
  }

  // MARK: - Lines

  /// Claims the line of something that has arrived; false if it gets none: quiet hours hold it back, or another stream has told
  /// of the same post.
  public func claimLine(for arrival: QuietGate.Arrival, of post: Status.ID?, isForDesktop: Bool) -> Bool {
    guard let post else { return !quiet.holdsBack(arrival) }
    let isFirst = printed.insert(post)
    return (isForDesktop ? alerted.insert(post) : isFirst) && !quiet.holdsBack(arrival)
  }

  /// Prints the lines when they are due; a line that becomes due later waits for its time.
  private func flushSoon() {
    guard let due = digest.due else { return }
    if let flushing {
      guard due < flushing.time else { return }
      flushing.task.cancel()
    }
    let wait = max(.zero, due - uptime())
    flushing = (
      Task { [weak self, sleep] in
        // Cancelled: an earlier flush replaces it, or the announcer has stopped.
        do { try await sleep(wait) } catch { return }
        self?.flush(at: due)
      }, due
    )
  }

  func flush(at time: Duration) {
    flushing = nil
    for line in digest.flush(at: max(time, uptime()), unread: words.unread()) {
      let (note, claim) = (note(line), line.claim(shown))
      if claimLine(for: claim.arrival, of: claim.post, isForDesktop: note.isForDesktop) { post(note) }
    }
    flushSoon()
  }
}

public import FeatureKit
public import FoundationEssentials
public import MastodonKit
public import StatusKit
import TerminalKit

/// Follows an account's stream: passes its events on, announces what the user wants to hear of, and asks the server now and then
/// where there is no stream.
///
/// Events that arrive within a moment are announced together, so that a burst is one line and not a thousand.
@MainActor
public final class StreamWatcher {
  /// What the watcher asks of the session that it belongs to.
  public struct Session {
    /// The signed-in account; `nil` until it is known.
    public var me: @MainActor () -> Account.ID?
    /// What the user wants to hear of.
    public var announcements: @MainActor () -> Announcements
    /// Shows an event on every screen, and passes it on to other programs.
    public var apply: @MainActor (StreamEvent) -> Void
    /// Tells other programs that events were missed.
    public var reportGap: @MainActor () -> Void
    /// Records which notifications are there now, so that later ones are found by asking.
    public var recordPosition: @MainActor () async -> Void
    /// Fetches what the stream did not tell.
    public var catchUp: @MainActor () async -> (posts: Gap<Status>, notifications: Gap<MastodonKit.Notification>)
    /// The line for a notification.
    public var describe: @MainActor (MastodonKit.Notification) -> Note
    /// The server's announcements; empty if it has none, or cannot be asked.
    public var serverAnnouncements: @MainActor () async -> [Announcement]
    /// The line for announcements; `nil` if all of them were read.
    public var describeAnnouncements: @MainActor ([Announcement]) -> Note?
    /// How many posts of Home the user has not seen; `nil` if Home shows something else.
    public var unread: @MainActor () -> Int?
    /// How times are written.
    public var layout: @MainActor () -> Layout
    /// The kinds of notifications that are not announced, and those that the desktop shows too.
    public var kinds: @MainActor () -> Kinds
    /// Counts during quiet hours what would be announced; false at other times.
    public var holdsBack: @MainActor (QuietGate.Arrival) -> Bool = { _ in false }

    /// Claims the one line that a post, or a direct message, gets above the prompt; false if it has one already.
    public var claimLine: @MainActor (Status.ID) -> Bool = { _ in true }

    /// Makes the connection to a session.
    public init(
      me: @escaping @MainActor () -> Account.ID?, announcements: @escaping @MainActor () -> Announcements,
      apply: @escaping @MainActor (StreamEvent) -> Void, reportGap: @escaping @MainActor () -> Void,
      recordPosition: @escaping @MainActor () async -> Void,
      catchUp: @escaping @MainActor () async -> (posts: Gap<Status>, notifications: Gap<MastodonKit.Notification>),
      describe: @escaping @MainActor (MastodonKit.Notification) -> Note,
      serverAnnouncements: @escaping @MainActor () async -> [Announcement],
      describeAnnouncements: @escaping @MainActor ([Announcement]) -> Note?, unread: @escaping @MainActor () -> Int?,
      layout: @escaping @MainActor () -> Layout, kinds: @escaping @MainActor () -> Kinds = { Kinds() }
    ) {
      self.me = me
      self.announcements = announcements
      self.apply = apply
      self.reportGap = reportGap
      self.recordPosition = recordPosition
      self.catchUp = catchUp
      self.describe = describe
      self.serverAnnouncements = serverAnnouncements
      self.describeAnnouncements = describeAnnouncements
      self.unread = unread
      self.layout = layout
      self.kinds = kinds
    }
  }

  /// The kinds of notifications that are treated in a way of their own.
  public struct Kinds: Hashable, Sendable {
    /// Those that are not announced.
    public var hidden: Set<NotificationCategory>
    /// Those that the desktop shows too.
    public var desktop: Set<NotificationCategory>
    /// Whether posts of Home appear above the prompt one by one, since the user watches it.
    public var watchesPosts = false
    /// Whether notifications do.
    public var watchesNotifications = false

    /// Names the kinds; by default none.
    public init(hidden: Set<NotificationCategory> = [], desktop: Set<NotificationCategory> = []) {
      self.hidden = hidden
      self.desktop = desktop
    }
  }

  /// What of the live events is announced above the prompt.
  ///
  /// The raw values are those of the setting `live`.
  public enum Announcements: String, Sendable {
    /// Posts and notifications.
    case all = "on"
    /// Notifications alone.
    case notifications = "quiet"
    /// Nothing.
    case none = "off"

    /// What the value of the setting asks for.
    public init(_ setting: String) { self = Announcements(rawValue: setting) ?? .all }
  }

  /// The state of the connection, as the stream reported it last.
  public var connection: StreamConnection?

  let session: Session
  private let post: (Note) -> Void
  private let now: @Sendable () -> Date
  private let uptime: @Sendable () -> Duration
  private var digest = EventDigest()
  /// Prints the lines that are due, and when it does.
  private var flushing: (task: Task<Void, Never>, time: Duration)?
  private var wasConnected = false
  /// What was last found by asking, by id: the stream may tell of it again.
  private var foundPosts: Set<String> = []
  private var foundNotifications: Set<String> = []
  /// The announcements of the server that the user was told of.
  private var toldAnnouncements: Set<Announcement.ID> = []
  private var hasAskedForAnnouncements = false
  /// Whether the server has no stream, so that it is asked now and then.
  private(set) var mustPoll = false
  /// How many attempts to connect have failed in a row.
  private var failures = 0
  /// Whether the user was told that the server is asked in place of the stream.
  private var hasPolled = false
  /// Asks now and then while no stream can be opened.
  private var polling: Task<Void, Never>?
  private var isStopped = false

  /// The time between two questions where there is no stream.
  static let pollInterval = Duration.seconds(120)

  /// Makes a watcher, which does nothing before ``follow(_:)``.
  ///
  /// - Parameters:
  ///   - session: The session whose account it follows.
  ///   - post: Prints a line above the prompt.
  ///   - now: The clock.
  ///   - uptime: The time since a fixed moment.
  public init(
    session: Session, post: @escaping (Note) -> Void, now: @escaping @Sendable () -> Date,
    uptime: @escaping @Sendable () -> Duration
  ) {
    self.session = session
    self.post = post
    self.now = now
    self.uptime = uptime
  }

  deinit {
    flushing?.task.cancel()
    polling?.cancel()
  }

  /// Stops announcing anything, for a session that has ended.
  public func stop() {
    isStopped = true
    flushing?.task.cancel()
    polling?.cancel()
  }

  /// Forgets the connection and stops polling, before the stream is followed again or live updates are switched off.
  public func reset() {
    polling?.cancel()
    polling = nil
    connection = nil
    (wasConnected, mustPoll, hasPolled, failures) = (false, false, false, 0)
  }

  /// Follows signals until they end, then asks the server now and then if it has no stream; returns when cancelled.
  public func follow(_ signals: some AsyncSequence<StreamSignal, Never>) async {
    reset()
    for await signal in signals {
      guard !Task.isCancelled else { return }
      await take(signal)
    }
    while mustPoll, !Task.isCancelled {
      do { try await Task.sleep(for: Self.pollInterval) } catch { return }
      await poll()
    }
  }

  /// Asks a server that has no stream now and then; returns when cancelled.
  public func poll(inPlaceOfStreamOf host: String) async {
    await follow(
      AsyncStream {
        $0.yield(.connection(.ended(.unsupported(host: host, operation: "receive live updates"))))
        $0.finish()
      })
  }

  /// Takes one signal of the stream.
  func take(_ signal: StreamSignal) async {
    if case .connection(let connection) = signal { self.connection = connection }
    switch signal {
    case .event(let event): take(event)
    case .gap:
      session.reportGap()
      await catchUp(after: .disconnection)
    case .connection(.connected):
      recover()
      guard !wasConnected else { return }
      wasConnected = true
      // Something may have arrived between the first page and the first event. It is counted but not announced, unless the user
      // was told that the server is asked instead: then it is what the next question would have found.
      await session.recordPosition()
      await catchUp(after: hasPolled ? .polling : nil)
      await tellAnnouncements()
    case .connection(.ended(let error)): await end(error)
    case .connection(.waiting): await wait()
    case .connection(.connecting): break
    }
  }

  /// Reports a stream that cannot be opened, once, and polls meanwhile; a short interruption is not reported.
  private func wait() async {
    failures += 1
    guard failures == 2 else { return }
    hasPolled = true
    announce("Live updates are interrupted: trying again, and checking every two minutes meanwhile.")
    if !wasConnected { await session.recordPosition() }
    guard failures > 0, polling == nil, !isStopped else { return }
    polling = Task { [weak self] in
      while true {
        do { try await Task.sleep(for: Self.pollInterval) } catch { return }
        await self?.poll()
      }
    }
  }

  private func recover() {
    polling?.cancel()
    polling = nil
    if failures >= 2 { announce("Live updates are back.") }
    failures = 0
  }

  /// Asks the server for what is new, in place of a stream.
  func poll() async {
    hasPolled = true
    await catchUp(after: .polling)
  }

  /// Why something has to be fetched that the stream did not tell.
  enum Cause {
    /// The connection was interrupted.
    case disconnection
    /// There is no stream.
    case polling
  }

  /// Fetches what the stream did not tell, and announces how much it is unless `cause` is `nil`.
  func catchUp(after cause: Cause?) async {
    let (posts, notifications) = await session.catchUp()
    guard !isStopped else { return }
    // Events that wait behind this one may tell of the same things again.
    foundPosts = Set(posts.elements.map(\.id.rawValue))
    foundNotifications = Set(notifications.elements.map(\.id.rawValue))
    guard let cause, session.announcements() != .none else { return }
    let me = session.me()
    let summary = Self.summary(
      posts: session.announcements() == .all ? posts.elements.count : 0, isWhole: posts.isWhole,
      notifications: notifications.elements.count { $0.account.id != me }, isWhole: notifications.isWhole, cause)
    let counts = notifications.elements.filter { $0.account.id != me }.map { ($0.kind, 1) }
    if summary != nil, session.holdsBack(.posts(session.announcements() == .all ? posts.elements.count : 0)) {
      _ = session.holdsBack(.notifications(Dictionary(counts, uniquingKeysWith: +)))
      return
    }
    if let summary { announce(summary) }
  }

  /// One line for what the stream did not tell; `nil` if nothing arrived.
  static func summary(
    posts: Int, isWhole allPosts: Bool, notifications: Int, isWhole allNotifications: Bool, _ cause: Cause
  ) -> String? {
    let new = cause == .polling ? "new " : ""
    let counts = [
      count(posts, new + "post", isWhole: allPosts),
      count(notifications, new + "notification", isWhole: allNotifications),
    ]
    .compactMap(\.self).joined(separator: " and ")
    return counts.isEmpty ? nil : counts + (cause == .disconnection ? " while disconnected." : ".")
  }

  private static func count(_ number: Int, _ thing: String, isWhole: Bool) -> String? {
    guard number > 0 else { return nil }
    return "\(number)\(isWhole ? "" : " or more") \(thing)\(number == 1 ? "" : "s")"
  }

  /// Reports once why the stream has ended, where the user can act on it or would wonder.
  private func end(_ error: MastodonError) async {
    polling?.cancel()
    polling = nil
    switch error {
    case .cancelled, .signedOut: return
    case .unsupported(let host, _):
      mustPoll = true
      // What arrives before the notifications are first shown is to be found, too.
      await session.recordPosition()
      announce("\(host) has no live updates; it is checked every two minutes instead.")
      await tellAnnouncements()
    default:
      let error = AppError(error)
      announce(
        ["Live updates have ended.", error.message, error.suggestion].filter { !$0.isEmpty }.joined(separator: " "))
    }
  }

  private func take(_ event: StreamEvent) {
    guard !isStopped else { return }
    session.apply(event)
    let (announcements, me) = (session.announcements(), session.me())
    switch event {
    case .update(let status):
      // A post that mentions the user arrives as a notification too, and is announced once.
      guard announcements == .all, status.account.id != me, !foundPosts.contains(status.id.rawValue),
        !status.mentions.contains(where: { $0.id == me }), status.filterVerdict(in: .home, at: now()) != .hide,
        !session.kinds().watchesPosts, !session.holdsBack(.posts(1))
      else { return }
      digest.add(status, at: uptime())
    case .notification(let notification):
      guard announcements != .none, !foundNotifications.contains(notification.id.rawValue),
        notification.status?.filterVerdict(in: .notifications, at: now()) != .hide,
        !session.kinds().hidden.contains(NotificationCategory(notification.kind)),
        !session.kinds().watchesNotifications, !session.holdsBack(.notifications([notification.kind: 1]))
      else { return }
      digest.add(notification, at: uptime())
    case .announcement(let announcement):
      tell([announcement])
      return
    case .announcementReaction, .announcementDelete, .conversation, .delete, .filtersChanged,
      .notificationsMerged, .statusUpdate, .unknown:
      return
    }
    flushSoon()
  }

  /// Tells once of the announcements that the user has not read.
  private func tellAnnouncements() async {
    guard !hasAskedForAnnouncements, session.announcements() != .none else { return }
    hasAskedForAnnouncements = true
    tell(await session.serverAnnouncements())
  }

  /// Tells of announcements, of each once: an edited one arrives again.
  private func tell(_ announcements: [Announcement]) {
    let new = announcements.filter { !toldAnnouncements.contains($0.id) }
    guard !isStopped, session.announcements() != .none, let note = session.describeAnnouncements(new) else { return }
    toldAnnouncements.formUnion(new.map(\.id))
    if !session.holdsBack(.announcements(new.count)) { post(note) }
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
      Task { [weak self] in
        do { try await Task.sleep(for: wait) } catch { return }
        self?.flush(at: due)
      }, due
    )
  }

  func flush(at time: Duration) {
    flushing = nil
    for line in digest.flush(at: max(time, uptime()), unread: session.unread())
    where claim(line) && !session.holdsBack(line.arrival) { post(note(line)) }
    flushSoon()
  }

  /// Claims what a line tells; false if something else has told it.
  ///
  /// The desktop is told all the same.
  private func claim(_ line: EventDigest.Line) -> Bool {
    switch line {
    case .post(let status): return session.claimLine(status.id)
    case .notification(let notification):
      guard let status = notification.status, status.visibility == .direct else { return true }
      let isFirst = session.claimLine(status.id)
      return isFirst || session.kinds().desktop.contains(NotificationCategory(notification.kind))
    case .posts, .notifications: return true
    }
  }

  private func announce(_ text: String) {
    if !isStopped, !session.holdsBack(.message) { post(Note(StyledText(text, .secondary))) }
  }
}

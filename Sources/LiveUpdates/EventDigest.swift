import MastodonKit
import StatusKit

/// Decides which events get a line of their own, and which are counted.
///
/// A value without a clock: its owner adds events, asks when the next lines are due, and flushes then. Times are those of a clock
/// that only goes forward.
///
/// - Posts: the first after a pause is announced, then how many there are, at most every five minutes.
/// - Notifications: a few are announced one by one. More are counted, in lines that come ever less often while the burst
///   lasts, and in a total at its end. Those that one may want to answer are not counted among the others.
struct EventDigest: Equatable {
  enum Line: Equatable {
    case post(Status)
    case posts(Int)
    case notification(Notification)
    /// The number of new notifications of each kind; `isTotal` if these are all of a burst.
    case notifications([Notification.Kind: Int], isTotal: Bool)

    /// The event's weight in quiet hours that have begun meanwhile, and the post or direct message that it reports by
    /// itself.
    @MainActor func claim(_ shown: ShownPosts) -> (arrival: QuietGate.Arrival, post: Status.ID?) {
      switch self {
      case .post(let status): (.posts(1), shown.lineID(of: status))
      case .posts(let count): (.posts(count), nil)
      case .notification(let notification):
        (
          .notifications([notification.kind: 1]),
          notification.rule == nil ? notification.directMessage : notification.status.map(shown.lineID)
        )
      case .notifications(let counts, isTotal: false): (.notifications(counts), nil)
      case .notifications: (.message, nil)
      }
    }
  }

  /// The time for which events are gathered before they are announced.
  static let gathering = Duration.milliseconds(200)
  /// The shortest time between two lines about posts.
  static let postPause = Duration.seconds(300)

  private var posts = Posts()
  /// Mentions and whatever else one may want to answer.
  private var conversations = NotificationDigest(maximumSingle: 3)
  /// Favourites, boosts, followers and the rest.
  private var reactions = NotificationDigest(maximumSingle: 2)

  private struct Posts: Equatable {
    var first: Status?
    var count = 0
    var since = Duration.zero
    var lastLine: Duration?

    var due: Duration? {
      guard count > 0 else { return nil }
      let gathered = since + EventDigest.gathering
      return lastLine.map { max(gathered, $0 + EventDigest.postPause) } ?? gathered
    }
  }

  /// When the next line is due; `nil` if nothing waits.
  var due: Duration? { [posts.due, conversations.due, reactions.due].compactMap(\.self).min() }

  mutating func add(_ post: Status, at now: Duration) {
    if posts.count == 0 { (posts.first, posts.since) = (post, now) }
    posts.count += 1
  }

  mutating func add(_ notification: Notification, at now: Duration) {
    switch notification.kind {
    case .mention, .quote, .status, .followRequest: conversations.add(notification, at: now)
    default: reactions.add(notification, at: now)
    }
  }

  /// Removes and returns the lines that are due, notifications first.
  ///
  /// - Parameter unread: The number of unseen posts of Home; `nil` if that is not known.
  mutating func flush(at now: Duration, unread: Int?) -> [Line] {
    var lines = conversations.flush(at: now) + reactions.flush(at: now)
    if let due = posts.due, due <= now {
      let count = unread ?? posts.count
      if let first = posts.first, posts.count == 1, count > 0 {
        lines.append(.post(first))
      } else if count > 0 {
        lines.append(.posts(count))
      }
      let last = count > 0 ? now : posts.lastLine
      posts = Posts()
      posts.lastLine = last
    }
    return lines
  }
}

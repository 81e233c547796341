import MastodonKit

/// Decides which notifications get a line of their own, and which are counted; a part of an ``EventDigest``.
struct NotificationDigest: Equatable {
  /// The time after which one more notification may be announced by itself.
  static let refill = Duration.seconds(5)
  /// The time without an event after which a burst is over.
  static let quiet = Duration.seconds(5)
  /// The longest time between two lines about a burst.
  static let maximumInterval = Duration.seconds(60)

  /// The number of consecutive notifications that are announced one by one.
  let maximumSingle: Int

  private var pending = Pending()
  private var burst: Burst?
  private var allowance = Allowance()

  init(maximumSingle: Int) { self.maximumSingle = maximumSingle }

  /// Notifications that were not announced yet.
  private struct Pending: Equatable {
    var singles: [Notification] = []
    var counts: [Notification.Kind: Int] = [:]
    var since = Duration.zero
    var last = Duration.zero

    var count: Int { counts.values.reduce(0, +) }
  }

  private struct Burst: Equatable {
    var interval: Duration
    var next: Duration
    var lines = 0
    /// The counts of the lines so far.
    var counted: [Notification.Kind: Int] = [:]
  }

  /// The number of notifications that may be announced one by one.
  private struct Allowance: Equatable {
    var used = 0
    var since = Duration.zero

    mutating func left(of maximum: Int, at now: Duration) -> Int {
      while used > 0, since + NotificationDigest.refill <= now {
        used -= 1
        since += NotificationDigest.refill
      }
      return maximum - used
    }

    mutating func use(_ count: Int, at now: Duration) {
      if used == 0 { since = now }
      used += count
    }
  }

  /// When the next line is due; `nil` if nothing waits.
  var due: Duration? {
    guard let burst else { return pending.count > 0 ? pending.since + EventDigest.gathering : nil }
    return pending.count > 0 ? min(burst.next, pending.last + Self.quiet) : pending.last + Self.quiet
  }

  mutating func add(_ notification: Notification, at now: Duration) {
    if pending.count == 0 { pending.since = now }
    pending.last = now
    pending.counts[notification.kind, default: 0] += 1
    if pending.singles.count < maximumSingle { pending.singles.append(notification) }
  }

  mutating func flush(at now: Duration) -> [EventDigest.Line] {
    guard let due, due <= now else { return [] }
    defer { removeAnnounced() }
    guard var burst else { return beginning(at: now) }
    let isOver = pending.last + Self.quiet <= now
    if isOver, burst.lines == 0, pending.count <= maximumSingle {
      self.burst = nil
      allowance.use(pending.count, at: now)
      return pending.singles.map(EventDigest.Line.notification)
    }
    let counts = pending.counts
    burst.counted.merge(counts, uniquingKeysWith: +)
    if isOver {
      self.burst = nil
      // One line has said it all already.
      if burst.lines == 1, counts.isEmpty { return [] }
      return [.notifications(burst.counted, isTotal: burst.lines > 0)]
    }
    burst.lines += 1
    burst.interval = min(burst.interval * 2, Self.maximumInterval)
    burst.next = now + burst.interval
    self.burst = burst
    return [.notifications(counts, isTotal: false)]
  }

  /// The first notifications after a pause: as single lines if they are few, as the start of a burst otherwise.
  private mutating func beginning(at now: Duration) -> [EventDigest.Line] {
    let left = allowance.left(of: maximumSingle, at: now)
    if pending.count <= left {
      allowance.use(pending.count, at: now)
      return pending.singles.map(EventDigest.Line.notification)
    }
    if pending.count <= maximumSingle {
      // A few more than may be announced now: they wait for the next line.
      burst = Burst(interval: Self.quiet, next: now + Self.quiet)
      return []
    }
    burst = Burst(interval: .seconds(1), next: now + .seconds(1), lines: 1, counted: pending.counts)
    return [.notifications(pending.counts, isTotal: false)]
  }

  private mutating func removeAnnounced() {
    // The first few of a burst wait until its first line.
    if let burst, burst.lines == 0 { return }
    pending = Pending(last: pending.last)
  }
}

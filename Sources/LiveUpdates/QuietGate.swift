public import FeatureKit
public import FoundationEssentials
public import MastodonKit
import Observation
import StatusKit
import TerminalKit

/// Holds back what is announced during quiet hours, and sums it up in one line at their end.
@MainActor
public final class QuietGate {
  /// Something that would have been announced.
  public enum Arrival: Hashable, Sendable {
    case posts(Int)
    /// So many notifications of each kind.
    case notifications([MastodonKit.Notification.Kind: Int])
    /// So many conversations with a new message.
    case conversations(Int)
    /// So many announcements of the server.
    case announcements(Int)
    /// A message of the program, such as one about the connection.
    case message
  }

  private let hours: () -> QuietHours?
  private let now: @Sendable () -> Date
  private let zone: @Sendable () -> LocalZone
  private let sleep: @Sendable (Duration) async throws -> Void
  private let post: (Note) -> Void
  private var posts = 0
  private var conversations = 0
  private var announcements = 0
  private var notifications: [MastodonKit.Notification.Kind: Int] = [:]
  /// Waits for the end of the hours; begins again when the setting changes.
  private(set) var waiting: Task<Void, Never>?

  /// Creates a gate.
  ///
  /// - Parameters:
  ///   - hours: The user's quiet hours; `nil` for none.
  ///   - post: Prints a line above the prompt.
  public init(
    hours: @escaping () -> QuietHours?, now: @escaping @Sendable () -> Date,
    zone: @escaping @Sendable () -> LocalZone,
    sleep: @escaping @Sendable (Duration) async throws -> Void,
    post: @escaping (Note) -> Void
  ) {
    self.hours = hours
    self.now = now
    self.zone = zone
    self.sleep = sleep
    self.post = post
  }

  deinit { waiting?.cancel() }

  public var isQuiet: Bool { hours()?.contains(now(), zone: zone()) ?? false }

  /// Counts something during quiet hours; false at other times.
  public func holdsBack(_ arrival: Arrival) -> Bool {
    guard isQuiet else { return false }
    switch arrival {
    case .posts(let count): posts += count
    case .notifications(let counts): notifications.merge(counts, uniquingKeysWith: +)
    case .conversations(let count): conversations += count
    case .announcements(let count): announcements += count
    case .message: break
    }
    if waiting == nil { wait() }
    return true
  }

  /// Forgets what was counted, for a session that has ended.
  public func stop() {
    waiting?.cancel()
    waiting = nil
    (posts, conversations, announcements, notifications) = (0, 0, 0, [:])
  }

  private func wait() {
    waiting?.cancel()
    withObservationTracking {
      _ = hours()
    } onChange: { [weak self] in
      Task { @MainActor in if self?.waiting != nil { self?.wait() } }
    }
    waiting = Task { [weak self, sleep] in
      // Not at once until the end: the machine may sleep, and its clock may be changed.
      while let left = self?.secondsLeft {
        // Cancelled: the wait begins again or has ended.
        do { try await sleep(.seconds(min(left + 1, 60))) } catch { return }
      }
      self?.sumUp()
    }
  }

  /// The remaining quiet time; `nil` outside quiet hours.
  private var secondsLeft: Double? { isQuiet ? hours()?.seconds(untilEndAfter: now(), zone: zone()) : nil }

  private func sumUp() {
    waiting = nil
    guard let summary else { return }
    var note = Note(StyledText(summary, .secondary))
    note.isUnprompted = true
    post(note)
    (posts, conversations, announcements, notifications) = (0, 0, 0, [:])
  }

  /// `In the quiet hours: 3 new mentions and 1 boost, 12 new posts.`; `nil` if nothing arrived.
  private var summary: String? {
    var parts = notifications.isEmpty ? [] : [Announcer.text(of: notifications)]
    if conversations > 0 { parts.append(CountText.of(conversations, "new direct message")) }
    if posts > 0 { parts.append(CountText.of(posts, "new post")) }
    if announcements > 0 { parts.append(CountText.of(announcements, "announcement")) }
    return parts.isEmpty ? nil : "In the quiet hours: \(parts.joined(separator: ", "))."
  }
}

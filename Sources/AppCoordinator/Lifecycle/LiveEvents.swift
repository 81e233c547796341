import FeatureKit
import FoundationEssentials
import HomeFeature
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

  /// How long events are gathered before they are said.
  static let moment = Duration.milliseconds(200)

  init(coordinator: AppCoordinator?) {
    self.coordinator = coordinator
  }

  deinit { flushing?.cancel() }

  /// Takes one signal of the stream.
  func take(_ signal: StreamSignal) async {
    switch signal {
    case .event(let event): take(event)
    case .connection(.connected):
      // A stream repeats nothing: what came meanwhile is counted by asking.
      if wasConnected { await coordinator?.session.home.catchUp() }
      wasConnected = true
    case .connection(.connecting), .connection(.waiting): break
    }
  }

  private func take(_ event: StreamEvent) {
    guard let coordinator else { return }
    coordinator.forEachReader { $0.apply(event) }
    let now = coordinator.dependencies.now()
    switch event {
    case .update(let status):
      let me = coordinator.session.account?.id
      // A post that mentions the person comes as a notification too, and is said once.
      guard coordinator.preferences.live == .on, status.account.id != me,
        !status.mentions.contains(where: { $0.id == me }),
        status.filterVerdict(in: .home, at: now) != .hide
      else { return }
      batch.addPost(Self.note(for: status))
    case .notification(let notification):
      guard coordinator.preferences.live != .off else { return }
      batch.add(Notifications.note(for: notification, me: coordinator.session.account?.id))
    case .statusUpdate, .delete, .filtersChanged, .unknown: return
    }
    flushSoon()
  }

  /// One line for a new post: who, and how it begins.
  static func note(for status: Status) -> StyledText {
    var line = StyledText(ExcerptText.cut(status.account.name, to: 30), .name)
    if status.reblog != nil {
      line += StyledText(" boosted ", .secondary)
      line += StyledText(ExcerptText.cut(status.displayed.account.name, to: 30), .name)
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

  private func flush() {
    flushing = nil
    for note in batch.flush() { coordinator?.notices.post(note) }
  }
}

import FoundationEssentials
import MastodonKit
import StatusKit

extension Watch {
  /// The new items of one target, each once, whether the stream tells of it or it is found.
  @MainActor
  final class Arrivals {
    private let target: Target
    private let source: Source
    private let display: Display
    private let take: (Item) -> Void
    /// The newest item that is known; `nil` before anything is.
    private var newest: Status.ID?
    /// The items that were reported lately.
    private var seen = RecentIDs(limit: 2000)
    private var isToldOfSilence = false
    /// The time of the newest post when it began.
    private var start: Date?
    private var follower: StreamFollower?

    /// The number of pages that are read to find what was missed.
    static let pages = 10

    init(_ target: Target, source: Source, display: Display, take: @escaping (Item) -> Void) {
      self.target = target
      self.source = source
      self.display = display
      self.take = take
    }

    /// Follows the target's stream until the task is cancelled.
    ///
    /// - Throws: `MastodonError` if the server refuses for good, `CancellationError`.
    func follow() async throws {
      // It may have been stopped before it began.
      try Task.checkCancellation()
      let signals = await source.signals(target)
      let follower = StreamFollower(
        delivers: source.isKnownToDeliver(target), isWhole: source.isWhole(target), sleep: source.sleep
      ) { [self] step in await perform(step) }
      self.follower = follower
      defer { self.follower = nil }
      try await follower.run(signals)
    }

    /// Finds what the stream has not told, before it is stopped.
    func findLast() async { await follower?.askLast() }

    private func perform(_ step: StreamFollower.Step) async {
      switch step {
      case .event(.update(let status)) where target == .notifications: alert(of: status)
      case .event(let event): if let item = target.item(of: event) { report(item) }
      case .begin: if newest == nil { await begin() }
      case .catchUp(.opening), .ready: break
      case .catchUp(let cause):
        guard await catchUp() > 0, cause == .silence, source.isWhole(target), !isToldOfSilence, !Task.isCancelled else {
          return
        }
        isToldOfSilence = true
        display.say(
          "The server's live updates do not tell of \(target.name); it is checked every two minutes instead.")
      case .tell(.unsupported):
        display.say("The server has no live updates for \(target.name); it is checked every two minutes instead.")
      case .tell(let notice): display.tell(notice)
      }
    }

    /// Remembers what is there already, so that later items are found if the stream does not tell.
    private func begin() async {
      // Without it only what is missed before the first item arrives is not found.
      guard let part = try? await source.page(target, PageRequest(limit: 5)) else { return }
      if case .group = target {
        start = part.items.compactMap(\.date).max()
        for item in part.items { _ = seen.insert(item.place) }
      }
      // A list without anything in it: whatever appears is new.
      newest = max(newest ?? Status.ID(""), part.items.map(\.place).max() ?? Status.ID(""))
    }

    /// Reports what the stream did not tell, the oldest first, and returns how much that is.
    private func catchUp() async -> Int {
      guard let known = newest else {
        await begin()
        return 0
      }
      var found: [Item] = []
      var request = PageRequest(limit: 40)
      var isWhole = false
      for _ in 0..<Self.pages {
        // The next interruption, or the next question, finds the rest.
        guard let part = try? await source.page(target, request), !Task.isCancelled else { return 0 }
        let new = part.items.filter { isNew($0, above: known) }
        found += new
        guard new.count == part.items.count, let older = part.older else {
          isWhole = true
          break
        }
        request.position = .older(than: older)
      }
      if !isWhole {
        display.say("More than \(found.count) items were missed in \(target.name); the oldest are left out.")
      }
      return found.reversed().count { report($0) }
    }

    /// Whether an item was not there before: of a group, whose posts have the ids of several servers, the times tell.
    private func isNew(_ item: Item, above known: Status.ID) -> Bool {
      guard case .group = target, let start, let date = item.date else { return item.place > known }
      return date >= start
    }

    /// Reports a post that a rule of the user's tells of, which no page of notifications has.
    private func alert(of status: Status) {
      guard let alert = display.alert(status, source.me ?? display.me()) else { return }
      let item = Item.notification(alert)
      if seen.insert(item.place) { take(item) }
    }

    /// Reports an item; false if it is known.
    @discardableResult private func report(_ item: Item) -> Bool {
      if !item.isChange {
        guard seen.insert(item.place) else { return false }
        newest = newest.map { max($0, item.place) } ?? item.place
      }
      take(item)
      return true
    }
  }
}

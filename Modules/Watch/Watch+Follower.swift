import FeatureKit
import MastodonKit

extension Watch {
  /// Follows one target: its stream, what that did not tell, and a server without streams by asking.
  ///
  /// Each item is reported once, whether it comes by the stream or is found.
  @MainActor
  final class Follower {
    private let target: Target
    private let source: Source
    /// Takes an item that is new; returns false when nothing more is wanted.
    private let take: (Item) async -> Bool
    private let say: (String) -> Void
    private let isToldOfConnection: () -> Bool
    /// The newest item that is known; `nil` before anything is.
    private var newest: Status.ID?
    /// The items that were reported lately.
    private var seen = Recent(limit: 2000)
    private var failures = 0
    private var isOver = false
    /// Whether the stream has told of an item.
    private var isProven = false
    /// How many items were reported.
    private var reported = 0

    /// The time between two questions where there is no stream.
    nonisolated static let interval = Duration.seconds(120)
    /// How many pages are read to find what was missed.
    static let pages = 10

    init(
      _ target: Target, source: Source, say: @escaping (String) -> Void,
      isToldOfConnection: @escaping () -> Bool = { false }, take: @escaping (Item) async -> Bool
    ) {
      self.isToldOfConnection = isToldOfConnection
      self.target = target
      self.source = source
      self.say = say
      self.take = take
    }

    /// Follows until nothing more is wanted, or the task is cancelled.
    ///
    /// - Throws: ``AppError`` if the server refuses for good.
    func run() async throws {
      // It may have been stopped before it began.
      try Task.checkCancellation()
      if let signals = await source.signals(target.topic) {
        try await follow(signals)
        if isOver { return }
        try Task.checkCancellation()
      }
      say("The server has no live updates for \(target.name); it is checked every two minutes instead.")
      try await poll()
    }

    /// Takes what a stream brings until it ends; one that is not known to deliver is checked meanwhile.
    private func follow(_ signals: AsyncStream<StreamSignal>) async throws {
      guard !source.isKnownToDeliver(target.topic) else { return try await hear(signals) }
      let hearing = Task { try await hear(signals) }
      let checking = Task {
        await check()
        if isOver { hearing.cancel() }
      }
      defer { checking.cancel() }
      do {
        try await withTaskCancellationHandler {
          try await hearing.value
        } onCancel: {
          hearing.cancel()
        }
      } catch is CancellationError where isOver {
        return
      }
    }

    private func hear(_ signals: AsyncStream<StreamSignal>) async throws {
      for await signal in signals {
        try Task.checkCancellation()
        guard try await hear(signal), !isOver else { return }
      }
    }

    /// Asks whether there is something that the stream does not tell, until it has told of something.
    private func check() async {
      var isTold = false
      while !isOver, !isProven {
        // The following has ended.
        do { try await source.sleep(Self.interval) } catch { return }
        guard !isProven else { return }
        let known = reported
        await catchUp()
        guard !isTold, reported > known, !Task.isCancelled else { continue }
        isTold = true
        say("The server's live updates do not tell of \(target.name); it is checked every two minutes instead.")
      }
    }

    /// Takes a signal; false if there is no stream.
    private func hear(_ signal: StreamSignal) async throws -> Bool {
      switch signal {
      case .event(let event):
        if let item = target.item(of: event) {
          if !item.isChange { isProven = true }
          await report(item)
        }
      case .gap: await catchUp()
      case .connection(.connected):
        if failures >= 2, !isToldOfConnection() { say("Live updates are back.") }
        failures = 0
        if newest == nil { await begin() }
      case .connection(.waiting):
        failures += 1
        if failures == 2, !isToldOfConnection() { say("Live updates are interrupted: trying again.") }
      case .connection(.ended(.unsupported)): return false
      case .connection(.ended(.cancelled)): throw CancellationError()
      case .connection(.ended(let error)): throw AppError(error)
      case .connection(.connecting): break
      }
      return true
    }

    /// Remembers what is there already, so that what comes later is found if the stream does not tell.
    private func begin() async {
      // Without it only what is missed before the first item arrives is not found.
      guard let part = try? await source.page(target, PageRequest(limit: 5)) else { return }
      // A list without anything in it: whatever appears is new.
      newest = max(newest ?? Status.ID(""), part.items.map(\.place).max() ?? Status.ID(""))
    }

    /// Reports what the stream did not tell, the oldest first.
    private func catchUp() async {
      guard let known = newest else { return await begin() }
      var found: [Item] = []
      var request = PageRequest(limit: 40)
      var isWhole = false
      for _ in 0..<Self.pages {
        // The next interruption, or the next question, finds the rest.
        guard let part = try? await source.page(target, request), !Task.isCancelled else { return }
        let new = part.items.filter { $0.place > known }
        found += new
        guard new.count == part.items.count, let older = part.older else {
          isWhole = true
          break
        }
        request.position = .older(than: older)
      }
      if !isWhole { say("More than \(found.count) items were missed in \(target.name); the oldest are left out.") }
      for item in found.reversed() where !isOver { await report(item) }
    }

    private func poll() async throws {
      if newest == nil { await begin() }
      while !isOver {
        try await source.sleep(Self.interval)
        await catchUp()
        try Task.checkCancellation()
      }
    }

    private func report(_ item: Item) async {
      guard !item.isChange else {
        if !isOver, await !take(item) { isOver = true }
        return
      }
      let place = item.place
      guard !isOver, seen.insert(place) else { return }
      newest = newest.map { max($0, place) } ?? place
      reported += 1
      if await !take(item) { isOver = true }
    }
  }
}

import FeatureKit
import MastodonKit
import StatusKit
import TerminalKit

extension Watch {
  /// Follows one target until a number of items, a time, or the stream is over, and passes on the items that are wanted.
  @MainActor
  final class Watching {
    let target: Target
    let options: Options
    private(set) var count = 0
    private let source: Source
    private let display: Display
    private let isData: Bool
    private let pass: (Item, _ isShown: Bool) -> Void
    private var reported = Reported()
    /// Ends when the last item was shown.
    private let items = AsyncStream.makeStream(of: Never.self)

    init(
      _ target: Target, _ options: Options, source: Source, display: Display, isData: Bool,
      pass: @escaping (Item, _ isShown: Bool) -> Void
    ) {
      self.target = target
      self.options = options
      self.source = source
      self.display = display
      self.isData = isData
      self.pass = pass
    }

    /// Follows to the end, and throws what ended it too early.
    func run() async throws {
      let arrivals = Arrivals(target, source: source, display: display) { [weak self] in self?.take($0) }
      try await withThrowingTaskGroup(of: Void.self) { [items, options, source] group in
        group.addTask { try await arrivals.follow() }
        group.addTask { for await _ in items.stream {} }
        if let seconds = options.seconds { group.addTask { try await source.sleep(.seconds(seconds)) } }
        try await group.next()
        group.cancelAll()
      }
      try Task.checkCancellation()
    }

    private func take(_ item: Item) {
      guard count < options.limit ?? .max, isWanted(item) else { return }
      let item = options.includesChanges ? reported.completed(item) : item
      // As text, the deletion of what was not shown says nothing.
      if !isData, case .deletion(_, of: nil) = item { return pass(item, false) }
      count += 1
      pass(item, true)
      if count == options.limit { items.continuation.finish() }
    }

    private func isWanted(_ item: Item) -> Bool {
      guard options.includesChanges || !item.isChange else { return false }
      let isOfKind = options.only.isEmpty || options.only.contains { $0.includes(item, me: display.me()) }
      return isOfKind && !display.isHidden(item, target, !options.only.isEmpty)
    }
  }

  /// Gathers the items that arrive within a moment, so that they are shown together.
  @MainActor
  final class Batch {
    private let sleep: @Sendable (Duration) async throws -> Void
    private let show: ([(item: Item, isShown: Bool)]) -> Void
    private var items: [(item: Item, isShown: Bool)] = []
    private var gathering: Task<Void, Never>?

    /// The time for which items are gathered.
    nonisolated static let time = Duration.milliseconds(200)

    init(
      sleep: @escaping @Sendable (Duration) async throws -> Void,
      show: @escaping ([(item: Item, isShown: Bool)]) -> Void
    ) {
      self.sleep = sleep
      self.show = show
    }

    deinit { gathering?.cancel() }

    func add(_ item: Item, isShown: Bool) {
      items.append((item, isShown))
      guard gathering == nil else { return }
      gathering = Task { [weak self, sleep] in
        // It was stopped, and shows nothing more.
        do { try await sleep(Self.time) } catch { return }
        self?.flush()
      }
    }

    /// Shows at once what has been gathered.
    func flush() {
      let gathered = items
      stop()
      show(gathered)
    }

    /// Forgets what has been gathered.
    func stop() {
      gathering?.cancel()
      gathering = nil
      items = []
    }
  }
}

extension Watch.Display {
  /// An item as a line of JSON.
  func line(_ item: Watch.Item, of target: Watch.Target) -> String {
    let content: JSONValue.Member =
      switch item {
      case .deletion(let id, _): .init("id", .string(id.rawValue))
      case .post, .edit: .init("post", data(item))
      case .notification, .conversation: .init(item.event, data(item))
      }
    return JSONValue.object([
      .init("schema", .int(JSONValue.schemaVersion)), .init("event", .string(item.event)),
      .init("timeline", .string(target.words)), content,
    ]).serialized()
  }
}

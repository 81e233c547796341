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
    /// Whether the time of `--for` is over.
    private(set) var isOutOfTime = false
    private let source: Source
    private let display: Display
    private let isData: Bool
    private let pass: (Item, _ isShown: Bool) -> Void
    private var reported = Reported()
    /// The posts of several accounts that were passed on, each once.
    private var met = RecentIDs(limit: 2000)
    private var arrivals: [Arrivals] = []
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
      let accounts: [String?] = if case .accounts(let accounts, _) = target { accounts } else { [nil] }
      try await withThrowingTaskGroup(of: Void.self) { [items, options, source] group in
        group.addTask { [self] in try await follow(accounts) }
        group.addTask { for await _ in items.stream {} }
        if let seconds = options.seconds {
          group.addTask { [self] in
            try await source.sleep(.seconds(seconds))
            await endOfTime()
            for arrivals in await arrivals { await arrivals.findLast() }
          }
        }
        try await group.next()
        group.cancelAll()
      }
      try Task.checkCancellation()
    }

    private func endOfTime() { isOutOfTime = true }

    /// Follows each account; one that can't be followed is left out as long as another can.
    private func follow(_ accounts: [String?]) async throws {
      let failure = await withTaskGroup(of: (any Error)?.self) { group in
        for account in accounts {
          group.addTask { [self] in
            do {
              try await follow(account)
              return nil
            } catch {
              if let account, accounts.count > 1, !Task.isCancelled { await leaveOut(account, error) }
              return error
            }
          }
        }
        var last: (any Error)?
        for await failure in group { last = failure }
        return last
      }
      if let failure { throw failure }
    }

    private func leaveOut(_ account: String, _ error: any Error) {
      display.say("Without @\(account): \(AppError(error).message)")
    }

    private func follow(_ account: String?) async throws {
      var source = source
      if let account { source = try await source.source(account) }
      let arrivals = Arrivals(target.ofAccount, source: source, display: display) { [weak self, me = source.me] item in
        self?.take(item, of: account, me: me)
      }
      self.arrivals.append(arrivals)
      try await arrivals.follow()
    }

    private func take(_ item: Item, of account: String?, me: Account.ID?) {
      guard count < options.limit ?? .max, isWanted(item, me: me ?? display.me()) else { return }
      var item = item
      if let account {
        if case .post(let status) = item {
          // Own posts are left out where they are of the signed-in account, too.
          guard me == nil || isData || status.account.id != me, met.insert(Status.ID(status.mergeIdentity)) else {
            return
          }
        }
        item = item.identified(on: account)
      }
      item = options.includesChanges ? reported.completed(item) : item
      // As text, the deletion of what was not shown says nothing.
      if !isData, case .deletion(_, of: nil) = item { return pass(item, false) }
      count += 1
      pass(item, true)
      if count == options.limit { items.continuation.finish() }
    }

    private func isWanted(_ item: Item, me: Account.ID?) -> Bool {
      guard options.includesChanges || !item.isChange else { return false }
      let isOfKind = options.only.isEmpty || options.only.contains { $0.includes(item, me: me) }
      return isOfKind && !display.isHidden(item, target.ofAccount, !options.only.isEmpty)
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
      case .deletion(let id, _): .init("id", .string(id.ofAccount))
      case .post, .edit: .init("post", data(item))
      case .notification, .conversation: .init(item.event, data(item))
      }
    return JSONValue.object([
      .init("schema", .int(JSONValue.schemaVersion)), .init("event", .string(item.event)),
      .init("timeline", .string(target.words)), content,
    ]).serialized()
  }
}

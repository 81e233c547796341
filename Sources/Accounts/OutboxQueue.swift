import FeatureKit
public import FoundationEssentials
public import MastodonClient
public import MastodonKit
import Synchronization

/// One account's queue of what is to be sent: strictly in order, by one prompt or process at a time.
///
/// An item leaves it when the server has accepted it, or has refused it for good. Whatever else ends a flush (no network,
/// Ctrl-C, a signal, another account) leaves it as it was.
public final class OutboxQueue: Sendable {
  /// The closures that send an item and report its progress.
  public struct Sender: Sendable {
    /// Sends an item, and returns what the server left out of it; throws an ``OutboxObstacle``, or why nothing can be sent now.
    var send: @Sendable (OutboxItem) async throws -> [Omission]
    /// Tells the user what happened to the waiting items.
    var report: @Sendable (OutboxFlush) async -> Void

    public init(
      send: @escaping @Sendable (OutboxItem) async throws -> [Omission],
      report: @escaping @Sendable (OutboxFlush) async -> Void
    ) {
      self.send = send
      self.report = report
    }
  }

  /// The age up to which an item is sent without being requested, in seconds: a day.
  ///
  /// A post that reads as fresh may be out of place later.
  public static let longestWait: TimeInterval = 86_400

  /// The time after which something that waits for its turn is put at the end of the queue.
  static let patience = Duration.seconds(10)

  public let service: OutboxService
  /// The posts that were sent from here, by their drafts.
  private let sentPosts: PostKeys
  private let now: @Sendable () -> Date
  private let keeps: @MainActor @Sendable () -> Bool
  /// Whether nothing is sent, so that everything is put at the end of the queue.
  private let isDeferring: Bool
  private let mayHaveArrived: Bool
  private let sender = Mutex<Sender?>(nil)
  /// The items that could not be sent as they are, with the reasons; they are skipped until requested.
  private let problems = Mutex<[OutboxItem.ID: any Error]>([:])

  /// Creates the queue of an account.
  ///
  /// - Parameters:
  ///   - sentPosts: The posts that were sent, for what was written about them while they waited.
  ///   - keeps: Whether what cannot be sent is put into the queue.
  ///   - isDeferring: Whether nothing is sent, and everything is put into the queue.
  ///   - mayHaveArrived: Whether that was sent before, without an answer.
  public init(
    service: OutboxService, sentPosts: PostKeys, now: @escaping @Sendable () -> Date,
    keeps: @escaping @MainActor @Sendable () -> Bool, isDeferring: Bool = false,
    mayHaveArrived: Bool = false
  ) {
    self.service = service
    self.sentPosts = sentPosts
    self.now = now
    self.keeps = keeps
    self.isDeferring = isDeferring
    self.mayHaveArrived = mayHaveArrived
  }

  /// Sets how items are sent, once there is a client.
  public func begin(sending sender: Sender) { self.sender.withLock { $0 = sender } }

  /// Why an item cannot be sent as it is; `nil` if nothing is known against it.
  public func problem(of id: OutboxItem.ID) -> (any Error)? { problems.withLock { $0[id] } }

  /// The queue of a client.
  public var requests: RequestQueue {
    RequestQueue(
      turn: { [self] _ throws(MastodonError) in try await turn() },
      add: { [self] request, error in await keeps() ? keep(request, after: error) : nil },
      // It is sent once more if that fails, which changes nothing.
      remove: { [self] in try? service.delete([$0.key]) },
      sent: { [self] draft throws(MastodonError) in try sentPost(draft) })
  }

  /// Records the post that a draft has become, for what was written about it while it waited.
  public func note(_ post: Status, of draft: Draft.ID) {
    guard let key = PostKey(Self.keyPrefix + draft) else { return }
    // What is about it then waits, and says so.
    try? sentPosts.note(key, PostKeys.Sent(id: post.id, url: post.url))
  }

  /// The post that a draft has become.
  ///
  /// - Throws: ``MastodonError/notSentYet``.
  public func sentPost(_ draft: Draft.ID) throws(MastodonError) -> Status.ID {
    // What cannot be read is not known to be sent.
    guard let key = PostKey(Self.keyPrefix + draft), let sent = try? sentPosts.find(key) else {
      throw .notSentYet
    }
    return sent.id
  }

  private static let keyPrefix = "draft:"

  // MARK: - Sending

  /// Sends what waits.
  ///
  /// - Parameters:
  ///   - includesOld: Whether also what waits longer than ``longestWait`` is sent, and what had a problem.
  ///   - isRequested: Whether the user asks for it, whose command says what was sent.
  public func flush(includesOld: Bool = false, isRequested: Bool = false) async -> OutboxFlush {
    var flush = OutboxFlush()
    flush.isRequested = isRequested
    // A dry run has a store of its own.
    if includesOld { problems.withLock { $0 = [:] } }
    do {
      guard try hasWaiting(includesOld: includesOld) else { return flush }
      guard let lock = try service.lock() else {
        flush.isBusy = true
        return flush
      }
      defer { withExtendedLifetime(lock) {} }
      await send(&flush, includesOld: includesOld)
    } catch {
      flush.stop = error
    }
    await report(flush)
    return flush
  }

  private func hasWaiting(includesOld: Bool) throws -> Bool {
    try service.next(.min, includesOld ? nil : oldest) != nil
  }

  /// The date before which items are sent only on demand.
  private var oldest: Date { now().addingTimeInterval(-Self.longestWait) }

  /// Sends one item after the other, under the lock; each is read when it is its turn, since it may have changed.
  ///
  /// - Parameter end: The item before which it ends.
  private func send(
    _ flush: inout OutboxFlush, includesOld: Bool, before end: OutboxItem.ID? = nil,
    until limit: ContinuousClock.Instant? = nil
  ) async {
    guard let sender = sender.withLock(\.self) else {
      flush.stop = MastodonError.cancelled
      return
    }
    var place = Int64.min
    do {
      while let waiting = try service.next(place, includesOld ? nil : oldest), waiting.id != end {
        place = waiting.place
        if Task.isCancelled { throw MastodonError.cancelled }
        if let limit, ContinuousClock.now >= limit { throw Self.busy }
        if problem(of: waiting.id) != nil { continue }
        // Without an answer nobody knows whether it has arrived, also after the end of this process.
        if !waiting.mayHaveArrived { try service.mark(waiting, true) }
        do {
          flush.omissions += try await sender.send(waiting.item)
          try service.settle(waiting)
          flush.sent.append(waiting.item)
        } catch let obstacle as OutboxObstacle {
          try take(obstacle, of: waiting, &flush)
        } catch {
          if let error = error as? MastodonError, !error.mayHaveSucceeded { try service.mark(waiting, false) }
          throw error
        }
      }
    } catch {
      flush.stop = Task.isCancelled ? MastodonError.cancelled : error
    }
  }

  private func take(_ obstacle: OutboxObstacle, of waiting: WaitingItem, _ flush: inout OutboxFlush) throws {
    switch obstacle {
    case .refused(let error):
      try service.settle(waiting)
      flush.refused.append((waiting.item, error))
    case .gone:
      // Sending or deleting a draft removes its item too, so an item without a draft has lost its text.
      if try service.find(waiting.id)?.place == waiting.place { try keep(waiting, OutboxObstacle.missingText, &flush) }
    case .problem(let error): try keep(waiting, error, &flush)
    case .open:
      try service.mark(waiting, waiting.mayHaveArrived)
      throw OutboxObstacle.changing
    }
  }

  /// Leaves an item that cannot be sent as it is, with the reason.
  private func keep(_ waiting: WaitingItem, _ error: any Error, _ flush: inout OutboxFlush) throws {
    var kept = waiting
    // Another process lists it too.
    kept.item.problem = AppError(error).message
    try service.mark(kept, waiting.mayHaveArrived)
    problems.withLock { $0[waiting.id] = error }
    flush.problems.append((waiting.item, error))
  }

  private func report(_ flush: OutboxFlush) async {
    guard !flush.isQuiet, let sender = sender.withLock(\.self) else { return }
    await sender.report(flush)
  }

  // MARK: - Turns

  private static let notAsked = MastodonError.unreachable(host: "The server", reason: .notAsked)

  private static let busy = MastodonError.unavailable(
    words: "The outbox is being sent.", suggestion: "Wait a moment, then try again.")

  /// Waits for the right to send and sends what waits before.
  ///
  /// - Throws: `.cancelled`, or why something still waits.
  private func turn(
    before end: OutboxItem.ID? = nil, isNeeded: Bool = false
  ) async throws(MastodonError) -> SendingLock? {
    if isDeferring { throw Self.notAsked }
    do {
      let waits: Bool
      // An outbox that cannot be read, as on a full disk, holds up nothing.
      do { waits = try service.next(.min, nil) != nil } catch { return isNeeded ? SendingLock {} : nil }
      guard waits || isNeeded else { return nil }
      let limit = ContinuousClock.now + Self.patience
      let lock = try await lock(until: limit)
      var flush = OutboxFlush()
      await send(&flush, includesOld: false, before: end, until: limit)
      await report(flush)
      if let stop = flush.stop { throw stop }
      return lock
    } catch let error as MastodonError {
      throw error
    } catch is CancellationError {
      throw .cancelled
    } catch {
      // Why something else waits, in the sender's words.
      throw .unavailable(words: "The outbox could not be sent.", suggestion: "See why: outbox send")
    }
  }

  private func lock(until limit: ContinuousClock.Instant) async throws -> SendingLock {
    while true {
      do {
        if let lock = try service.lock() { return lock }
      } catch {
        // A disk that takes no lock is not a reason to send nothing.
        return SendingLock {}
      }
      guard ContinuousClock.now < limit else { throw Self.busy }
      try await Task.sleep(for: .milliseconds(50))
    }
  }

  /// Sends a post in its turn, as the only prompt and process of the account that does.
  ///
  /// - Parameter isThere: Whether the draft still exists; another prompt may have sent it meanwhile.
  /// - Throws: The error of `send`; `.queued` if it waits.
  public func send(
    post draft: Draft.ID, isThere: () throws -> Bool, _ send: () async throws -> Void
  ) async throws {
    let lock: SendingLock?
    do throws(MastodonError) {
      lock = try await turn(before: OutboxItem.id(ofPost: draft), isNeeded: true)
    } catch {
      guard error != .cancelled, await keeps(), keep(OutboxItem(post: draft, at: now()), mayHaveArrived: false) else {
        throw error
      }
      throw MastodonError.queued(error)
    }
    defer { withExtendedLifetime(lock) {} }
    guard try isThere() else { throw Self.gone }
    do {
      try await send()
    } catch let error as MastodonError where error.isAboutReachingTheServer || error == .notSentYet {
      guard await keeps(), keep(OutboxItem(post: draft, at: now()), mayHaveArrived: error.mayHaveSucceeded) else {
        throw error
      }
      throw MastodonError.queued(error)
    }
  }

  /// Sends a draft that has no place in the order, such as an edit, as the only prompt and process of the account that does.
  ///
  /// - Parameter isThere: Whether the draft still exists.
  public func send(alone isThere: () throws -> Bool, _ send: () async throws -> Void) async throws {
    let lock = try await lock(until: ContinuousClock.now + Self.patience)
    defer { withExtendedLifetime(lock) {} }
    guard try isThere() else { throw Self.gone }
    try await send()
  }

  private static let gone = MastodonError.unavailable(
    words: "This draft was sent or discarded meanwhile, by another prompt or command.", suggestion: "drafts")

  // MARK: - Keeping

  /// Takes a post out, whose text stays a draft; returns whether it was waiting and nothing is being sent.
  ///
  /// - Throws: ``MastodonError`` if it may have been sent, so that taking it out would not take it back.
  public func withdraw(post draft: Draft.ID) throws -> Bool {
    // What cannot be read or written is reported by the commands of the outbox.
    guard let waiting = try? service.find(OutboxItem.id(ofPost: draft)), let lock = try? service.lock() else {
      return false
    }
    guard !waiting.mayHaveArrived else {
      throw MastodonError.unavailable(
        words: "Your post may have been sent: the answer was lost.",
        suggestion: "outbox send looks for it, and sends it only if it is not there.")
    }
    defer { withExtendedLifetime(lock) {} }
    // As above.
    return (try? service.settle(waiting)) != nil
  }

  /// Keeps a request that could not be sent, or takes out the one that it undoes.
  private func keep(_ request: QueuedRequest, after error: MastodonError) -> MastodonError? {
    do {
      var request = request
      if let waiting = try service.find(request.key), case .request(let other) = waiting.item.content {
        if request.undoes(other), !waiting.mayHaveArrived, let lock = try service.lock() {
          defer { withExtendedLifetime(lock) {} }
          try service.settle(waiting)
          return .withdrawn(operation: other.operation)
        }
        request = request.after(other)
      }
      try store(OutboxItem(request, at: now()), mayHaveArrived: error.mayHaveSucceeded)
      return .queued(error)
    } catch {
      // The request then fails as it would without an outbox, but for one that is only to wait.
      guard isDeferring else { return nil }
      let error = AppError(error)
      return .unavailable(words: error.message, suggestion: error.suggestion)
    }
  }

  private func keep(_ item: OutboxItem, mayHaveArrived: Bool) -> Bool {
    do {
      try store(item, mayHaveArrived: mayHaveArrived)
      return true
    } catch {
      // What can't be kept fails as it would without an outbox.
      return false
    }
  }

  private func store(_ item: OutboxItem, mayHaveArrived: Bool) throws {
    // What waits already keeps its place.
    if try service.find(item.id)?.item.content != item.content {
      try service.add(item, mayHaveArrived || self.mayHaveArrived)
    }
  }
}

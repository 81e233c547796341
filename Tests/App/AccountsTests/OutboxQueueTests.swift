import FeatureKit
import Foundation
import MastodonClient
import MastodonKit
import Synchronization
import Testing

@testable import Accounts

/// An item leaves the outbox when the server has answered it, and nothing overtakes what waits.
@Suite(.timeLimit(.minutes(10))) struct OutboxQueueTests {
  private let memory = OutboxMemory()

  private func queue(_ send: @escaping @Sendable (OutboxItem) async throws -> Void = { _ in }) -> OutboxQueue {
    queue(reporting: { _ in }, sending: send)
  }

  private func queue(
    reporting report: @escaping @Sendable (OutboxFlush) async -> Void,
    sending send: @escaping @Sendable (OutboxItem) async throws -> Void
  ) -> OutboxQueue {
    let queue = OutboxQueue(
      service: memory.service, sentPosts: memory.sentPosts, now: { .fixtureNow }, keeps: { true })
    queue.begin(
      sending: OutboxQueue.Sender(
        send: {
          try await send($0)
          return []
        }, report: report))
    return queue
  }

  private static func request(_ act: String, _ id: String = "1") -> QueuedRequest {
    QueuedRequest(template: "/api/v1/statuses/:id/\(act)", arguments: [id], fields: [], operation: "\(act) the post")
  }

  private static func favourite(_ id: String, age: TimeInterval = 60) -> OutboxItem {
    OutboxItem(request("favourite", id), at: .fixtureNow - age)
  }

  private static let offline = MastodonError.unreachable(host: "shore.example", reason: .offline, operation: "x")

  @Test func everythingIsSentInOrder() async {
    memory.add(Self.favourite("2"), OutboxItem(post: "d1", at: .fixtureNow - 3600), Self.favourite("1", age: 7200))
    let sent = Mutex<[String]>([])
    let flush = await queue { item in sent.withLock { $0.append(item.id) } }.flush()
    #expect(sent.withLock(\.self).map { $0.suffix(2) } == [" 2", "d1", " 1"], "the clock may have been wrong")
    #expect(flush.sent.count == 3 && flush.stop == nil && memory.ids.isEmpty)
  }

  @Test(
    arguments: [
      MastodonError.cancelled, .signedOut, .unauthorized(host: "x"), .rateLimited(host: "x", retryAfter: 3),
      .serverFailed(host: "x", code: 502), offline, .timedOut(host: "x", seconds: 10),
      .invalidResponse(host: "x", operation: "x"), .redirected(host: "x", to: "y"), .forbidden(host: "x", words: ""),
      .rejected(host: "x", words: "Cannot attach files that have not finished processing. Try again in a moment!"),
    ] as [MastodonError])
  func interruptedFlushChangesNothing(_ error: MastodonError) async {
    memory.add(Self.favourite("1"), Self.favourite("2"))
    let flush = await queue { _ in throw error }.flush()
    #expect(memory.ids == [Self.favourite("1").id, Self.favourite("2").id])
    #expect(flush.refused.isEmpty && flush.stop as? MastodonError == error)
    #expect(await queue().flush().sent.count == 2)
  }

  @Test(arguments: ["This action is outside the authorized scopes", "Insufficient permissions: write:follows.", ""])
  func refusalForTheSignInIsNoneOfTheItem(_ words: String) {
    #expect(!MastodonError.forbidden(host: "x", words: words).isLastingRefusal)
  }

  @Test(
    arguments: [
      MastodonError.notFound(host: "x", operation: "x"), .rejected(host: "x", words: "No."),
      .forbidden(host: "x", words: "You are limited."), .unsupported(host: "x", operation: "x"),
    ] as [MastodonError])
  func rejectedItemLeavesTheQueue(_ error: MastodonError) async {
    memory.add(Self.favourite("1"), Self.favourite("2"))
    #expect(error.isLastingRefusal)
    let flush = await queue { item in
      if item.id.hasSuffix("1") { throw OutboxObstacle.refused(error) }
    }.flush()
    #expect(flush.refused.map(\.item.id) == [Self.favourite("1").id] && flush.sent.count == 1 && memory.ids.isEmpty)
  }

  @Test func cancellingAFlushLeavesWhatItHasNotSent() async {
    memory.add(Self.favourite("1"), Self.favourite("2"), Self.favourite("3"))
    let (asked, ask) = AsyncStream.makeStream(of: Void.self)
    let queue = queue { item in
      guard item.id.hasSuffix("2") else { return }
      ask.yield()
      try await Task.sleep(for: .seconds(600))
    }
    let task = Task { await queue.flush() }
    for await _ in asked { break }
    task.cancel()
    let flush = await task.value
    #expect(flush.sent.count == 1 && flush.stop as? MastodonError == .cancelled)
    #expect(memory.ids == [Self.favourite("2").id, Self.favourite("3").id])
    #expect(await self.queue().flush().sent.count == 2, "the lock was released")
  }

  @Test func waitingItemsAreSentFirst() async throws {
    memory.add(Self.favourite("1"))
    let sent = Mutex<[String]>([])
    let online = queue { item in sent.withLock { $0.append(item.id) } }
    #expect(try await online.requests.turn(Self.request("favourite", "2")) != nil)
    #expect(sent.withLock(\.self) == [Self.favourite("1").id])
    #expect(try await online.requests.turn(Self.request("favourite", "2")) == nil, "nothing waits any more")

    memory.add(Self.favourite("1"))
    let offline = queue { _ in throw Self.offline }
    await #expect(throws: Self.offline) { try await offline.requests.turn(Self.request("favourite", "2")) }
    #expect(await offline.requests.add(Self.request("favourite", "2"), Self.offline) == .queued(Self.offline))
    var isSent = false
    await #expect(throws: MastodonError.queued(Self.offline)) {
      try await offline.send(post: "d2", isThere: { true }) { isSent = true }
    }
    #expect(!isSent && memory.ids == [Self.favourite("1").id, Self.favourite("2").id, "post d2"])
  }

  @Test func aWaitingPostIsSentInItsPlace() async throws {
    memory.add(Self.favourite("1"), OutboxItem(post: "d1", at: .fixtureNow), Self.favourite("2"))
    let sent = Mutex<[String]>([])
    let queue = queue { item in sent.withLock { $0.append(item.id) } }
    try await queue.send(post: "d1", isThere: { true }) { sent.withLock { $0.append("d1") } }
    #expect(sent.withLock(\.self) == [Self.favourite("1").id, "d1"])
  }

  @Test func oppositeOfAWaitingActionRemovesIt() async throws {
    let queue = queue()
    let (add, favourite) = (queue.requests.add, Self.request("favourite"))
    #expect(await add(favourite, Self.offline) == .queued(Self.offline))
    #expect(await add(Self.request("unfavourite"), Self.offline) == .withdrawn(operation: "favourite the post"))
    #expect(memory.ids.isEmpty)
    // Without an answer the server may have it, so that its removal has to be sent.
    let lost = MastodonError.timedOut(host: "x", seconds: 10)
    #expect(await add(favourite, lost) == .queued(lost))
    #expect(await add(Self.request("unfavourite"), Self.offline) == .queued(Self.offline))
    #expect(memory.items.map(\.item.content) == [.request(Self.request("unfavourite"))])
  }

  @Test func deferringQueueSendsNothingAndKeepsEverything() async throws {
    memory.add(Self.favourite("1"))
    let queue = OutboxQueue(
      service: memory.service, sentPosts: memory.sentPosts, now: { .fixtureNow }, keeps: { true }, isDeferring: true)
    queue.begin(
      sending: OutboxQueue.Sender(
        send: { _ in
          Issue.record("it was sent")
          return []
        }, report: { _ in }))
    await #expect(throws: MastodonError.self) { try await queue.requests.turn(Self.request("favourite", "2")) }
    await #expect(throws: MastodonError.self) {
      try await queue.send(post: "d1", isThere: { true }) { Issue.record("it was sent") }
    }
    #expect(memory.ids == [Self.favourite("1").id, "post d1"])
  }

  @Test func nothingIsKeptWhereTheUserDoesNotWantThat() async {
    let queue = OutboxQueue(
      service: memory.service, sentPosts: memory.sentPosts, now: { .fixtureNow }, keeps: { false })
    queue.begin(sending: OutboxQueue.Sender(send: { _ in [] }, report: { _ in }))
    #expect(await queue.requests.add(Self.request("favourite"), Self.offline) == nil)
    await #expect(throws: Self.offline) {
      try await queue.send(post: "d1", isThere: { true }) { throw Self.offline }
    }
    #expect(memory.ids.isEmpty)
  }

  @Test func sentPostIsFoundByItsDraft() throws {
    let kept = Mutex<[String: Status.ID]>([:])
    let queue = OutboxQueue(
      service: memory.service,
      sentPosts: PostKeys(
        find: { key in kept.withLock { $0[key.name] }.map { PostKeys.Sent(id: $0, url: nil) } },
        note: { key, sent in kept.withLock { $0[key.name] = sent.id } }),
      now: { .fixtureNow }, keeps: { true })
    #expect(throws: MastodonError.notSentYet) { try queue.sentPost("d1") }
    queue.note(Status.fixtures.own, of: "d1")
    #expect(try queue.sentPost("d1") == Status.fixtures.own.id)
  }

  @Test func twoPromptsDoNotSendTheSameItem() async {
    memory.add(Self.favourite("1"), Self.favourite("2"))
    let sent = Mutex<[String]>([])
    let other = queue { item in sent.withLock { $0.append("other \(item.id)") } }
    let flush = await queue { item in
      let busy = await other.flush()
      #expect(busy.isBusy && busy.sent.isEmpty)
      sent.withLock { $0.append(item.id) }
    }.flush()
    #expect(flush.sent.count == 2 && sent.withLock(\.self) == [Self.favourite("1").id, Self.favourite("2").id])
  }

  @Test func aPostThatAnotherPromptHasSentIsNotSentAgain() async {
    let queue = queue()
    await #expect(throws: MastodonError.self) {
      try await queue.send(post: "d1", isThere: { false }) { Issue.record("sent twice") }
    }
    #expect(memory.ids.isEmpty)
  }

  @Test func anEditOrAScheduledPostIsSentByOnePromptAtATime() async throws {
    memory.add(Self.favourite("1"))
    let (queue, other) = (queue(), queue())
    try await queue.send(alone: { true }) { #expect(await other.flush().isBusy) }
    await #expect(throws: MastodonError.self) {
      try await queue.send(alone: { false }) { Issue.record("sent twice") }
    }
    #expect(memory.ids == [Self.favourite("1").id])
  }

  @Test func itemsProblemIsReportedOnceAndBlocksNoOther() async {
    memory.add(OutboxItem(post: "d1", at: .fixtureNow), Self.favourite("1"))
    let reports = Mutex<[Int]>([])
    let queue = queue(
      reporting: { flush in reports.withLock { $0.append(flush.problems.count) } },
      sending: { item in
        if item.id == "post d1" { throw OutboxObstacle.problem(MastodonError.rejected(host: "x", words: "long")) }
      })
    #expect(await queue.flush().sent.count == 1)
    #expect(await queue.flush().isQuiet)
    #expect(memory.ids == ["post d1"] && queue.problem(of: "post d1") != nil)
    #expect(memory.items.first?.item.problem == "x rejected the request: long.", "another process can tell it")
    #expect(await queue.flush(includesOld: true).problems.count == 1, "on demand it is tried again")
    #expect(reports.withLock(\.self) == [1, 1])
  }

  @Test func postThatMayHaveArrivedIsNotTakenOutAsIfItWereUnsent() throws {
    let queue = queue { _ in }
    try memory.service.add(OutboxItem(post: "d1", at: .fixtureNow), true)
    #expect(throws: MastodonError.self) { try queue.withdraw(post: "d1") }
    #expect(memory.ids == ["post d1"])
  }

  @Test func nothingOvertakesAPostThatIsBeingChanged() async {
    memory.add(OutboxItem(post: "d1", at: .fixtureNow), Self.favourite("1"))
    let flush = await queue { item in if item.id == "post d1" { throw OutboxObstacle.open } }.flush()
    #expect(flush.sent.isEmpty && flush.problems.isEmpty && memory.ids.count == 2)
    #expect(flush.stop as? MastodonError == OutboxObstacle.changing)
  }

  @Test func postWhoseTextIsLostStaysAndIsReported() async {
    memory.add(OutboxItem(post: "d1", at: .fixtureNow), Self.favourite("1"))
    let queue = queue { item in if item.id == "post d1" { throw OutboxObstacle.gone } }
    let flush = await queue.flush()
    #expect(flush.sent.count == 1 && flush.problems.map(\.item.id) == ["post d1"] && memory.ids == ["post d1"])
    #expect(queue.problem(of: "post d1") as? MastodonError == OutboxObstacle.missingText)
  }

  @Test func postThatWasSentOrDeletedMeanwhileIsNoProblem() async {
    memory.add(OutboxItem(post: "d1", at: .fixtureNow))
    let flush = await queue { [memory] item in
      try memory.service.delete([item.id])
      throw OutboxObstacle.gone
    }.flush()
    #expect(flush.isQuiet && flush.stop == nil && memory.ids.isEmpty)
  }

  @Test func whatIsToWaitAndCannotBeSavedSaysWhy() async {
    var service = memory.service
    service.add = { _, _ in throw AppError.storage(.full(path: "/x/howdah.sqlite")) }
    for isDeferring in [true, false] {
      let queue = OutboxQueue(
        service: service, sentPosts: memory.sentPosts, now: { .fixtureNow }, keeps: { true }, isDeferring: isDeferring)
      let error = await queue.requests.add(Self.request("favourite"), Self.offline)
      guard isDeferring else {
        #expect(error == nil, "it fails as without an outbox")
        continue
      }
      guard case .unavailable(let words, _)? = error else {
        Issue.record("\(String(describing: error))")
        continue
      }
      #expect(words == "No space left on the disk for /x/howdah.sqlite.")
    }
  }

  @Test func dayOldItemsAreSentOnlyOnDemand() async {
    memory.add(Self.favourite("1", age: OutboxQueue.longestWait + 1))
    let queue = queue()
    #expect(await queue.flush().sent.isEmpty && memory.ids.count == 1)
    #expect(await queue.flush(includesOld: true).sent.count == 1)
  }

  @Test func replacementOfAnItemBeingSentStays() async {
    memory.add(Self.favourite("1"))
    let queue = queue()
    queue.begin(
      sending: OutboxQueue.Sender(
        send: { [memory] item in
          if item.content == .request(Self.request("favourite")) {
            memory.add(OutboxItem(Self.request("unfavourite"), at: .fixtureNow))
          }
          return []
        }, report: { _ in }))
    #expect(await queue.flush().sent.map(\.content) == ["favourite", "unfavourite"].map { .request(Self.request($0)) })
  }
}

final class OutboxMemory: Sendable {
  private let kept = Mutex<[WaitingItem]>([])
  private let places = Mutex<Int64>(0)
  private let isLocked = Mutex(false)

  var items: [WaitingItem] { kept.withLock(\.self) }
  var ids: [OutboxItem.ID] { items.map(\.id) }

  func add(_ items: OutboxItem...) { for item in items { add(item, false) } }

  private func add(_ item: OutboxItem, _ mayHaveArrived: Bool) {
    let place = places.withLock { place in
      place += 1
      return place
    }
    kept.withLock { kept in
      kept.removeAll { $0.id == item.id }
      kept.append(WaitingItem(item, place: place, mayHaveArrived: mayHaveArrived))
    }
  }

  /// No post was sent from here.
  var sentPosts: PostKeys { PostKeys(find: { _ in nil }, note: { _, _ in }) }

  var service: OutboxService {
    OutboxService(
      all: { OutboxContents(self.items) },
      next: { place, since in
        self.items.first { $0.place > place && $0.item.date >= (since ?? .distantPast) }
      },
      find: { id in self.items.first { $0.id == id } }, add: { self.add($0, $1) },
      mark: { waiting, mayHaveArrived in
        self.kept.withLock { kept in
          for index in kept.indices where kept[index].place == waiting.place {
            kept[index].mayHaveArrived = mayHaveArrived
            kept[index].item.problem = waiting.item.problem
          }
        }
      },
      settle: { waiting in self.kept.withLock { $0.removeAll { $0.place == waiting.place } } },
      delete: { ids in self.kept.withLock { $0.removeAll { ids?.contains($0.id) ?? true } } },
      lock: {
        let isFree = self.isLocked.withLock { isLocked in
          defer { isLocked = true }
          return !isLocked
        }
        return isFree ? SendingLock { self.isLocked.withLock { $0 = false } } : nil
      })
  }
}

import FeatureKit
import Foundation
import MastodonKit
import Synchronization
import TerminalKit
import Testing

@testable import OutboxFeature

@MainActor @Suite struct OutboxTests {
  /// A store in memory, and what was sent and said.
  private final class Memory: Sendable {
    let items = Mutex<[OutboxItem]>([])
    let claims = Mutex<[OutboxItem.ID: Date]>([:])

    init(_ items: [OutboxItem]) { self.items.withLock { $0 = items } }

    var ids: [String] { items.withLock { $0.map(\.id) } }

    var service: OutboxService {
      OutboxService(
        all: { self.items.withLock(\.self) }, add: { item in self.items.withLock { $0.append(item) } },
        delete: { id in self.items.withLock { $0.removeAll { $0.id == id } } },
        claim: { id, now, until in
          self.claims.withLock { claims in
            guard self.ids.contains(id), claims[id].map({ $0 <= now }) ?? true else { return false }
            claims[id] = until
            return true
          }
        },
        release: { id, wasSent in
          self.claims.withLock { $0[id] = nil }
          if wasSent { self.items.withLock { $0.removeAll { $0.id == id } } }
        })
    }
  }

  private static func favourite(_ id: String, age: TimeInterval = 60) -> OutboxItem {
    OutboxItem(
      QueuedRequest(
        template: "/api/v1/statuses/:id/favourite", arguments: [id], fields: [], operation: "favourite the post"),
      at: .fixtureNow - age)
  }

  private func model(
    _ memory: Memory, drafts: [Draft] = [], post: @escaping @MainActor (StyledText) -> Void = { _ in },
    send: @escaping @MainActor (OutboxItem) async throws -> Void = { _ in }
  ) -> Outbox.Model {
    Outbox.Model(
      dependencies: Outbox.Model.Dependencies(
        service: memory.service, send: send, status: { $0 == "1" ? Status.fixtures.plain : nil },
        drafts: DraftService(all: { drafts }, save: { _ in }, delete: { _ in }), post: post, now: { .fixtureNow }))
  }

  @Test func whatUndoesEachOtherHasTheSameID() {
    func request(_ template: String) -> QueuedRequest {
      QueuedRequest(template: template, arguments: ["7"], fields: [], operation: "")
    }
    #expect(request("/api/v1/statuses/:id/unfavourite").key == request("/api/v1/statuses/:id/favourite").key)
    #expect(request("/api/v1/statuses/:id/reblog").key != request("/api/v1/statuses/:id/favourite").key)
    #expect(request("/api/v1/accounts/:id/mute").key != request("/api/v1/statuses/:id/mute").key)
  }

  @Test func everythingIsSentInOrderAndReportedInOneLine() async {
    let memory = Memory([Self.favourite("1"), Self.favourite("2")])
    var (sent, lines): ([String], [String]) = ([], [])
    let model = model(memory, post: { lines.append($0.plain) }, send: { sent.append($0.id) })
    #expect(await model.flush().sent == 2)
    #expect(sent.map { $0.suffix(1) } == ["1", "2"])
    #expect(lines == ["Sent from the outbox: 2 items."])
    #expect(memory.ids.isEmpty)
    #expect(await model.flush().sent == 0)
    #expect(lines.count == 1, "nothing is said of nothing")
  }

  @Test func twoPromptsDoNotSendTheSameItem() async {
    let memory = Memory([Self.favourite("1"), Self.favourite("2")])
    var sent: [String] = []
    let other = model(memory, send: { sent.append("other \($0.id.suffix(1))") })
    let model = model(
      memory,
      send: { item in
        // While this one waits for the server, the other prompt sends what is left.
        if item.id.hasSuffix("1") { #expect(await other.flush().sent == 1) }
        sent.append("own \(item.id.suffix(1))")
      })
    #expect(await model.flush().sent == 1)
    #expect(sent == ["other 2", "own 1"])
    #expect(memory.ids.isEmpty)
  }

  @Test func anUnreachableServerEndsIt() async {
    let memory = Memory([Self.favourite("1"), Self.favourite("2")])
    var lines: [String] = []
    let model = model(memory, post: { lines.append($0.plain) }) { item in
      if item.id.hasSuffix("2") {
        throw MastodonError.unreachable(host: "shore.example", reason: .offline, operation: "x")
      }
    }
    let end = await model.flush()
    #expect(end.sent == 1)
    #expect(end.error?.code == "no_connection")
    #expect(memory.ids == [Self.favourite("2").id])
    #expect(lines.count == 1 && lines[0].hasPrefix("Sent from the outbox: favourite the post, “"), "\(lines)")
  }

  @Test func whatTheServerRefusesIsReportedAndNotTriedAgain() async {
    let memory = Memory([Self.favourite("9"), OutboxItem(post: "d1", at: .fixtureNow)])
    var lines: [String] = []
    let model = model(memory, post: { lines.append($0.plain) }) { _ in
      throw MastodonError.notFound(host: "shore.example", operation: "favourite the post")
    }
    #expect(await model.flush().sent == 0)
    #expect(memory.ids.isEmpty)
    #expect(lines.count == 2)
    #expect(lines[0].hasPrefix("From the outbox: could not favourite the post. "))
    #expect(lines[1].hasSuffix("Its text is kept: drafts."))
  }

  @Test func whatIsADayOldIsSentOnlyOnDemand() async {
    let memory = Memory([Self.favourite("1", age: Outbox.longestWait + 1)])
    let model = model(memory)
    #expect(await model.flush().sent == 0)
    #expect(memory.ids.count == 1)
    #expect(await model.flush(includesOld: true).sent == 1)
  }

  @Test func entriesSayWhatTheyAreAbout() throws {
    let draft = Draft(
      id: "d1", account: "you@sandbox", content: StatusDraft(text: "Snow on the towpath"), updatedAt: .fixtureNow)
    let memory = Memory([Self.favourite("1"), Self.favourite("2"), OutboxItem(post: "d1", at: .fixtureNow)])
    let entries = try model(memory, drafts: [draft]).state().entries
    #expect(entries[0].subject?.isEmpty == false)
    #expect(entries[1].subject == nil)
    #expect(entries[2].subject == "Snow on the towpath")
  }

  @Test func discardingOneOrAll() async throws {
    let memory = Memory([Self.favourite("1"), Self.favourite("2"), Self.favourite("3")])
    let model = model(memory)
    try model.discard([Self.favourite("2").id])
    #expect(memory.ids.map { $0.suffix(1) } == ["1", "3"])
  }
}

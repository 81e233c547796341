import FeatureKit
import FeatureTestKit
import MastodonKit
import Synchronization
import TerminalKit
import Testing

@testable import GroupsFeature

/// Groups made and changed in one line: what is stored, and what is said.
@MainActor @Suite struct GroupLinesTests {
  private final class Store: Sendable {
    let groups = Mutex<[TagGroup]>([
      TagGroup(id: "g1", title: "Canal life", symbol: "≈", tags: ["canal", "boats"], all: [], none: ["spam"])
    ])

    var service: TagGroupService {
      TagGroupService(
        all: { [self] in groups.withLock(\.self) },
        save: { [self] group in
          groups.withLock { groups in
            groups.removeAll { $0.id == group.id }
            groups.append(group)
          }
        },
        change: { [self] id, change in
          groups.withLock { groups in
            guard let index = groups.firstIndex(where: { $0.id == id }) else { return nil }
            change(&groups[index])
            return groups[index]
          }
        }, delete: { _ in }, changes: { AsyncThrowingStream { $0.finish() } })
    }
  }

  private let store = Store()

  private func type(_ words: [String]) async throws -> Response {
    let (store, model) = (store, Groups.model(store.service))
    let plugin = Groups.plugin(
      model: { model }, action: .fixtures.none, service: { store.service }, makeID: { "g2" },
      check: { $0 })
    let verb = try #require(plugin.verbs.first { $0.name == words[0] })
    let context = ArgumentContext(
      highestNumber: { 0 }, shown: { _ in nil }, resolve: { _, _ in throw AppError.cancelled })
    return try await verb.run(
      ArgumentReader(ArgumentList(shellArguments: Array(words.dropFirst())), for: verb, context: context))
  }

  private func toast(_ words: [String]) async throws -> Toast {
    guard case .toast(let toast) = try await type(words) else { throw AppError.cancelled }
    return toast
  }

  private func deletion(_ words: [String]) async throws -> (question: String, toast: Toast) {
    guard case .confirm(let confirmation) = try await type(words),
      case .toast(let toast) = try await confirmation.proceed()
    else { throw AppError.cancelled }
    return (confirmation.question, toast)
  }

  @Test func aDeletedGroupIsMadeAgainAsItWas() async throws {
    _ = try await type([
      "group", "edit", "g1", "--any", "night", "--any", "trains", "--all", "winter", "--none", "spam", "--symbol", "☾",
    ])
    let title = try #require(first).title
    let (question, toast) = try await deletion(["group", "delete", "g1"])
    #expect(question == "Delete the group “\(title)”? You can undo this.")
    let name = title.contains(" ") ? "\"\(title)\"" : title
    #expect(
      toast.undo
        == .command("group create \(name) #night #trains --all winter --none spam --symbol ☾"))
  }

  private var first: TagGroup? { store.groups.withLock { $0.first { $0.id == "g1" } } }

  @Test func aGroupIsMadeAtOnceWithAllItsConditions() async throws {
    let toast = try await toast([
      "group", "create", "Night", "watch", "#night", "trains", "--any", "#ferries", "--all", "winter", "--none", "spam",
      "--symbol", "☾",
    ])
    #expect(
      toast.text.plain == "Created the group “Night watch”: #night #trains #ferries, with #winter, without #spam.")
    #expect(toast.undo == .command("group delete id:g2"))
    #expect(
      store.groups.withLock { $0.last }
        == TagGroup(
          id: "g2", title: "Night watch", symbol: "☾", tags: ["night", "trains", "ferries"], all: ["winter"],
          none: ["spam"]))
  }

  @Test func conditionsReachTheServer() {
    let parts = Groups.parts(
      of: TagGroup(id: "", title: "", symbol: "#", tags: ["a", "b"], all: ["c"], none: ["d", "e"]))
    #expect(parts == [.tags(TagTimelineQuery("a", any: ["b"], all: ["c"], none: ["d", "e"]))])
  }

  @Test func aGroupHasSourcesOfAllKinds() async throws {
    let toast = try await toast([
      "group", "create", "Boats", "#canal", "@heron", "list:Friends", "server:shore.example", "search:\"narrow boat\"",
    ])
    #expect(
      toast.text.plain
        == "Created the group “Boats”: #canal @heron list:Friends server:shore.example search:\"narrow boat\".")
    let sources: [GroupSource] = [
      .tag("canal"), .account("heron"), .list("Friends"), .server("shore.example"), .search("narrow boat"),
    ]
    #expect(store.groups.withLock { $0.last?.sources } == sources)
    let (_, deleted) = try await deletion(["group", "delete", "Boats"])
    #expect(
      deleted.undo
        == .command("group create Boats #canal @heron list:Friends server:shore.example search:\"narrow boat\""))
    let removed = try await self.toast(["group", "remove", "Boats", "search:narrow boat", "@HERON"])
    #expect(removed.undo == .command("group add id:g2 search:\"narrow boat\" @heron"))
  }

  @Test func anAccountIsRemovedByItsShortName() async throws {
    _ = try await type(["group", "add", "Canal life", "@heron@shore.example"])
    #expect(
      try await toast(["group", "remove", "Canal life", "@heron"]).text.plain
        == "Removed @heron@shore.example from the group “Canal life”.")
  }

  @Test func hashtagsAreAddedAndRemoved() async throws {
    let added = try await toast(["group", "add", "Canal", "life", "#locks", "#Canal"])
    #expect(added.text.plain == "Added #locks to the group “Canal life”.")
    #expect(added.undo == .command("group remove id:g1 #locks"))
    #expect(first?.tags == ["canal", "boats", "locks"])
    let removed = try await toast(["group", "remove", "Canal life", "#BOATS"])
    #expect(removed.undo == .command("group add id:g1 #boats"))
    #expect(first?.tags == ["canal", "locks"])
  }

  @Test func optionsReplaceOnlyTheirValues() async throws {
    let edited = try await toast(["group", "edit", "Canal life", "--all", "winter", "--none", ""])
    #expect(edited.text.plain == "Changed the group “Canal life”: #canal #boats, with #winter.")
    #expect(edited.undo == .command("group edit id:g1 --all \"\" --none spam"))
    #expect(first?.all == ["winter"] && first?.none == [])
    #expect(try await toast(["group", "rename", "Canal life", "Water"]).text.plain.contains("to “Water”"))
    #expect(first?.title == "Water")
  }

  @Test func withoutHashtagsTheFormAsks() async throws {
    guard case .screen = try await type(["group", "create", "Night", "watch"]) else {
      Issue.record("the form does not open")
      return
    }
    #expect(store.groups.withLock(\.count) == 1)
  }

  @Test(arguments: [
    ["group", "create", "A", "--all", "x"], ["group", "create", "#a"], ["group", "create", "A", "#a-b"],
    ["group", "create", "A"] + (1...21).map { "#a\($0)" }, ["group", "create", "A", "#a", "lst:Friends"],
    ["group", "create", "A", "serch:boats"], ["group", "create", "A", "#a", "server:"],
    ["group", "remove", "Canal life", "#canal", "#boats"],
    ["group", "remove", "Canal life", "#sea"], ["group", "add", "Canal life"], ["group", "add", "Nowhere", "#a"],
    ["group", "create", "A", "#a", "--symbol", "ab"], ["group", "Canal life", "--all", "x"],
    ["group", "create", "A", "#a", "--all", "1", "--none", "b"], ["group", "create", "canal LIFE", "#a"],
    ["group", "add", "Canal life", "."], ["group", "add", "Canal life", "3"],
  ])
  func aWrongLineChangesNothing(_ words: [String]) async {
    let before = store.groups.withLock(\.self)
    await #expect(throws: AppError.self) { try await type(words) }
    #expect(store.groups.withLock(\.self) == before)
  }
}

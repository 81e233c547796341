import FeatureKit
import MastodonKit
import StatusKit
import Synchronization
import TerminalKit
import Testing

@testable import GroupsFeature

@MainActor @Suite struct GroupsTests {
  @Test(arguments: [("#garden", "#garden"), ("märzenbecher", "#märzenbecher"), ("二十四節気", "#二十四節気"), ("a1_b", "#a1_b")])
  func hashSignIsOptional(_ typed: String, _ tag: String) throws {
    #expect(try Groups.tag(typed: typed) == tag)
  }

  @Test(arguments: ["#", "", "two words", "a-b", "2024", "\u{1B}[2J", "##a", "a\u{202E}b"])
  func invalidHashtagIsRefused(_ typed: String) {
    #expect(throws: AppError.self) { try Groups.tag(typed: typed) }
  }

  @Test func aPageHasItsNameBeforeItIsLoaded() throws {
    let group = try #require(try TagGroupService.fixtures.all().first)
    #expect(Groups.timelineState(group.id, group, limit: 20).heading == Groups.heading(group))
  }

  @Test func groupUsesTheFiltersOfPublicTimelines() {
    #expect(Groups.timelineState("1", limit: 20).context == .public)
  }

  @Test func newGroupKeepsItsIDWhenSavedAgain() async throws {
    let saved = Mutex<[TagGroup]>([])
    var service = TagGroupService.fixtures
    service.save = { group in saved.withLock { $0.append(group) } }
    let model = Groups.form(nil, service: service, makeID: { "new" }, check: { $0 })
    _ = try await model.set("title", to: "Allotment")
    await #expect(throws: AppError.self) { try await model.save() }
    _ = try await model.add("bees #Seeds", to: "sources")
    await #expect(throws: AppError.self) { try await model.set("symbol", to: "ab") }
    _ = try await model.set("symbol", to: "❦")
    try await model.save()
    _ = try await model.set("title", to: "Plot")
    try await model.save()
    #expect(
      saved.withLock { $0 } == [
        TagGroup(id: "new", title: "Allotment", symbol: "❦", tags: ["bees", "Seeds"]),
        TagGroup(id: "new", title: "Plot", symbol: "❦", tags: ["bees", "Seeds"]),
      ])
  }

  @Test func sourcesBeyondTheLimitAreRefused() async throws {
    let model = Groups.form("group-2", service: .fixtures, makeID: { "new" }, check: { $0 })
    await model.load()
    let many = (1...16).map { "tag\($0)" }.joined(separator: " ")
    await #expect(throws: AppError.self) { try await model.add(many, to: "sources") }
    #expect(model.state.form.list(.sources).count == 5)
    _ = try await model.add("search:\"narrow boat\" @heron", to: "sources")
    #expect(model.state.form.list(.sources).suffix(2) == ["search:narrow boat", "@heron"])
  }

  @Test func savingAFormKeepsWhatWasChangedElsewhere() async throws {
    let stored = Mutex(try #require(try TagGroupService.fixtures.all().first))
    let old = stored.withLock { $0 }
    var service = TagGroupService.fixtures
    service.all = { [stored.withLock { $0 }] }
    service.change = { _, change in
      stored.withLock {
        change(&$0)
        return $0
      }
    }
    let model = Groups.form(old.id, service: service, makeID: { "new" }, check: { $0 })
    await model.load()
    _ = try await model.set("symbol", to: "❦")
    _ = try await model.add("#mine", to: "sources")
    stored.withLock {
      $0.title = "Renamed"
      $0.sources.append(.tag("theirs"))
      $0.none = ["spam"]
    }
    try await model.save()
    #expect(
      stored.withLock { $0 }
        == TagGroup(
          id: old.id, title: "Renamed", symbol: "❦", sources: old.sources + [.tag("theirs"), .tag("mine")],
          all: old.all, none: ["spam"]))
    #expect(model.state.object == "the group “Renamed”")
  }

  @Test func formOfADeletedGroupDoesNotMakeItAgain() async throws {
    var service = TagGroupService.fixtures
    let model = Groups.form("group-2", service: service, makeID: { "new" }, check: { $0 })
    await model.load()
    service.all = { [] }
    let late = Groups.form("group-2", service: service, makeID: { "new" }, check: { $0 })
    _ = try await late.set("title", to: "Again")
    _ = try await late.add("#canal", to: "sources")
    await #expect(throws: AppError.self) { try await late.save() }
  }

  @Test func deletedGroupFailsToLoad() async {
    let model = Groups.form("gone", service: .fixtures, makeID: { "new" }, check: { $0 })
    await model.load()
    #expect(model.state.phase == .failed(.notFound("This group no longer exists.")))
  }
}

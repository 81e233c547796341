import FeatureKit
import FeatureTestKit
import MastodonKit
import MastodonTestKit
import TerminalKit
import Testing

@MainActor @Suite struct TypingTests {
  private let kind = Reference.Kind(rawValue: "boat")

  private var verbs: [Verb] {
    [
      Verb("say", Parameter<String>.text(), help: "Say something") { text in
        .toast(Toast(.success, StyledText(text)))
      },
      Verb("pick", .reference(kinds: [kind]), help: "Pick a boat") { boat in
        .toast(Toast(.success, StyledText("Picked \(boat.id)."), hint: "drop"))
      },
      Verb("redraw", help: "Show the screen") { .screen }.formerly("show"),
    ]
  }

  @Test func aLineIsDividedIntoWords() async throws {
    #expect(try await verbs.type("say good  morning").said == "good morning")
    #expect(try await verbs.type(words: ["say", "a b", "c"]).said == "a b c")
  }

  @Test func numberRefersToTheShownItem() async throws {
    let shown = ArgumentContext.showing([[Reference(kind: kind, id: "b7")], [Reference(kind: kind, id: "b9")]])
    #expect(try await verbs.type("pick 2", in: shown).said == "Picked b9. | drop")
    await #expect(throws: AppError.self) { try await verbs.type("pick 3", in: shown) }
    await #expect(throws: AppError.self) { try await verbs.type("pick 1") }
  }

  @Test func aFormerNameWorksAndAnUnknownOneIsRefused() async throws {
    #expect(try await verbs.type("show").isScreen)
    await #expect(
      throws: AppError.usage("Unknown command “fly”.", suggestion: "Add its plugin's verbs to the test.")
    ) { try await verbs.type("fly 1") }
    await #expect(throws: AppError.self) { try await verbs.type("") }
  }

  @Test func aTimelineIsDividedIntoPages() async throws {
    let timeline = FakeTimeline(count: 5)
    let first = try await timeline.service.home(PageRequest(.newest, limit: 2))
    #expect(first.elements.map(\.id) == [Status.ID("10005"), Status.ID("10004")])
    let second = try await timeline.service.home(PageRequest(.older(than: try #require(first.older)), limit: 4))
    #expect(second.elements.count == 3 && second.older == nil)
    timeline.fail(.fixtures.offline)
    await #expect(throws: MastodonError.fixtures.offline) {
      try await timeline.service.home(PageRequest(.newest, limit: 2))
    }
    #expect(timeline.requests.count == 3)
  }
}

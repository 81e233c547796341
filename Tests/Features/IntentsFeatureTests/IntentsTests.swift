import FeatureKit
import FeatureTestKit
import FoundationEssentials
import IntentKit
import TerminalKit
import Testing

@testable import IntentsFeature

@MainActor
@Suite struct IntentsTests {
  private func type(_ words: String...) async throws -> Response {
    let verb = Intents.verb({ Intents.State.fixtures.quiet }, action: Intents.Action.fixtures.echo)
    let context = ArgumentContext(
      highestNumber: { 0 }, shown: { _ in nil }, resolve: { _, _ in throw AppError.cancelled })
    return try await verb.run(
      ArgumentReader(ArgumentList(words.map { ArgumentList.Word($0) }), for: verb, context: context))
  }

  @Test(arguments: [
    (["compose", "Hello", "there"], "compose: Hello there"), (["compose", "a;b"], "compose: a;b"),
    (["c", "x"], "compose: x"), (["open", "#canal"], "open: #canal"),
  ])
  func textAndLinkArePassedOn(_ words: [String], _ answer: String) async throws {
    let response = words.count == 2 ? try await type(words[0], words[1]) : try await type(words[0], words[1], words[2])
    guard case .toast(let toast) = response else {
      Issue.record("no toast")
      return
    }
    #expect(toast.text.plain == answer)
  }

  @Test func missingAndExtraArgumentsAreRefused() async throws {
    await #expect(throws: AppError.usage("The text is missing.", suggestion: "Usage: intent compose TEXT")) {
      _ = try await type("compose")
    }
    await #expect(throws: AppError.usage("The link is missing.", suggestion: "Usage: intent open LINK")) {
      _ = try await type("open")
    }
    await #expect(throws: AppError.self) { _ = try await type("unread", "everything") }
    await #expect(throws: AppError.self) { _ = try await type("post", "hello") }
  }

  @Test func countsAreShownInASentence() {
    #expect(words(Intents.view(UnreadSummary.fixtures.none)) == "There are no new notifications and no new posts.")
    #expect(words(Intents.view(UnreadSummary.fixtures.one)) == "There is 1 new notification and 1 new post.")
    #expect(words(Intents.view(UnreadSummary.fixtures.many)) == "There are 40 or more new notifications.")
  }

  private func words(_ document: Document) -> String {
    guard case .paragraph(let text)? = document.blocks.first else { return "" }
    return text.plain
  }

  @Test func modelShowsTheLogAndTheSocket() {
    let log = IntentLog()
    let record = IntentRecord(time: .init(timeIntervalSince1970: 0), summary: "open a link", outcome: "opened")
    let model = Intents.Model(log: log) { (.open("/run/howdah"), subscribers: 2) }
    #expect(model.state == Intents.State(socket: .open("/run/howdah"), subscribers: 2))
    log.add(record)
    #expect(model.state.requests == [record])
  }
}

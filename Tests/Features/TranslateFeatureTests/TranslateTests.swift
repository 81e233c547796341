import FeatureKit
import FeatureTestKit
import FoundationEssentials
import MastodonKit
import Synchronization
import TerminalKit
import Testing
import TranslateFeature

@MainActor
@Suite struct TranslateTests {
  private func run(
    _ words: [String], translate: @escaping @MainActor (Status.ID, String?) async throws -> Translation
  ) async throws -> Document? {
    let plugin = Translate.plugin(
      action: Translate.Action(status: { _ in Status.fixtures.plain }, translate: translate))
    let verb = try #require(plugin.verbs.first)
    let context = ArgumentContext(
      highestNumber: { 1 },
      shown: { $0 == 1 ? [Reference(kind: .status, id: Status.fixtures.plain.id.rawValue)] : nil },
      resolve: { _, _ in throw AppError.cancelled })
    let response = try await verb.run(
      ArgumentReader(ArgumentList(words.map { ArgumentList.Word($0) }), for: verb, context: context))
    guard case .view(let view) = response else { return nil }
    return view(Layout(now: .fixtureNow))
  }

  @Test func serviceAndLanguagesAreNamed() async throws {
    let document = try await run(["1"]) { _, language in
      #expect(language == nil)
      return Translation(
        content: "<p>Nebel</p>", language: "de", detectedSourceLanguage: "en", provider: "DeepL.com")
    }
    let spoken = try #require(document?.items.first?.spoken)
    #expect(spoken.contains("Nebel"))
    #expect(spoken.hasSuffix("Translated from English into German by DeepL.com."))
    #expect(document?.references(numbered: 1)?.first?.id == Status.fixtures.plain.id.rawValue, "show 1 is the original")
  }

  @Test(arguments: ["", "<p> </p>"]) func answerWithoutATextIsNoTranslation(_ content: String) async throws {
    await #expect(throws: AppError.network(.notReady("The server sent no translation of that post."))) {
      _ = try await run(["1"]) { _, _ in Translation(content: content, provider: "DeepL") }
    }
  }

  @Test func languageIsNamedByItsCodeOrItsName() async throws {
    for word in ["ja", "Japanese"] {
      _ = try await run(["1", "--to=\(word)"]) { _, language in
        #expect(language == "ja")
        return Translation(content: "x")
      }
    }
    await #expect(throws: AppError.self) { try await run(["1", "--to=?!"]) { _, _ in Translation() } }
  }

  @Test func refusalSaysWhatMayBeTheReason() async throws {
    do {
      _ = try await run(["1"]) { _, _ in throw MastodonError.forbidden(host: "shore.example", words: "") }
      Issue.record("it was refused")
    } catch {
      #expect(AppError(error).suggestion.contains("server languages"))
    }
  }
}

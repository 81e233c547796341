import ArchiveFeature
import FeatureKit
import MastodonKit
import StatusKit
import Testing

@MainActor @Suite struct ArchiveTests {
  private func find(_ words: [String], isOn: Bool) async throws -> [String] {
    var shown: [String] = []
    let plugin = Archive.plugin(isOn: { isOn }, show: { shown.append($0) })
    let verb = try #require(plugin.verbs.first)
    let context = ArgumentContext(
      highestNumber: { 0 }, shown: { _ in nil }, resolve: { _, _ in throw AppError.cancelled })
    _ = try await verb.run(
      ArgumentReader(ArgumentList(words.map { ArgumentList.Word($0) }), for: verb, context: context))
    return shown
  }

  @Test func wordsAreSearchedAndNoneListsEverything() async throws {
    #expect(try await find(["lock", "gate"], isOn: true) == ["lock gate"])
    #expect(try await find([], isOn: true) == [""])
  }

  @Test func emptyArchiveIsNotSearched() async throws {
    await #expect(throws: AppError.self) { try await find(["lock"], isOn: false) }
  }

  @Test func theScreenSaysWhatWasSearched() {
    #expect(Archive.state("canal").heading.title == "Posts that you read · canal")
    #expect(Archive.state("").subject == nil)
  }
}

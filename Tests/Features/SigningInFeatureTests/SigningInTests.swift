import FeatureKit
import FeatureTestKit
import TerminalKit
import Testing

@testable import SigningInFeature

@MainActor
@Suite struct SigningInTests {
  /// The sheet, and what it asked for.
  @MainActor
  private final class Harness {
    var asked: [String] = []
    let model: FormModel

    init(server: String? = nil) {
      model = SigningIn.model(server: server, browser: .here) { name in
        guard name.contains(".") else {
          throw AppError.validation("“\(name)” is not a server.", suggestion: "Type its name.")
        }
      }
    }

    var screen: Screen {
      SigningIn.screen(
        model: model,
        action: SigningIn.Action { server, isElsewhere in
          self.asked.append("\(server) \(isElsewhere)")
          return .nothing
        })
    }

    func type(_ words: String...) async throws {
      let verb = try #require(screen.verbs().first { $0.matches(words[0]) })
      let context = ArgumentContext(
        highestNumber: { 0 }, shown: { _ in nil }, resolve: { _, _ in throw AppError.cancelled })
      let arguments = ArgumentList(words.dropFirst().map { ArgumentList.Word($0) })
      _ = try await verb.run(ArgumentReader(arguments, for: verb, context: context))
    }
  }

  @Test func signInNeedsAServer() async throws {
    let harness = Harness()
    #expect(harness.screen.onReturn() == nil)
    await #expect(throws: AppError.self) { try await harness.type("sign-in") }
    await #expect(throws: AppError.self) { try await harness.type("server", "nowhere") }
    #expect(harness.asked == [])
  }

  @Test func returnSignsInIfTheServerIsFilledIn() async throws {
    let harness = Harness(server: "shore.example")
    #expect(harness.screen.onReturn() == "sign-in")
    try await harness.type("sign-in")
    try await harness.type("browser", "elsewhere")
    try await harness.type("server", "hive.example")
    try await harness.type("sign-in")
    #expect(harness.asked == ["shore.example false", "hive.example true"])
  }
}

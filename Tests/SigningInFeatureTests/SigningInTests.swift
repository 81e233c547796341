import FeatureKit
import TerminalKit
import Testing

@testable import SigningInFeature

@MainActor
@Suite struct SigningInTests {
  /// The sheet, and what it asked for.
  @MainActor
  private final class Desk {
    var asked: [String] = []
    let model: FormModel

    init(server: String? = nil) {
      model = SigningIn.model(server: server, browser: .here) { name in
        guard name.contains(".") else {
          throw AppError.validation("“\(name)” is no server.", suggestion: "Type its name.")
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

  @Test func withoutAServerNothingIsAsked() async throws {
    let desk = Desk()
    #expect(desk.screen.onReturn() == nil)
    await #expect(throws: AppError.self) { try await desk.type("sign-in") }
    await #expect(throws: AppError.self) { try await desk.type("server", "nowhere") }
    #expect(desk.asked == [])
  }

  @Test func returnSignsInWhereTheServerIsKnown() async throws {
    let desk = Desk(server: "shore.example")
    #expect(desk.screen.onReturn() == "sign-in")
    try await desk.type("sign-in")
    try await desk.type("browser", "elsewhere")
    try await desk.type("server", "hive.example")
    try await desk.type("sign-in")
    #expect(desk.asked == ["shore.example false", "hive.example true"])
  }
}

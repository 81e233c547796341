import AppEnvironment
import FeatureKit
import FeatureTestKit
import MastodonKit
import TerminalKit
import Testing

@testable import AppCoordinator

/// Every command says what it changes, so that a dry run shows it, lists its requests or says why it can't.
@MainActor
@Suite struct EffectTests {
  let folder = TemporaryFolder()

  private func makeApp() throws -> AppCoordinator {
    try AppCoordinator(
      dependencies: .fixtures.still(in: folder.path), choice: .init(.prompt, usesSandbox: true))
  }

  private func effect(of verb: Verb, _ words: String...) throws -> Verb.Effect {
    let context = ArgumentContext(
      highestNumber: { 0 }, shown: { _ in nil }, resolve: { _, _ in throw AppError.cancelled })
    let arguments = ArgumentList(words.map { ArgumentList.Word($0) })
    return try verb.effect(ArgumentReader(arguments, for: verb, context: context))
  }

  @Test func everyCommandIsShownListedOrRefusedWithAReason() async throws {
    let app = try makeApp()
    let run = try await app.dryRun(as: nil)
    let own = Set((run.acting.verbs + app.screen.verbs()).map(\.name))
    let verbs = app.layers.flatMap(\.verbs).filter { verb in
      verb.isListed && !verb.parameters.contains { $0.name == "dry-run" }
    }
    #expect(verbs.count > 100)
    for verb in verbs {
      switch try effect(of: verb) {
      case .reads: break
      case .changesServer: #expect(own.contains(verb.name), "\(verb.name) has no dry run, and does not say why")
      case .changesMachine(let reason): #expect(reason.hasPrefix("it") || reason.hasPrefix("the"), "\(verb.name)")
      }
    }
    await app.shutdown()
  }

  @Test func theEffectDependsOnTheArguments() async throws {
    let app = try makeApp()
    func verb(_ name: String) throws -> Verb {
      try #require(app.layers.flatMap(\.verbs).first { $0.matches(name) })
    }
    #expect(try effect(of: verb("post"), "--check", "Hi") == .reads)
    #expect(try effect(of: verb("post"), "Hi") == .changesServer)
    #expect(try effect(of: verb("intent"), "unread") == .reads)
    #expect(try effect(of: verb("intent"), "compose", "unread") == .changesOnlyMachine)
    #expect(try effect(of: verb("push"), "status") == .reads)
    #expect(try effect(of: verb("watch"), "home") == .changesServer)
    #expect(throws: AppError.self) { try effect(of: verb("watch"), "--exec", "true") }
    await app.shutdown()
  }
}

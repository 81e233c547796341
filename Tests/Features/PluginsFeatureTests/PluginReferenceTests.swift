import FeatureKit
import FeatureTestKit
import FoundationEssentials
import PluginKit
import Synchronization
import TerminalKit
import Testing

@testable import PluginsFeature

/// The arguments that a plugin is told, also from a shell.
@MainActor @Suite(.timeLimit(.minutes(10))) struct PluginReferenceTests {
  private final class Runs: Sendable {
    private let all = Mutex<[String]>([])
    var inputs: [String] { all.withLock(\.self) }
    func note(_ input: String) { all.withLock { $0.append(input) } }
  }

  private let runs = Runs()

  private func run(
    _ arguments: String..., output: String = "", usage: String? = nil, isShown: Bool = false
  ) async throws -> CommandRequests {
    var service = PluginService.none
    service.find = { PluginSearch([.fixtures.wordcount]) }
    service.digest = { _ in "digest" }
    service.describe = { _ in usage.map { PluginDescription(help: "x", usage: $0) } }
    service.run = { [runs] _, call in
      runs.note(String(decoding: call.input, as: UTF8.self))
      return PluginResult(code: 0, output: Array(output.utf8))
    }
    let model = Plugins.Model(service: service, action: Plugins.Action(account: { nil }, variables: { [:] }))
    await model.find { _ in nil }
    if usage != nil { await model.describe("wordcount") }
    let verb = try #require(model.verbs.first)
    let context = ArgumentContext(
      highestNumber: { isShown ? 2 : 0 },
      shown: { isShown && $0 <= 2 ? [Reference(kind: .status, id: "10950\($0)")] : nil },
      resolve: { address, _ in
        switch address {
        case "https://shore.example/@rook/1": return Reference(kind: .status, id: "7")
        case "@zoe": return Reference(kind: .account, id: "8")
        default: throw AppError.notFound("Nothing there.")
        }
      })
    let reader = try ArgumentReader(ArgumentList(shellArguments: arguments), for: verb, context: context)
    guard case .requests(let answer) = try await verb.run(reader) else { throw AppError.cancelled }
    return answer
  }

  @Test(arguments: [
    (
      "109501234567890123",
      #"[{"argument":"109501234567890123","kind":"status","id":"109501234567890123","data":null}]"#
    ),
    ("id:12", #"[{"argument":"id:12","kind":"status","id":"12","data":null}]"#),
    (
      "https://shore.example/@rook/1",
      #"[{"argument":"https://shore.example/@rook/1","kind":"status","id":"7","data":null}]"#
    ),
    ("@zoe", #"[{"argument":"@zoe","kind":"account","id":"8","data":null}]"#),
    ("https://else.example", #"[{"argument":"https://else.example","kind":null,"id":null,"data":null}]"#),
    ("words", "[]"),
  ])
  func idsAndAddressesAreReferences(_ word: String, _ references: String) async throws {
    _ = try await run(word)
    #expect(runs.inputs.first?.contains("\"references\":\(references)") == true)
  }

  @Test func eachNumberOfARangeIsAReference() async throws {
    _ = try await run("1-2", isShown: true)
    #expect(runs.inputs.first?.contains(#""id":"109501","data":null},{"argument":"1-2""#) == true)
  }

  @Test(arguments: [("1-3", nil), ("1,4", nil), ("3", "[N…]"), ("3", "N TEXT")])
  func numberThatStandsForNothingIsRefusedBeforeThePluginRuns(_ word: String, _ usage: String?) async {
    await #expect { try await run(word, usage: usage) } throws: { AppError($0).code == "usage" }
    #expect(runs.inputs.isEmpty)
  }

  @Test(arguments: [nil, "MINUTES"]) func numberMayBeJustANumber(_ usage: String?) async throws {
    let answer = try await run("5", output: #"{"type":"paragraph","text":"In 5 minutes."}"#, usage: usage)
    #expect(answer.failure == nil)
    #expect(runs.inputs.first?.contains(#"{"argument":"5","kind":null,"id":null"#) == true)
    #expect(try await run("--top", "5", usage: "[N…]").failure == nil)
  }

  /// Before, such a plugin printed nothing and succeeded.
  @Test func pluginThatDidNothingWithAnUnknownNumberHasNotSucceeded() async throws {
    let heading = #"{"type":"heading","text":"Favourites"}"#
    let answer = try await run("3", output: heading)
    #expect(answer.failure?.message == "No post 3 on this screen." && answer.commands.isEmpty)
    #expect(try await run("3", output: heading + "\n" + #"{"run":"fav 3"}"#).failure == nil)
  }
}

import FeatureKit
import FoundationEssentials
import MastodonKit
import StatusKit
import Synchronization
import Testing

@testable import ComposerFeature

/// The formats of text that a server accepts, by what its own description says.
@MainActor @Suite struct FormatTests {
  /// A server's description of itself.
  private static func configuration(_ file: String) throws -> Instance.Configuration {
    let root = #filePath.split(separator: "/").dropLast(4).joined(separator: "/")
    let data = try Data(contentsOf: URL(filePath: "/\(root)/Fixtures/payloads/instance/\(file).json"))
    return try MastodonJSON.decode(Instance.self, from: data).configuration
  }

  /// The refusal of a text in a format, if it is refused.
  private func problem(_ format: String, at file: String) throws -> AppError? {
    var state = Composer.State.fixtures.empty
    state.limits = Composer.Limits(try Self.configuration(file))
    state.draft.content.contentType = PostOptions.contentType(ofFormat: format)
    return state.problemOfDetails
  }

  @Test(arguments: [
    ("v2-gotosocial", ["plain", "markdown"], "plain, markdown"),
    ("v2-pleroma", ["plain", "html", "markdown", "bbcode"], "plain, html, markdown, bbcode"),
    ("v1-akkoma", ["plain", "mfm"], "plain, mfm"),
  ])
  func aServerTakesTheFormatsThatItNamesAndNoOthers(_ file: String, _ formats: [String], _ list: String) throws {
    for format in PostOptions.formats {
      let problem = try problem(format, at: file)
      #expect((problem == nil) == formats.contains(format), "\(file): \(format)")
      guard let problem else { continue }
      #expect(problem.message == "Your server does not have the format \(format).")
      #expect(problem.suggestion == "It has \(list).")
    }
  }

  @Test func mastodonTakesPlainTextAlone() throws {
    #expect(try problem("plain", at: "v2-mastodon-4.6") == nil)
    #expect(
      try problem("markdown", at: "v2-mastodon-4.6")?.message == "Your server has no other format than plain text.")
  }

  @Test func theFormatIsSentAsItsMediaType() async throws {
    let harness = ComposerHarness()
    var options = Composer.Options()
    options.contentType = PostOptions.contentType(ofFormat: "mfm")
    var limits = Composer.Limits.fixtures.mastodon
    limits.formats = ["text/plain", "text/x.misskeymarkdown"]
    let model = harness.model(limits: limits)
    _ = try await model.send("$[spin fast]", options: options)
    #expect(harness.sent.withLock { $0.map(\.content.contentType) } == ["text/x.misskeymarkdown"])
  }
}

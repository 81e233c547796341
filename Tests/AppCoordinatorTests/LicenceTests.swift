import Crypto
import FeatureKit
import FoundationEssentials
import LocalStore
import TerminalKit
import Testing

@testable import AppCoordinator

@MainActor
@Suite struct LicenceTests {
  private let pair = Curve25519.Signing.PrivateKey()

  private var key: LicenceKey {
    get throws { try #require(LicenceKey(base64: pair.publicKey.rawRepresentation.base64EncodedString())) }
  }

  private func licence(_ name: String, _ since: String, signs: String? = nil) throws -> String {
    let signature = try pair.signature(for: Licence.message(name: signs ?? name, since: since))
    return "name = \(name)\nsince = \(since)\nsignature = \(signature.base64EncodedString())\n"
  }

  private func supporter(in text: String) throws -> Supporter { try Licence.supporter(in: text, signedWith: key) }

  @Test func aLicenceIsTakenAsItWasSigned() throws {
    #expect(try supporter(in: licence("Wren Alder", "2026-11")) == Supporter(name: "Wren Alder", since: "2026-11"))
    #expect(try supporter(in: "# thanks\r\n\r\n" + licence("Zoë 活字", "2025-01")).name == "Zoë 活字")
  }

  /// Made with the commands of docs/decisions/0025-a-signed-word-of-thanks.md; the secret half was thrown away.
  @Test func aLicenceThatOpenSSLSignedIsOne() throws {
    let key = try #require(LicenceKey(base64: "Ws36q2dyV4YR6LMoQHoog83OaYsnWKdARZCw7P/fPZo="))
    let text = """
      name = Wren Alder
      since = 2026-11
      signature = TGeT8iqhcUW/akH2z9ct3n6d9ckkK2S/5KcQYsG3I7uLzj3pD6TKssGzBMVZoe/Y8ek62ItU+uaws3nhLewDCQ==
      """
    #expect(try Licence.supporter(in: text, signedWith: key) == Supporter(name: "Wren Alder", since: "2026-11"))
  }

  @Test func anythingElseIsRefusedInWords() throws {
    let good = try licence("Wren", "2026-11")
    for text in [
      "", "name = Wren\n", "name = Wren\nsince = 2026-11\nsignature = !!\n", try licence("", "2026-11"),
      try licence("Wren", "2026-11", signs: "Heron"), good.replacing("2026-11", with: "2020-01"),
      good.replacing("Wren", with: "Wren A."), good.replacing("signature = ", with: "signature = AAAA"),
    ] {
      #expect(throws: AppError.self, "\(text)") { try supporter(in: text) }
    }
    // A number that is no point of the curve.
    let none = try #require(LicenceKey(base64: Data(repeating: 0xFF, count: 32).base64EncodedString()))
    #expect(throws: AppError.self) { try Licence.supporter(in: good, signedWith: none) }
  }

  @Test func aKeyIsThirtyTwoBytes() {
    for text in ["", "AAAA", "!!", Data(count: 33).base64EncodedString()] { #expect(LicenceKey(base64: text) == nil) }
  }

  @Test func theLiveServiceReadsTheFileOfThisPerson() throws {
    let folder = TemporaryFolder()
    let locations = AppDependencies.fixtures.still(in: folder.path).locations
    let service = PurchasesService.live(key: try key, locations: locations)
    let file = "\(locations.config)/licence"
    #expect(try service.flag() == .nobody(file: file))
    try FileManager.default.createDirectory(atPath: locations.config, withIntermediateDirectories: true)
    try Data(licence("Wren", "2026-11").utf8).write(to: URL(filePath: file))
    #expect(try service.flag() == .supporter(Supporter(name: "Wren", since: "2026-11")))
    try Data(licence("Wren", "2026-11", signs: "Heron").utf8).write(to: URL(filePath: file))
    #expect(throws: AppError.self) { try service.flag() }
    // Where nothing is sold, whatever lies there is nobody's business.
    #expect(try PurchasesService.live(key: nil, locations: locations).flag() == .notOffered)
  }

  @Test(arguments: [
    (PurchasesService.fixtures.notOffered, "There is nothing to buy."), (.fixtures.nobody, "/config/licence"),
    (.fixtures.supported, "Thank you, Wren Alder"), (.fixtures.changed, "! The licence is not as it was signed."),
  ])
  func aboutSaysWhatTheServiceAnswers(_ service: PurchasesService, _ words: String) async throws {
    var dependencies = AppDependencies.fixtures.still()
    dependencies.purchases = service
    let app = try AppCoordinator(dependencies: dependencies, choice: .init(usesSandbox: true))
    guard case .view(let view) = try await app.type("about") else {
      Issue.record("no view")
      return
    }
    let text = Renderer(format: .plain, width: 78, theme: .mono, colors: .none, showsHint: false, hyperlinks: false)
      .render(view(app.layout(width: 78)))
    #expect(text.contains(words))
    await app.shutdown()
  }
}

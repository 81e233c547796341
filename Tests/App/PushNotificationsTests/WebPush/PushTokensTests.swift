import FoundationEssentials
import MastodonKit
import Testing

@testable import PushNotifications

@Suite struct PushTokensTests {
  private func makeKeys(_ seed: UInt64 = 1) -> PushKeys {
    var random = FixedRandom(state: seed)
    return PushKeys.make(using: &random)
  }

  @Test func keysAreAPairAndSixteenBytes() throws {
    let keys = makeKeys()
    #expect(try bytes(keys.publicText).count == 65)
    #expect(try bytes(keys.publicText).first == 4)
    #expect(try bytes(keys.authenticationText).count == 16)
    #expect(keys != makeKeys(2))
    #expect(keys == PushKeys(privateKey: keys.privateKey, authentication: keys.authentication))
    #expect(PushKeys(privateKey: [UInt8](repeating: 0, count: 32), authentication: keys.authentication) == nil)
    #expect(PushKeys(privateKey: [UInt8](repeating: 255, count: 32), authentication: keys.authentication) == nil)
    #expect(PushKeys(privateKey: Array(keys.privateKey.dropLast()), authentication: keys.authentication) == nil)
    #expect(PushKeys(privateKey: keys.privateKey, authentication: Array(keys.authentication.dropLast())) == nil)
  }

  @Test func printedTokensRevealNoSecret() throws {
    let keys = makeKeys()
    let tokens = PushTokens(
      account: "wren@shore.example", endpoint: try PushEndpoint(parsing: "https://push.example/guess-me"), keys: keys)
    var dumped = ""
    dump(tokens, to: &dumped)
    for text in ["\(keys)", String(reflecting: keys), "\(tokens)", dumped] {
      #expect(!text.contains(keys.authenticationText) && !text.contains(Base64URL.encode(keys.privateKey)))
      #expect(!text.contains("\(keys.privateKey[0]), \(keys.privateKey[1])"))
      #expect(!text.contains("guess-me"))
    }
  }

  @Test(arguments: ["https://push.example/1", #"https://push.example/a"b\c?d={e}"#])
  func storedTokensAreRestored(_ address: String) throws {
    let tokens = PushTokens(
      account: "wren@shore.example", endpoint: try PushEndpoint(parsing: address), keys: makeKeys())
    #expect(!tokens.secret.contains("\n"))
    #expect(PushTokens(account: "wren@shore.example", secret: tokens.secret) == tokens)
  }

  @Test(arguments: ["", "{}", "[]", "hello", #"{"endpoint":"https://push.example/1","key":"AAAA","auth":"AAAA"}"#])
  func invalidTokensAreRefused(_ secret: String) { #expect(PushTokens(account: "a@b", secret: secret) == nil) }

  @Test(
    arguments: [
      ("https://push.example/x", "https://push.example", nil),
      ("HTTPS://Push.Example:443/x", "https://push.example", nil),
      ("https://push.example:8443/x?y=z", "https://push.example:8443", nil),
      ("http://127.0.0.1:9/x", "http://127.0.0.1:9", nil), ("http://localhost/x", "http://localhost", nil),
      ("http://[::1]:1/x", "http://[::1]:1", nil), ("https://push.example", "https://push.example", nil),
      ("http://push.example/", nil, .plainEndpoint), ("http://127.1/x", nil, .plainEndpoint),
      ("http://127.0.0.1.example/x", nil, .plainEndpoint), ("ftp://push.example/", nil, .noEndpoint),
      ("https://you@push.example/", nil, .noEndpoint), ("https:///x", nil, .noEndpoint), ("nothing", nil, .noEndpoint),
      ("https://push.example/#x", nil, .noEndpoint), ("https://push.example/\r\nX: y", nil, .noEndpoint),
      ("https://push.example/ü", nil, .noEndpoint), ("", nil, .noEndpoint),
      ("https://push.example/" + String(repeating: "x", count: 2048), nil, .noEndpoint),
    ] as [(String, String?, PushFailure?)])
  func addressUsesHTTPSOrThisMachine(_ address: String, _ origin: String?, _ failure: PushFailure?) throws {
    if let failure {
      #expect(throws: failure) { try PushEndpoint(parsing: address) }
    } else {
      #expect(try PushEndpoint(parsing: address).origin == origin)
    }
  }
}

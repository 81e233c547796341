import Crypto
import FoundationEssentials
import Testing

@testable import PushNotifications

@Suite struct PushOpeningTests {
  @Test func standardExampleIsDecrypted() throws {
    let keys = try StandardExample.keys()
    #expect(keys.publicText == StandardExample.publicKey)
    let message = PushMessage(body: try bytes(StandardExample.body))
    #expect(try keys.open(message) == Array(StandardExample.text.utf8))
    let said = PushMessage(body: message.body, contentEncoding: "AES128GCM")
    #expect(try keys.open(said) == Array(StandardExample.text.utf8))
  }

  /// The two header fields in the forms of several servers and gateways.
  @Test(arguments: [
    (#"keyid="dhkey"; salt="\#(EarlyExample.salt)""#, #"keyid="dhkey"; dh="\#(EarlyExample.sender)""#),
    ("salt=\(EarlyExample.salt)", "dh=\(EarlyExample.sender)"),
    ("salt=\(EarlyExample.salt);rs=4096", "dh=\(EarlyExample.sender);p256ecdsa=BAAA"),
    ("keyid=p256dh;salt=\(EarlyExample.salt)==", "p256ecdsa=BAAA,keyid=p256dh;dh=\(EarlyExample.sender)="),
    ("salt=\(EarlyExample.salt)", "keyid=other;dh=\(EarlyExample.sender)"),
    ("keyid=b;salt=\(EarlyExample.salt)", "keyid=a;dh=BAAA,keyid=b;dh=\(EarlyExample.sender)"),
  ]) func draftExampleIsDecrypted(_ encryption: String, _ cryptoKey: String) throws {
    let message = try EarlyExample.message(encryption: encryption, cryptoKey: cryptoKey)
    #expect(try EarlyExample.keys().open(message) == Array(EarlyExample.text.utf8))
    // The two fields say enough where a carrier has lost the third.
    let unsaid = PushMessage(body: message.body, encryption: encryption, cryptoKey: cryptoKey)
    #expect(try EarlyExample.keys().open(unsaid) == Array(EarlyExample.text.utf8))
  }

  struct Damage: Sendable, CustomTestStringConvertible {
    let testDescription: String
    let failure: PushFailure
    let change: @Sendable (inout [UInt8]) -> Void

    init(_ rule: String, _ failure: PushFailure, _ change: @escaping @Sendable (inout [UInt8]) -> Void) {
      testDescription = rule
      self.failure = failure
      self.change = change
    }
  }

  @Test(arguments: [
    Damage("another salt", .sealed) { $0[3] ^= 1 },
    Damage("a record size of nothing", .recordSize) { $0.replaceSubrange(16..<20, with: [0, 0, 0, 0]) },
    Damage("a record size that holds no letter", .recordSize) { $0.replaceSubrange(16..<20, with: [0, 0, 0, 17]) },
    Damage("smaller records than it has", .sealed) { $0.replaceSubrange(16..<20, with: [0, 0, 0, 40]) },
    Damage("larger records than it has", .sealed) {
      $0[$0.count - 1] ^= 0x80
      $0[16] = 0xFF
    },
    Damage("no key", .noSenderKey) { $0[20] = 0 },
    Damage("a shorter key", .noSenderKey) { $0[20] = 64 },
    Damage("a longer key", .noSenderKey) { $0[20] = 255 },
    Damage("a key that is no point", .noSenderKey) { $0[30] ^= 1 },
    Damage("a key in another form", .noSenderKey) { $0[21] = 2 },
    Damage("a key of nothing", .noSenderKey) { for place in 21..<86 { $0[place] = 0 } },
    Damage("another first letter", .sealed) { $0[86] ^= 1 },
    Damage("another last byte", .sealed) { $0[$0.count - 1] ^= 1 },
    Damage("a byte less", .sealed) { $0.removeLast() },
    Damage("a byte more", .sealed) { $0.append(0) },
    Damage("a letter without its seal", .cutOff) { $0.removeLast($0.count - 86 - 16) },
    Damage("a head alone", .cutOff) { $0.removeLast($0.count - 86) },
    Damage("half a head", .cutOff) { $0.removeLast($0.count - 50) },
    Damage("a salt alone", .cutOff) { $0.removeLast($0.count - 16) },
    Damage("twice the same", .sealed) { $0 += $0[86...] },
  ]) func modifiedPushIsRefused(_ damage: Damage) throws {
    var body = try bytes(StandardExample.body)
    damage.change(&body)
    let message = PushMessage(body: body)
    let keys = try StandardExample.keys()
    #expect(throws: damage.failure) { try keys.open(message) }
  }

  @Test(
    arguments: [
      ("salt=\(EarlyExample.salt)", nil, PushFailure.missing(part: "dh", field: "Crypto-Key")),
      (nil, "dh=\(EarlyExample.sender)", .missing(part: "salt", field: "Encryption")),
      ("salt=", "dh=\(EarlyExample.sender)", .missing(part: "salt", field: "Encryption")),
      ("salt=AAAA", "dh=\(EarlyExample.sender)", .missing(part: "salt", field: "Encryption")),
      ("salt=\(EarlyExample.salt)", "p256ecdsa=AAAA", .missing(part: "dh", field: "Crypto-Key")),
      ("salt=\(EarlyExample.salt)", "dh=AAAA", .noSenderKey),
      ("salt=\(EarlyExample.salt);rs=2", "dh=\(EarlyExample.sender)", .recordSize),
      ("salt=\(EarlyExample.salt);rs=many", "dh=\(EarlyExample.sender)", .recordSize),
      ("salt=\(EarlyExample.salt);rs=99999999999", "dh=\(EarlyExample.sender)", .recordSize),
      ("salt=\(EarlyExample.salt);rs=8", "dh=\(EarlyExample.sender)", .sealed),
      ("salt=\(EarlyExample.salt);rs=17", "dh=\(EarlyExample.sender)", .cutOff),
      ("salt=AngarbyKfMoi9Z75xYXmkg", "dh=\(EarlyExample.sender)", .sealed),
    ] as [(String?, String?, PushFailure)])
  func missingDraftParameterIsNamed(_ encryption: String?, _ cryptoKey: String?, _ failure: PushFailure) throws {
    let message = try EarlyExample.message(encryption: encryption, cryptoKey: cryptoKey)
    #expect(throws: failure) { try EarlyExample.keys().open(message) }
  }

  @Test func otherKeysDoNotDecrypt() throws {
    var random = FixedRandom(state: 1)
    let other = PushKeys.make(using: &random)
    let message = PushMessage(body: try bytes(StandardExample.body))
    #expect(throws: PushFailure.sealed) { try other.open(message) }
    let otherSecret = try keys("q1dXpw3UpT5VOmu_cf_v6ih07Aems3njxI-JWgLcM94", "R29vIGdvbyBnJyBqb29iIQ")
    #expect(throws: PushFailure.sealed) { try otherSecret.open(message) }
    #expect(throws: PushFailure.sealed) { try other.open(EarlyExample.message()) }
  }

  @Test(arguments: ["gzip", "identity", "aes256gcm", "aesgcm128", "aes128gcm, gzip"])
  func unknownEncodingIsNamed(_ name: String) throws {
    let message = PushMessage(body: try bytes(StandardExample.body), contentEncoding: name)
    #expect(throws: PushFailure.unknownEncoding(name)) { try StandardExample.keys().open(message) }
  }

  /// Any input is decrypted or refused.
  @Test func randomBytesAreRefused() throws {
    var random = FixedRandom(state: 42)
    let keys = try StandardExample.keys()
    let good = try bytes(StandardExample.body)
    var refused = 0
    for _ in 0..<3000 {
      var body = Bool.random(using: &random) ? good : []
      if body.isEmpty {
        body = (0..<Int.random(in: 0...200, using: &random)).map { _ in UInt8.random(in: .min ... .max, using: &random)
        }
      } else {
        for _ in 0..<Int.random(in: 1...4, using: &random) {
          body[Int.random(in: 0..<body.count, using: &random)] ^= UInt8.random(in: 1 ... .max, using: &random)
        }
        if Bool.random(using: &random) { body.removeLast(Int.random(in: 0..<body.count, using: &random)) }
      }
      guard body != good else { continue }
      do {
        let text = try keys.open(PushMessage(body: body))
        // Nothing but the size that a record may have can change without harm.
        #expect(text == Array(StandardExample.text.utf8) && body[..<16] == good[..<16] && body[20...] == good[20...])
      } catch {
        refused += 1
      }
    }
    #expect(refused > 2500)
  }
}

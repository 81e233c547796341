import Crypto
import FoundationEssentials
import Testing

@testable import PushNotifications

@Suite struct RecordCipherTests {
  /// RFC 8188, sections 3.1 and 3.2: the whole content with its header.
  @Test(arguments: [
    ("I1BsxtFttlv3u_Oo94xnmwAAEAAA-NAVub2qFgBEuQKRapoZu-IxkIva3MEB1PD-ly8Thjg", "yqdlZ-tYemfogSmv7Ws5PQ", 21, 4096),
    (
      "uNCkWiNYzKTnBN9ji3-qWAAAABkCYTHOG8chz_gnvgOqdGYovxyjuqRyJFjEDyoF1Fvkj6hQPdPHI51OEUKEpgz3SsLWIqS_uA",
      "BO3ZVPxUlnLORbVGMpbT1Q", 23, 25
    ),
  ]) func standardExamplesAreDecrypted(_ content: String, _ key: String, _ head: Int, _ size: Int) throws {
    let content = try bytes(content)
    let cipher = RecordCipher(.standard, material: SymmetricKey(data: try bytes(key)), salt: Array(content[..<16]))
    #expect(try cipher.open(content[head...], recordSize: size) == Array("I am the walrus".utf8))
  }

  /// draft-ietf-httpbis-encryption-encoding-02, sections 5.1 and 5.2.
  @Test(arguments: [
    ("VDeU0XxaJkOJDAxPl7h9JD5V8N43RorP7PfpPdZZQuwF", "csPJEXBYA5U-Tal9EdJi-w", "vr0o6Uq3w_KDWeatc27mUg", 4096),
    (
      "uzLfrZ4cbMTC6hlUqHz4NvWZshFlTN3o2RLr6FrIuOKEfl2VrM_jYgoiIyEoZvc-ZGwV-RMJejG4M6ZfGysBAdhpPqrLzw",
      "BO3ZVPxUlnLORbVGMpbT1Q", "4pdat984KmT9BWsU3np0nw", 10
    ),
  ]) func draftExamplesAreDecrypted(_ content: String, _ key: String, _ salt: String, _ size: Int) throws {
    let cipher = RecordCipher(.early, material: SymmetricKey(data: try bytes(key)), salt: try bytes(salt))
    #expect(try cipher.open(try bytes(content)[...], recordSize: size) == Array("I am the walrus".utf8))
  }

  @Test func contentWithoutItsLastRecordIsIncomplete() throws {
    let content = try bytes(
      "uNCkWiNYzKTnBN9ji3-qWAAAABkCYTHOG8chz_gnvgOqdGYovxyjuqRyJFjEDyoF1Fvkj6hQPdPHI51OEUKEpgz3SsLWIqS_uA")
    let key = SymmetricKey(data: try bytes("BO3ZVPxUlnLORbVGMpbT1Q"))
    let cipher = RecordCipher(.standard, material: key, salt: Array(content[..<16]))
    #expect(throws: PushFailure.cutOff) { try cipher.open(content[23..<48], recordSize: 25) }
    let early = try bytes(
      "uzLfrZ4cbMTC6hlUqHz4NvWZshFlTN3o2RLr6FrIuOKEfl2VrM_jYgoiIyEoZvc-ZGwV-RMJejG4M6ZfGysBAdhpPqrLzw")
    let earlyCipher = RecordCipher(.early, material: key, salt: try bytes("4pdat984KmT9BWsU3np0nw"))
    #expect(throws: PushFailure.cutOff) { try earlyCipher.open(early[..<26], recordSize: 10) }
    #expect(throws: PushFailure.cutOff) { try earlyCipher.open(early[..<0], recordSize: 10) }
  }

  @Test func swappedRecordsDoNotDecrypt() throws {
    let content = try bytes(
      "uNCkWiNYzKTnBN9ji3-qWAAAABkCYTHOG8chz_gnvgOqdGYovxyjuqRyJFjEDyoF1Fvkj6hQPdPHI51OEUKEpgz3SsLWIqS_uA")
    let cipher = RecordCipher(
      .standard, material: SymmetricKey(data: try bytes("BO3ZVPxUlnLORbVGMpbT1Q")), salt: Array(content[..<16]))
    let swapped = content[48...] + content[23..<48]
    #expect(throws: PushFailure.sealed) { try cipher.open(swapped[...], recordSize: 25) }
  }

  /// Both codings, every length around a record's, in records of every small size: what was sealed is what is opened.
  @Test func encryptedRecordsAreDecrypted() throws {
    var random = FixedRandom(state: 7)
    for size in [18, 19, 25, 64, 100] {
      for length in 0...130 {
        let text = (0..<length).map { _ in UInt8.random(in: .min ... .max, using: &random) }
        let material = SymmetricKey(data: (0..<16).map { _ in UInt8.random(in: .min ... .max, using: &random) })
        let salt = (0..<16).map { _ in UInt8.random(in: .min ... .max, using: &random) }
        let sealed = try Sealing(material: material, salt: salt).standard(text, recordSize: size)
        let cipher = RecordCipher(.standard, material: material, salt: salt)
        #expect(try cipher.open(sealed[...], recordSize: size) == text, "\(length) in \(size)")
      }
    }
  }
}

/// Encrypts in the standard's encoding, written from the RFC without the code that decrypts.
private struct Sealing {
  let key: SymmetricKey
  let nonce: [UInt8]

  init(material: SymmetricKey, salt: [UInt8]) {
    func derive(_ info: String, _ count: Int) -> [UInt8] {
      let first = HMAC<SHA256>.authenticationCode(
        for: material.withUnsafeBytes { Array($0) }, using: SymmetricKey(data: salt))
      let second = HMAC<SHA256>.authenticationCode(
        for: Array("Content-Encoding: \(info)\0".utf8) + [1], using: SymmetricKey(data: Array(first)))
      return Array(second.prefix(count))
    }
    key = SymmetricKey(data: derive("aes128gcm", 16))
    nonce = derive("nonce", 12)
  }

  func standard(_ text: [UInt8], recordSize: Int) throws -> [UInt8] {
    let room = recordSize - 17
    var result: [UInt8] = []
    var rest = text[...]
    var number: UInt8 = 0
    repeat {
      let part = rest.prefix(room)
      rest = rest.dropFirst(room)
      var nonce = nonce
      nonce[11] ^= number
      let box = try AES.GCM.seal(
        part + [rest.isEmpty ? 2 : 1], using: key, nonce: AES.GCM.Nonce(data: nonce))
      result += box.ciphertext + box.tag
      number += 1
    } while !rest.isEmpty
    return result
  }
}

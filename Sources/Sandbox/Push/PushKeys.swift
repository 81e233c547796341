import Crypto
import FoundationEssentials
import MastodonKit

/// The keys of a push subscription: the receiver's public key and the shared secret (RFC 8291).
struct PushKeys: Sendable {
  let receiver: P256.KeyAgreement.PublicKey
  let secret: [UInt8]

  /// Parses the keys as clients send them; `nil` if one is invalid.
  init?(p256dh: String, auth: String) {
    guard let key = Base64URL.decode(p256dh), let secret = Base64URL.decode(auth), secret.count == 16,
      let receiver = try? P256.KeyAgreement.PublicKey(x963Representation: key)  // The only error: not a key.
    else { return nil }
    self.receiver = receiver
    self.secret = secret
  }
}

/// An encrypted message with the headers that describe its encryption.
struct SealedPush: Sendable, Equatable {
  var body: [UInt8]
  var headers: [SandboxHeaders.Field]
}

extension PushKeys {
  /// Encrypts with `aes128gcm` (RFC 8188): one record, salt and sender key in its header.
  func seal(_ text: [UInt8], salt: [UInt8], sender: P256.KeyAgreement.PrivateKey) throws -> SealedPush {
    let from = [UInt8](sender.publicKey.x963Representation)
    let to = [UInt8](receiver.x963Representation)
    let key = try sender.sharedSecretFromKeyAgreement(with: receiver).hkdfDerivedSymmetricKey(
      using: SHA256.self, salt: secret, sharedInfo: Array("WebPush: info\0".utf8) + to + from, outputByteCount: 32)
    let sealed = try Self.encrypt(text + [2], key, salt, "Content-Encoding: aes128gcm\0", "Content-Encoding: nonce\0")
    // The record size is 4096, the sender's key has 65 bytes.
    let head = salt + [0, 0, 16, 0, UInt8(from.count)] + from
    return SealedPush(body: head + sealed, headers: [.init(name: "Content-Encoding", value: "aes128gcm")])
  }

  /// Encrypts with the draft `aesgcm`, salt and sender key in headers; Mastodon's default unless `standard` is
  /// requested.
  func sealDraft(_ text: [UInt8], salt: [UInt8], sender: P256.KeyAgreement.PrivateKey) throws -> SealedPush {
    let from = [UInt8](sender.publicKey.x963Representation)
    let to = [UInt8](receiver.x963Representation)
    let key = try sender.sharedSecretFromKeyAgreement(with: receiver).hkdfDerivedSymmetricKey(
      using: SHA256.self, salt: secret, sharedInfo: Array("Content-Encoding: auth\0".utf8), outputByteCount: 32)
    let context = Array("P-256\0".utf8) + [0, UInt8(to.count)] + to + [0, UInt8(from.count)] + from
    let sealed = try Self.encrypt(
      [0, 0] + text, key, salt, Array("Content-Encoding: aesgcm\0".utf8) + context,
      Array("Content-Encoding: nonce\0".utf8) + context)
    return SealedPush(
      body: sealed,
      headers: [
        .init(name: "Content-Encoding", value: "aesgcm"),
        .init(name: "Encryption", value: "salt=\(Base64URL.encode(salt))"),
        .init(name: "Crypto-Key", value: "dh=\(Base64URL.encode(from))"),
      ])
  }

  private static func encrypt(
    _ text: [UInt8], _ key: SymmetricKey, _ salt: [UInt8], _ keyInfo: some Sequence<UInt8>,
    _ nonceInfo: some Sequence<UInt8>
  ) throws -> [UInt8] {
    func derive(_ info: some Sequence<UInt8>, _ count: Int) -> SymmetricKey {
      HKDF<SHA256>.deriveKey(inputKeyMaterial: key, salt: salt, info: Array(info), outputByteCount: count)
    }
    let nonce = try derive(nonceInfo, 12).withUnsafeBytes { try AES.GCM.Nonce(data: $0) }
    let box = try AES.GCM.seal(text, using: derive(keyInfo, 16), nonce: nonce)
    return [UInt8](box.ciphertext + box.tag)
  }

  private static func encrypt(
    _ text: [UInt8], _ key: SymmetricKey, _ salt: [UInt8], _ keyInfo: String, _ nonceInfo: String
  ) throws -> [UInt8] { try encrypt(text, key, salt, keyInfo.utf8, nonceInfo.utf8) }
}

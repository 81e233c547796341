internal import Crypto
internal import FoundationEssentials
internal import MastodonKit

extension PushKeys {
  /// Decrypts a push.
  ///
  /// - Throws: ``PushFailure/sealed`` if it is for other keys or was modified, another ``PushFailure`` if it is invalid.
  public func open(_ message: PushMessage) throws(PushFailure) -> [UInt8] {
    switch message.contentEncoding?.lowercased() {
    case nil where message.encryption != nil && message.cryptoKey != nil: try openEarly(message)
    case nil, "aes128gcm": try openStandard(message.body)
    case "aesgcm": try openEarly(message)
    case let other?: throw .unknownEncoding(other)
    }
  }

  /// RFC 8291: the body begins with the salt, the record size and the sender's key.
  private func openStandard(_ body: [UInt8]) throws(PushFailure) -> [UInt8] {
    guard body.count > 21 else { throw .cutOff }
    let size = body[16..<20].reduce(0) { $0 << 8 | Int($1) }
    guard size >= 18 else { throw .recordSize }
    let length = Int(body[20])
    guard length == Self.pointSize else { throw .noSenderKey }
    guard body.count > 21 + length else { throw .cutOff }
    let sender = Array(body[21..<(21 + length)])
    let material = try material(with: sender, info: Array("WebPush: info\0".utf8) + publicPoint + sender)
    return try RecordCipher(.standard, material: material, salt: Array(body[..<16]))
      .open(body[(21 + length)...], recordSize: size)
  }

  /// draft-ietf-webpush-encryption-04: the salt and the sender's key are in header fields.
  private func openEarly(_ message: PushMessage) throws(PushFailure) -> [UInt8] {
    let encryption = PushParameters(message.encryption ?? "")
    guard let salt = encryption["salt"].flatMap({ Base64URL.decode($0) }), salt.count == 16 else {
      throw .missing(part: "salt", field: "Encryption")
    }
    let keys = PushParameters(message.cryptoKey ?? "")
    guard let sender = keys.value("dh", keyID: encryption["keyid"]).flatMap({ Base64URL.decode($0) }) else {
      throw .missing(part: "dh", field: "Crypto-Key")
    }
    guard let size = encryption["rs"].map({ Int($0) }) ?? 4096, size >= 3, size <= PushMessage.limit else {
      throw .recordSize
    }
    let material = try material(with: sender, info: Array("Content-Encoding: auth\0".utf8))
    func counted(_ point: [UInt8]) -> [UInt8] { [0, UInt8(point.count)] + point }
    return try RecordCipher(
      .early, material: material, salt: salt, context: Array("P-256\0".utf8) + counted(publicPoint) + counted(sender)
    ).open(message.body[...], recordSize: size)
  }

  private static let pointSize = 65

  /// The shared key material, from the key agreement with the sender's key and the authentication secret.
  private func material(with sender: [UInt8], info: [UInt8]) throws(PushFailure) -> SymmetricKey {
    guard sender.count == Self.pointSize else { throw .noSenderKey }
    let point: P256.KeyAgreement.PublicKey
    do { point = try P256.KeyAgreement.PublicKey(x963Representation: sender) } catch { throw .noSenderKey }
    do {
      return try P256.KeyAgreement.PrivateKey(rawRepresentation: privateKey)
        .sharedSecretFromKeyAgreement(with: point)
        .hkdfDerivedSymmetricKey(using: SHA256.self, salt: authentication, sharedInfo: info, outputByteCount: 32)
    } catch {
      throw .sealed
    }
  }
}

internal import Crypto
internal import MastodonKit

/// The keys of one account's pushes: a P-256 key pair and an authentication secret of 16 bytes (RFC 8291).
///
/// The server gets the public key and the secret; the private key never leaves this machine.
public struct PushKeys: Hashable, Sendable {
  let privateKey: [UInt8]
  let authentication: [UInt8]
  /// The public key as a point of 65 bytes.
  let publicPoint: [UInt8]

  /// Creates keys from stored bytes; `nil` if they are invalid.
  public init?(privateKey: [UInt8], authentication: [UInt8]) {
    guard authentication.count == 16 else { return nil }
    // The only error says that the bytes are not a key.
    guard let key = try? P256.KeyAgreement.PrivateKey(rawRepresentation: privateKey) else { return nil }
    publicPoint = Array(key.publicKey.x963Representation)
    self.privateKey = privateKey
    self.authentication = authentication
  }

  /// Creates new keys from the system's random numbers.
  public static func random() -> PushKeys {
    var random = SystemRandomNumberGenerator()
    return make(using: &random)
  }

  public static func make(using random: inout some RandomNumberGenerator) -> PushKeys {
    while true {
      let bytes = (0..<48).map { _ in UInt8.random(in: .min ... .max, using: &random) }
      // One number in 2^32 is not a valid key.
      if let keys = PushKeys(privateKey: Array(bytes[..<32]), authentication: Array(bytes[32...])) { return keys }
    }
  }

  /// The public key in base64: `p256dh`.
  public var publicText: String { Base64URL.encode(publicPoint) }
  /// The authentication secret in base64: `auth`.
  public var authenticationText: String { Base64URL.encode(authentication) }
}

extension PushKeys: CustomStringConvertible, CustomDebugStringConvertible, CustomReflectable {
  /// A placeholder, so that no key is printed.
  public var description: String { "PushKeys(redacted)" }

  public var debugDescription: String { description }

  /// Empty, so that a dump does not reveal the keys.
  public var customMirror: Mirror { Mirror(self, children: [:], displayStyle: .struct) }
}

internal import Crypto

/// What pushes to one account are encrypted with: a P-256 key pair and 16 secret bytes (RFC 8291).
///
/// The server gets the public half and the bytes; the private half never leaves this machine.
public struct PushKeys: Hashable, Sendable {
  let privateKey: [UInt8]
  let authentication: [UInt8]
  /// The public key as a point of 65 bytes.
  let publicPoint: [UInt8]

  /// Takes keys that were kept; `nil` for what are none.
  public init?(privateKey: [UInt8], authentication: [UInt8]) {
    guard authentication.count == 16 else { return nil }
    do {
      publicPoint = Array(try P256.KeyAgreement.PrivateKey(rawRepresentation: privateKey).publicKey.x963Representation)
    } catch {
      return nil
    }
    self.privateKey = privateKey
    self.authentication = authentication
  }

  /// Creates new keys from the system's random numbers.
  public static func random() -> PushKeys {
    var random = SystemRandomNumberGenerator()
    return make(using: &random)
  }

  /// Creates new keys from a generator.
  public static func make(using random: inout some RandomNumberGenerator) -> PushKeys {
    while true {
      let bytes = (0..<48).map { _ in UInt8.random(in: .min ... .max, using: &random) }
      // One number in 2^32 is no key.
      if let keys = PushKeys(privateKey: Array(bytes[..<32]), authentication: Array(bytes[32...])) { return keys }
    }
  }

  /// The public key as a server is told it: `p256dh`.
  public var publicText: String { Base64URL.encode(publicPoint) }
  /// The secret bytes as a server is told them: `auth`.
  public var authenticationText: String { Base64URL.encode(authentication) }
}

extension PushKeys: CustomStringConvertible, CustomDebugStringConvertible, CustomReflectable {
  /// That there are keys, and not which.
  public var description: String { "PushKeys(redacted)" }

  /// The same words as ``description``.
  public var debugDescription: String { description }

  /// Nothing, so that a dump does not tell either.
  public var customMirror: Mirror { Mirror(self, children: [:], displayStyle: .struct) }
}

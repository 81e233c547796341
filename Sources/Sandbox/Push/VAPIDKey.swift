import Crypto
import FoundationEssentials
import MastodonKit

/// The key that signs pushes (VAPID, RFC 8292).
struct VAPIDKey: Sendable {
  private let key: P256.Signing.PrivateKey
  private let contact: String

  /// Creates a key from the private key in hexadecimal digits.
  init?(hex: String, contact: String) {
    let digits = Array(hex.utf8)
    let bytes = stride(from: 0, to: digits.count - 1, by: 2).compactMap {
      UInt8(String(decoding: digits[$0...($0 + 1)], as: UTF8.self), radix: 16)
    }
    // The only error says that the bytes are not a key.
    guard let key = try? P256.Signing.PrivateKey(rawRepresentation: bytes) else { return nil }
    self.key = key
    self.contact = contact
  }

  /// The public key, as it appears in instances and subscriptions.
  var publicKey: String { Base64URL.encode(key.publicKey.x963Representation) }

  /// Returns a token that signs pushes to an origin, valid for a day.
  func token(for origin: String, at now: Moment) throws -> String {
    let claims = JSONWriter.object {
      $0.field("aud", origin)
      $0.field("exp", Int(now.seconds) + 86_400)
      $0.field("sub", contact)
    }
    let text = Base64URL.encode(#"{"typ":"JWT","alg":"ES256"}"#.utf8) + "." + Base64URL.encode(claims.utf8)
    let signature = try key.signature(for: Data(text.utf8))
    return text + "." + Base64URL.encode(signature.rawRepresentation)
  }
}

extension Transaction {
  /// The key that was created with the instance.
  func vapidKey() throws -> VAPIDKey? {
    try meta("vapid").flatMap { VAPIDKey(hex: $0, contact: "mailto:lock@\(instance.domain)") }
  }
}

internal import Crypto
internal import FoundationEssentials
internal import MastodonKit

/// Proof Key for Code Exchange (RFC 7636): only the client that began a sign-in can finish it.
public enum CodeVerifier {
  /// Creates a verifier of 256 random bits.
  public static func make(using random: inout some RandomNumberGenerator) -> Secret { .random(using: &random) }

  /// The verifier's hash, by the method S256, which the server gets first.
  static func challenge(_ verifier: Secret) -> String {
    Base64URL.encode(SHA256.hash(data: Array(verifier.reveal.utf8)))
  }
}

extension Secret {
  /// Creates a secret of 256 random bits, in characters that need no encoding.
  public static func random(using random: inout some RandomNumberGenerator) -> Secret {
    Secret(Base64URL.encode((0..<32).map { _ in UInt8.random(in: .min ... .max, using: &random) }))
  }

  /// Compares in constant time.
  func isSame(as word: String) -> Bool {
    let (own, other) = (Array(reveal.utf8), Array(word.utf8))
    guard own.count == other.count else { return false }
    return zip(own, other).reduce(UInt8(0)) { $0 | ($1.0 ^ $1.1) } == 0
  }
}

internal import Crypto
internal import FoundationEssentials

/// Proof Key for Code Exchange (RFC 7636): only who began a sign-in can finish it.
public enum CodeVerifier {
  /// Makes a verifier of 256 random bits.
  public static func make(using random: inout some RandomNumberGenerator) -> Secret {
    let bytes = (0..<32).map { _ in UInt8.random(in: .min ... .max, using: &random) }
    return Secret(base64URL(bytes))
  }

  /// What the server is shown first: the verifier's hash, in the method S256.
  static func challenge(_ verifier: Secret) -> String {
    base64URL(SHA256.hash(data: Array(verifier.reveal.utf8)))
  }

  private static func base64URL(_ bytes: some Sequence<UInt8>) -> String {
    Data(bytes).base64EncodedString().replacing("+", with: "-").replacing("/", with: "_").replacing("=", with: "")
  }
}

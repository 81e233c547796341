import Crypto
import FeatureKit
import FoundationEssentials

/// The public half of the pair of keys that licences are signed with (Ed25519, RFC 8032).
public struct LicenceKey: Hashable, Sendable {
  let bytes: [UInt8]

  /// Takes its 32 bytes in base 64; `nil` if it is anything else.
  public init?(base64 text: String) {
    guard let data = Data(base64Encoded: text), data.count == 32 else { return nil }
    bytes = Array(data)
  }
}

/// A licence: lines of `name = …`, `since = …` and `signature = …`, the signature in base 64.
///
/// docs/decisions/0025-a-signed-word-of-thanks.md says with which commands one is made.
enum Licence {
  /// What is signed: its own name first, so that a signature of something else can never be taken for this.
  static func message(name: String, since: String) -> Data { Data("howdah supporter 1\n\(name)\n\(since)\n".utf8) }

  /// Reads and checks a licence.
  ///
  /// - Throws: ``AppError/validation(_:suggestion:)`` if something is missing, or was changed after it was signed.
  static func supporter(in text: String, signedWith key: LicenceKey) throws(AppError) -> Supporter {
    var values: [String: String] = [:]
    for line in text.split(whereSeparator: \.isNewline) {
      guard let equals = line.firstIndex(of: "=") else { continue }
      values[trimmed(line[..<equals])] = trimmed(line[line.index(after: equals)...])
    }
    guard let name = values["name"], let since = values["since"],
      let signature = values["signature"].flatMap({ Data(base64Encoded: $0) }), !name.isEmpty, !since.isEmpty
    else { throw incomplete }
    guard isSigned(message(name: name, since: since), with: signature, by: key) else { throw changed }
    return Supporter(name: name, since: since)
  }

  private static func isSigned(_ message: Data, with signature: Data, by key: LicenceKey) -> Bool {
    do {
      return try Curve25519.Signing.PublicKey(rawRepresentation: key.bytes).isValidSignature(signature, for: message)
    } catch {
      // Not a point of the curve: nothing was ever signed with it.
      return false
    }
  }

  private static func trimmed(_ text: Substring) -> String {
    String(text.drop(while: \.isWhitespace).reversed().drop(while: \.isWhitespace).reversed())
  }

  static let incomplete = refusal("The licence has no name, no month or no signature.")
  static let changed = refusal("The licence is not as it was signed.")

  private static func refusal(_ words: String) -> AppError {
    .validation(words, suggestion: "Copy it anew from where you got it, or remove it; nothing else depends on it.")
  }
}

internal import Crypto
internal import FoundationEssentials
internal import MastodonKit

/// Verifies the server's signature of a push (RFC 8292).
///
/// The signature and its audience are checked, not its expiry: the push service has checked that, and a distributor may
/// have kept the push for days.
public struct ServerSignature: Sendable {
  private let serverKey: [UInt8]
  private let endpoint: PushEndpoint

  /// Creates a verifier from the key that the server named in the subscription, and the subscribed address; `nil` if
  /// the server named no key.
  public init?(serverKey: String, endpoint: PushEndpoint) {
    guard let key = Base64URL.decode(serverKey), !key.isEmpty else { return nil }
    self.serverKey = key
    self.endpoint = endpoint
  }

  /// Returns whether the push is signed; a push without a signature is not an error.
  ///
  /// - Throws: ``PushFailure/wrongSignature`` or ``PushFailure/wrongAudience``.
  public func isOn(_ message: PushMessage) throws(PushFailure) -> Bool {
    guard let authorization = message.authorization else { return false }
    guard let space = authorization.firstIndex(of: " ") else { throw .wrongSignature }
    let words = authorization[authorization.index(after: space)...]
    switch authorization[..<space].lowercased() {
    case "vapid":
      let parts = PushParameters(String(words).replacing(",", with: ";"))
      guard let token = parts["t"] else { throw .wrongSignature }
      try check(token, saidKey: parts["k"])
    case "webpush", "bearer":
      let token = words.filter { $0 != " " }
      try check(token, saidKey: PushParameters(message.cryptoKey ?? "")["p256ecdsa"])
    default: throw .wrongSignature
    }
    return true
  }

  private func check(_ token: String, saidKey: String?) throws(PushFailure) {
    if let saidKey, Base64URL.decode(saidKey) != serverKey { throw .wrongSignature }
    let parts = token.split(separator: ".", omittingEmptySubsequences: false)
    guard parts.count == 3, let head = Self.record(parts[0]), head.string("alg") == "ES256",
      let claims = Self.record(parts[1]), let signature = Base64URL.decode(parts[2])
    else { throw .wrongSignature }
    do {
      let key = try P256.Signing.PublicKey(x963Representation: serverKey)
      let signature = try P256.Signing.ECDSASignature(rawRepresentation: signature)
      guard key.isValidSignature(signature, for: Data("\(parts[0]).\(parts[1])".utf8)) else {
        throw PushFailure.wrongSignature
      }
    } catch {
      throw .wrongSignature
    }
    guard let audience = claims.string("aud") else { throw .wrongAudience }
    // Some servers add the port, or a slash at the end.
    let origin: String
    do throws(PushFailure) { origin = try PushEndpoint(parsing: audience).origin } catch { throw .wrongAudience }
    guard origin == endpoint.origin else { throw .wrongAudience }
  }

  private static func record(_ part: Substring) -> JSONRecord? {
    guard let bytes = Base64URL.decode(part) else { return nil }
    // The caller refuses the signature if a part of the token is not an object.
    return try? JSONRecord(bytes)
  }
}

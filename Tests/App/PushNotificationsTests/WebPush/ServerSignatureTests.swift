import Crypto
import FoundationEssentials
import MastodonKit
import Testing

@testable import PushNotifications

@Suite struct ServerSignatureTests {
  private let server = P256.Signing.PrivateKey()

  private func text(_ key: P256.Signing.PrivateKey) -> String { Base64URL.encode(key.publicKey.x963Representation) }

  private func token(
    head: String = #"{"typ":"JWT","alg":"ES256"}"#, claims: String = #"{"aud":"https://push.example","exp":1}"#,
    by key: P256.Signing.PrivateKey? = nil
  ) throws -> String {
    let text = Base64URL.encode(head.utf8) + "." + Base64URL.encode(claims.utf8)
    return text + "." + Base64URL.encode(try (key ?? server).signature(for: Data(text.utf8)).rawRepresentation)
  }

  private func signature(key: String? = nil, endpoint: String = "https://push.example/1") throws -> ServerSignature? {
    ServerSignature(serverKey: key ?? text(server), endpoint: try PushEndpoint(parsing: endpoint))
  }

  @Test func signatureIsAcceptedInBothForms() throws {
    let signature = try #require(try signature())
    let token = try token()
    let forms = [
      PushMessage(body: [1], authorization: "vapid t=\(token), k=\(text(server))"),
      PushMessage(body: [1], authorization: "VAPID k=\(text(server));t=\(token)"),
      PushMessage(body: [1], authorization: "vapid t=\(token)"),
      PushMessage(body: [1], cryptoKey: "dh=BAAA;p256ecdsa=\(text(server))", authorization: "WebPush \(token)"),
      PushMessage(body: [1], authorization: "Bearer \(token)"),
    ]
    for message in forms { #expect(try signature.isOn(message)) }
  }

  @Test func pushWithoutSignatureIsUnsigned() throws {
    #expect(try #require(try signature()).isOn(PushMessage(body: [1])) == false)
  }

  @Test func serverWithoutKeyCannotBeVerified() throws { #expect(try signature(key: "") == nil) }

  @Test func signatureOfAnotherServerIsRefused() throws {
    let signature = try #require(try signature())
    let other = P256.Signing.PrivateKey()
    let (own, foreign) = (try token(), try token(by: other))
    let parts = own.split(separator: ".")
    let wrong = [
      "vapid t=\(foreign), k=\(text(other))", "vapid t=\(foreign), k=\(text(server))",
      "vapid t=\(own), k=\(text(other))",
      "vapid t=\(parts[0]).\(parts[1]).", "vapid t=\(parts[0]).\(parts[1])",
      "vapid t=\(parts[1]).\(parts[0]).\(parts[2])",
      "vapid k=\(text(server))", "vapid", "Basic abc", "", "WebPush \(foreign)",
      "vapid t=\(try token(head: #"{"alg":"none"}"#))", "vapid t=\(try token(head: #"{"alg":"HS256"}"#))",
      "vapid t=\(try token(head: "alg"))",
    ]
    for authorization in wrong {
      #expect(throws: PushFailure.wrongSignature, "\(authorization)") {
        try signature.isOn(PushMessage(body: [1], authorization: authorization))
      }
    }
  }

  @Test(arguments: [
    (#"{"aud":"https://push.example"}"#, true), (#"{"aud":"https://push.example:443/"}"#, true),
    (#"{"aud":"HTTPS://PUSH.example"}"#, true), (#"{"aud":"https://push.example:444"}"#, false),
    (#"{"aud":"https://other.example"}"#, false), (#"{"aud":"http://push.example"}"#, false),
    (#"{"aud":"https://push.example.evil.example"}"#, false), (#"{"aud":["https://push.example"]}"#, false),
    (#"{"exp":1}"#, false),
  ]) func signatureIsForOneAddress(_ claims: String, _ isRight: Bool) throws {
    let signature = try #require(try signature())
    let message = PushMessage(body: [1], authorization: "vapid t=\(try token(claims: claims))")
    if isRight {
      #expect(try signature.isOn(message))
    } else {
      #expect(throws: PushFailure.wrongAudience) { try signature.isOn(message) }
    }
  }
}

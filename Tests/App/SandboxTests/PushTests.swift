import Crypto
import FoundationEssentials
import MastodonKit
import NIOCore
import NIOPosix
import Testing

@testable import Sandbox

@Suite(.timeLimit(.minutes(10))) struct PushTests {
  /// The example of RFC 8291, Appendix A.
  private enum Example {
    static let text = "When I grow up, I want to be a watermelon"
    static let receiver = "q1dXpw3UpT5VOmu_cf_v6ih07Aems3njxI-JWgLcM94"
    static let receiverPublic =
      "BCVxsr7N_eNgVRqvHtD0zTZsEc6-VV-JvLexhqUzORcxaOzi6-AYWXvTBHm4bjyPjs7Vd8pZGH6SRpkNtoIAiw4"
    static let sender = "yfWPiYE-n46HLnH0KqZOF1fJJU3MYrct3AELtAQ-oRw"
    static let secret = "BTBZMqHH6r4Tts7J_aSIgg"
    static let salt = "DGv6ra1nlYgDCS1FRnbzlw"
    static let body =
      "DGv6ra1nlYgDCS1FRnbzlwAAEABBBP4z9KsN6nGRTbVYI_c7VJSPQTBtkgcy27mlmlMoZIIgDll6e3vCYLocInmYWAmS6TlzAC8wEqKK6PBru3jl"
      + "7A_yl95bQpu6cVPTpK4Mqgkf1CXztLVBSt2Ks3oZwbuwXPXLWyouBWLVWGNWQexSgSxsj_Qulcy4a-fN"
  }

  @Test func encryptionMatchesTheExampleOfRFC8291() throws {
    let keys = try #require(PushKeys(p256dh: Example.receiverPublic, auth: Example.secret))
    let sender = try P256.KeyAgreement.PrivateKey(rawRepresentation: #require(Base64URL.decode(Example.sender)))
    let salt = try #require(Base64URL.decode(Example.salt))
    let sealed = try keys.seal(Array(Example.text.utf8), salt: salt, sender: sender)
    #expect(Base64URL.encode(sealed.body) == Example.body)
    #expect(sealed.headers == [.init(name: "Content-Encoding", value: "aes128gcm")])
    #expect(try open(sealed.body) == Example.text)
  }

  /// Decrypts a message as RFC 8188 and 8291 describe, without the code under test.
  private func open(_ body: [UInt8]) throws -> String {
    let receiver = try P256.KeyAgreement.PrivateKey(rawRepresentation: #require(Base64URL.decode(Example.receiver)))
    let secret = try #require(Base64URL.decode(Example.secret))
    let salt = body[..<16]
    let length = Int(body[20])
    let sender = Array(body[21..<(21 + length)])
    let record = body[(21 + length)...]
    let shared = try receiver.sharedSecretFromKeyAgreement(
      with: P256.KeyAgreement.PublicKey(x963Representation: sender)
    ).withUnsafeBytes { Array($0) }
    func hmac(_ key: some Sequence<UInt8>, _ text: [UInt8]) -> [UInt8] {
      Array(HMAC<SHA256>.authenticationCode(for: text, using: SymmetricKey(data: Array(key))))
    }
    let own = receiver.publicKey.x963Representation
    let material = hmac(hmac(secret, shared), Array("WebPush: info\0".utf8) + own + sender + [1])
    let pseudorandom = hmac(salt, material)
    let key = hmac(pseudorandom, Array("Content-Encoding: aes128gcm\0".utf8) + [1]).prefix(16)
    let nonce = hmac(pseudorandom, Array("Content-Encoding: nonce\0".utf8) + [1]).prefix(12)
    let box = try AES.GCM.SealedBox(
      nonce: AES.GCM.Nonce(data: nonce), ciphertext: record.dropLast(16), tag: record.suffix(16))
    var text = Array(try AES.GCM.open(box, using: SymmetricKey(data: key)))
    while text.last == 0 { text.removeLast() }
    #expect(text.popLast() == 2)
    return String(decoding: text, as: UTF8.self)
  }

  private func subscribe(
    _ instance: TestInstance, to endpoint: String, alerts: [String] = ["mention"], policy: String = "all",
    standard: Bool = true
  ) async throws -> WebPushSubscription {
    var request = SandboxRequest.post("/api/v1/push/subscription", token: instance.token)
    let pairs =
      [
        ("subscription[endpoint]", endpoint), ("subscription[keys][p256dh]", Example.receiverPublic),
        ("subscription[keys][auth]", Example.secret), ("subscription[standard]", "\(standard)"),
        ("data[policy]", policy),
      ] + alerts.map { ("data[alerts][\($0)]", "true") }
    request.body = Array(
      pairs.map { PercentCoding.encode($0.0) + "=" + PercentCoding.encode($0.1) }.joined(separator: "&").utf8)
    return try await instance.send(request).decoded()
  }

  @Test func aTokenHasOneSubscription() async throws {
    let instance = try await TestInstance()
    let first = try await subscribe(instance, to: "https://push.example/1")
    #expect(first.standard && first.alerts[.mention] == true && first.alerts[.follow] == false && first.policy == .all)
    let info = await instance.getWithoutToken("/api/v2/instance").text
    #expect(info.contains(#""vapid":{"public_key":"\#(first.serverKey)"}"#))
    let second = try await subscribe(instance, to: "http://127.0.0.1:9/2", standard: false)
    #expect(second.id != first.id && !second.standard)
    let update = SandboxRequest(
      "PUT", "/api/v1/push/subscription", form: ["data[alerts][poll]": "true", "policy": "followed"],
      token: instance.token)
    let changed: WebPushSubscription = try await instance.send(update).decoded()
    #expect(changed.id == second.id && changed.alerts[.poll] == true && changed.alerts[.mention] == false)
    #expect(changed.policy == .followed && changed.endpoint == "http://127.0.0.1:9/2")
    let removal = SandboxRequest("DELETE", "/api/v1/push/subscription", form: [:], token: instance.token)
    #expect(await instance.send(removal).text == "{}")
    #expect(await instance.get("/api/v1/push/subscription").status == 404)
  }

  @Test(arguments: [
    ("all", "moss", "mention", true), ("followed", "moss", "mention", false), ("followed", "heron", "mention", true),
    ("follower", "heron", "mention", false), ("follower", "wren", "mention", true), ("none", "wren", "mention", false),
    ("all", "wren", "favourite", false),
  ]) func alertsAndPolicyDecideWhatIsPushed(_ policy: String, _ sender: String, _ kind: String, _ isPushed: Bool)
    async throws
  {
    let instance = try await TestInstance()
    _ = try await subscribe(instance, to: "https://push.example/1", policy: policy)
    let post = try await instance.postStatus("Well?")
    let token = try await instance.token(of: sender)
    if kind == "mention" {
      try await instance.postStatus("@you hello", as: token)
    } else {
      await instance.post("/api/v1/statuses/\(post.id)/favourite", token: token)
    }
    #expect(await instance.sandbox.outbox.latest.count == (isPushed ? 1 : 0))
  }

  @Test func pushIsEncryptedAndSigned() async throws {
    let instance = try await TestInstance()
    let subscription = try await subscribe(instance, to: "https://push.example/1?a=b")
    try await instance.postStatus("@you hello", as: try await instance.token(of: "wren"))
    let push = try #require(await instance.sandbox.outbox.latest.first)
    struct Payload: Decodable {
      var accessToken: String
      var notificationID: Int
      var notificationType: String
      var title: String
      var body: String
      var icon: String
      var preferredLocale: String

      enum CodingKeys: String, CodingKey {
        case title, body, icon
        case accessToken = "access_token"
        case notificationID = "notification_id"
        case notificationType = "notification_type"
        case preferredLocale = "preferred_locale"
      }
    }
    let payload = try JSONDecoder().decode(Payload.self, from: Data(try open(push.body).utf8))
    let notification = try #require(try await instance.notifications("?limit=1").first)
    #expect(payload.accessToken == instance.token && String(payload.notificationID) == notification.id.rawValue)
    #expect(
      payload.notificationType == "mention"
        && payload.title == "You were mentioned by \(notification.account.displayName)")
    #expect(payload.body == "@you hello" && payload.preferredLocale == "en" && payload.icon.hasPrefix("https://"))
    let authorization = try #require(push.headers.first { $0.name == "Authorization" }?.value)
    #expect(authorization.hasSuffix(", k=\(subscription.serverKey)"))
    let parts = try #require(authorization.dropFirst("vapid t=".count).split(separator: ",").first).split(
      separator: ".")
    let key = try P256.Signing.PublicKey(x963Representation: #require(Base64URL.decode(subscription.serverKey)))
    let signature = try P256.Signing.ECDSASignature(rawRepresentation: #require(Base64URL.decode(String(parts[2]))))
    #expect(key.isValidSignature(signature, for: Data("\(parts[0]).\(parts[1])".utf8)))
    let claims = String(decoding: try #require(Base64URL.decode(String(parts[1]))), as: UTF8.self)
    #expect(claims.contains(#""aud":"https://push.example""#) && claims.contains(#""sub":"mailto:"#))
  }

  @Test func subscriptionWithoutStandardGetsTheDraftEncryption() async throws {
    let instance = try await TestInstance()
    _ = try await subscribe(instance, to: "https://push.example/1", standard: false)
    try await instance.postStatus("@you hello", as: try await instance.token(of: "wren"))
    let push = try #require(await instance.sandbox.outbox.latest.first)
    let headers = Dictionary(push.headers.map { ($0.name, $0.value) }) { first, _ in first }
    #expect(headers["Content-Encoding"] == "aesgcm" && headers["Encryption"]?.hasPrefix("salt=") == true)
    #expect(headers["Crypto-Key"]?.contains(";p256ecdsa=") == true)
    #expect(headers["Authorization"]?.hasPrefix("WebPush ") == true)
  }

  @Test(arguments: [
    ("https://push.example/x", true, false), ("http://localhost:80/x", true, true),
    ("http://127.0.0.1:1/x", true, true),
    ("http://[::1]:1/x", true, true), ("https://127.0.0.1/x", true, false),
    ("http://127.0.0.1.example/x", false, false),
    ("http://127.1/x", false, false), ("http://example.org/", false, false), ("ftp://127.0.0.1/", false, false),
    ("http://you@127.0.0.1/", false, false), ("http://127.0.0.1/\r\nX: y", false, false), ("nothing", false, false),
  ]) func pushesAreSentOnlyToThisMachine(_ address: String, _ isTaken: Bool, _ isReachable: Bool) {
    let endpoint = PushEndpoint(address)
    #expect((endpoint != nil) == isTaken)
    #expect((endpoint?.isReachable ?? false) == isReachable)
  }

  @Test func serverSendsPushesToThisMachine() async throws {
    let instance = try await TestInstance()
    let group = MultiThreadedEventLoopGroup(numberOfThreads: 1)
    let listener = try await ServerBootstrap(group: group).bind(host: "127.0.0.1", port: 0) { channel in
      channel.eventLoop.makeCompletedFuture {
        try NIOAsyncChannel<ByteBuffer, ByteBuffer>(wrappingChannelSynchronously: channel)
      }
    }
    let port = try #require(listener.channel.localAddress?.port)
    let received = Task {
      try await listener.executeThenClose { connections in
        for try await connection in connections {
          return try await connection.executeThenClose { inbound, outbound in
            var bytes: [UInt8] = []
            for try await part in inbound {
              bytes += part.readableBytesView
              if let whole = Self.body(of: bytes) {
                try await outbound.write(ByteBuffer(string: "HTTP/1.1 410 Gone\r\nContent-Length: 0\r\n\r\n"))
                return whole
              }
            }
            return (head: "", body: [UInt8]())
          }
        }
        return (head: "", body: [UInt8]())
      }
    }
    let server = SandboxServer(instance.sandbox, port: 0)
    _ = try await server.start()
    _ = try await subscribe(instance, to: "http://127.0.0.1:\(port)/inbox")
    try await instance.postStatus("@you hello", as: try await instance.token(of: "wren"))
    let push = try await received.value
    #expect(push.head.hasPrefix("POST /inbox HTTP/1.1\r\nHost: 127.0.0.1:\(port)\r\n"))
    #expect(push.head.contains("TTL: ") && push.head.contains("Content-Encoding: aes128gcm"))
    #expect(try open(push.body).contains(#""notification_type":"mention""#))
    // No push is sent to a subscription that the service has reported as gone.
    while await instance.get("/api/v1/push/subscription").status == 200, !Task.isCancelled { await Task.yield() }
    await server.stop()
    try await group.shutdownGracefully()
  }

  /// The head and body of a complete request.
  private static func body(of bytes: [UInt8]) -> (head: String, body: [UInt8])? {
    guard let end = bytes.firstRange(of: Array("\r\n\r\n".utf8)) else { return nil }
    let head = String(decoding: bytes[..<end.lowerBound], as: UTF8.self)
    let length = head.split(separator: "\r\n").first { $0.hasPrefix("Content-Length: ") }
      .flatMap { Int($0.dropFirst("Content-Length: ".count)) }
    let body = Array(bytes[end.upperBound...])
    return body.count == length ? (head, body) : nil
  }
}

import FoundationEssentials
import MastodonKit
import Testing

@testable import PushNotifications

@Suite struct PushMessageTests {
  @Test func bodyAloneIsParsed() throws {
    let body = try bytes(StandardExample.body)
    #expect(try PushMessage(reading: body) == PushMessage(body: body))
  }

  @Test(arguments: [
    "POST /inbox HTTP/1.1\r\nHost: here\r\nContent-Encoding: aesgcm\r\nEncryption: salt=a\r\nCrypto-Key: dh=b;p256ecdsa=c"
      + "\r\nAuthorization: WebPush x.y.z\r\nContent-Length: 3\r\n\r\n",
    "content-encoding: aesgcm\nENCRYPTION:salt=a\ncrypto-key: dh=b;\n  p256ecdsa=c\nauthorization:\tWebPush x.y.z \n\n",
  ]) func headerFieldsBeforeTheBodyAreParsed(_ head: String) throws {
    let message = try PushMessage(reading: Array(head.utf8) + [0, 10, 255])
    #expect(
      message
        == PushMessage(
          body: [0, 10, 255], contentEncoding: "aesgcm", encryption: "salt=a", cryptoKey: "dh=b;p256ecdsa=c",
          authorization: "WebPush x.y.z"))
  }

  @Test func repeatedFieldsAreJoined() throws {
    let message = try PushMessage(reading: Array("Crypto-Key: dh=b\nCrypto-Key: p256ecdsa=c\n\nx".utf8))
    #expect(message.cryptoKey == "dh=b,p256ecdsa=c")
  }

  /// Invalid header fields stay in the body, which then cannot be decrypted.
  @Test(arguments: [
    "no head here", "Name value\n\nx", ": nothing\n\nx", "Na me: value\n\nx", "\n\nx", "POST / HTTP/1.1\n\nx",
  ])
  func invalidHeaderBelongsToTheBody(_ text: String) throws {
    #expect(try PushMessage(reading: Array(text.utf8)) == PushMessage(body: Array(text.utf8)))
  }

  @Test(arguments: [
    ("", PushFailure.empty), ("TTL: 1\r\n\r\n", .empty), ("Content-Length: 3\n\nxy", .cutOff),
    ("Content-Length: 0\n\nxy", .empty),
  ]) func missingPartsAreReported(_ text: String, _ failure: PushFailure) {
    #expect(throws: failure) { try PushMessage(reading: Array(text.utf8)) }
  }

  @Test func bytesAfterTheBodyAreIgnored() throws {
    #expect(try PushMessage(reading: Array("Content-Length: 2\n\nxyz".utf8)).body == Array("xy".utf8))
  }

  @Test func overlongPushIsRefused() {
    let input = [UInt8](repeating: 7, count: PushMessage.limit + 1)
    #expect(throws: PushFailure.tooLong(limit: PushMessage.limit)) { try PushMessage(reading: input) }
  }

  /// Payloads of Mastodon, GoToSocial and Pleroma.
  @Test(arguments: [
    (
      #"{"access_token":"secret","preferred_locale":"en","notification_id":12345,"notification_type":"mention","icon":"https://a.example/x.png","title":"You were mentioned by Rook","body":"@wren hi"}"#,
      PushPayload(
        notificationID: "12345", kind: .mention, title: "You were mentioned by Rook", body: "@wren hi")
    ),
    (
      #"{"notification_id":"01J9X","notification_type":"pending.reply","title":"Rook","body":""}"#,
      PushPayload(notificationID: "01J9X", kind: .unknown("pending.reply"), title: "Rook")
    ),
    (
      #"{"notification_type":"pleroma:chat_mention","body":"hi there","pleroma":{"activity_id":"A1"},"title":""}"#,
      PushPayload(kind: .unknown("pleroma:chat_mention"), title: "hi there")
    ),
  ]) func payloadsOfAllServersAreParsed(_ text: String, _ payload: PushPayload) throws {
    #expect(try PushPayload(reading: Array(text.utf8)) == payload)
    #expect(!"\(payload)".contains("secret"))
  }

  @Test(arguments: [
    "", "watermelon", "[]", "null", "{}", #"{"title":7}"#, #"{"title":"","body":""}"#, #"{"title":"x""#,
  ])
  func payloadWithoutTextIsRefused(_ text: String) {
    #expect(throws: PushFailure.noNotification) { try PushPayload(reading: Array(text.utf8)) }
  }

  @Test func invalidUTF8IsRefused() {
    #expect(throws: PushFailure.noNotification) {
      try PushPayload(reading: Array(#"{"title":""#.utf8) + [0xFF, 0x22, 0x7D])
    }
  }
}

import FoundationEssentials
import MastodonKit
import Synchronization
import Testing

@testable import MastodonClient

/// A post whose answer is lost, on servers that know it again by its key and on those that do not.
@Suite struct PublishingTests {
  private static let now = 1_000_000_000.0

  /// A server that keeps every post and loses the answers to the first ones.
  private final class Pond: Sendable {
    private let kept = Mutex<[(text: String, key: String?)]>([])
    private let software: String?
    private let honoursKeys: Bool
    private let losses: Int
    /// The age of its posts in seconds, and the status with which its list of them fails.
    private let age: Double
    private let listStatus: Int

    init(_ software: String?, honoursKeys: Bool, losses: Int = 1, age: Double = 0, listStatus: Int = 200) {
      (self.software, self.honoursKeys, self.losses) = (software, honoursKeys, losses)
      (self.age, self.listStatus) = (age, listStatus)
    }

    var posts: [String] { kept.withLock { $0.map(\.text) } }

    /// Adds a post of another day.
    func keep(_ text: String) { kept.withLock { $0.append((text, nil)) } }

    func answer(_ request: HTTPRequest, lost: Int) throws -> HTTPResponse {
      switch request.path {
      case "/.well-known/nodeinfo" where software != nil:
        return .text(#"{"links":[{"rel":"http://nodeinfo.diaspora.software/ns/schema/2.0","href":"/nodeinfo/2.0"}]}"#)
      case "/nodeinfo/2.0": return .text(#"{"software":{"name":"\#(software ?? "")","version":"1"}}"#)
      case "/api/v1/accounts/verify_credentials": return .text(Sample.account("1"))
      case "/api/v1/accounts/1/statuses":
        return .text("[\(posts.indices.reversed().map(json).joined(separator: ","))]", status: listStatus)
      case "/api/v1/statuses":
        let key = request.header("Idempotency-Key")
        let body = try MastodonJSON.decode([String: String].self, from: request.body ?? Data())
        let index = kept.withLock { kept in
          if honoursKeys, let old = kept.firstIndex(where: { $0.key == key }) { return old }
          kept.append((body["status"] ?? "", key))
          return kept.count - 1
        }
        if lost < losses { throw TransportFailure.closedMidResponse }
        return .text(json(index))
      default: return .text("", status: 404)
      }
    }

    private func json(_ index: Int) -> String {
      let date = MastodonDate.format(Date(timeIntervalSince1970: PublishingTests.now - age))
      return #"{"id":"\#(index)","created_at":"\#(date)","content":"<p>\#(posts[index])</p>","#
        + #""account":\#(Sample.account("1"))}"#
    }
  }

  private static func client(
    _ pond: Pond, confirmed: ConfirmedPosts = .none
  ) throws -> (MastodonClient, ScriptedServer) {
    let attempts = Mutex(0)
    let server = ScriptedServer { request, _ in
      guard request.method == .post else { return try pond.answer(request, lost: 0) }
      let lost = attempts.withLock { count in
        count += 1
        return count - 1
      }
      return try pond.answer(request, lost: lost)
    }
    let client = MastodonClient(
      server: try ServerAddress(parsing: "shore.example"), transport: server.transport,
      tokens: .fixed(Secret("t0ken-abc")), userAgent: "howdah-tests",
      retries: Retries(RetryPolicy(attempts: 3), sleep: { _ in }, chance: { 0 }, report: { _ in }),
      confirmed: confirmed,
      now: { Date(timeIntervalSince1970: now) })
    return (client, server)
  }

  /// The default may have been made narrower since it was last known; Pleroma does not apply it by itself.
  @Test(arguments: [("mastodon", true), ("pleroma", false), ("snac", false), (nil, false)])
  func theServerAppliesItsOwnDefaultWhereItDoes(_ software: String?, _ isLeft: Bool) async throws {
    let (client, server) = try Self.client(Pond(software, honoursKeys: true))
    _ = try await client.software()
    for isDefault in [true, false] {
      var draft = StatusDraft(text: isDefault ? "Hi" : "Ho")
      draft.usesDefaultVisibility = isDefault
      _ = try await client.publishingService.publish(draft, draft.text)
      let body = try #require(server.requests.last { $0.method == .post }?.line)
      #expect(body.contains("visibility") == !(isDefault && isLeft), "\(body)")
    }
  }

  @Test(arguments: ["mastodon", "pleroma", "akkoma"])
  func aLostAnswerIsAskedForAgainWhereTheKeyIsHonoured(_ software: String) async throws {
    let pond = Pond(software, honoursKeys: true)
    let (client, server) = try Self.client(pond)
    _ = try await client.software()
    #expect(try await client.publishingService.publish(StatusDraft(text: "Hi"), "key-1").id == "0")
    #expect(pond.posts == ["Hi"])
    #expect(server.requests.count { $0.method == .post } == 2)
  }

  @Test(arguments: ["snac", "takahe", "gotosocial", "pixelfed", "wordpress", nil])
  func lostResponseDoesNotDuplicateAPostWithoutKeys(_ software: String?) async throws {
    let pond = Pond(software, honoursKeys: false)
    let (client, server) = try Self.client(pond)
    let status = try await client.publishingService.publish(StatusDraft(text: "Hi @zoe@far.example!"), "key-1")
    #expect(status.id == "0" && pond.posts.count == 1)
    #expect(server.requests.count { $0.method == .post } == 1)
  }

  @Test(arguments: [
    Case(rule: "the same text of an earlier day", old: ["Hi"], age: 7200, loses: true),
    Case(rule: "a list that cannot be had", listStatus: 500), Case(rule: "a list that is refused", listStatus: 403),
  ])
  func unconfirmedPostIsReportedAndNotSentAgain(_ example: Case) async throws {
    let pond = Pond("snac", honoursKeys: false, losses: 9, age: example.age, listStatus: example.listStatus)
    for text in example.old { pond.keep(text) }
    let (client, server) = try Self.client(pond)
    await #expect(throws: MastodonError.unconfirmed(host: "shore.example", operation: "send the post")) {
      _ = try await client.publishingService.publish(StatusDraft(text: "Hi"), "key-1")
    }
    #expect(server.requests.count { $0.method == .post } == 1)
  }

  struct Case: Sendable, CustomTestStringConvertible {
    let rule: String
    var old: [String] = []
    var age = 0.0
    var listStatus = 200
    var loses = false
    var testDescription: String { rule }
  }

  @Test func confirmedPostIsNotMistakenForALaterOneWithTheSameText() async throws {
    let pond = Pond("snac", honoursKeys: false, losses: 0)
    let (client, _) = try Self.client(pond)
    _ = try await client.publishingService.publish(StatusDraft(text: "Hi"), "key-1")
    #expect(
      try await client.publishingService.find(StatusDraft(text: "Hi"), Date(timeIntervalSince1970: Self.now), "key-2")
        == nil)
  }

  @Test func earlierAttemptIsFoundByItsText() async throws {
    let pond = Pond("snac", honoursKeys: false)
    pond.keep("Hi")
    let (client, _) = try Self.client(pond)
    let since = Date(timeIntervalSince1970: Self.now)
    #expect(try await client.publishingService.find(StatusDraft(text: "Ho"), since, "key-1") == nil)
    #expect(
      try await client.publishingService.find(StatusDraft(text: "Hi", inReplyToID: "9"), since, "key-1")?.id == "0")
  }

  @Test func honouredKeyNeedsNoSearch() async throws {
    let pond = Pond("mastodon", honoursKeys: true)
    let (client, server) = try Self.client(pond)
    _ = try await client.software()
    let before = server.requests.count
    let since = Date(timeIntervalSince1970: Self.now - MastodonClient.keyLife + 1)
    #expect(try await client.publishingService.find(StatusDraft(text: "Hi"), since, "key-1") == nil)
    #expect(server.requests.count == before)
  }

  @Test func aPostIsLookedForOnceTheServerMayHaveForgottenItsKey() async throws {
    let pond = Pond("mastodon", honoursKeys: true)
    pond.keep("Hi")
    let (client, _) = try Self.client(pond)
    _ = try await client.software()
    let since = Date(timeIntervalSince1970: Self.now - 7200)
    #expect(try await client.publishingService.find(StatusDraft(text: "Hi"), since, "key-1")?.id == "0")
    #expect(try await client.publishingService.find(StatusDraft(text: "Ho"), since, "key-1") == nil)
  }

  /// The clock was ahead when the post was first sent: its key may be old, and a post with its text older still.
  @Test func aTimeToComeSaysNothing() async throws {
    let pond = Pond("mastodon", honoursKeys: true)
    pond.keep("Hi")
    let confirmed = ConfirmedPosts(note: { _, _ in }, key: { $0 == "0" ? "key-2" : nil })
    let since = Date(timeIntervalSince1970: Self.now + 7200)
    let (client, _) = try Self.client(pond)
    await #expect(throws: MastodonError.unconfirmed(host: "shore.example", operation: "send the post")) {
      try await client.publishingService.find(StatusDraft(text: "Hi"), since, "key-1")
    }
    #expect(try await client.publishingService.find(StatusDraft(text: "Ho"), since, "key-1") == nil)
    let (knowing, _) = try Self.client(pond, confirmed: confirmed)
    #expect(try await knowing.publishingService.find(StatusDraft(text: "Hi"), since, "key-2")?.id == "0")
  }

  /// Two equal texts that are meant as two: the first one, of another process, is not the answer to the second.
  @Test func aPostOfAnotherRunIsNotTakenForALostOne() async throws {
    let pond = Pond("snac", honoursKeys: false, losses: 9)
    pond.keep("Hi")
    let confirmed = ConfirmedPosts(note: { _, _ in }, key: { $0 == "0" ? "key-1" : nil })
    let (client, _) = try Self.client(pond, confirmed: confirmed)
    #expect(try await client.publishingService.publish(StatusDraft(text: "Hi"), "key-2").id == "1")
  }

  /// A process can end between the answer and its record of it.
  @Test func aPostThatWasConfirmedIsFoundByItsKey() async throws {
    let pond = Pond("snac", honoursKeys: false)
    pond.keep("Hi")
    let confirmed = ConfirmedPosts(note: { _, _ in }, key: { $0 == "0" ? "key-1" : nil })
    let (client, _) = try Self.client(pond, confirmed: confirmed)
    let since = Date(timeIntervalSince1970: Self.now - 7200)
    #expect(try await client.publishingService.find(StatusDraft(text: "Hi"), since, "key-1")?.id == "0")
    #expect(try await client.publishingService.find(StatusDraft(text: "Hi"), since, "key-2") == nil)
  }

  @Test func rejectionIsNotALostResponse() async throws {
    let server = ScriptedServer(#"{"error":"Text can't be blank"}"#, status: 422)
    await #expect(
      throws: MastodonError.rejected(host: "shore.example", words: "Text can't be blank", operation: "send the post")
    ) {
      _ = try await server.client().publishingService.publish(StatusDraft(text: " "), "key-1")
    }
    #expect(server.requests.count == 1)
  }

  /// A version that reads as Mastodon's is not proof: snac calls itself 4.0.0.
  @Test(arguments: [
    (#"{"domain":"a.example","version":"4.6.0","api_versions":{"mastodon":10}}"#, true),
    (#"{"domain":"a.example","version":"4.6.0"}"#, nil), (#"{"domain":"a.example","version":"4.0.0"}"#, nil),
    (#"{"domain":"a.example","version":"takahe/0.11.0"}"#, false),
    (#"{"domain":"a.example","version":"3.5.3 (compatible; Pixelfed 0.12.5)"}"#, false),
    (#"{"domain":"a.example","version":"2.7.2 (compatible; Akkoma 3.13.2)"}"#, true),
  ]) func onlySoftwareThatIsKnownToHonourKeysIsTrusted(_ instance: String, _ honours: Bool?) async throws {
    let server = ScriptedServer { request, _ in
      request.path == "/api/v2/instance" ? .text(instance) : .text("", status: 404)
    }
    let client = try server.client()
    _ = try await client.instanceService.instance()
    #expect(client.missingEndpoints.honoursIdempotencyKeys == honours)
  }

  @Test(arguments: [
    ("Hi there", "<p>Hi there</p>", true), ("Hi\n\nthere", "<p>Hi</p><p>there</p>", true),
    ("a < b & c", "<p>a &lt; b &amp; c</p>", true), ("*Hi*", "<p><em>Hi</em></p>", true),
    ("@zoe@far.example look", #"<a href="https://far.example/@zoe">@<span>zoe</span></a> look"#, true),
    ("@zoe@far.example look", "@zoe@far.example look", true), ("Größe 🙂", "<p>Größe 🙂</p>", true),
    ("Hi", "<p>Hi there</p>", false), ("Hi", "", false), ("🙂", "<p>🙃</p>", false), ("R&D", "<p>R&amp;D</p>", true),
  ]) func postIsRecognisedDespiteTheServersMarkup(_ text: String, _ html: String, _ isSame: Bool) {
    let status = Status(
      id: "1", createdAt: Date(timeIntervalSince1970: 0), account: Account(id: "1", username: "rook"), content: html)
    #expect(StatusDraft(text: text).isSame(as: status) == isSame)
    #expect(!StatusDraft(text: text, spoilerText: "bees").isSame(as: status))
  }

  /// As snac, Takahe and GoToSocial show mentions.
  @Test(arguments: [
    ("@zoe@far.example\n\nHello", "<p>@zoe</p><p>Hello</p>", true),
    ("@zoe@far.example\r\nHello", "<p>@zoe<br>Hello</p>", true), ("@zoe@far.example\tHello", "@zoe Hello", true),
    ("@zoe@far.example\n\nHello", "<p>@zoe</p>", false), ("@zoe@far.example\n\nHello", "<p>@zoe</p><p>Bye</p>", false),
    ("@zoe@far.example、こんにちは。", "<p>@zoe、こんにちは。</p>", true),
    ("@zoe@far.example、こんにちは。", "<p>@zoe</p>", false),
    ("こんにちは「@zoe@far.example」です", "<p>こんにちは「@zoe」です</p>", true),
    ("こんにちは@zoe@far.exampleさん", "<p>こんにちは@zoeさん</p>", true),
    ("@zoe@bücher.example, look", "<p>@zoe, look</p>", true),
    ("(@zoe@far.example:8443), @rook@reef.example: hi.", "<p>(@zoe), @rook: hi.</p>", true),
    ("@zoe@far.example. Hello", "<p>@zoe. Hello</p>", true),
    ("write to zoe@far.example", "<p>write to zoe</p>", false),
    ("https://far.example/@zoe@reef.example", "<p>https://far.example/@zoe</p>", false),
    ("@ @far.example", "<p>@ </p>", false), ("@zoe@", "<p>@zoe@</p>", true), ("@zoe@far.example", "<p>@zoe</p>", true),
  ]) func onlyTheHostOfAMentionMayBeMissing(_ text: String, _ html: String, _ isSame: Bool) {
    let status = Status(
      id: "1", createdAt: Date(timeIntervalSince1970: 0), account: Account(id: "1", username: "rook"), content: html)
    #expect(StatusDraft(text: text).isSame(as: status) == isSame)
  }
}

import FeatureKit
import FeatureTestKit
import MastodonKit
import TerminalKit
import Testing

@testable import APIFeature

/// The requests of `api`, and the handling of an answer that is not text or not a success.
@MainActor @Suite(.timeLimit(.minutes(10))) struct APIRequestTests {
  private static let picture: [UInt8] = [0xFF, 0xD8, 0xFF, 0xE0, 0x00, 0x10, 0x0A, 0x80, 0xC3]

  private func run(
    _ words: [String], answer: RawResponse = RawResponse(json: "{}"), files: [String: String] = [:],
    sent: @escaping (RawRequest) -> Void = { _ in }
  ) async throws -> Response {
    let action = API.Action(
      send: { request in
        sent(request)
        return answer
      },
      read: { path in
        guard let text = files[path] else { throw AppError.notFound("\(path) does not exist.") }
        return Array(text.utf8)
      }, host: "shore.example", account: "@you@shore.example")
    let verb = API.apiVerb(action)
    let context = ArgumentContext(
      highestNumber: { 0 }, shown: { _ in nil }, resolve: { _, _ in throw AppError.cancelled })
    return try await verb.run(ArgumentReader(ArgumentList(shellArguments: words), for: verb, context: context))
  }

  /// The request that a command sends after it was confirmed.
  private func request(_ words: [String], files: [String: String] = [:]) async throws -> RawRequest {
    var request: RawRequest?
    let response = try await run(words, files: files) { request = $0 }
    if case .confirm(let confirmation) = response { _ = try await confirmation.proceed() }
    return try #require(request)
  }

  @Test(arguments: [
    ([#"{"a":1}"#], #"{"a":1}"#), (["@body.json"], "[1]"), (["-"], #"{"from":"standard input"}"#),
  ])
  func bodyIsTextFileOrStandardInput(_ words: [String], _ body: String) async throws {
    let files = ["body.json": "[1]", "-": #"{"from":"standard input"}"#]
    let request = try await request(["POST", "/api/v1/x", "--body"] + words, files: files)
    #expect(request.body == Array(body.utf8) && request.fields.isEmpty)
  }

  @Test func filesAndHeadersAreSent() async throws {
    let request = try await request([
      "POST", "/api/v2/media", "--file", "file=a b.jpg", "--field", "description=A hive", "--header",
      "Idempotency-Key: k1",
    ])
    #expect(request.files.map { [$0.name, $0.value] } == [["file", "a b.jpg"]])
    #expect(request.fields.map { [$0.name, $0.value] } == [["description", "A hive"]])
    #expect(request.headers.map { [$0.name, $0.value] } == [["Idempotency-Key", "k1"]])
  }

  @Test func otherTypeThanJSONNeedsAHeader() async throws {
    let words = ["POST", "/api/v1/x", "--body", "<a/>"]
    await #expect(throws: AppError.self) { try await self.request(words) }
    #expect(try await request(words + ["--header", "content-type:text/xml"]).body == Array("<a/>".utf8))
  }

  @Test(arguments: [
    ["/api/v1/x", "--body", "{}"], ["/api/v1/x", "--file", "file=a.jpg"],
    ["POST", "/api/v1/x", "--body", "{}", "--field", "a=b"], ["POST", "/api/v1/x", "--body", "{"],
    ["POST", "/api/v1/x", "--body", "@missing.json"], ["POST", "/api/v1/x", "--file", "file"],
    ["POST", "/api/v1/x", "--file", "a\"b=c.jpg"], ["/api/v1/x", "--header", "X"],
    ["/api/v1/x", "--header", "Authorization: Bearer x"], ["/api/v1/x", "--header", "Host: evil.example"],
    ["/api/v1/x", "--header", "X: a\r\nY: b"], ["/api/v1/x", "--header", "X Y: b"],
  ])
  func requestThatCannotBeSentIsRefusedBefore(_ words: [String]) async {
    var isSent = false
    await #expect(throws: AppError.self) {
      let response = try await run(words) { _ in isSent = true }
      if case .confirm(let confirmation) = response { _ = try await confirmation.proceed() }
    }
    #expect(!isSent)
  }

  /// Before, each byte that is not text became a replacement character, with exit code 0.
  @Test func bytesThatAreNotTextStayAsTheyAre() async throws {
    let answer = RawResponse(type: "image/jpeg", body: Self.picture)
    guard case .exact(let exact) = try await run(["/media/x.jpg"], answer: answer) else { throw AppError.cancelled }
    #expect(exact.bytes == Self.picture)
    #expect(exact.failure?.message == "The answer is not text: image/jpeg, 9 bytes.")
  }

  @Test func textThatIsNotJSONStaysAsItIs() async throws {
    let text = "<svg>\r\n</svg>"
    let answer = RawResponse(type: "image/svg+xml", body: Array(text.utf8))
    guard case .exact(let exact) = try await run(["/media/x.svg"], answer: answer) else { throw AppError.cancelled }
    #expect(exact.bytes == Array(text.utf8) && exact.failure == nil)
  }

  @Test(arguments: [
    (404, "Record not found", "not_found", "shore.example answered 404 to GET /api/v1/x: Record not found."),
    (410, "", "not_found", "shore.example answered 410 to GET /api/v1/x."),
    (403, "No.", "forbidden", "shore.example answered 403 to GET /api/v1/x: No."),
    (422, "Text is blank", "invalid_input", "shore.example answered 422 to GET /api/v1/x: Text is blank."),
    (302, "", "invalid_input", "shore.example answered 302 to GET /api/v1/x."),
    (503, "Down", "server_error", "shore.example reported a server error (503): Down."),
  ])
  func failureHasTheStatusAndTheServersReason(
    _ status: Int, _ reason: String, _ code: String, _ message: String
  ) async {
    let answer = RawResponse(status: status, body: [], reason: reason)
    do {
      _ = try await run(["/api/v1/x?y=1"], answer: answer)
      Issue.record("succeeded")
    } catch {
      let error = AppError(error)
      #expect(error.code == code && error.message == message)
      #expect(error.data == [JSONValue.Member("http_status", .int(status))])
      #expect(!error.suggestion.contains("deleted"))
    }
  }
}

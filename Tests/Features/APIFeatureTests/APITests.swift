import FeatureKit
import FeatureTestKit
import MastodonKit
import TerminalKit
import Testing

@testable import APIFeature

@MainActor @Suite(.timeLimit(.minutes(10))) struct APITests {
  private func run(
    _ command: String, _ arguments: String, json: String = "{}", pages: [String: RawResponse] = [:],
    asked: @escaping @MainActor (String) -> Void = { _ in }
  ) async throws -> Response {
    let action = API.Action(
      send: { request in
        let parts =
          request.headers.map { "\($0.name): \($0.value)" } + request.fields.map { "\($0.name)=\($0.value)" }
          + request.files.map { "\($0.name)=@\($0.value)" }
          + [request.body.map { String(decoding: $0, as: UTF8.self) }].compactMap(\.self)
        let content = parts.joined(separator: "&")
        asked("\(request.method.rawValue) \(request.path)\(content.isEmpty ? "" : " \(content)")")
        return pages[request.path] ?? RawResponse(json: json)
      }, read: { _ in [] }, host: "shore.example", account: "@you@shore.example")
    let verb = try #require(API.plugin(action: action).verbs.first { $0.matches(command) })
    let context = ArgumentContext(
      highestNumber: { 1 }, shown: { _ in [Reference(kind: .status, id: "10001")] },
      resolve: { _, _ in throw AppError.cancelled })
    let words = arguments.split(separator: " ").map(String.init)
    return try await verb.run(ArgumentReader(ArgumentList(shellArguments: words), for: verb, context: context))
  }

  private func text(_ document: Document) -> String {
    Renderer(format: .plain, width: 76, theme: .mono, colors: .none, showsHint: false, hyperlinks: false)
      .render(document)
  }

  @Test func rawIsSanitisedOnlyOnATerminal() async throws {
    let json = "{\"a\":[],\"text\":\"x\u{9B}31m, {y}\\\"\",\"n\":[1,2]}"
    guard case .exact(let exact) = try await run("raw", "1", json: json) else { throw AppError.cancelled }
    let shown = text(exact.document)
    #expect(!shown.contains("\u{9B}"))
    #expect(shown.contains("  \"a\": [],\n  \"text\": \"x, {y}\\\"\",\n  \"n\": [\n    1,\n    2\n  ]\n}"))
    #expect(try await written(run("raw", "1", json: json)) == [json])
  }

  @Test(arguments: [
    ("GET /api/v1/preferences", "GET /api/v1/preferences"), ("/api/v2/search?q=canal", "GET /api/v2/search?q=canal"),
    ("get api/v1/instance", "GET /api/v1/instance"), ("GET https://shore.example/api/v1/lists", "GET /api/v1/lists"),
    ("/api/v2/search --field q=a=b --field limit=2", "GET /api/v2/search q=a=b&limit=2"),
  ])
  func apiAsksTheOwnServer(_ typed: String, _ sent: String) async throws {
    let asked = Record()
    _ = try await run("api", typed, asked: { asked.paths.append($0) })
    #expect(asked.paths == [sent])
  }

  @Test(arguments: [
    "FETCH /api/v1/statuses", "GET https://other.example/api/v1/lists", "GET https://shore.example.evil.example/api",
    "GET https://shore.example@evil.example/api", "GET //evil.example/api", "GET", "/",
    "GET https://evil.example?shore.example", "POST /oauth/token", "POST //oauth/token", "POST /oauth/revoke?x=1",
    "/api/v1/streaming/user", "POST /api/v1/lists --paginate", "/api/v1/lists --field x", "/api/v1/lists --field =1",
  ])
  func apiAsksNothingElse(_ typed: String) async throws {
    let asked = Record()
    await #expect(throws: AppError.self) { try await run("api", typed, asked: { asked.paths.append($0) }) }
    #expect(asked.paths.isEmpty)
  }

  @Test func requestsThatMayChangeSomethingAskFirst() async throws {
    let asked = Record()
    let response = try await run(
      "api", "POST /api/v1/statuses --field status=Hello --field password=hunter2",
      asked: { asked.paths.append($0) })
    guard case .confirm(let confirmation) = response else { throw AppError.cancelled }
    #expect(asked.paths.isEmpty)
    #expect(
      confirmation.question
        == "Send POST /api/v1/statuses with status=Hello, password=(hidden) as @you@shore.example?")
    guard case .changed(.exact, undo: .impossible) = try await confirmation.proceed() else {
      throw AppError.cancelled
    }
    #expect(asked.paths == ["POST /api/v1/statuses status=Hello&password=hunter2"])
  }

  @Test func pagesBecomeOneListAndARepeatedPageEndsIt() async throws {
    let asked = Record()
    let pages = [
      "/api/v1/lists": RawResponse(json: "[1, 2]\n", next: "/api/v1/lists?max_id=2"),
      "/api/v1/lists?max_id=2": RawResponse(json: "[3]", next: "/api/v1/lists?max_id=3"),
      "/api/v1/lists?max_id=3": RawResponse(json: "[ ]", next: "/api/v1/lists?max_id=3"),
    ]
    let response = try await run(
      "api", "/api/v1/lists --paginate", pages: pages, asked: { asked.paths.append($0) })
    #expect(try written(response) == ["[1, 2,3]"])
    #expect(asked.paths.count == 3)
  }

  @Test func aPageThatComesAgainUnderAnotherLinkEndsTheList() async throws {
    let asked = Record()
    let pages = [
      "/api/v1/lists": RawResponse(json: "[1]", next: "/api/v1/lists?max_id=1"),
      "/api/v1/lists?max_id=1": RawResponse(json: "[2]", next: "/api/v1/lists?max_id=2"),
      "/api/v1/lists?max_id=2": RawResponse(json: "[1]", next: "/api/v1/lists?max_id=3"),
    ]
    let response = try await run(
      "api", "/api/v1/lists --paginate", pages: pages, asked: { asked.paths.append($0) })
    #expect(try written(response) == ["[1,2]"])
    #expect(asked.paths.count == 3)
  }

  @Test func secretsAreHidden() async throws {
    let json = #"{"access_token" : "a\"b","name":"access_token","x":{"token":"c","tokens":"d","password":null}}"#
    let response = try await run("api", "/api/v1/apps", json: json)
    #expect(
      try written(response) == [
        #"{"access_token" : "(hidden)","name":"access_token","x":{"token":"(hidden)","tokens":"d","password":null}}"#
      ])
  }

  @Test func marksAfterQuotesDoNotEndStrings() {
    let json = "{\"token\":\"\u{301}s\",\"a\":\"\u{301},\"}"
    #expect(SecretFields.hidden(in: json) == "{\"token\":\"(hidden)\",\"a\":\"\u{301},\"}")
    #expect(IndentedJSON.lines(json).count == 4)
    #expect(IndentedJSON.lines("{\r\n\"a\": 1}") == ["{", "  \"a\": 1", "}"])
  }

  private func written(_ response: Response) throws -> [String] {
    guard case .exact(let exact) = response else { throw AppError.cancelled }
    return String(decoding: exact.bytes, as: UTF8.self).split(separator: "\n").map(String.init)
  }
}

/// The requests of an action.
@MainActor
private final class Record {
  var paths: [String] = []
}

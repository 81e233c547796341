import Foundation
import MastodonClient
import MastodonKit
import Synchronization
import Testing

@testable import Accounts

/// Completion of names that only the server knows.
@MainActor @Suite(.timeLimit(.minutes(10))) struct ServerNamesTests {
  private let server = Server()
  private let names: ServerNames

  /// A server that knows a few names, remembers what it was asked, and can be unreachable.
  private final class Server: Sendable {
    let asked = Mutex<[String]>([])
    let isReachable = Mutex(true)

    var requests: [String] { asked.withLock { $0 } }

    var transport: Transport {
      Transport(
        send: { [self] request in
          guard isReachable.withLock(\.self) else { throw TransportFailure.unreachable(.refused) }
          let query = request.query.filter { $0.name != "limit" }.map { "\($0.name)=\($0.value)" }.joined(
            separator: "&")
          asked.withLock { $0.append("\(request.path)?\(query)") }
          let body =
            switch request.path {
            case "/api/v1/accounts/search":
              #"[{"id":"1","username":"Zoe","acct":"Zoe@shore.example"},{"id":"2","username":"zora","acct":"zora"}]"#
            case "/api/v1/followed_tags": #"[{"name":"NightTrains","url":""},{"name":"canal","url":""}]"#
            default: #"[{"shortcode":"blobcat"},{"shortcode":"hidden","visible_in_picker":false},{"shortcode":"bee"}]"#
            }
          return HTTPResponse(status: 200, body: Data(body.utf8))
        }, openStream: { _ in AsyncThrowingStream { $0.finish() } })
    }
  }

  init() throws {
    names = ServerNames(
      client: MastodonClient(
        server: try ServerAddress(parsing: "shore.example"), transport: server.transport,
        tokens: .fixed(Secret("t0ken-abc")), userAgent: "howdah-tests", now: { .fixtureNow }))
  }

  /// The completions at the first Tab and at the next one.
  private func tabs(_ typed: String) async -> (first: [String], next: [String]) {
    let first = names.words(beginning: typed)
    await names.finishRequests()
    return (first, names.words(beginning: typed))
  }

  @Test func nextTabKeyUsesTheFirstAnswer() async {
    #expect(await tabs("@zo") == ([], ["@Zoe@shore.example", "@zora"]))
    #expect(await tabs("#N") == ([], ["#NightTrains"]))
    #expect(await tabs(":b") == ([], [":bee:", ":blobcat:"]))
    #expect(
      server.requests == [
        "/api/v1/accounts/search?q=zo&following=true", "/api/v1/followed_tags?", "/api/v1/custom_emojis?",
      ])
  }

  @Test func aLongerBeginningNeedsNoFurtherRequest() async {
    _ = await tabs("@zo")
    #expect(await tabs("@zor") == (["@zora"], ["@zora"]))
    #expect(server.requests.count == 1)
  }

  @Test func anEmptyNameOrTextAsksForNothing() async {
    #expect(await tabs("@") == ([], []))
    #expect(await tabs("zo") == ([], []))
    #expect(server.requests.isEmpty)
  }

  @Test func aFailedRequestIsRepeatedAtTheNextTab() async {
    server.isReachable.withLock { $0 = false }
    #expect(await tabs(":b") == ([], []))
    server.isReachable.withLock { $0 = true }
    #expect(await tabs(":b") == ([], [":bee:", ":blobcat:"]))
  }
}

import FoundationEssentials
import MastodonClient
import MastodonKit
import Synchronization

/// A server within the test: answers from a closure and remembers what it was asked.
final class ScriptedServer: Sendable {
  private let asked = Mutex<[HTTPRequest]>([])
  private let answer: @Sendable (HTTPRequest, Int) async throws -> HTTPResponse

  /// Answers each request; the closure also gets how many came before it.
  init(_ answer: @escaping @Sendable (HTTPRequest, Int) async throws -> HTTPResponse) { self.answer = answer }

  /// Answers every request the same.
  convenience init(_ body: String, status: Int = 200, headers: [Field] = []) {
    self.init { _, _ in .text(body, status: status, headers: headers) }
  }

  var requests: [HTTPRequest] { asked.withLock { $0 } }

  var transport: Transport {
    Transport(
      send: { [self] request in
        let count = asked.withLock { asked in
          asked.append(request)
          return asked.count - 1
        }
        return try await answer(request, count)
      },
      openStream: { _ in AsyncThrowingStream { $0.finish() } })
  }

  /// A client of this server, which calls itself shore.example.
  func client(token: String? = "t0ken-abc") throws -> MastodonClient {
    MastodonClient(
      server: try ServerAddress(parsing: "shore.example"), transport: transport,
      tokens: token.map { .fixed(Secret($0)) } ?? .signedOut, userAgent: "howdah-tests",
      now: { Date(timeIntervalSince1970: 1_000_000_000) })
  }
}

extension HTTPResponse {
  static func text(_ body: String, status: Int = 200, headers: [Field] = []) -> HTTPResponse {
    HTTPResponse(status: status, headers: headers, body: Data(body.utf8))
  }
}

extension HTTPRequest {
  /// The request as one line that a person can compare: method, target, and the body after an arrow.
  var line: String {
    guard let body else { return "\(method.rawValue) \(target)" }
    return "\(method.rawValue) \(target) ← \(String(decoding: body, as: UTF8.self))"
  }
}

/// The least JSON that is an entity.
enum Sample {
  static func account(_ id: String = "1") -> String { #"{"id":"\#(id)","username":"rook","acct":"rook"}"# }
  static func status(_ id: String) -> String { status(of: id, with: "") }
  /// - Parameter members: Further members, each after a comma.
  static func status(of id: String, with members: String) -> String {
    #"{"id":"\#(id)","account":\#(account())\#(members)}"#
  }
  static func notification(_ id: String) -> String {
    #"{"id":"\#(id)","type":"favourite","account":\#(account())}"#
  }
}

/// The error that an act throws, or `nil`.
func failure<Value>(of act: () async throws(MastodonError) -> Value) async -> MastodonError? {
  do {
    _ = try await act()
    return nil
  } catch {
    return error
  }
}

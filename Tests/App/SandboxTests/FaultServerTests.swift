import FoundationEssentials
import MastodonKit
import NIOCore
import NIOPosix
import Testing

@testable import Sandbox

/// The effect of a fault on a client's socket.
@Suite(.timeLimit(.minutes(10))) struct FaultServerTests {
  struct Seen: Equatable, Sendable {
    enum Ending: Equatable { case closed, reset, open }
    var bytes: [UInt8]
    var ending: Ending

    var text: String { String(decoding: bytes, as: UTF8.self) }
    var body: String { text.firstRange(of: "\r\n\r\n").map { String(text[$0.upperBound...]) } ?? "" }
  }

  struct Case: Sendable, CustomTestStringConvertible {
    let rule: String
    var ending = Seen.Ending.closed
    let looks: @Sendable (Seen) -> Bool
    var testDescription: String { rule }
  }

  private static let health = #"{"status":"OK"}"#

  @Test(arguments: [
    Case(rule: "** delay 20ms") { $0.text.hasPrefix("HTTP/1.1 200") && $0.body == health },
    Case(rule: "** slow-headers 4000") { $0.text.hasPrefix("HTTP/1.1 200") && $0.body == health },
    Case(rule: "** slow-body 400") { $0.text.hasPrefix("HTTP/1.1 200") && $0.body == health },
    Case(rule: "** drop") { $0.bytes.isEmpty },
    Case(rule: "** reset", ending: .reset) { _ in true },
    Case(rule: "** truncate 3") { $0.body == #"{"s"# && $0.text.contains("Content-Length: 15\r\n") },
    Case(rule: "** endless", ending: .open) { $0.bytes.count > 1 << 20 && $0.text.hasPrefix("HTTP/1.1 200") },
    Case(rule: "** hang", ending: .open) { $0.bytes.isEmpty },
    Case(rule: "** status 503") { $0.text.hasPrefix("HTTP/1.1 503") && $0.body == #"{"error":"Service Unavailable"}"# },
    Case(rule: "** status 502 html") { $0.text.hasPrefix("HTTP/1.1 502") && $0.body.hasPrefix("<!DOCTYPE html>") },
    Case(rule: "** status 404 empty") { $0.text.hasPrefix("HTTP/1.1 404") && $0.body.isEmpty },
    Case(rule: "** status 422 echo") { $0.body.contains("Host: localhost") && $0.body.contains("GET /health?") },
    Case(rule: "** rate-limit 60") {
      $0.text.hasPrefix("HTTP/1.1 429") && $0.text.contains("X-RateLimit-Remaining: 0\r\n")
        && $0.text.contains("X-RateLimit-Reset: 2026-11-21T12:01:00.000Z\r\n")
    },
    Case(rule: "** rate-limit 60 bare") { $0.text.contains("X-RateLimit-Reset: 2026-11-21T12:01:00\r\n") },
    Case(rule: "** rate-limit 60 epoch") { $0.text.contains("X-RateLimit-Reset: 1795262460\r\n") },
    Case(rule: "** rate-limit 60 seconds") { $0.text.contains("Retry-After: 60\r\n") },
    Case(rule: "** rate-limit 60 date") { $0.text.contains("Retry-After: Sat, 21 Nov 2026 12:01:00 GMT\r\n") },
    Case(rule: "** busy 30") { $0.text.hasPrefix("HTTP/1.1 503") && $0.text.contains("Retry-After: 30\r\n") },
    Case(rule: "** bad-gzip") { $0.text.contains("Content-Encoding: gzip\r\n") && $0.body == health },
    Case(rule: "** gzip-bomb 1000000") {
      $0.bytes.count < 10_000 && Array($0.bytes.suffix(from: $0.bytes.endIndex - 8)) == Array(repeating: 0, count: 8)
    },
    Case(rule: "** wrong-length +10", ending: .open) {
      $0.text.contains("Content-Length: 25\r\n") && $0.body == health
    },
    Case(rule: "** wrong-length -10", ending: .open) { $0.text.contains("Content-Length: 5\r\n") && $0.body == health },
    Case(rule: "** wrong-type") { $0.text.contains("Content-Type: text/html\r\n") && $0.body == health },
    Case(rule: "** truncated-json") { $0.text.contains("Content-Length: 7\r\n") && $0.body == #"{"statu"# },
    Case(rule: "** garbage") { $0.text.hasPrefix("SSH-2.0") },
    Case(rule: "** redirect-loop") { $0.text.contains("Location: /health?a=b\r\n") },
    Case(rule: "** redirect http://b.example/ 307") {
      $0.text.hasPrefix("HTTP/1.1 307") && $0.text.contains("Location: http://b.example/\r\n")
    },
    Case(rule: "/elsewhere drop") { $0.body == health },
  ]) func faultHasItsEffect(_ fault: Case) async throws {
    let instance = try await TestInstance()
    let server = SandboxServer(instance.sandbox, port: 0, faults: FaultInjector([try FaultRule(parsing: fault.rule)]))
    let port = try await server.start()
    // Open connections are read until enough has arrived.
    let seen = try await Self.ask(port) { seen in fault.ending == .open && fault.looks(seen) }
    #expect(fault.looks(seen), "\(seen.text.prefix(500))")
    #expect(seen.ending == fault.ending)
    // The connection may be closed before the server has read the request.
    #expect(server.requestCount == 1 || seen.bytes.isEmpty)
    for await count in server.openConnectionCounts() where count == 0 { break }
    #expect(server.openConnectionCount == 0)
    await server.stop()
  }

  @Test func postIsCreatedEvenIfTheConnectionBreaksAfterwards() async throws {
    let instance = try await TestInstance()
    let server = SandboxServer(instance.sandbox, port: 0, faults: FaultInjector([FaultRule(.truncate(after: 0))]))
    let port = try await server.start()
    let body = "status=did+it"
    let head =
      "POST /api/v1/statuses HTTP/1.1\r\nHost: localhost\r\nAuthorization: Bearer \(instance.token)\r\n"
      + "Content-Type: application/x-www-form-urlencoded\r\nContent-Length: \(body.utf8.count)\r\n\r\n"
    let seen = try await Self.ask(port, head + body) { _ in false }
    #expect(seen.text.hasPrefix("HTTP/1.1 200") && seen.body.isEmpty)
    #expect(try await instance.status(containing: "did it").account.username == "you")
    await server.stop()
  }

  /// Sends a request and reads until the connection ends or enough has arrived.
  private static func ask(
    _ port: Int,
    _ request: String =
      "GET /health?a=b HTTP/1.1\r\nHost: localhost\r\nAccept: application/json\r\nConnection: close\r\n\r\n",
    until isEnough: (Seen) -> Bool
  ) async throws -> Seen {
    let channel = try await ClientBootstrap(group: .singletonMultiThreadedEventLoopGroup)
      .connect(host: "127.0.0.1", port: port) { channel in
        channel.eventLoop.makeCompletedFuture {
          try NIOAsyncChannel<ByteBuffer, ByteBuffer>(wrappingChannelSynchronously: channel)
        }
      }
    var seen = Seen(bytes: [], ending: .open)
    do {
      try await channel.executeThenClose { inbound, outbound in
        // A connection that is closed already says how when it is read.
        try? await outbound.write(ByteBuffer(string: request))
        if isEnough(seen) { return }
        for try await part in inbound {
          seen.bytes += part.readableBytesView
          if isEnough(seen) { return }
        }
        seen.ending = .closed
      }
    } catch let error as IOError where error.errnoCode == 104 {
      seen.ending = .reset
    }
    return seen
  }
}

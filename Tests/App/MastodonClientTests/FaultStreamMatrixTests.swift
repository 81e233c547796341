import MastodonKit
import Sandbox
import Testing

@testable import MastodonClient

/// Every kind of trouble times both kinds of stream, as the watcher runs them: what the reader hears, in time, and nothing
/// left behind.
@Suite(.serialized, .timeLimit(.minutes(10))) struct FaultStreamMatrixTests {
  @Test(arguments: StreamRow.all) func everyStreamIsRetriedOrEndsAsExpected(_ row: StreamRow) async throws {
    let sandbox = try Sandbox(store: .inMemory, seed: 7, clock: .system, activity: .quiet)
    for kind in row.kinds {
      let cell = try await MatrixCell(row.matrixRow(kind), .entity, sandbox)
      let name = "\(row.name) × \(kind)"
      let reader = StreamReader(row)
      let ended = await inTime {
        let post = SandboxRequest.post("/api/v1/statuses", form: ["status": "Ahoy"], token: cell.token.reveal)
        let heard = await reader.listen(to: cell.address, cell.makeStack(), token: cell.token) {
          _ = await sandbox.respond(to: post)
        }
        #expect(heard == row.hears.map { $0.resolved(host: cell.address.name) }, "\(name)")
        for await count in cell.server.openConnectionCounts() where count == 0 { break }
        await reader.shutdown()
        while reader.leaks, !Task.isCancelled { await Task.yield() }
      }
      #expect(ended, "\(name) took too long; left are \(reader.left), connections: \(cell.server.openConnectionCount)")
      let requests = cell.requestCount
      try await cell.stop()
      #expect(cell.requestCount == requests, "\(name) went on asking")
    }
  }

  private static let head = "HTTP/1.1 200 OK\r\nContent-Type: text/event-stream\r\n\r\n"
  private static let chunked =
    "HTTP/1.1 200 OK\r\nContent-Type: text/event-stream\r\nTransfer-Encoding: chunked\r\n\r\n"
  private static let event = "event: update\ndata: \(Sample.status("1"))\n\n"

  /// Server-sent events with wrong bytes.
  @Test(
    arguments: [
      ("closed at once", [.send(head), .close], [.connected, .waits]),
      ("closed after an event", [.send(head + event), .close], [.connected, .event, .waits]),
      ("half an event", [.send(head + "event: update\ndata: {"), .close], [.connected, .waits]),
      ("half open after a comment", [.send(head + ":)\n")], [.connected, .waits]),
      ("an event that cannot be read", [.send(head + "event: update\ndata: {\n\n")], [.connected, .event]),
      ("bytes that are no text", [.send(head), .bytes([0xFF, 0xFE, 10, 10]), .send(event)], [.connected, .event]),
      ("no chunks", [.send(chunked + "never\r\n")], [.connected, .waits]),
      ("a chunk that is cut off", [.send(chunked + "400\r\nevent: "), .close], [.connected, .waits]),
      ("an event without end", [.send(head), .flood("data: and so on\n")], [.connected, .waits]),
      ("no HTTP", [.send("SSH-2.0-OpenSSH\r\n\r\n"), .close], [.waits]),
      ("a page", [.answer("<html>", headers: "Content-Type: text/html\r\n")], [.ended]),
      ("half a head", [.send("HTTP/1.1 200 OK\r\nContent-")], [.waits]), ("nothing at all", [], [.waits]),
    ] as [(String, [LoopbackServer.Step], [StreamRow.Sign])])
  func everyBrokenEventStreamIsTriedAgain(
    _ name: String, _ steps: [LoopbackServer.Step], _ hears: [StreamRow.Sign]
  ) async throws {
    try await LoopbackServer.run { request, _ in
      request.contains("Upgrade") ? [.answer("{}", status: "404 Not Found")] : steps
    } _: { server in
      let row = StreamRow(
        name, hears: hears, isSilence: ["half open after a comment", "half a head", "nothing at all"].contains(name))
      let reader = StreamReader(row)
      let address = try ServerAddress(scheme: .http, host: "127.0.0.1", port: server.port)
      let limits = NetworkLimits(
        connect: .seconds(10), read: row.isSilence ? .milliseconds(300) : .seconds(15), frameBytes: 1 << 16)
      let ended = await inTime {
        let heard = await reader.listen(to: address, NetworkStack(limits: limits), token: Secret("t")) {}
        #expect(heard == hears.map { $0.resolved(host: address.name) })
        while server.open > 0, !Task.isCancelled { await Task.yield() }
        await reader.shutdown()
        while reader.leaks, !Task.isCancelled { await Task.yield() }
      }
      #expect(ended, "It took too long; left are \(reader.left), connections: \(server.open)")
    }
  }
}

/// One kind of trouble that a stream can have, and the signals that its readers receive.
struct StreamRow: Sendable, CustomTestStringConvertible {
  /// The transport of the stream; a server of server-sent events does not know the other one.
  enum Kind: Sendable, CaseIterable {
    case webSocket, eventSource
  }

  /// The signals of a stream, without what leads to them.
  enum Sign: Equatable, Sendable {
    case connected, event, gap
    /// It will be tried again, soon or after as long as the server wants.
    case waits, waitsLong
    /// Nothing will come any more, since there is nothing of the kind, or for this reason.
    case ended
    case ends(MastodonError)
    case unauthorized, forbidden, plainText

    /// The sign with the host's name in it.
    func resolved(host: String) -> Sign {
      switch self {
      case .ended: .ends(.unsupported(host: host, operation: "receive live updates"))
      case .unauthorized: .ends(.unauthorized(host: host))
      case .forbidden: .ends(.forbidden(host: host, words: "This account has no access to live updates."))
      case .plainText: .ends(.unreachable(host: host, reason: .plainText))
      default: self
      }
    }
  }

  let name: String
  var fault: Fault?
  var frequency = FaultRule.Frequency.always
  var way = MatrixRow.Way.plain
  var kinds = Kind.allCases
  let hears: [Sign]
  /// Whether the server's silence has to be noticed.
  var isSilence = false
  /// Whether that the stream opened is left out: what is left of an answer when its connection closes after it is the
  /// system's affair, so the end can come before the beginning was noticed.
  var skipsOpening = false
  var testDescription: String { name }

  init(
    _ name: String, _ fault: Fault, when frequency: FaultRule.Frequency = .always, hears: Sign...,
    only kind: Kind? = nil,
    isSilence: Bool = false
  ) {
    self.init(name, hears: hears, isSilence: isSilence)
    self.fault = fault
    self.frequency = frequency
    if let kind { kinds = [kind] }
  }

  /// Trouble before the server sees a request: it comes before the way of carrying matters.
  init(_ name: String, way: MatrixRow.Way, isSilence: Bool = false) {
    self.init(name, hears: [.waits], isSilence: isSilence)
    self.way = way
    kinds = [.webSocket]
  }

  init(_ name: String, hears: [Sign], isSilence: Bool) {
    (self.name, self.hears, self.isSilence) = (name, hears, isSilence)
  }

  func matrixRow(_ kind: Kind) -> MatrixRow {
    var rules =
      fault.map { [FaultRule($0, path: kind == .webSocket ? "**" : "/api/v1/streaming/*", when: frequency)] } ?? []
    if kind == .eventSource { rules.append(FaultRule(.status(404, .json), path: "/api/v1/streaming")) }
    return MatrixRow(name, way: way, rules, isSilence: isSilence) { _ in
      MatrixRow.Outcome(end: .lost, requests: 0...0)
    }
  }

  private var skippingOpening: StreamRow {
    var row = self
    row.skipsOpening = true
    return row
  }

  static let all: [StreamRow] = connections + refusals + broken

  private static let connections = [
    StreamRow("refused", way: .nobodyListens), StreamRow("a name that does not exist", way: .unknownName),
    StreamRow("TLS to a server without", way: .tlsToPlainServer),
    StreamRow("TLS that never comes about", way: .silentTLS, isSilence: true),
    StreamRow("a self-signed certificate", way: .selfSigned),
    StreamRow("closed at once", .drop, hears: .waits),
    StreamRow("closed at once, once", .drop, when: .first(1), hears: .waits, .connected, .event),
    StreamRow("no answer", .hang, hears: .waits, isSilence: true),
    StreamRow("no HTTP", .garbage, hears: .waits),
  ]

  private static let refusals =
    [400, 404, 405, 410, 422, 426, 501].map { StreamRow("\($0)", .status($0, .json), hears: .ended) }
    + [429, 500, 502, 503, 504].map { StreamRow("\($0)", .status($0, .html), hears: .waits) } + [
      StreamRow("401", .status(401, .json), hears: .unauthorized),
      StreamRow("403", .status(403, .json), hears: .forbidden),
      StreamRow("a page", .status(200, .html), hears: .ended),
      StreamRow("429 for a minute", .rateLimit(seconds: 60, .seconds), hears: .waitsLong),
      StreamRow("503 for half a minute", .busy(seconds: 30), hears: .waitsLong),
      StreamRow("503, once", .status(503, .empty), when: .first(1), hears: .waits, .connected, .event),
      StreamRow("a redirect loop", .redirectLoop, hears: .waits),
      StreamRow("a redirect to another server", .redirect(to: "https://other.example/", status: 302), hears: .ended),
      StreamRow("a redirect into the clear", .redirect(to: "http://other.example/", status: 301), hears: .plainText),
    ]

  private static let broken = [
    StreamRow("closed when open", .stream(.closeAtOnce), hears: .waits, only: .webSocket).skippingOpening,
    StreamRow(
      "closed after two events", .stream(.closeAfter(events: 2)), hears: .connected, .event, .event, .waits,
      only: .webSocket),
    StreamRow(
      "closed after an event, once", .stream(.closeAfter(events: 1)), when: .first(1),
      hears: .connected, .event, .waits, .connected, .gap, .event, only: .webSocket),
    StreamRow("half open", .stream(.halfOpen), hears: .connected, .waits, only: .webSocket, isSilence: true),
    StreamRow("garbage frames", .stream(.garbageFrames), hears: .connected, .waits, only: .webSocket),
    StreamRow(
      "an oversized frame", .stream(.oversizedFrame(bytes: 1 << 40)), hears: .connected, .waits, only: .webSocket),
    StreamRow(
      "a frame over the limit", .stream(.oversizedFrame(bytes: 5 << 20)), hears: .connected, .waits, only: .webSocket),
    StreamRow("a frame that is no text", .stream(.invalidUTF8), hears: .connected, .event, only: .webSocket),
    StreamRow("a frame that is no JSON", .stream(.noJSON), hears: .connected, .event, only: .webSocket),
  ]
}

import FoundationEssentials
import MastodonClient
import MastodonKit
import Sandbox
import Testing

/// Every kind of trouble that a stream can have, down at the transport; what is done about it is the watcher's affair.
@Suite(.serialized, .timeLimit(.minutes(10))) struct FaultStreamTests {
  /// The outcome of a stream.
  struct Seen: Equatable, Sendable {
    enum Ending: Equatable, Sendable {
      /// It failed, or the server closed it in order.
      case failed(TransportFailure), closed
      /// It is open, and nothing comes.
      case silent
    }

    var isOpened = false
    var events = 0
    var ending: Ending
    var requests = 1
  }

  struct Row: Sendable, CustomTestStringConvertible {
    let name: String
    var faults: [Fault] = []
    var way = MatrixRow.Way.plain
    let seen: Seen
    var testDescription: String { name }

    static func refused(_ name: String, _ fault: Fault, _ failure: TransportFailure) -> Row {
      Row(name: name, faults: [fault], seen: Seen(ending: .failed(failure)))
    }

    static func broken(_ name: String, _ fault: Fault.Stream, events: Int = 0, _ ending: Seen.Ending) -> Row {
      Row(name: name, faults: [.stream(fault)], seen: Seen(isOpened: true, events: events, ending: ending))
    }

    static func unreachable(_ name: String, _ way: MatrixRow.Way, _ failure: TransportFailure) -> Row {
      Row(name: name, way: way, seen: Seen(ending: .failed(failure), requests: 0))
    }
  }

  @Test(arguments: [
    Row.unreachable("refused", .nobodyListens, .unreachable(.refused)),
    .unreachable("a name that does not exist", .unknownName, .unreachable(.unknownHost)),
    .unreachable("TLS to a server without", .tlsToPlainServer, .unreachable(.noTLS)),
    .unreachable("a self-signed certificate", .selfSigned, .unreachable(.untrusted)),
    .refused("closed before an answer", .drop, .closedBeforeResponse),
    .refused("no answer", .hang, .timedOut(seconds: 1)),
    .refused("no HTTP", .garbage, .malformedResponse),
    .refused("a page", .status(200, .html), .streamRefused(code: 200)),
    .refused("400", .status(400, .json), .streamRefused(code: 400)),
    .refused("401", .stream(.refuse(status: 401)), .streamRefused(code: 401)),
    .refused("404", .status(404, .empty), .streamRefused(code: 404)),
    .refused("502 as a page", .status(502, .html), .streamRefused(code: 502)),
    .broken("closed at once", .closeAtOnce, .failed(.closedMidResponse)),
    .broken("closed after two events", .closeAfter(events: 2), events: 2, .failed(.closedMidResponse)),
    .broken("half open", .halfOpen, .silent),
    .broken("garbage frames", .garbageFrames, .failed(.malformedResponse)),
    .broken("an oversized frame", .oversizedFrame(bytes: 1 << 40), .failed(.malformedResponse)),
    .broken("a frame over the limit", .oversizedFrame(bytes: 5 << 20), .failed(.malformedResponse)),
  ]) func everyStreamHasTheExpectedOutcomeAndLeaksNothing(_ row: Row) async throws {
    let sandbox = try Sandbox(store: .inMemory, seed: 7, clock: .system, activity: .quiet)
    let matrixRow = MatrixRow(
      row.name, way: row.way, row.faults.map { FaultRule($0) },
      isSilence: row.seen.ending == .failed(.timedOut(seconds: 1))
    ) { _ in MatrixRow.Outcome(end: .lost, requests: 0...0) }
    let cell = try await MatrixCell(matrixRow, .entity, sandbox)
    let ended = await inTime {
      let stack = cell.makeStack()
      // Silence is known by listening for a while.
      let limit: Duration? = row.seen.ending == .silent ? .milliseconds(300) : nil
      var seen = await Self.listen(to: cell, stack, sandbox, limit: limit)
      // The one that is silent is left by who listens.
      for await count in cell.server.openConnectionCounts() where count == 0 { break }
      seen.requests = cell.requestCount
      // Whether the answer that opens it or the end of the connection is seen first is nobody's to say.
      if row.name == "closed at once", seen.ending == .failed(.closedBeforeResponse) {
        (seen.isOpened, seen.ending) = (true, .failed(.closedMidResponse))
      }
      #expect(seen == row.seen)
      await stack.shutdown()
    }
    #expect(ended)
    #expect(cell.requestCount == row.seen.requests)
    try await cell.stop()
  }

  /// Listens to a stream; each time that it is alive, something is said on it.
  ///
  /// - Parameter limit: how long it is listened to once it is open; without end for a stream that should end by itself.
  private static func listen(
    to cell: MatrixCell, _ stack: NetworkStack, _ sandbox: Sandbox, limit: Duration?
  ) async -> Seen {
    let (outgoing, say) = AsyncStream<StreamRequest.Outgoing>.makeStream()
    let request = StreamRequest(
      server: cell.address, path: "/api/v1/streaming", query: [Field("stream", "user")],
      headers: [Field("Authorization", "Bearer \(cell.token.reveal)")], outgoing: outgoing)
    let stream = Transport.network(cell.address, stack: stack).openStream(request)
    let (opened, open) = AsyncStream<Void>.makeStream()
    let listening = Task {
      defer { open.finish() }
      var seen = Seen(ending: .closed)
      do {
        for try await frame in stream {
          switch frame {
          case .opened:
            seen.isOpened = true
            open.yield()
            // The subscription is made before the answer.
            say.yield(.ping)
            continue
          case .text: seen.events += 1
          default: break
          }
          let post = SandboxRequest.post("/api/v1/statuses", form: ["status": "Ahoy"], token: cell.token.reveal)
          _ = await sandbox.respond(to: post)
        }
        if Task.isCancelled { seen.ending = .silent }
      } catch {
        let failure = error as? TransportFailure ?? .cancelled
        seen.ending = Task.isCancelled ? .silent : .failed(failure)
      }
      return seen
    }
    if let limit {
      for await _ in opened { break }
      do { try await Task.sleep(for: limit) } catch {}
      listening.cancel()
    }
    return await listening.value
  }
}

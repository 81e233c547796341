import MastodonKit
import NIOCore
import Testing

@testable import MastodonClient

/// The end of the network while somebody still needs its thread.
@Suite(.timeLimit(.minutes(10))) struct NetworkEndTests {
  @Test func shutdownDoesNotWaitLongForAStreamThatIsBeingOpened() async throws {
    let stack = NetworkStack(limits: NetworkLimits())
    let demand = StreamDemand()
    let loop = try stack.begin(demand)
    let callers = (0..<3).map { _ in Task { await stack.shutdown() } }
    callers[1].cancel()
    for caller in callers { await caller.value }
    // As when the machine's resolver of names answers at last: what is asked of the thread is still answered.
    #expect(try await loop.submit { 7 }.get() == 7)
    #expect(throws: TransportFailure.cancelled) { try stack.eventLoop() }
    stack.end(demand)
    await stack.shutdown()
  }

  @Test func shutdownEndsARequestThatHasBegun() async throws {
    let stack = NetworkStack(limits: NetworkLimits())
    let exchange = try HTTPExchange(
      HTTPRequest(method: .get, path: "/"), to: ServerAddress(parsing: "shore.example"), over: stack,
      until: .distantFuture)
    let loop = try stack.begin(exchange)
    await stack.shutdown()
    #expect(exchange.isOver)
    // Its task asks the thread only now.
    #expect(try await loop.submit { 7 }.get() == 7)
    #expect(throws: TransportFailure.cancelled) { try stack.begin(exchange) }
    stack.end(exchange)
  }

  @Test func requestsThatBeginWhileItEndsAreAnswered() async throws {
    // Nothing listens at port 1.
    let server = try ServerAddress(scheme: .http, host: "127.0.0.1", port: 1)
    for _ in 0..<100 {
      let stack = NetworkStack(limits: NetworkLimits())
      let requests = (0..<4).map { _ in
        Task {
          do { _ = try await stack.send(HTTPRequest(method: .get, path: "/"), to: server) } catch { return true }
          return false
        }
      }
      await stack.shutdown()
      for request in requests { #expect(await request.value) }
    }
  }

  @Test func endingTwiceOrBeforeTheStartHasNoEffect() async {
    let stack = NetworkStack(limits: NetworkLimits())
    await stack.shutdown()
    await stack.shutdown()
  }
}

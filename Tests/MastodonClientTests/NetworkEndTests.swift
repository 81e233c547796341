import NIOCore
import Testing

@testable import MastodonClient

/// The end of the network while somebody still needs its thread.
@Suite(.timeLimit(.minutes(5))) struct NetworkEndTests {
  @Test func shutdownDoesNotWaitLongForAStreamThatIsBeingOpened() async throws {
    let stack = NetworkStack(limits: NetworkLimits())
    let demand = StreamDemand()
    let loop = try stack.willOpen(demand)
    let callers = (0..<3).map { _ in Task { await stack.shutdown() } }
    callers[1].cancel()
    for caller in callers { await caller.value }
    // As when the machine's resolver of names answers at last: what is asked of the thread is still answered.
    #expect(try await loop.submit { 7 }.get() == 7)
    #expect(throws: TransportFailure.cancelled) { try stack.client() }
    stack.didOpen(demand)
    await stack.shutdown()
  }

  @Test func endingItTwiceAndEndingWhatNeverBeganIsNothing() async {
    let stack = NetworkStack(limits: NetworkLimits())
    await stack.shutdown()
    await stack.shutdown()
  }
}

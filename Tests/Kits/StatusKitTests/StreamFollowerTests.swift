import MastodonKit
import Synchronization
import Testing

@testable import StatusKit

/// The effect of each signal of a stream.
@MainActor
@Suite(.timeLimit(.minutes(10))) struct StreamFollowerTests {
  private let waiting = StreamSignal.connection(.waiting(seconds: 1))
  private let connected = StreamSignal.connection(.connected)
  private let unsupported = StreamSignal.connection(.ended(.unsupported(host: "shore.example", operation: "stream")))
  private let event = StreamEvent.update(Status.fixtures.plain)

  /// Counts the questions, of which the last is never put.
  private final class Questions: Sendable {
    private let left: Mutex<Int>

    init(_ count: Int) { left = Mutex(count) }

    func sleep(_ duration: Duration) async throws {
      #expect(duration == StreamFollower.interval)
      let isLeft = left.withLock { left in
        left -= 1
        return left >= 0
      }
      guard isLeft else { throw CancellationError() }
    }
  }

  private func steps(_ signals: [StreamSignal]) async -> [StreamFollower.Step] {
    var steps: [StreamFollower.Step] = []
    let follower = StreamFollower(delivers: true, sleep: { _ in throw CancellationError() }) { steps.append($0) }
    for signal in signals { await follower.take(signal) }
    return steps
  }

  @Test func theFirstConnectionBeginsAndLaterOnesDoNot() async {
    #expect(
      await steps([connected, .event(event), waiting, connected])
        == [.begin, .catchUp(.opening), .ready, .event(event)])
  }

  @Test func gapIsFilled() async {
    #expect(await steps([.gap, connected]).first == .catchUp(.disconnection))
  }

  @Test func interruptionIsToldFromTheSecondFailureOn() async {
    #expect(
      await steps([connected, waiting, waiting, waiting, connected]).suffix(2)
        == [.tell(.interrupted), .tell(.restored)])
  }

  @Test func streamThatOpensLateBeginsWithTheFirstFailure() async {
    #expect(await steps([waiting, connected]) == [.begin, .catchUp(.polling), .ready])
    #expect(
      await steps([waiting, waiting, connected])
        == [.begin, .tell(.interrupted), .tell(.restored), .catchUp(.polling), .ready])
  }

  @Test func interruptionThatNeverEndsIsGivenUp() async {
    let end = StreamSignal.connection(.ended(.unauthorized(host: "shore.example")))
    #expect(await steps([connected, waiting, waiting, end]).last == .tell(.abandoned))
  }

  @Test(arguments: [true, false]) func serverWithoutStreamsIsAsked(saysSo: Bool) async throws {
    var steps: [StreamFollower.Step] = []
    let follower = StreamFollower(delivers: true, sleep: Questions(2).sleep) { steps.append($0) }
    let signals = AsyncStream<StreamSignal> { [unsupported] in
      $0.yield(unsupported)
      $0.finish()
    }
    await #expect(throws: CancellationError.self) { try await follower.run(saysSo ? signals : nil) }
    #expect(steps == [.begin, .tell(.unsupported), .ready, .catchUp(.polling), .catchUp(.polling)])
    #expect(follower.phase == .asking)
  }

  @Test func refusalEndsIt() async throws {
    let follower = StreamFollower(delivers: true, sleep: { _ in }) { _ in }
    let refusal = MastodonError.unauthorized(host: "shore.example")
    let signals = AsyncStream<StreamSignal> {
      $0.yield(.connection(.ended(refusal)))
      $0.finish()
    }
    await #expect(throws: refusal) { try await follower.run(signals) }
    #expect(follower.phase == .ended(refusal))
  }

  @Test(arguments: [true, false]) func serverIsAskedBesideAStreamThatTellsNothing(isInterrupted: Bool) async throws {
    let (asked, continuation) = AsyncStream.makeStream(of: StreamFollower.Cause.self)
    let follower = StreamFollower(delivers: isInterrupted, sleep: Questions(2).sleep) { step in
      if case .catchUp(let cause) = step, cause != .opening { continuation.yield(cause) }
    }
    for signal in isInterrupted ? [connected, waiting, waiting] : [connected] { await follower.take(signal) }
    for await cause in asked.prefix(2) { #expect(cause == (isInterrupted ? .polling : .silence)) }
  }
}

internal import NIOCore
internal import Synchronization

/// Receives the frames of a connection from its handlers.
struct StreamSink: Sendable {
  typealias Producer = NIOThrowingAsyncSequenceProducer<
    StreamFrame, any Error, NIOAsyncSequenceProducerBackPressureStrategies.HighLowWatermark, StreamDemand
  >

  private let source: Producer.Source

  /// Creates a sink and the sequence that reads from it.
  static func make(_ demand: StreamDemand) -> (StreamSink, Frames) {
    // A frame can have megabytes, so few may wait.
    let new = Producer.makeSequence(
      elementType: StreamFrame.self, failureType: (any Error).self,
      backPressureStrategy: .init(lowWatermark: 8, highWatermark: 32), finishOnDeinit: true, delegate: demand)
    return (StreamSink(source: new.source), Frames(iterator: new.sequence.makeAsyncIterator()))
  }

  /// Adds frames; when enough wait, the connection is not read further until they were taken.
  func yield(_ frames: [StreamFrame], from channel: any Channel) {
    if source.yield(contentsOf: frames) == .stopProducing {
      channel.setOption(.autoRead, value: false).whenFailure { _ in }
    }
  }

  /// Ends the stream after the waiting frames; only the first call counts.
  func finish(_ failure: TransportFailure?) {
    if let failure { source.finish(failure) } else { source.finish() }
  }

  /// The frames of a connection.
  final class Frames: Sendable {
    /// Safe because it is used in an `AsyncThrowingStream`, which has one reader at a time.
    private nonisolated(unsafe) let iterator: Producer.AsyncIterator

    init(iterator: Producer.AsyncIterator) { self.iterator = iterator }

    func next() async throws -> StreamFrame? { try await iterator.next() }
  }
}

/// Tells a connection how much is wanted of it, and closes it when nothing is.
final class StreamDemand: NIOAsyncSequenceProducerDelegate, NetworkUse {
  private struct State {
    var task: Task<Void, Never>?
    var channel: (any Channel)?
    var isOver = false
  }

  private let state = Mutex(State())

  /// Stores the task that connects.
  func begins(_ task: Task<Void, Never>) {
    let isOver = state.withLock { state in
      state.task = task
      return state.isOver
    }
    if isOver { task.cancel() }
  }

  /// Stores the channel, replacing an earlier one that redirected here.
  func controls(_ channel: any Channel) {
    let isOver = state.withLock { state in
      state.channel = channel
      return state.isOver
    }
    if isOver { channel.close(promise: nil) }
    // Its thread may end with it, and accepts no requests after that.
    channel.closeFuture.whenComplete { [weak self] _ in self?.forget(channel) }
  }

  private func forget(_ channel: any Channel) {
    state.withLock { if $0.channel === channel { $0.channel = nil } }
  }

  func produceMore() {
    state.withLock(\.channel)?.setOption(.autoRead, value: true).whenFailure { _ in }
  }

  func didTerminate() { cancel() }

  func cancel() {
    let (task, channel) = state.withLock { state in
      state.isOver = true
      defer { (state.task, state.channel) = (nil, nil) }
      return (state.task, state.channel)
    }
    task?.cancel()
    channel?.close(promise: nil)
  }
}

internal import NIOCore
internal import Synchronization

/// Where the handlers of a connection put what comes in.
struct StreamSink: Sendable {
  typealias Producer = NIOThrowingAsyncSequenceProducer<
    StreamFrame, any Error, NIOAsyncSequenceProducerBackPressureStrategies.HighLowWatermark, StreamDemand
  >

  private let source: Producer.Source

  /// Makes a sink and the other end of it.
  static func make(_ demand: StreamDemand) -> (StreamSink, Frames) {
    // A frame can have megabytes, so few may wait.
    let new = Producer.makeSequence(
      elementType: StreamFrame.self, failureType: (any Error).self,
      backPressureStrategy: .init(lowWatermark: 8, highWatermark: 32), finishOnDeinit: true, delegate: demand)
    return (StreamSink(source: new.source), Frames(iterator: new.sequence.makeAsyncIterator()))
  }

  /// Adds frames; where enough wait, the connection is read no further until they were taken.
  func yield(_ frames: [StreamFrame], from channel: any Channel) {
    if source.yield(contentsOf: frames) == .stopProducing {
      channel.setOption(.autoRead, value: false).whenFailure { _ in }
    }
  }

  /// Ends the stream behind what was added, the first time that it is called.
  func finish(_ failure: TransportFailure?) {
    if let failure { source.finish(failure) } else { source.finish() }
  }

  /// The frames as they are read.
  final class Frames: Sendable {
    /// Safe because whoever reads has this in an `AsyncThrowingStream`, which takes one reader at a time and stops others.
    private nonisolated(unsafe) let iterator: Producer.AsyncIterator

    init(iterator: Producer.AsyncIterator) { self.iterator = iterator }

    func next() async throws -> StreamFrame? { try await iterator.next() }
  }
}

/// Says how much is wanted of a connection, and ends it when nothing is.
final class StreamDemand: NIOAsyncSequenceProducerDelegate {
  private struct State {
    var task: Task<Void, Never>?
    var channel: (any Channel)?
    var isOver = false
  }

  private let state = Mutex(State())

  /// Takes the task that connects.
  func begins(_ task: Task<Void, Never>) {
    let isOver = state.withLock { state in
      state.task = task
      return state.isOver
    }
    if isOver { task.cancel() }
  }

  /// Takes a connection, in place of an earlier one that led to it.
  func controls(_ channel: any Channel) {
    let isOver = state.withLock { state in
      state.channel = channel
      return state.isOver
    }
    if isOver { channel.close(promise: nil) }
    // Its thread may end with it, and takes no wish after that.
    channel.closeFuture.whenComplete { [weak self] _ in self?.forget(channel) }
  }

  private func forget(_ channel: any Channel) {
    state.withLock { if $0.channel === channel { $0.channel = nil } }
  }

  func produceMore() {
    state.withLock(\.channel)?.setOption(.autoRead, value: true).whenFailure { _ in }
  }

  func didTerminate() {
    let (task, channel) = state.withLock { state in
      state.isOver = true
      defer { (state.task, state.channel) = (nil, nil) }
      return (state.task, state.channel)
    }
    task?.cancel()
    channel?.close(promise: nil)
  }
}

import NIOCore
import Synchronization

/// The open connections of a server, so that all can be closed when it stops.
final class OpenConnections: Sendable {
  private struct State {
    var channels: [ObjectIdentifier: any Channel] = [:]
    var observers: [Int: AsyncStream<Int>.Continuation] = [:]
    var nextObserver = 0

    func notifyObservers() {
      for observer in observers.values { observer.yield(channels.count) }
    }
  }

  private let state = Mutex(State())

  var count: Int { state.withLock { $0.channels.count } }

  func add(_ channel: any Channel) {
    state.withLock {
      $0.channels[ObjectIdentifier(channel)] = channel
      $0.notifyObservers()
    }
    channel.closeFuture.whenComplete { [weak self] _ in
      self?.state.withLock {
        $0.channels.removeValue(forKey: ObjectIdentifier(channel))
        $0.notifyObservers()
      }
    }
  }

  /// The current count and every change.
  func counts() -> AsyncStream<Int> {
    let (stream, continuation) = AsyncStream<Int>.makeStream()
    let key = state.withLock { state in
      state.nextObserver += 1
      state.observers[state.nextObserver] = continuation
      continuation.yield(state.channels.count)
      return state.nextObserver
    }
    continuation.onTermination = { [weak self] _ in
      _ = self?.state.withLock { $0.observers.removeValue(forKey: key) }
    }
    return stream
  }

  func closeAll() async {
    let open = state.withLock { Array($0.channels.values) }
    for channel in open {
      channel.close(promise: nil)
      do { try await channel.closeFuture.get() } catch { continue }
    }
  }
}

final class RequestCounter: Sendable {
  private let count = Atomic<Int>(0)

  var requests: Int { count.load(ordering: .relaxed) }

  func increment() { count.add(1, ordering: .relaxed) }
}

import GRDB
import Synchronization

/// Notifies readers of the database after a change by this process.
final class ChangeNotifier: Sendable {
  private struct State {
    var next = 0
    var listeners: [Int: AsyncStream<Void>.Continuation] = [:]
  }

  private let state = Mutex(State())

  func ring() {
    for listener in state.withLock({ Array($0.listeners.values) }) { listener.yield() }
  }

  /// A stream with one element for any number of changes since the last.
  func rings() -> (stream: AsyncStream<Void>, continuation: AsyncStream<Void>.Continuation) {
    let (stream, continuation) = AsyncStream.makeStream(of: Void.self, bufferingPolicy: .bufferingNewest(1))
    let number = state.withLock { state in
      state.next += 1
      state.listeners[state.next] = continuation
      return state.next
    }
    continuation.onTermination = { [weak self] _ in
      self?.state.withLock { state in state.listeners[number] = nil }
    }
    return (stream, continuation)
  }

  /// The number of readers; for tests.
  var listeners: Int { state.withLock { $0.listeners.count } }
}

extension Database {
  /// A stream of a query's result: the current one, then each that differs from the last.
  ///
  /// A change by this process is noticed at once. Another process's is polled for twice a second while the stream has a
  /// reader: SQLite keeps a counter that changes then, and reading it reads no page.
  func changes<Value: Equatable & Sendable>(
    of query: @escaping @Sendable (GRDB.Database) throws -> Value
  ) -> AsyncThrowingStream<Value, any Error> {
    AsyncThrowingStream { continuation in
      let (rings, ring) = bell.rings()
      let looking = Task { [self] in
        var version = 0
        do {
          while true {
            try await Task.sleep(for: .milliseconds(500))
            let present = try read { try Int.fetchOne($0, sql: "PRAGMA data_version") ?? 0 }
            if present != version { ring.yield() }
            version = present
          }
        } catch {
          // Cancelled, or the next query reports the error.
          ring.yield()
        }
      }
      let telling = Task { [self] in
        do {
          var last = try read(query)
          continuation.yield(last)
          for await _ in rings {
            let present = try read(query)
            if present != last { continuation.yield(present) }
            last = present
          }
          continuation.finish()
        } catch {
          continuation.finish(throwing: error)
        }
      }
      continuation.onTermination = { _ in
        looking.cancel()
        telling.cancel()
        ring.finish()
      }
    }
  }
}

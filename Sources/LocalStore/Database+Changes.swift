import GRDB
import Synchronization

/// Wakes whoever looks at the database after a change that this process made.
final class ChangeNotifier: Sendable {
  private struct State {
    var next = 0
    var listeners: [Int: AsyncStream<Void>.Continuation] = [:]
  }

  private let state = Mutex(State())

  func ring() {
    for listener in state.withLock({ Array($0.listeners.values) }) { listener.yield() }
  }

  /// One ring for as many changes as come in while nobody takes them.
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

  /// How many look; for tests.
  var listeners: Int { state.withLock { $0.listeners.count } }
}

extension Database {
  /// What a query answers now, and again each time that it answers something else.
  ///
  /// A change by this process is noticed at once. Another process's is looked for twice a second, and only as long as somebody
  /// reads the stream: SQLite keeps a number that changes then, and asking for it reads no page.
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
          // Ended, or the next query will say what is wrong.
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

/// The time for which tasks were stalled for lack of memory, as Linux counts it
/// (https://www.kernel.org/doc/html/latest/accounting/psi.html).
struct MemoryPressure: Equatable {
  /// Microseconds since the system's start in which at least one task waited for memory.
  var stalled: UInt64

  /// Reads `/proc/pressure/memory`; `nil` for any other text.
  init?(parsing text: String) {
    guard let line = text.split(separator: "\n").first(where: { $0.hasPrefix("some ") }),
      let total = line.split(separator: " ").first(where: { $0.hasPrefix("total=") }),
      let stalled = UInt64(total.dropFirst("total=".count))
    else { return nil }
    self.stalled = stalled
  }

  /// The stall between two readings that counts as a shortage: 150 ms.
  static let threshold: UInt64 = 150_000

  /// Whether memory has become short since an earlier reading.
  func isShort(since earlier: MemoryPressure) -> Bool {
    stalled > earlier.stalled && stalled - earlier.stalled >= Self.threshold
  }
}

/// Polls the memory pressure while there is something to drop, and reports a shortage.
@MainActor
public final class PressureMonitor {
  private let read: @Sendable () -> String?
  private let wait: @Sendable () async throws -> Void
  private var watching: Task<Void, Never>?

  /// Creates a monitor that does not poll yet.
  ///
  /// - Parameters:
  ///   - read: The content of `/proc/pressure/memory`; `nil` where there is no such file.
  ///   - wait: Returns when it is time for the next reading.
  public init(read: @escaping @Sendable () -> String?, wait: @escaping @Sendable () async throws -> Void) {
    self.read = read
    self.wait = wait
  }

  deinit { watching?.cancel() }

  /// Whether it polls now.
  var isWatching: Bool { watching != nil }

  /// Polls until memory is short, calls `relieve` once, and stops until it is asked again.
  ///
  /// A system that does not report its pressure is never short of memory.
  func watch(relieve: @escaping @MainActor () -> Void) {
    guard watching == nil, let first = read().flatMap(MemoryPressure.init) else { return }
    watching = Task { [weak self, read, wait] in
      var last = first
      while true {
        do { try await wait() } catch { return }  // Cancelled.
        guard let now = read().flatMap(MemoryPressure.init) else { return }
        if now.isShort(since: last) { break }
        last = now
      }
      self?.watching = nil
      relieve()
    }
  }

  /// Stops polling: nothing is left to drop.
  func rest() {
    watching?.cancel()
    watching = nil
  }
}

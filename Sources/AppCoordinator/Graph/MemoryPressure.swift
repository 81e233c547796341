import FoundationEssentials

/// How long tasks stalled for want of memory, as Linux counts it (kernel.org/doc/html/latest/accounting/psi.html).
struct MemoryPressure: Equatable {
  /// Microseconds since the system's start in which some task waited for memory.
  var stalled: UInt64

  /// Reads `/proc/pressure/memory`; `nil` for anything else.
  init?(parsing text: String) {
    guard let line = text.split(separator: "\n").first(where: { $0.hasPrefix("some ") }),
      let total = line.split(separator: " ").first(where: { $0.hasPrefix("total=") }),
      let stalled = UInt64(total.dropFirst("total=".count))
    else { return nil }
    self.stalled = stalled
  }

  /// How much of a second must have been stalled, between two looks, for what is cached to be dropped: 150 ms.
  static let threshold: UInt64 = 150_000

  /// Whether memory has become short since an earlier look.
  func isShort(since earlier: MemoryPressure) -> Bool {
    stalled > earlier.stalled && stalled - earlier.stalled >= Self.threshold
  }
}

/// Looks at the memory pressure now and then while something is cached, and says when memory is short.
@MainActor
final class PressureMonitor {
  private let read: @Sendable () -> String?
  private let wait: @Sendable () async throws -> Void
  private var watching: Task<Void, Never>?

  /// - Parameters:
  ///   - read: What `/proc/pressure/memory` says; `nil` where there is no such file.
  ///   - wait: Returns when it is time for the next look.
  init(read: @escaping @Sendable () -> String?, wait: @escaping @Sendable () async throws -> Void) {
    self.read = read
    self.wait = wait
  }

  deinit { watching?.cancel() }

  /// Whether it looks now.
  var isWatching: Bool { watching != nil }

  /// Looks until memory is short, calls `relieve` once, and rests until it is asked again.
  ///
  /// On a system that does not count its pressure, nothing is ever short.
  func watch(relieve: @escaping @MainActor () -> Void) {
    guard watching == nil, let first = read().flatMap(MemoryPressure.init) else { return }
    watching = Task { [weak self, read, wait] in
      var last = first
      while true {
        do { try await wait() } catch { return }
        guard let now = read().flatMap(MemoryPressure.init) else { return }
        if now.isShort(since: last) { break }
        last = now
      }
      self?.watching = nil
      relieve()
    }
  }

  /// Stops looking: nothing is cached any more.
  func rest() {
    watching?.cancel()
    watching = nil
  }
}

import Foundation
import Testing

@testable import OwnershipKit

@MainActor
@Suite(.timeLimit(.minutes(10))) struct CacheManagerTests {
  final class Thing {}

  private let graph = ObjectGraph()

  @Test func cachedObjectIsMadeAtItsFirstUseKeptAndMadeAgainAfterItWasDropped() {
    let caches = CacheManager(pressure: PressureMonitor(read: { nil }, wait: {}))
    let scope = graph.root(named: "app")
    let cached = caches.cached("pictures", in: scope) { Thing() }
    let unused = caches.cached("lists", in: scope) { Thing() }
    #expect(caches.relieve() == [])
    weak let first = cached()
    #expect(cached() === first)
    #expect(caches.relieve() == ["pictures"])
    #expect(first == nil)
    _ = cached()
    #expect(unused.current == nil)
    #expect(graph.nodes.map(\.lifetime) == [.singleton, .cached, .cached])
    #expect(graph.nodes.map(\.made) == [0, 2, 0])
  }

  @Test func releasedOwnersLeaveNothingToDrop() {
    let caches = CacheManager(pressure: PressureMonitor(read: { nil }, wait: {}))
    let scope = graph.root(named: "app")
    var cached: Cached<Thing>? = caches.cached("pictures", in: scope) { Thing() }
    weak let object = cached?()
    cached = nil
    #expect(object == nil)
    #expect(caches.relieve() == [])
  }

  @Test func memoryPressureReleasesCachedObjects() async {
    let stalls = Sequence(["some total=0", "some total=100000", "some total=400000"])
    let caches = CacheManager(pressure: PressureMonitor(read: { stalls.next() }, wait: { await Task.yield() }))
    let cached = caches.cached("pictures", in: graph.root(named: "app")) { Thing() }
    _ = cached()
    while cached.current != nil, !Task.isCancelled { await Task.yield() }
    #expect(cached.current == nil)
    #expect(stalls.next() == nil)
  }

  @Test(arguments: [
    ("some avg10=0.00 avg60=0.00 avg300=0.00 total=170000\nfull avg10=0.00 total=9", 170_000),
    ("some total=0\n", 0), ("full total=5", nil), ("", nil), ("some total=many", nil),
  ])
  func pressureIsReadFromTheKernelsText(_ text: String, _ stalled: UInt64?) {
    #expect(MemoryPressure(parsing: text)?.stalled == stalled)
  }

  @Test func systemWithoutPressureReportsIsNotPolled() {
    let monitor = PressureMonitor(read: { nil }, wait: {})
    monitor.watch {}
    #expect(!monitor.isWatching)
  }
}

/// Returns one text after the other.
private final class Sequence: @unchecked Sendable {
  private var texts: [String]
  private let lock = NSLock()

  init(_ texts: [String]) { self.texts = texts.reversed() }

  func next() -> String? { lock.withLock { texts.popLast() } }
}

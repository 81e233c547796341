import MastodonKit
import Synchronization
import Testing

@Suite struct GapTests {
  /// A timeline of posts with the numbers as ids, and how often it was asked.
  final class Timeline: Sendable {
    let asked = Mutex(0)
    private let numbers: ClosedRange<Int>
    private let pageSize: Int
    private let heedsCursor: Bool

    init(_ numbers: ClosedRange<Int>, pageSize: Int = 40, heedsCursor: Bool = true) {
      self.numbers = numbers
      self.pageSize = pageSize
      self.heedsCursor = heedsCursor
    }

    func read(_ request: PageRequest) -> Page<Status> {
      asked.withLock { $0 += 1 }
      guard case .newer(let cursor) = request.position, let known = Int(cursor.value) else { return Page([]) }
      let above = numbers.filter { heedsCursor ? $0 > known : true }
      let found = heedsCursor ? above.prefix(pageSize) : above.suffix(pageSize)
      let page = found.reversed().map { Status.numbered($0) }
      return Page(page, newer: page.first.map { Cursor($0.id.rawValue) } ?? cursor)
    }
  }

  private func gap(above known: Int, in timeline: Timeline) async throws -> (numbers: [Int], isWhole: Bool) {
    let gap = try await Gap(above: Status.numbered(known).id, pages: 3, read: timeline.read)
    return (gap.elements.compactMap { Int($0.id.rawValue) }, gap.isWhole)
  }

  @Test(
    arguments: [
      (1000...1000, 40, [], true, 1), (1000...1001, 40, [1001], true, 2),
      (1000...1040, 40, Array(1001...1040), true, 2),
      // A short page is not the end.
      (1000...1004, 2, Array(1001...1004), true, 3),
      // Above the limit it stops and says that there may be more; only one more request could tell.
      (1000...1005, 2, Array(1001...1005), false, 3),
      (1000...1500, 40, Array(1001...1120), false, 3),
    ] as [(ClosedRange<Int>, Int, [Int], Bool, Int)])
  func itIsReadUpwardsPageByPageOldestFirst(
    _ numbers: ClosedRange<Int>, _ pageSize: Int, _ found: [Int], _ isWhole: Bool, _ requests: Int
  ) async throws {
    let timeline = Timeline(numbers, pageSize: pageSize)
    let gap = try await gap(above: 1000, in: timeline)
    #expect(gap.numbers == found)
    #expect(gap.isWhole == isWhole)
    #expect(timeline.asked.withLock(\.self) == requests)
  }

  @Test func ignoredCursorDoesNotLoopForever() async throws {
    let timeline = Timeline(990...1010, heedsCursor: false)
    let gap = try await gap(above: 1000, in: timeline)
    #expect(gap.numbers == Array(1001...1010) && gap.isWhole)
    #expect(timeline.asked.withLock(\.self) <= 2)
  }

  @Test func readErrorIsThrown() async {
    await #expect(throws: MastodonError.self) {
      try await Gap<Status>(above: "1", pages: 3) { _ in throw MastodonError.fixtures.offline }
    }
  }
}

extension Status {
  fileprivate static func numbered(_ number: Int) -> Status {
    var status = Status.fixtures.plain
    status.id = .init("\(number)")
    return status
  }
}

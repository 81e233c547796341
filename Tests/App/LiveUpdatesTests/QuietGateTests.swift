import FeatureKit
import FoundationEssentials
import MastodonKit
import Observation
import Synchronization
import Testing

@testable import LiveUpdates

@MainActor @Suite(.timeLimit(.minutes(10))) struct QuietGateTests {
  /// A clock that the gate's own waiting moves on.
  private final class Clock: Sendable {
    private let time: Mutex<Date>

    init(hour: Double) { time = Mutex(Date(timeIntervalSince1970: 20_000 * 86_400 + hour * 3600)) }

    var now: Date { time.withLock { $0 } }
    func wait(_ duration: Duration) {
      time.withLock { $0 = $0.addingTimeInterval(Double(duration.components.seconds)) }
    }
  }

  private func gate(_ hours: String, at hour: Double, offset: Int = 0, _ post: @escaping (Note) -> Void) -> QuietGate {
    let clock = Clock(hour: hour)
    return QuietGate(
      hours: { QuietHours(hours) }, now: { clock.now }, zone: { .fixed(minutes: offset) }, sleep: { clock.wait($0) },
      post: post)
  }

  @Test func theDayIsNotQuiet() {
    let gate = gate("22:00-07:00", at: 12) { _ in Issue.record("something was announced") }
    #expect(!gate.holdsBack(.posts(1)) && !gate.isQuiet)
  }

  @Test func newItemsAreSummedUpAtTheEnd() async {
    var lines: [String] = []
    // 21:30 in UTC, 22:30 here: the end is on the next day.
    let gate = gate("22:00-07:00", at: 21.5, offset: 60) { lines.append($0.plain) }
    #expect(gate.holdsBack(.posts(1)) && gate.holdsBack(.posts(2)))
    #expect(gate.holdsBack(.notifications([.mention: 2])) && gate.holdsBack(.notifications([.mention: 1, .reblog: 1])))
    #expect(gate.holdsBack(.message) && lines.isEmpty)
    await gate.waiting?.value
    #expect(lines == ["In the quiet hours: 3 new mentions and 1 boost, 3 new posts."])
    #expect(!gate.isQuiet && !gate.holdsBack(.posts(1)))
  }

  @Test func noGapMessageWithoutNewPosts() async {
    let gate = gate("22-7", at: 6.9) { _ in Issue.record("something was announced") }
    #expect(gate.holdsBack(.message))
    await gate.waiting?.value
    #expect(!gate.isQuiet)
  }

  /// A setting that is changed while the gate waits.
  @Observable final class Setting {
    var hours = QuietHours("22-7")
  }

  @Test(arguments: [nil, "1-2"]) func anotherSettingEndsTheWaitAtOnce(_ hours: String?) async {
    var lines: [String] = []
    let (setting, midnight) = (Setting(), Date(timeIntervalSince1970: 20_000 * 86_400))
    let (naps, nap) = AsyncStream.makeStream(of: Void.self)
    let gate = QuietGate(
      hours: { setting.hours }, now: { midnight }, zone: { .utc },
      sleep: { _ in
        nap.yield()
        try await Task.sleep(for: .seconds(3600))
      }, post: { lines.append($0.plain) })
    #expect(gate.holdsBack(.posts(1)))
    for await _ in naps { break }
    setting.hours = hours.flatMap(QuietHours.init)
    // The first wait ends when the second begins.
    for _ in 0..<2 { await gate.waiting?.value }
    #expect(lines == ["In the quiet hours: 1 new post."])
    #expect(!gate.isQuiet)
  }

  /// The local time of a machine that travels, or whose clocks are put forward.
  private final class Zone: Sendable {
    private let minutes: Mutex<Int>

    init(_ minutes: Int) { self.minutes = Mutex(minutes) }

    var offset: Int { minutes.withLock { $0 } }
    func change(to minutes: Int) { self.minutes.withLock { $0 = minutes } }
  }

  @Test func anotherTimeZoneCountsAtOnce() {
    let zone = Zone(0)
    let gate = QuietGate(
      hours: { QuietHours("22:00-07:00") }, now: { Date(timeIntervalSince1970: 20_000 * 86_400 + 12 * 3600) },
      zone: { .fixed(minutes: zone.offset) }, sleep: { _ in throw CancellationError() }, post: { _ in })
    #expect(!gate.isQuiet)
    // Noon in London is 22:00 in Sydney and 07:00 in Lima, where the day begins.
    zone.change(to: 600)
    #expect(gate.isQuiet)
    zone.change(to: -300)
    #expect(!gate.isQuiet)
  }

  @Test(arguments: [(60, 5 * 3600.0), (-60, 7 * 3600.0), (0, 6 * 3600.0)])
  func endFollowsTheWallClock(_ change: Int, _ length: Double) async {
    var lines: [String] = []
    let (clock, zone) = (Clock(hour: 1), Zone(0))
    let start = clock.now
    let gate = QuietGate(
      hours: { QuietHours("22-7") }, now: { clock.now }, zone: { .fixed(minutes: zone.offset) },
      sleep: { duration in
        clock.wait(duration)
        // In the middle of the night the clocks are changed.
        if clock.now.timeIntervalSince(start) > 3600 { zone.change(to: change) }
      }, post: { lines.append($0.plain) })
    #expect(gate.holdsBack(.posts(1)))
    await gate.waiting?.value
    // Asked every minute.
    #expect(abs(clock.now.timeIntervalSince(start) - length) <= 60)
  }
}

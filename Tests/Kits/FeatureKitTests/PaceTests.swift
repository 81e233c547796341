import FeatureKit
import Testing

struct PaceTests {
  @Test(arguments: [
    (10, 500, 1.9, ""), (0, 500, 60, ""), (30, 500, 10, ", 3/s, 3 min left"), (480, 500, 160, ", 3/s, 7 s left"),
    (500, 500, 10, ", 50/s"), (1, 3, 10, ", 6/min, 20 s left"), (1, 1000, 10, ", 6/min, 2 h 47 min left"),
    (1, 361, 10, ", 6/min, 1 h left"), (1, 2, 300, ", 1/min, 5 min left"),
    (1, 100_000, 2, ", 30/min, 55 h 34 min left"),
    (700, 600, 7, ", 100/s"), (59, 119, 59, ", 1/s, 1 min left"),
  ])
  func rateAndTimeLeft(count: Int, total: Int, seconds: Double, text: String) {
    #expect(Pace(count, of: total, since: .seconds(seconds)).text == text)
  }

  @Test func withoutATotalThereIsARateOnly() {
    #expect(Pace(400, of: nil, since: .seconds(4)).text == ", 100/s")
    #expect(Pace(400, of: nil, since: .seconds(4)).left.isEmpty)
  }
}

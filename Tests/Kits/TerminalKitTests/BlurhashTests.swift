import Testing

@testable import TerminalKit

@Suite struct BlurhashTests {
  /// Hashes of the algorithm's own page and of others, and their points as the reference decoder has them (blurhash 1.1.5).
  struct Vector: CustomTestStringConvertible {
    var hash: String
    var width: Int
    var points: [[UInt8]]
    var testDescription: String { hash }
  }

  static let vectors = [
    Vector(
      hash: "LEHV6nWB2yk8pyo0adR*.7kCMdnj", width: 4,
      points: [
        [135, 164, 177], [161, 173, 177], [181, 180, 171], [160, 172, 174], [124, 154, 169], [148, 148, 154],
        [164, 145, 134], [146, 152, 155], [124, 144, 154], [144, 134, 132], [163, 130, 104], [148, 140, 134],
      ]),
    Vector(
      hash: "LGF5]+Yk^6#M@-5c,1J5@[or[Q6.", width: 3,
      points: [
        [176, 118, 163], [155, 116, 187], [136, 82, 135], [137, 155, 177], [47, 142, 190], [140, 117, 65],
      ]),
    Vector(
      hash: "L6PZfSi_.AyE_3t7t7R**0o#DgR4", width: 2,
      points: [[229, 228, 226], [227, 225, 223], [226, 222, 223], [214, 205, 194]]),
    Vector(
      hash: "LKO2?U%2Tw=w]~RBVZRi};RPxuwH", width: 2,
      points: [[251, 193, 161], [239, 185, 153], [200, 188, 180], [196, 161, 159]]),
    Vector(hash: "00OZZy", width: 1, points: [[213, 30, 120]]),
  ]

  @Test(arguments: vectors)
  func theColoursAreThoseOfTheReference(_ vector: Vector) throws {
    let points = try #require(Blurhash(vector.hash)).points(
      width: vector.width, height: vector.points.count / vector.width)
    #expect(points.count == vector.points.count)
    for (point, expected) in zip(points, vector.points) {
      for (part, wanted) in zip([point.red, point.green, point.blue], expected) {
        #expect(abs(Int(part) - Int(wanted)) <= 1, "\(point) for \(expected)")
      }
    }
  }

  @Test(arguments: [
    "", "L", "00OZZ", "00OZZyy", "LEHV6nWB2yk8pyo0adR*.7kCMdn", "LEHV6nWB2yk8pyo0adR*.7kCMdnj0", "0\u{1B}OZZy",
    "00OZZ\u{E9}", "~0OZZy", "00~~~~", "10OZZy~~", String(repeating: "L", count: 4000),
  ])
  func invalidBlurhashIsRefused(_ text: String) {
    #expect(Blurhash(text) == nil)
  }

  @Test func aPictureHasTwoPointsInEachCellAndEndsEachLineAsItBegan() throws {
    let picture = try #require(Blurhash("00OZZy")?.picture(columns: 3, rows: 2, colors: .trueColor))
    #expect(picture.lines == Array(repeating: "\u{1B}[38;2;213;30;120;48;2;213;30;120m▀▀▀\u{1B}[0m", count: 2))
    #expect(Blurhash("00OZZy")?.picture(columns: 3, rows: 2, colors: .none) == nil)
  }

  @Test(arguments: [(ColorDepth.ansi16, "\u{1B}[35;45m"), (.ansi256, "\u{1B}[38;5;162;48;5;162m")])
  func fewerColoursAreTheNearestOfThose(_ depth: ColorDepth, _ start: String) throws {
    let picture = try #require(Blurhash("00OZZy")?.picture(columns: 1, rows: 1, colors: depth))
    #expect(picture.lines == [start + "▀\u{1B}[0m"])
  }
}

/// The tides in the bot's posts, by a simple formula.
enum Tides {
  /// The time between high waters, in milliseconds.
  static let period: Int64 = 44_714_000

  /// The text of the bot's post.
  static func table(at moment: Moment) -> String {
    let high = nextHigh(after: moment)
    let low = Moment(milliseconds: high.milliseconds + period / 2)
    let metres = 38 + (high.milliseconds / period) % 7
    return """
      High water \(clock(high)), \(metres / 10).\(metres % 10) m. Low water \(clock(low)), 0.\(9 - metres % 7) m. The \
      towpath is \(metres > 41 ? "wet" : "dry"). #tides
      """
  }

  static func nextHigh(after moment: Moment) -> Moment {
    Moment(milliseconds: (moment.milliseconds / period + 1) * period)
  }

  private static func clock(_ moment: Moment) -> String {
    let minutes = moment.seconds / 60 % 1440
    func two(_ number: Int64) -> String { number < 10 ? "0\(number)" : "\(number)" }
    return "\(two(minutes / 60)):\(two(minutes % 60))"
  }
}

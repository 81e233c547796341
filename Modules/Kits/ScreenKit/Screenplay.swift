/// The output of a terminal over time: texts, and when they are written.
public struct Screenplay: Hashable, Sendable {
  /// A text that is written at once.
  public struct Step: Hashable, Sendable {
    /// When it is written, from the beginning.
    public var time: Duration
    /// The text, with line feeds and escape sequences.
    public var text: String
  }

  public var columns: Int
  public var rows: Int
  /// The title, for screen readers and lists.
  public var title: String
  public var steps: [Step] = []

  /// The length, with the pause at the end.
  public var length: Duration { (steps.last?.time ?? .zero) + Self.pauseAtEnd }

  /// The time for which the last picture stays.
  static let pauseAtEnd = Duration.seconds(4)
}

/// Creates a screenplay of what is typed and printed, with a hand that types evenly.
public struct ScreenplayWriter: Sendable {
  /// The screenplay so far.
  public private(set) var play: Screenplay
  private var time = Duration.milliseconds(400)

  /// The time for a key.
  static let key = Duration.milliseconds(70)
  /// The reading time before the next line is typed: at least, for each row, and at most.
  private static let reading = (
    least: Duration.milliseconds(900), row: Duration.milliseconds(110), most: Duration.milliseconds(3200)
  )

  public init(columns: Int, rows: Int, title: String) {
    play = Screenplay(columns: columns, rows: rows, title: title)
  }

  /// Writes a text at once.
  public mutating func show(_ text: String) {
    guard !text.isEmpty else { return }
    play.steps.append(.init(time: time, text: text))
    let rows = text.split(separator: "\n").count
    time += min(max(Self.reading.least, Self.reading.row * rows), Self.reading.most)
  }

  /// Writes a prompt, types a line after it and presses Return.
  public mutating func type(_ line: String, behind prompt: String) {
    play.steps.append(.init(time: time, text: prompt))
    time += .milliseconds(500)
    for character in line {
      play.steps.append(.init(time: time, text: String(character)))
      time += Self.key
    }
    time += .milliseconds(300)
    play.steps.append(.init(time: time, text: "\n"))
    time += .milliseconds(120)
  }
}

/// The timeline of a screenplay: groups of rows, each drawn once.
struct Animation {
  /// Rows that appear together; the first one may be typed.
  struct Group {
    var rows: Range<Int>
    /// When it appears, in percent.
    var begin: String
    /// The keys that are typed in its first row.
    var keys: [Key]
    /// When Return was pressed.
    var end: String
  }

  /// A key, with the columns that it fills.
  struct Key {
    var start: Int
    var end: Int
    var time: String
  }

  private(set) var screen: TerminalScreen
  private(set) var groups: [Group] = []
  /// The number of rows that are scrolled away from each moment on.
  private(set) var scrolls: [(time: String, rows: Int)] = []
  private let play: Screenplay
  /// The first row that is in no group yet.
  private var drawn = 0
  /// The text written in that row so far, the prompt first.
  private var pieces: [Key] = []

  init(_ play: Screenplay) {
    self.play = play
    screen = TerminalScreen(columns: play.columns)
  }

  mutating func run() {
    for step in play.steps {
      let before = (screen.rows.count, screen.rows[screen.rows.count - 1].cells.count)
      screen.write(step.text)
      let after = (screen.rows.count, screen.rows[screen.rows.count - 1].cells.count)
      let time = share(step.time)
      if after.0 > before.0 {
        add(upTo: after.0 - 1, at: time)
      } else if after.1 > before.1 {
        pieces.append(Key(start: before.1, end: after.1, time: time))
      }
      let hidden = max(after.0 - play.rows, 0)
      if scrolls.last?.rows != hidden { scrolls.append((time, hidden)) }
    }
    add(upTo: screen.rows.count, at: share(play.steps.last?.time ?? .zero))
  }

  private mutating func add(upTo end: Int, at time: String) {
    let keys = pieces.dropFirst()
    if end > drawn {
      groups.append(Group(rows: drawn..<end, begin: pieces.first?.time ?? time, keys: Array(keys), end: time))
    }
    drawn = end
    pieces = []
  }

  private func share(_ time: Duration) -> String {
    ScreenDrawing.number(ScreenDrawing.seconds(time) / ScreenDrawing.seconds(play.length) * 100) + "%"
  }
}

/// Says how far a long command is.
public struct ProgressLine: Sendable {
  /// Shows a text that the next one replaces, such as `12 of 500`; where nobody watches, nothing is written.
  public var show: @MainActor @Sendable (_ text: String) -> Void
  /// Tells how many of a number of things were done, as numbers for another program; where users watch, nothing is written.
  public var count: @MainActor @Sendable (_ done: Int, _ total: Int) -> Void
  /// Says something that stays, such as why the command waits.
  public var say: @MainActor @Sendable (_ sentence: String) -> Void
  /// The speed of a count since the command began, and the remaining time, to follow the count: `, 12/s, 4 min left`.
  public var pace: @MainActor @Sendable (_ count: Int, _ total: Int?) -> String

  public init(
    show: @escaping @MainActor @Sendable (_ text: String) -> Void,
    say: @escaping @MainActor @Sendable (_ sentence: String) -> Void,
    pace: @escaping @MainActor @Sendable (_ count: Int, _ total: Int?) -> String,
    count: @escaping @MainActor @Sendable (_ done: Int, _ total: Int) -> Void
  ) {
    self.pace = pace
    self.count = count
    self.show = show
    self.say = say
  }

  public static let none = ProgressLine(
    show: { _ in }, say: { _ in }, pace: { _, _ in "" }, count: { _, _ in })
}

extension Parameter where Value == ProgressLine {
  /// The line on which a long command reports progress; the user types nothing for it.
  public static var progressLine: Parameter { Parameter(group: []) { $0.context.progressLine } }
}

import TerminalKit

/// Decides how events that arrive together are announced: a few one by one, many as a number.
///
/// A value without a clock: its owner adds events and flushes after a moment.
struct EventDigest: Equatable {
  /// How many posts are announced one by one.
  static let maximumSingle = 3

  private(set) var posts: [StyledText] = []
  private(set) var postCount = 0
  private(set) var others: [StyledText] = []

  var isEmpty: Bool { postCount == 0 && others.isEmpty }

  /// Adds a new post; its text is made only where it is announced by itself.
  mutating func addPost(_ text: @autoclosure () -> StyledText) {
    postCount += 1
    if postCount <= Self.maximumSingle { posts.append(text()) }
  }

  /// Adds what is always announced, such as a notification.
  mutating func add(_ text: StyledText) { others.append(text) }

  /// Removes and returns the lines to print, notifications first.
  mutating func flush() -> [StyledText] {
    defer { self = EventDigest() }
    guard postCount > Self.maximumSingle else { return others + posts }
    return others + [StyledText("\(postCount) new posts in Home: new", .secondary)]
  }
}

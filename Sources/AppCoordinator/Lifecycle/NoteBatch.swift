import TerminalKit

/// Decides what is said of events that come together: a few one by one, many as a number.
///
/// A value without a clock: its owner adds events and flushes after a moment.
struct NoteBatch: Equatable {
  /// How many posts are said one by one at most.
  static let most = 3

  private(set) var posts: [StyledText] = []
  private(set) var postCount = 0
  private(set) var others: [StyledText] = []

  var isEmpty: Bool { postCount == 0 && others.isEmpty }

  /// Takes a new post; its words are needed only if few come.
  mutating func addPost(_ words: @autoclosure () -> StyledText) {
    postCount += 1
    if postCount <= Self.most { posts.append(words()) }
  }

  /// Takes what is always said, such as a notification.
  mutating func add(_ words: StyledText) { others.append(words) }

  /// What to say, in the order of weight: what concerns the person first.
  mutating func flush() -> [StyledText] {
    defer { self = NoteBatch() }
    guard postCount > Self.most else { return others + posts }
    return others + [StyledText("\(postCount) new posts in Home: new", .secondary)]
  }
}

public import FoundationEssentials
public import TerminalKit

/// The part of a list that a command asks for: `--before`, `--after`, `--since`, `--limit`, `--all`.
///
/// Every command that lists takes these options with ``Parameter/range``, and reads with StatusKit's `ListReader`:
/// ```swift
/// Verb("bookmarks", Parameter<ListRange>.range, help: "Show your bookmarks") { range in … }
/// ```
public struct ListRange: Hashable, Sendable {
  /// The elements below this place.
  public var before: ListPlace?
  /// The elements before this time.
  public var until: Date?
  /// The elements just above this place: an id, or a cursor of the server.
  public var after: String?
  /// The oldest elements.
  public var since: Since?
  /// The number of elements; `nil` for a page.
  public var limit: Int?
  /// Whether everything in the range is wanted.
  public var isAll = false
  /// Whether the oldest element comes first.
  public var isOldestFirst = false
  /// Is told how much was read, while that takes more than one request.
  public var progress = ListProgress.none

  /// The end of a range.
  public enum Since: Hashable, Sendable {
    /// Above an element.
    case id(String)
    case date(Date)
  }

  public init(
    before: ListPlace? = nil, after: String? = nil, since: Since? = nil, limit: Int? = nil, isAll: Bool = false,
    isOldestFirst: Bool = false
  ) {
    self.before = before
    self.after = after
    self.since = since
    self.limit = limit
    self.isAll = isAll
    self.isOldestFirst = isOldestFirst
  }

  public var beginsAtTop: Bool { before == nil && until == nil && after == nil }

  public var isNewestPage: Bool { beginsAtTop && since == nil && !isAll && !isOldestFirst }

  /// Whether the user asked for a number of elements, however many fit the terminal.
  public var isCounted: Bool { limit != nil || isAll }

  /// The range of a refreshed list: its newest page, as long as before.
  public var refreshed: ListRange {
    var range = ListRange(limit: limit, isOldestFirst: isOldestFirst)
    range.progress = progress
    return range
  }

  /// The options for the same range at another place, to continue in another process.
  public var words: [String] {
    var words: [String] = []
    switch since {
    case .id(let id): words += ["--since", id]
    case .date(let date): words += ["--since", WhenText.exact(date)]
    case nil: break
    }
    if let limit { words += ["--limit", "\(limit)"] }
    if isOldestFirst { words.append("--oldest-first") }
    return words
  }

  /// The commands for the pages beside a page.
  ///
  /// - Parameters:
  ///   - command: The words of the command that shows the list, with its own options.
  ///   - cursor: The place below the page; `nil` at the end.
  ///   - upper: The place above the page; `nil` if it has none.
  public func neighbours(of command: [String], before cursor: String?, after upper: String?) -> Document.Neighbours {
    Document.Neighbours(
      older: cursor.map { command + words + ["--before", $0] }, newer: upper.map { command + words + ["--after", $0] })
  }

  /// The paragraph about these options for `help COMMAND`.
  public static let discussion = discussionWithoutAll + " --all reads to the end; Ctrl-C stops it."

  static let discussionWithoutAll = """
    --limit N may be any number. --since and --before take a time (2h, 3d, yesterday, 2026-11-01, 2026-11-01T08:30) or an id, \
    --before also the cursor of a JSON answer, --after an id. In a list of several sources only times and cursors work.
    """
}

/// A place in a list, as a command's `cursor` names it.
public struct ListPlace: Hashable, Sendable {
  /// The server's cursor or an element's id; `nil` for the top of the list.
  public var cursor: String?
  /// The number of elements below the cursor to skip, where the server knows no place between them.
  public var skipped: Int

  public init(cursor: String?, skipped: Int = 0) {
    self.cursor = cursor
    self.skipped = skipped
  }

  public init(_ word: String) {
    guard let tilde = word.lastIndex(of: "~"), let count = Int(word[word.index(after: tilde)...]), count > 0 else {
      self.init(cursor: word)
      return
    }
    self.init(cursor: tilde == word.startIndex ? nil : String(word[..<tilde]), skipped: count)
  }

  /// The word for the place, which `--before` takes.
  public var word: String { (cursor ?? "") + (skipped > 0 ? "~\(skipped)" : "") }
}

/// Is told how many elements were read so far.
///
/// How something is told is not part of what is asked for, so all are equal.
public struct ListProgress: Hashable, Sendable {
  private let report: @MainActor @Sendable (Int, _ total: Int?) -> Void
  private let end: @MainActor @Sendable (String) -> Void

  public init(_ report: @escaping @MainActor @Sendable (Int) -> Void) {
    self.init(ofTotal: { count, _ in report(count) }, ended: { _ in })
  }

  /// Creates progress from a closure that also learns of how many, where that is known, and one that learns why it
  /// ended early.
  public init(
    ofTotal report: @escaping @MainActor @Sendable (Int, _ total: Int?) -> Void,
    ended: @escaping @MainActor @Sendable (String) -> Void
  ) {
    (self.report, end) = (report, ended)
  }

  /// Says why not everything was read.
  @MainActor
  public func ended(_ words: String) { end(words) }

  /// Tells how many elements were read.
  @MainActor
  public func callAsFunction(_ count: Int) { report(count, nil) }

  /// Tells how many of a number of things were done.
  @MainActor
  public func callAsFunction(_ count: Int, of total: Int) { report(count, total) }

  public static let none = ListProgress { _ in }

  /// All are equal.
  public static func == (_: ListProgress, _: ListProgress) -> Bool { true }

  public func hash(into _: inout Hasher) {}
}

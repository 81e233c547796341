public import FeatureKit
public import MastodonKit
import Synchronization

/// Reads one timeline of several sources: pages of each, merged by time.
public final class MergeReader<Source: Hashable & Sendable, Element: Mergeable>: Sendable {
  public struct Failure: Hashable, Sendable {
    public var source: Source
    public var error: AppError

    public init(source: Source, error: AppError) {
      self.source = source
      self.error = error
    }
  }

  public struct Sources: Sendable {
    public var all: [Source]
    /// What tells the sources from each other in a cursor.
    public var name: @Sendable (Source) -> String
    /// Whether an element is one of the timeline's.
    public var accepts: @Sendable (Element) -> Bool
    /// The place below the element of an index, on the page that began at a position.
    public var place: @Sendable (Element, _ index: Int, Source, PageRequest.Position) -> Cursor

    public init(
      _ all: [Source], name: @escaping @Sendable (Source) -> String,
      accepts: @escaping @Sendable (Element) -> Bool,
      place: @escaping @Sendable (Element, _ index: Int, Source, PageRequest.Position) -> Cursor
    ) {
      self.all = all
      self.name = name
      self.accepts = accepts
      self.place = place
    }
  }

  /// Where a page begins: at a cursor, or at the top.
  private struct Start: Sendable {
    var cursor: Cursor?
  }

  private struct Memory: Sendable {
    /// The last merge, and where it ended, so that what it has read need not be read again.
    var merge: (end: Cursor, value: TimelineMerge<Element>)?
    /// Where the page began that ended at a cursor.
    var starts: [Cursor: Start] = [:]
    var failures: [Failure] = []
  }

  private let sources: @Sendable () throws -> Sources
  private let read: @Sendable (Source, PageRequest) async throws -> Page<Element>
  private let memory = Mutex(Memory())

  public init(
    sources: @escaping @Sendable () throws -> Sources,
    read: @escaping @Sendable (Source, PageRequest) async throws -> Page<Element>
  ) {
    self.sources = sources
    self.read = read
  }

  /// The sources that the last page is without.
  public var failures: [Failure] { memory.withLock(\.failures) }

  /// Reads a page of the merged timeline.
  ///
  /// - Parameter needsAll: Whether a page without one of the sources is of no use.
  /// - Throws: The error of the first source if none of them could be read, or one that is needed.
  public func page(_ request: PageRequest, needsAll: Bool = false) async throws -> Page<Element> {
    let sources = try sources()
    guard let start = try start(of: request) else { return Page([]) }
    var merge = TimelineMerge<Element>(sources.all.map(sources.name), at: start.cursor)
    memory.withLock { memory in
      if let known = memory.merge, known.end == start.cursor { merge = known.value }
    }
    var (elements, failures, succeeded): ([Element], [Failure], Bool) = ([], [], false)
    for _ in 0..<Self.rounds where elements.count < request.limit {
      // All at once: the slowest of them is waited for, and not their sum.
      let asked = merge.wanted
      let pages = try await pages(asked.map { (sources.all[$0.source], $0.position) }, limit: request.limit)
      for (wanted, answer) in zip(asked, pages) {
        let source = sources.all[wanted.source]
        switch answer {
        case .success(let page):
          succeeded = true
          let kept = page.elements.enumerated().map { index, element in
            TimelineMerge<Element>.Post(element, next: sources.place(element, index, source, wanted.position))
          }
          merge.add(kept.filter { sources.accepts($0.element) }, older: page.older, to: wanted.source)
        case .failure(let error):
          failures.append(Failure(source: source, error: error))
          merge.leaveOut(wanted.source)
        }
      }
      let taken = merge.take(request.limit - elements.count)
      elements += taken
      if taken.isEmpty, merge.wanted.isEmpty { break }
    }
    if let first = failures.first, needsAll || !succeeded && elements.isEmpty { throw first.error }
    var page = Page(elements, older: merge.cursor)
    if let cursor = start.cursor { page.newer = Cursor(Self.above + cursor.value) }
    memory.withLock { memory in
      memory.failures = failures
      guard let end = page.older else { return }
      memory.starts[end] = start
      // A source that failed is asked again for the next page.
      memory.merge = failures.isEmpty ? (end, merge) : nil
    }
    return page
  }

  /// The requests in a row for one page: filters may leave nothing of some.
  private static var rounds: Int { 10 }
  /// The most posts that servers send at once.
  private static var most: Int { 40 }
  /// Before a cursor: the page that ends there.
  private static var above: String { "above." }

  /// Where a page begins; `nil` for one above a place that this run has not come from.
  private func start(of request: PageRequest) throws -> Start? {
    switch request.position {
    case .newest, .offset: return Start()
    case .older(let cursor):
      guard TimelineMerge<Element>.isCursor(cursor) else { throw Self.refusal(of: cursor) }
      return Start(cursor: cursor)
    case .newer(let cursor):
      guard cursor.value.hasPrefix(Self.above) else { throw Self.refusal(of: cursor) }
      let end = Cursor(String(cursor.value.dropFirst(Self.above.count)))
      return memory.withLock { $0.starts[end] }
    case .since(let cursor), .between(let cursor, _): throw Self.refusal(of: cursor)
    }
  }

  private static func refusal(of cursor: Cursor) -> AppError {
    .usage(
      "“\(cursor.value.prefix(40))” is not a position in this list: its posts come from several sources, which share no ids.",
      suggestion: "Use --since or --before with a time, such as 2h, or --before with the cursor of a JSON answer.")
  }

  private func pages(
    _ wanted: [(Source, PageRequest.Position)], limit: Int
  ) async throws -> [Result<Page<Element>, AppError>] {
    let limit = min(max(limit, 1), Self.most)
    return try await wanted.concurrentResults { [read] source, position in
      try await read(source, PageRequest(position, limit: limit))
    }.map { $0.mapError { AppError($0) } }
  }
}

public import FeatureKit
public import MastodonKit
import StatusKit
import Synchronization

extension Groups {
  /// Reads the timeline of a group that has several parts: pages of each, merged by time.
  public final class Reader: Sendable {
    /// A part that could not be read.
    public struct Failure: Hashable, Sendable {
      public var part: Part
      public var error: AppError
    }

    /// Where a page begins: at a cursor, or at the top.
    private struct Start: Sendable {
      var cursor: Cursor?
    }

    private struct Memory: Sendable {
      /// The last merge, and where it ended, so that what it has read need not be read again.
      var merge: (end: Cursor, value: TimelineMerge)?
      /// Where the page began that ended at a cursor.
      var starts: [Cursor: Start] = [:]
      var failures: [Failure] = []
    }

    private let group: @Sendable () throws -> TagGroup
    private let read: @Sendable (Part, PageRequest) async throws -> Page<Status>
    private let memory = Mutex(Memory())

    /// Creates a reader.
    ///
    /// - Parameters:
    ///   - group: The group as it is now.
    ///   - read: Reads a page of one part.
    public init(
      group: @escaping @Sendable () throws -> TagGroup,
      read: @escaping @Sendable (Part, PageRequest) async throws -> Page<Status>
    ) {
      self.group = group
      self.read = read
    }

    /// The parts that the last page is without.
    public var failures: [Failure] { memory.withLock(\.failures) }

    /// Reads a page of the merged timeline.
    ///
    /// - Throws: The error of the first part if none of them could be read.
    public func page(_ request: PageRequest) async throws -> Page<Status> {
      let group = try group()
      let parts = Groups.parts(of: group)
      guard let start = try start(of: request) else { return Page([]) }
      var merge = TimelineMerge(parts.map(\.name), at: start.cursor)
      memory.withLock { memory in
        if let known = memory.merge, known.end == start.cursor { merge = known.value }
      }
      var (posts, failures, succeeded): ([Status], [Failure], Bool) = ([], [], false)
      for _ in 0..<Self.rounds where posts.count < request.limit {
        // All at once: the slowest of them is waited for, and not their sum.
        let pages = try await pages(merge.wanted.map { (parts[$0.source], $0.position) }, limit: request.limit)
        for (wanted, answer) in zip(merge.wanted, pages) {
          switch answer {
          case .success(let page):
            succeeded = true
            let kept = Self.posts(page, of: parts[wanted.source], at: wanted.position)
            merge.add(
              kept.filter { Groups.accepts($0.status, group) }, older: page.older,
              to: wanted.source)
          case .failure(let error):
            failures.append(Failure(part: parts[wanted.source], error: error))
            merge.leaveOut(wanted.source)
          }
        }
        let taken = merge.take(request.limit - posts.count)
        posts += taken
        if taken.isEmpty, merge.wanted.isEmpty { break }
      }
      if let first = failures.first, !succeeded, posts.isEmpty { throw first.error }
      var page = Page(posts, older: merge.cursor)
      if let cursor = start.cursor { page.newer = Cursor(Self.above + cursor.value) }
      memory.withLock { memory in
        memory.failures = failures
        guard let end = page.older else { return }
        memory.starts[end] = start
        // A part that failed is asked again for the next page.
        memory.merge = failures.isEmpty ? (end, merge) : nil
      }
      return page
    }

    /// The requests in a row for one page: filters may leave nothing of some.
    private static let rounds = 10
    /// The most posts that servers send at once.
    private static let most = 40
    /// Before a cursor: the page that ends there.
    private static let above = "above."

    /// Where a page begins; `nil` for one above a place that this run has not come from.
    private func start(of request: PageRequest) throws -> Start? {
      switch request.position {
      case .newest, .offset: return Start()
      case .older(let cursor):
        guard TimelineMerge.isCursor(cursor) else { throw Self.refusal(of: cursor) }
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
        "“\(cursor.value.prefix(40))” is not a place in this group.",
        suggestion: "--before takes a time, such as 2h, or the cursor of a JSON answer.")
    }

    private func pages(
      _ wanted: [(Part, PageRequest.Position)], limit: Int
    ) async throws -> [Result<Page<Status>, AppError>] {
      let limit = min(max(limit, 1), Self.most)
      let pages = await withTaskGroup(of: (Int, Result<Page<Status>, AppError>).self) { [read] tasks in
        for (index, (part, position)) in wanted.enumerated() {
          tasks.addTask {
            do { return (index, .success(try await read(part, PageRequest(position, limit: limit)))) } catch {
              return (index, .failure(AppError(error)))
            }
          }
        }
        return await tasks.reduce(into: [:]) { $0[$1.0] = $1.1 }
      }
      try Task.checkCancellation()
      return wanted.indices.map { pages[$0] ?? .failure(.cancelled) }
    }

    /// The posts of a page, with the place below each.
    private static func posts(
      _ page: Page<Status>, of part: Part, at position: PageRequest.Position
    ) -> [TimelineMerge.Post] {
      page.elements.enumerated().map { index, status in
        switch part {
        case .search:
          var offset = index + 1
          if case .older(let cursor) = position, let query = cursor.query, query.hasPrefix("offset=") {
            offset += Int(query.dropFirst("offset=".count)) ?? 0
          }
          return TimelineMerge.Post(status, next: Cursor(offset: offset))
        case .server(let host): return TimelineMerge.Post(status, next: Cursor(status.id.onServer(host)))
        case .tags, .account, .list: return TimelineMerge.Post(status, next: Cursor(status.id.rawValue))
        }
      }
    }
  }
}

extension Groups.Reader.Failure {
  /// A server that cannot be reached.
  static let fixture = Groups.Reader.Failure(part: .server("shore.example"), error: .fixtures.timedOut)
}

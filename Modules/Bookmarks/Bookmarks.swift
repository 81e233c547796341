public import FeatureKit
public import MastodonKit
public import StatusKit
import TerminalKit

/// The posts that the user bookmarked, the last bookmarked first, or those of them with a tag of the user's or some words.
///
/// One more ``StatusTimeline``: its state, action, model and view are the timeline's.
public enum Bookmarks {
  /// Which of the bookmarks are meant.
  public struct Query: Hashable, Sendable {
    public var tags: [String]
    public var words: [String]

    /// Creates a query; by default for all bookmarks.
    public init(tags: [String] = [], words: [String] = []) {
      self.tags = tags
      self.words = words
    }

    /// The query as the command takes it.
    var typed: [String] {
      tags.flatMap { ["--tag", $0] } + (words.isEmpty ? [] : ["--search", words.joined(separator: " ")])
    }

    /// Whether a post is one of those meant, as far as the user's mark and its own words say.
    func includes(_ status: Status, _ mark: BookmarkMark?) -> Bool {
      tags.allSatisfy { mark?.has($0) ?? false } && BookmarkText.matches(words, status, mark)
    }
  }

  /// The screen before anything was requested.
  public static var state: StatusTimeline.State { state(Query()) }

  /// The screen of some bookmarks before anything was requested.
  public static func state(_ query: Query) -> StatusTimeline.State {
    let words = query.tags.map { ExcerptText.cut($0, to: 40) } + query.words.map { "“\(ExcerptText.cut($0, to: 40))”" }
    return StatusTimeline.State(
      kind: "bookmarks", subject: query == Query() ? nil : query.typed.joined(separator: " "),
      title: (["Bookmarks"] + words).joined(separator: " · "), label: "bookmarks", context: .account,
      emptyText: query == Query()
        ? "You have no bookmarks. bookmark N adds a post."
        : query.words.isEmpty
          ? "No bookmark has \(query.tags.count > 1 ? "all of these tags" : "that tag"). bookmark N --tag TAG adds one."
          : "No bookmark has these words.",
      order: .server, command: ["bookmarks"] + query.typed)
  }

  public static func page(
    _ query: Query, marks: BookmarkMarks,
    bookmarks: @escaping @Sendable (PageRequest) async throws -> Page<Status>,
    status: @escaping @Sendable (Status.ID) async throws -> Status
  ) -> @Sendable (PageRequest) async throws -> Page<Status> {
    guard query != Query() else { return bookmarks }
    // What has a tag is known here; words may be in any bookmark.
    guard query.tags.isEmpty else { return { try await tagged(query, marks, $0, status) } }
    return StatusTimeline.searching(bookmarks) { post in
      query.includes(post, try marks.mark(post.displayed.id))
    }
  }

  private static func tagged(
    _ query: Query, _ marks: BookmarkMarks, _ request: PageRequest,
    _ status: @escaping @Sendable (Status.ID) async throws -> Status
  ) async throws -> Page<Status> {
    let wanted = try marks.all().filter { mark in query.tags.allSatisfy(mark.has) }
    var start = 0
    if case .older(let cursor) = request.position, let query = cursor.query, query.hasPrefix("offset=") {
      start = Int(query.dropFirst("offset=".count)) ?? 0
    }
    let part = Array(wanted.dropFirst(start).prefix(request.limit))
    let found = try await part.concurrentResults { try await status($0.id) }
    var posts: [Status] = []
    for (mark, status) in zip(part, found) {
      switch status {
      // A bookmark that was removed elsewhere is none.
      case .success(let post) where post.bookmarked || !post.hasViewerState:
        if query.includes(post, mark) { posts.append(post) }
      case .success: break
      case .failure(MastodonError.notFound): break
      case .failure(let error): throw error
      }
    }
    let end = start + part.count
    return Page(posts, older: end < wanted.count ? Cursor(offset: end) : nil)
  }

  @MainActor
  public static func plugin(
    marks: @escaping @MainActor () -> BookmarkMarks,
    show: @escaping (Query, TimelineOptions) async throws -> Response
  ) -> Plugin {
    Plugin(
      id: state.kind, title: state.heading.title, symbol: "⚑",
      verbs: [
        Verb(
          "bookmarks", Parameter<String?>.optionalPhrase("WORDS"), .options("tag", "TAG"), .search, .timeline,
          help: "Show the posts that you bookmarked, or those with a tag or some words",
          discussion: """
            --tag TAG: those that you gave the tag with bookmark N --tag TAG; several tags must all be there. WORDS, or --search WORDS: those \
            that have all of the words in their text, author, alt texts, link, hashtags, or in your tags and notes. bookmarks \
            tags lists your tags. Tags and notes are kept on this machine alone; export bookmark-notes saves them.

            \(TimelineOptions.discussion)
            """,
          completions: { $0.isEmpty ? ["tags"] : [] }
        ) { phrase, tags, words, options in
          let words = (phrase?.split(whereSeparator: \.isWhitespace).map(String.init) ?? []) + words
          guard phrase != "tags" else {
            guard tags.isEmpty, words == ["tags"], options == TimelineOptions() else {
              throw AppError.usage("bookmarks tags takes no options.", suggestion: "Usage: bookmarks --tag TAG")
            }
            let all = try marks().all()
            return .document(tagsDocument(all))
          }
          let tags = tags.flatMap { $0.split(separator: ",") }.map(cleaned).filter { !$0.isEmpty }
          let known = tags.isEmpty ? [] : allTags(try marks().all()).map(\.tag)
          if let unknown = tags.first(where: { tag in !known.contains { $0.lowercased() == tag.lowercased() } }) {
            throw AppError.missing(
              "No bookmark has the tag “\(unknown)”.", word: unknown, among: known,
              choices: known.isEmpty
                ? "To give one: bookmark N --tag TAG." : "Your tags: \(known.prefix(10).joined(separator: ", ")).")
          }
          return try await show(Query(tags: tags, words: words), options)
        }.reading
      ], previews: { previews })
  }

  private static func cleaned(_ word: Substring) -> String {
    let words = word.split(whereSeparator: \.isWhitespace).joined(separator: " ")
    return words.hasPrefix("#") ? String(words.dropFirst()) : words
  }

  /// The tags, the most used first.
  static func allTags(_ marks: [BookmarkMark]) -> [(tag: String, count: Int)] {
    let names = marks.flatMap(\.tags)
    let counts = Dictionary(grouping: names) { $0.lowercased() }
    return counts.values.compactMap { names in names.first.map { ($0, names.count) } }
      .sorted { ($1.1, $0.0.lowercased()) < ($0.1, $1.0.lowercased()) }
  }

  static func tagsDocument(_ marks: [BookmarkMark]) -> Document {
    let tags = allTags(marks)
    let rows = tags.map { [StyledText(Sanitizer.clean($0.tag)), StyledText("\($0.count)", .secondary)] }
    let lines = tags.map { "\(Sanitizer.clean($0.tag)), \(CountText.of($0.count, "bookmark"))" }
    return Document(
      kind: "bookmark-tags", title: Document.Title("Tags of your bookmarks"),
      blocks: tags.isEmpty
        ? [.paragraph(StyledText("None of your bookmarks has a tag.", .secondary))]
        : [.spoken([.table(rows)], as: Sentence.joined(lines))],
      hint: StyledText(tags.isEmpty ? "bookmark N --tag TAG" : "bookmarks --tag TAG", .hint),
      data: [
        .init("tags", .array(tags.map { ["tag": .string($0.tag), "bookmarks": .int($0.count)] }))
      ])
  }

  @MainActor static var previews: [Preview] {
    StatusTimeline.previews(of: StatusTimeline.StateFixtures(state))
      + StatusTimeline.previews(
        of: MarkedFixtures(), prefix: nil, status: .fixtures.none,
        additions: { _ in StatusTimeline.Additions(marks: MarkedFixtures.marks) }, verbs: { [] })
      + Preview.all(of: TagFixtures(), prefix: "tags") { (marks: [BookmarkMark], _) in tagsDocument(marks) }
  }

  final class MarkedFixtures: Sendable {
    let tagged = MarkedFixtures.page(Query(tags: ["canal"]), [Status.fixtures.plain, Status.fixtures.linkCard])
    let found = MarkedFixtures.page(Query(words: ["brass", "tide"]), [Status.fixtures.linkCard])
    let nothingFound = MarkedFixtures.page(Query(words: ["zebra"]), [])
    let hostileMark = MarkedFixtures.page(Query(), [Status.fixtures.bot])

    static let marks = [
      BookmarkMark(
        id: Status.fixtures.plain.id, address: "", tags: ["canal", "to read"], note: "For the walk on Sunday.",
        date: Status.fixtures.plain.createdAt),
      BookmarkMark(
        id: Status.fixtures.linkCard.id, address: "", tags: ["canal"], date: Status.fixtures.plain.createdAt),
      BookmarkMark(
        id: Status.fixtures.bot.id, address: "", tags: ["\u{1B}[31mred"], note: "\u{202E}two\nlines",
        date: Status.fixtures.plain.createdAt),
    ]

    private static func page(_ query: Query, _ posts: [Status]) -> StatusTimeline.State {
      Bookmarks.state(query).with(.loaded(PagedList(posts, order: .server)))
    }
  }

  /// One list of marks for each way that the tags can look.
  final class TagFixtures: Sendable {
    let none: [BookmarkMark] = []
    let some = MarkedFixtures.marks
  }
}

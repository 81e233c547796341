import FeatureKit
import FeatureTestKit
import FoundationEssentials
import MastodonKit
import StatusKit
import Synchronization
import TerminalKit
import Testing

@testable import BookmarksFeature

/// Bookmarks with the user's tags and notes, and the search in them.
@MainActor
@Suite struct BookmarkNotesTests {
  private static let now = Status.fixtures.plain.createdAt
  private let marks = [
    BookmarkMark(id: "1", address: "", tags: ["Recipes", "bread"], note: "For Sunday", date: now),
    BookmarkMark(id: "2", address: "", tags: ["recipes"], date: now),
    BookmarkMark(id: "3", address: "", tags: ["canal"], date: now),
  ]

  private var service: BookmarkMarks {
    let marks = marks
    return BookmarkMarks(
      all: { marks }, mark: { id in marks.first { $0.id == id } }, change: { _, _ in nil }, delete: { _ in })
  }

  nonisolated private static func post(_ id: Status.ID, isBookmarked: Bool = true) -> Status {
    var post = Status.fixtures.plain
    (post.id, post.bookmarked) = (id, isBookmarked)
    return post
  }

  private func page(
    _ query: Bookmarks.Query, _ request: PageRequest = PageRequest(), gone: Set<Status.ID> = []
  ) async throws -> Page<Status> {
    try await Bookmarks.page(
      query, marks: service,
      bookmarks: { _ in Page([Self.post("1"), Self.post("9")]) },
      status: { id in
        if gone.contains(id) { throw MastodonError.notFound(host: "x", operation: "find it") }
        return Self.post(id, isBookmarked: id != "3")
      })(request)
  }

  @Test func bookmarksWithATagAreReadByTheirIDsWhateverItsCase() async throws {
    #expect(try await page(Bookmarks.Query(tags: ["recipes"])).elements.map(\.id) == ["1", "2"])
    #expect(try await page(Bookmarks.Query(tags: ["recipes", "bread"])).elements.map(\.id) == ["1"])
  }

  @Test func pagesOfATagFollowOneAnother() async throws {
    let first = try await page(Bookmarks.Query(tags: ["recipes"]), PageRequest(limit: 1))
    #expect(first.elements.map(\.id) == ["1"])
    let older = try #require(first.older)
    let second = try await page(Bookmarks.Query(tags: ["recipes"]), PageRequest(.older(than: older), limit: 1))
    #expect(second.elements.map(\.id) == ["2"] && second.older == nil)
  }

  @Test func bookmarkThatWasRemovedElsewhereIsLeftOut() async throws {
    #expect(try await page(Bookmarks.Query(tags: ["canal"])).elements.isEmpty)
    #expect(try await page(Bookmarks.Query(tags: ["recipes"]), gone: ["1"]).elements.map(\.id) == ["2"])
  }

  @Test func wordsAreFoundInNotesAndTagsToo() async throws {
    #expect(try await page(Bookmarks.Query(words: ["sunday", "BREAD"])).elements.map(\.id) == ["1"])
    #expect(try await page(Bookmarks.Query(words: ["zebra"])).elements.isEmpty)
  }

  @Test func wordsAloneAreASearch() async throws {
    var queries: [Bookmarks.Query] = []
    let service = service
    let plugin = Bookmarks.plugin(
      marks: { service },
      show: { query, _ in
        queries.append(query)
        return .screen
      })
    for line in ["bookmarks brown bread", "bookmarks brown --search bread", "bookmarks"] {
      _ = try await plugin.verbs.type(line)
    }
    #expect(
      queries == [Bookmarks.Query(words: ["brown", "bread"]), Bookmarks.Query(words: ["brown", "bread"]), .init()])
    guard case .document = try await plugin.verbs.type("bookmarks tags") else { throw AppError.cancelled }
    await #expect(throws: AppError.self) { try await plugin.verbs.type("bookmarks tags --search bread") }
  }

  @Test func unknownTagIsRefusedWithTheNearest() async throws {
    let service = service
    let verb = try #require(Bookmarks.plugin(marks: { service }, show: { _, _ in .screen }).verbs.first)
    do {
      _ = try await [verb].type("bookmarks --tag recipe")
      Issue.record("it is accepted")
    } catch {
      #expect(AppError(error).message == "No bookmark has the tag “recipe”.")
      #expect(AppError(error).suggestion.hasPrefix("Did you mean Recipes?"))
    }
  }

  @Test func noBookmarkWithSeveralTagsIsSaidOfAllOfThem() {
    let query = Bookmarks.Query(tags: ["recipes", "canal"])
    let state = Bookmarks.state(query).with(.loaded(PagedList([], order: .server)))
    #expect(text(StatusTimeline.view(state, layout: .fixture)).contains("No bookmark has all of these tags."))
  }

  @Test func tagsAreListedByUse() {
    #expect(Bookmarks.allTags(marks).map(\.tag) == ["Recipes", "bread", "canal"])
    #expect(Bookmarks.allTags(marks).map(\.count) == [2, 1, 1])
  }

  @Test func tagsAndNoteAreBelowThePost() {
    let state = Bookmarks.state(Bookmarks.Query()).with(.loaded(PagedList([Self.post("1")], order: .server)))
    let document = StatusTimeline.view(
      state, additions: StatusTimeline.Additions(marks: marks), layout: .fixture)
    #expect(text(document).contains("tags: Recipes, bread · note: For Sunday"))
    #expect(document.items.first?.spoken.contains("Tags: Recipes, bread") == true)
  }

  @Test func tagsAndNoteAreOnTheLineOfACompactPost() {
    let state = Bookmarks.state(Bookmarks.Query()).with(.loaded(PagedList([Self.post("1")], order: .server)))
    var layout = Layout(width: 100, now: Self.now)
    layout.density = .compact
    let document = StatusTimeline.view(
      state, additions: StatusTimeline.Additions(marks: marks), layout: layout)
    #expect(text(document, width: 100).contains("  tags: Recipes, bread · note: For Sunday · "))
    #expect(document.items.first?.spoken.contains("Tags: Recipes, bread") == true)
  }
}

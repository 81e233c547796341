import FeatureKit
import FeatureTestKit
import MastodonKit
import MastodonTestKit
import Synchronization
import TerminalKit
import Testing

@testable import StatusKit

/// Bookmarks with tags and notes: what is stored, said, and undone.
@MainActor @Suite struct BookmarkVerbTests {
  private final class Store: Sendable {
    let marks = Mutex<[Status.ID: BookmarkMark]>([:])
    let failure = Mutex<AppError?>(nil)

    var service: BookmarkMarks {
      BookmarkMarks(
        all: { [self] in marks.withLock { Array($0.values) } },
        mark: { [self] id in
          if let failure = failure.withLock(\.self) { throw failure }
          return marks.withLock { $0[id] }
        },
        change: { [self] id, change in
          if let failure = failure.withLock(\.self) { throw failure }
          return marks.withLock { marks in
            let (old, new) = (marks[id], change(marks[id]))
            marks[id] = new.isEmpty ? nil : new
            return old
          }
        },
        delete: { [self] id in _ = marks.withLock { $0.removeValue(forKey: id) } })
    }
  }

  private let store = Store()
  private let post = Status.fixtures.plain
  private let second: Status.ID = "900000000000000002"

  /// Types a command on the screen that shows a post, and a second one.
  private func toast(
    _ line: String, isBookmarked: Bool = false, isSecondBookmarked: Bool = false
  ) async throws -> Toast {
    let posts = [
      post.with { $0.bookmarked = isBookmarked },
      post.with { ($0.id, $0.bookmarked) = (second, isSecondBookmarked) },
    ]
    var action = StatusAction.fixtures.none
    var service = StatusService.failing
    service.mark = { id, _, isOn in posts[id == posts[1].id ? 1 : 0].with { $0.bookmarked = isOn } }
    action.posts = { [service] _ in
      StatusActs(
        service: service, known: { id in posts.first { $0.id == id } }, revealed: { _ in }, changed: { _ in },
        removed: { _ in })
    }
    action.bookmarks = store.service
    let context = ArgumentContext.showing(posts.map { [.status($0.id)] }) { _, kind in Reference(kind: kind, id: "1") }
    let words = Self.words(line)
    let verbs = StatusVerbs(numbered: posts.map(\.id), action: action).verbs
    let verb = try #require(verbs.first { $0.name == words[0] })
    let reader = try ArgumentReader(ArgumentList(shellArguments: Array(words.dropFirst())), for: verb, context: context)
    guard case .toast(let toast) = try await verb.run(reader) else { throw AppError.cancelled }
    return toast
  }

  /// The words of a line, as a shell hands them over.
  private static func words(_ line: String) -> [String] {
    line.split(separator: "\"", omittingEmptySubsequences: false).enumerated().flatMap { index, part in
      index.isMultiple(of: 2) ? part.split(separator: " ").map(String.init) : [String(part)]
    }
  }

  private var mark: BookmarkMark? { store.marks.withLock { $0[post.id] } }

  @Test func tagsAndNoteAreStoredAndSaid() async throws {
    let toast = try await toast(##"bookmark 1 --tag recipes --tag "#to read, bread" --note "For  Sunday""##)
    #expect(toast.text.plain.hasSuffix("Tags: recipes, to read, bread. Note: For Sunday."))
    #expect(mark?.tags == ["recipes", "to read", "bread"] && mark?.note == "For Sunday")
    #expect(mark?.address == post.uri)
    #expect(toast.undo == .command("unbookmark 1"))
  }

  @Test func tagsAreAddedToABookmarkAndUndoRestoresThem() async throws {
    _ = try await toast("bookmark 1 --tag recipes")
    let toast = try await toast("bookmark 1 --tag Recipes --tag bread", isBookmarked: true)
    #expect(mark?.tags == ["recipes", "bread"])
    #expect(toast.undo == .command(#"bookmark 1 --tag "" --tag "recipes" --note """#))
    _ = try await self.toast(#"bookmark 1 --tag "" --tag "recipes" --note """#, isBookmarked: true)
    #expect(mark?.tags == ["recipes"])
    _ = try await self.toast(#"bookmark 1 --tag """#, isBookmarked: true)
    #expect(mark == nil, "nothing is kept of one without tags and note")
  }

  /// From a shell, nobody knows that it is bookmarked.
  @Test func undoOfATagKeepsABookmarkThatHadOthers() async throws {
    _ = try await toast("bookmark 1 --tag recipes --note Sunday")
    let toast = try await toast("bookmark 1 --tag second")
    #expect(toast.undo == .command(#"bookmark 1 --tag "" --tag "recipes" --note "Sunday""#))
  }

  @Test func plainBookmarkKeepsTheTags() async throws {
    _ = try await toast("bookmark 1 --tag recipes")
    _ = try await toast("bookmark 1", isBookmarked: true)
    #expect(mark?.tags == ["recipes"])
  }

  @Test func removedBookmarkLosesItsTagsAndUndoBringsThemBack() async throws {
    _ = try await toast("bookmark 1 --tag recipes --note Sunday")
    let toast = try await toast("unbookmark 1", isBookmarked: true)
    #expect(mark == nil)
    let again = #"bookmark 1 --tag "recipes" --note "Sunday""#
    #expect(toast.undo == .command(Hint.Command(again)) && toast.hint == Hint([Hint.Command(again)]))
  }

  @Test func removedBookmarksComeBackWithTheTagsOfEach() async throws {
    _ = try await toast("bookmark 1 --tag t1")
    _ = try await toast(##"bookmark 2 --tag t2 --note six"##)
    let toast = try await toast("unbookmark 1-2", isBookmarked: true, isSecondBookmarked: true)
    #expect(store.marks.withLock { $0.isEmpty })
    #expect(
      toast.undo
        == .commands([#"bookmark 1 --tag "t1""#, #"bookmark 2 --tag "t2" --note "six""#], lost: nil))
  }

  @Test func removedBookmarksWithoutTagsComeBackToo() async throws {
    _ = try await toast("bookmark 2 --tag t2")
    let toast = try await toast("unbookmark 1-2", isBookmarked: true, isSecondBookmarked: true)
    #expect(toast.undo == .commands(["bookmark 1", #"bookmark 2 --tag "t2""#], lost: nil))
  }

  @Test func tagsOfSeveralBookmarksAreTakenBackFromEach() async throws {
    _ = try await toast("bookmark 2 --tag fresh")
    let toast = try await toast(
      "bookmark 1-2 --tag mix --note mixnote", isBookmarked: true, isSecondBookmarked: true)
    #expect(
      toast.undo
        == .commands(
          [#"bookmark 1 --tag "" --note """#, #"bookmark 2 --tag "" --tag "fresh" --note """#], lost: nil))
    #expect(toast.text.plain.hasSuffix("Added tags: mix. Note: mixnote"), "\(toast.text.plain)")
  }

  @Test func newBookmarksAmongOthersAreRemovedByUndo() async throws {
    _ = try await toast("bookmark 2 --tag fresh")
    let toast = try await toast("bookmark 1-2 --tag mix", isSecondBookmarked: true)
    #expect(
      toast.undo == .commands(["unbookmark 1", #"bookmark 2 --tag "" --tag "fresh" --note """#], lost: nil))
  }

  @Test func tagsAndNotesWithQuotesComeBack() async throws {
    store.marks.withLock {
      $0[post.id] = BookmarkMark(id: post.id, address: "", tags: ["q"], note: #"say "hi" \ bye"#, date: post.createdAt)
    }
    let toast = try await toast("unbookmark 1", isBookmarked: true)
    #expect(toast.undo == .command(Hint.Command(#"bookmark 1 --tag "q" --note "say \"hi\" \\ bye""#)))
  }

  @Test(arguments: [
    "bookmark 1 --tag " + String(repeating: "x", count: 51), "bookmark 1 --note " + String(repeating: "x", count: 1001),
    "bookmark 1 --tag " + (1...21).map { "t\($0)" }.joined(separator: ","),
  ])
  func whatIsTooLongChangesNothing(_ line: String) async {
    await #expect(throws: AppError.self) { try await toast(line) }
    #expect(mark == nil)
  }

  @Test(arguments: ["bookmark 1 --tag recipes", "unbookmark 1"])
  func whatTheServerHasDoneIsSaidAlthoughTheDiskFails(_ line: String) async {
    store.failure.withLock { $0 = .storage(.full(path: "/d")) }
    let failure = await #expect(throws: PartialFailure.self) {
      try await toast(line, isBookmarked: line != "unbookmark 1")
    }
    #expect(failure?.isPartial == true && failure?.appError == .storage(.full(path: "/d")))
    guard case .toast? = failure?.done else {
      Issue.record("nothing is said of the bookmark")
      return
    }
  }
}

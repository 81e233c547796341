import ArchiveFeature
import FeatureKit
import FeatureTestKit
import Foundation
import MastodonKit
import StatusKit
import Synchronization
import TerminalKit
import Testing

@MainActor @Suite(.timeLimit(.minutes(10))) struct ArchiveTests {
  private func query(_ text: String) throws -> [[ArchiveQuery.Term]] {
    try ArchiveQuery.groups(text, now: .fixtureNow, zone: .utc).map(\.alternatives)
  }

  private func words(_ text: String, prefix: Bool = true, not isExcluded: Bool = false) -> ArchiveQuery.Term {
    ArchiveQuery.Term(.words(text, isPrefix: prefix), isExcluded: isExcluded)
  }

  @Test func wordsPhrasesAndAlternativesAreRead() throws {
    #expect(try query("") == [])
    #expect(try query("lock  gate") == [[words("lock")], [words("gate")]])
    #expect(try query(#""upper lock" boa*"#) == [[words("upper lock", prefix: false)], [words("boa")]])
    #expect(
      try query("canal or lock -cat") == [[words("canal"), words("lock")], [words("cat", prefix: false, not: true)]])
    #expect(
      try query(#"-"wet cat" “wet dog”"#) == [
        [words("wet cat", prefix: false, not: true)], [words("wet dog", prefix: false)],
      ])
    #expect(try query(#""or" don't - https://shore.example 12:30"#).count == 4)
    #expect(try query(#""open end"#) == [[words("open end", prefix: false)]])
    #expect(try query("#canal") == [[ArchiveQuery.Term(.hashtag("canal"))]])
  }

  @Test func operatorsAreRead() throws {
    func condition(_ text: String) throws -> ArchiveQuery.Condition? { try query(text).first?.first?.condition }
    #expect(try condition("from:@rook@shore.example") == .from("rook@shore.example"))
    #expect(try condition("FROM:me") == .from("me"))
    #expect(try condition("has:alt") == .has(.alt))
    #expect(try condition("is:private") == .kind(.private))
    #expect(try condition("in:favorites") == .place(.favourites))
    #expect(try condition(#"in:list:Friends"#) == .place(.list("Friends")))
    #expect(try condition("lang:PT") == .language("pt"))
    #expect(try condition("before:2026-11") == .before(Date(timeIntervalSince1970: 1_793_491_200)))
    #expect(try condition("after:2026") == .after(Date(timeIntervalSince1970: 1_767_225_600)))
    #expect(try condition("after:7d") == .after(.fixtureNow - 7 * 86_400))
    #expect(try query("-has:media").first?.first?.isExcluded == true)
    #expect(try query("from:rook or from:wren") == [[.init(.from("rook")), .init(.from("wren"))]])
  }

  @Test(arguments: [
    ("form:rook", "Unknown operator “form:”.", "from:"), ("has:cats", "has: cannot be “cats”.", "has:media"),
    ("is:", "is: cannot be “”.", "is:reply"), ("in:attic", "in: cannot be “attic”.", "in:home"),
    ("before:someday", "before: cannot be “someday”.", "2026-11-01"), ("from:@", "from: needs an account.", "from:me"),
    ("lang:xx1", "Unknown language “xx1”.", "lang:en"),
    ("or canal", "“or” needs a word on both sides.", "canal or lock"),
    ("canal or", "“or” needs a word on both sides.", "canal or lock"),
    ("after:2026-13-45", "after: cannot be “2026-13-45”.", "2026-11"),
    ("has:\u{1B}[2J", "has: cannot be “”.", "has:media"),
  ])
  func wrongPartsAreRefusedWithWhatIsAllowed(_ text: String, _ message: String, _ suggestion: String) throws {
    let error = #expect(throws: AppError.self) { try query(text) }
    #expect(error?.message.hasPrefix(message.prefix(12)) == true, "\(error?.message ?? "")")
    #expect(error?.suggestion.contains(suggestion) == true, "\(error?.suggestion ?? "")")
    #expect(error?.message.contains("\u{1B}") == false)
  }

  // MARK: - The commands

  @MainActor private final class Calls {
    nonisolated let written = Mutex("")
    /// The names of the files that were finished.
    nonisolated let files = Mutex<[String]>([])
    var shown: [Archive.Search] = []
    var cleared: [Date?] = []
    var fetched: [Archive.Source] = []
    var place: Cursor?
    var added: [Status] = []
    var marked: [ArchiveQuery.Place: [Status.ID]] = [:]
  }

  private func run(
    _ name: String, _ words: [String], isOn: Bool = true, place: Cursor? = nil, posts: [String] = posts,
    items: [UserFiles.Item] = [], folder: [String]? = nil, failure: AppError? = nil
  ) async throws -> (Calls, Response) {
    let calls = Calls()
    calls.place = place
    var files = UserFiles(
      read: { _ in [] }, exists: { _ in false },
      write: { path, bytes in
        calls.written.withLock { $0 += String(decoding: bytes, as: UTF8.self) }
        calls.files.withLock { $0.append(path) }
      })
    files.entries = { _ in folder?.map { (name: $0, isFolder: false) } }
    files.items = { _, _ in
      let left = Mutex([items])
      return { left.withLock { $0.popLast() } }
    }
    let plugin = Archive.plugin(
      action: Archive.Action(
        isOn: { isOn }, limit: { "500MB" },
        show: { search, _ in
          calls.shown.append(search)
          return .screen
        }, count: { _ in 3 },
        facts: { ArchiveFacts() },
        clear: { date in
          calls.cleared.append(date)
          return 7
        },
        posts: { $0 == nil ? (posts, "2") : nil },
        add: { posts in
          calls.added += try posts.map { try MastodonJSON.decode(Status.self, from: $0) }
          return posts.count - 1
        }, mark: { calls.marked[$1, default: []] += $0 },
        author: { Archive.Author(account: .fixtures.you, hosts: ["shore.example"]) },
        fetching: Archive.Fetching(
          pages: { source in
            calls.fetched.append(source)
            return { request in
              guard case .older(let cursor) = request.position else {
                return Archive.FetchedPage(Page([1, 2], older: "9"))
              }
              if cursor == "9" { throw AppError.notFound("That page") }
              return Archive.FetchedPage(Page([3]))
            }
          }, place: { _ in calls.place }, setPlace: { _, place in calls.place = place },
          watchArchive: { { failure } }, pause: { _ in }),
        files: files))
    let verb = try #require(plugin.verbs.first { $0.name == name })
    let context = ArgumentContext(
      highestNumber: { 0 }, shown: { _ in nil }, resolve: { _, _ in throw AppError.cancelled })
    let response = try await verb.run(
      ArgumentReader(ArgumentList(words.map { ArgumentList.Word($0) }), for: verb, context: context))
    return (calls, response)
  }

  @Test func wordsAreSearchedAndNoneListsEverything() async throws {
    #expect(try await run("find", ["lock", "gate"]).0.shown.map(\.text) == ["lock gate"])
    let all = try await run("find", ["--sort", "relevance"]).0.shown
    #expect(all.map(\.text) == [""] && all.first?.query.sort == .relevance)
    await #expect(throws: AppError.self) { _ = try await run("find", ["--sort", "luck"]) }
  }

  @Test func aCountIsOneLine() async throws {
    let (calls, response) = try await run("find", ["lock", "--count"])
    guard case .toast(let toast) = response else {
      Issue.record("\(response)")
      return
    }
    #expect(calls.shown.isEmpty && toast.text.plain == "3 posts")
  }

  @Test(arguments: [
    ["--since", "1d"], ["--before", "yesterday"], ["--after", "116000000000000001"], ["--count", "--media"],
    ["--count", "--no-own"], ["--count", "--limit", "5"],
  ])
  func optionsThatWouldChangeNothingAreRefused(_ options: [String]) async throws {
    await #expect(throws: AppError.self) { _ = try await run("find", ["lock"] + options) }
  }

  @Test func anArchiveThatIsOffIsNotSearched() async throws {
    await #expect(throws: AppError.self) { _ = try await run("find", ["lock"], isOn: false) }
  }

  @Test func deletingAsksFirst() async throws {
    for (words, question) in [
      (["clear"], "Delete everything from the archive of this account?"),
      (
        ["clear", "--before", "2026-01-01"],
        "Delete what was posted before Thu 1 Jan 2026 00:00 UTC from the archive of this account?"
      ),
    ] {
      let (calls, response) = try await run("archive", words)
      guard case .confirm(let confirmation) = response else {
        Issue.record("\(response)")
        return
      }
      #expect(confirmation.question == question && calls.cleared.isEmpty)
      guard case .toast(let toast) = try await confirmation.proceed() else { return }
      #expect(calls.cleared.count == 1 && toast.text.plain == "Deleted 7 posts from the archive.")
    }
    await #expect(throws: AppError.self) { _ = try await run("archive", ["--before", "2026-01-01"]) }
    await #expect(throws: AppError.self) { _ = try await run("archive", ["clear", "--before", "soon"]) }
  }

  @Test func theScreenSaysWhatWasSearched() {
    #expect(Archive.state("canal").heading.title == "Posts that you read · canal")
    #expect(Archive.state("").subject == nil)
  }

  @Test func aReadingThatIsStoppedGoesOnWhereItWas() async throws {
    let failure = await #expect(throws: PartialFailure.self) { _ = try await run("archive", ["fetch", "favourites"]) }
    guard case .toast(let toast)? = failure?.done else {
      Issue.record("\(String(describing: failure))")
      return
    }
    #expect(toast.text.plain == "Read 2 posts." && failure?.left == ["favourites"])
    let (calls, response) = try await run("archive", ["fetch", "list", "Night", "shift"], place: "8")
    guard case .toast(let rest) = response else { return }
    #expect(rest.text.plain == "Read 1 post more, to the end.")
    #expect(calls.fetched == [.list("Night shift")] && calls.place == nil)
  }

  @Test(arguments: [
    ["fetch"], ["fetch", "everything"], ["fetch", "@"], ["clear", "now"], ["fetch", "mine", "--before", "7d"],
  ])
  func whatCannotBeFetchedIsRefused(_ words: [String]) async throws {
    await #expect(throws: AppError.self) { _ = try await run("archive", words) }
  }

  @Test func whatCannotBeKeptWasNotFetched() async throws {
    let error = try await #require(throws: PartialFailure.self) {
      _ = try await run("archive", ["fetch", "mine"], place: "8", failure: .storage(.full(path: "/d/archive")))
    }
    #expect(error.appError.message == "No space left on the disk for /d/archive.")
    #expect(error.appError.suggestion.hasPrefix("It was read, but not kept for later."))
  }

  @Test func postsAreExportedAsLines() async throws {
    guard case .lines(let lines) = try await run("archive", ["export"]).1 else { return }
    var printed: [String] = []
    for try await line in lines { printed.append(line) }
    #expect(printed == Self.posts)
    let (calls, response) = try await run("archive", ["export", "posts.jsonl"])
    guard case .toast(let toast) = response else {
      Issue.record("\(response)")
      return
    }
    #expect(toast.text.plain == "Saved 2 posts in posts.jsonl.")
    #expect(calls.written.withLock { $0 } == Self.posts.map { $0 + "\n" }.joined())
  }

  @Test func aFileOfMarkdownHasAHeadingForEachMonth() async throws {
    let calls = try await run("archive", ["export", "posts.md"]).0
    let text = calls.written.withLock { $0 }
    #expect(text.components(separatedBy: "\n").count { $0.hasPrefix("## ") } == 1)
    #expect(text.contains("**Rook**  @rook · ") && text.contains("\\*one\\* \\<b\\> \\_two\\_"))
  }

  @Test func aFolderGetsAFileForEachMonth() async throws {
    let posts = ["2026-11-02", "2026-11-30", "2026-12-01"].compactMap { day -> String? in
      var status = Status.fixtures.plain
      status.createdAt = MastodonDate.parse("\(day)T10:00:00Z") ?? .distantPast
      return try? String(decoding: MastodonJSON.makeEncoder().encode(status), as: UTF8.self)
    }
    let (calls, response) = try await run("archive", ["export", "kept/"], posts: posts, folder: ["notes.md"])
    guard case .toast(let toast) = response else {
      Issue.record("\(response)")
      return
    }
    #expect(toast.text.plain == "Saved 3 posts in kept/, in 2 files.")
    #expect(calls.files.withLock { $0 } == ["kept/2026-11.md", "kept/2026-12.md"])
    guard
      case .confirm(let question) = try await run("archive", ["export", "kept"], folder: ["2026-10.md", "2026-11.md"]).1
    else {
      Issue.record("files are replaced without a question")
      return
    }
    #expect(question.question == "kept has 2026-11.md. Replace the files of months there?")
  }

  // MARK: - Import, and export in the same form

  /// An element of `outbox.json` as Mastodon writes it.
  private func element(_ id: Int, by name: String = "you", _ members: String = "", type: String = "Create")
    -> UserFiles.Item
  {
    let actor = "https://shore.example/users/\(name)"
    let object =
      type == "Create"
      ? #"{"id":"\#(actor)/statuses/\#(id)","type":"Note","published":"2026-11-01T10:00:00Z","content":"<p>Post \#(id)</p>","#
        + #""to":["https://www.w3.org/ns/activitystreams#Public"],"cc":["\#(actor)/followers"]\#(members)}"#
      : #""https://shore.example/users/rook/statuses/9""#
    let json = #"{"id":"\#(actor)/statuses/\#(id)/activity","type":"\#(type)","actor":"\#(actor)","object":\#(object)}"#
    return UserFiles.Item(file: "outbox.json", json: Array(json.utf8))
  }

  private func imported(_ items: [UserFiles.Item]) async throws -> (statuses: [Status], text: String) {
    let (calls, response) = try await run("archive", ["import", "mine.zip"], items: items)
    guard case .toast(let toast) = response else { return ([], "\(response)") }
    return (calls.added, toast.text.plain)
  }

  @Test func theOwnPostsOfAnAccountsArchiveAreAddedAndTheRestIsCounted() async throws {
    let address = { (file: String) in UserFiles.Item(file: file, json: Array(#""https://shore.example/1""#.utf8)) }
    let reply = #","inReplyTo":"https://shore.example/users/you/statuses/1","sensitive":true,"summary":"Wet""#
    let (statuses, text) = try await imported([
      element(1), element(2, reply), element(3, type: "Announce"), element(4, type: "Announce"),
      address("likes.json"), address("bookmarks.json"), UserFiles.Item(file: "outbox.json", json: []),
      UserFiles.Item(file: "outbox.json", json: Array("{".utf8)),
    ])
    let left = "Left out: 2 boosts, 1 favourite, 1 bookmark; only their addresses are there."
    #expect(text == "Added 1 post; 1 was kept already. \(left) 2 elements could not be read.")
    #expect(statuses.map(\.id) == ["1", "2"] && statuses.map(\.visibility) == [.public, .public])
    #expect(statuses[1].inReplyToID == "1" && statuses[1].spoilerText == "Wet" && statuses[1].sensitive)
    #expect(statuses.allSatisfy { $0.account.acct == "you" })
  }

  @Test func keptPostsAmongTheFavouritesAndBookmarksOfAFileAreMarked() async throws {
    let kept = try #require(try MastodonJSON.decode(Status.self, from: Data(Self.posts[0].utf8)).url)
    func address(_ text: String, in file: String) throws -> UserFiles.Item {
      UserFiles.Item(file: file, json: Array(try JSONEncoder().encode(text)))
    }
    let items = [
      try address(kept, in: "likes.json"), try address("https://far.example/7", in: "likes.json"),
      try address(kept, in: "bookmarks.json"),
    ]
    let (calls, response) = try await run("archive", ["import", "mine.zip"], posts: [Self.posts[0]], items: items)
    guard case .toast(let toast) = response else { return }
    #expect(
      toast.text.plain == "Added 0 posts. Marked 1 favourite, 1 bookmark among the posts that are kept. "
        + "Left out: 1 favourite; only their addresses are there.")
    #expect(calls.marked[.favourites] == ["1"] && calls.marked[.bookmarks] == ["1"])
  }

  @Test func theArchiveOfSomebodyElseIsRefused() async throws {
    let favourite = UserFiles.Item(file: "likes.json", json: Array(#""https://shore.example/1""#.utf8))
    let error = await #expect(throws: AppError.self) { _ = try await imported([element(1, by: "rook"), favourite]) }
    #expect(error?.message == "mine.zip is the archive of another account, https://shore.example/users/rook.")
    let words = UserFiles.Item(file: "a", json: Array("hello".utf8))
    await #expect(throws: AppError.self) { _ = try await imported([words]) }
    await #expect(throws: AppError.self) { _ = try await run("archive", ["import"]) }
  }

  @Test func whatIsExportedIsImportedAsTheSamePosts() async throws {
    let tags = [
      #","tag":[{"type":"Mention","href":"https://far.example/@wren","name":"@wren@far.example"},{"type":"Hashtag","#,
      ##""href":"https://shore.example/tags/tide","name":"#tide"},{"type":"Emoji","name":":wave:","icon":{"type":"Image","##,
      #""url":"https://shore.example/w.png"}}],"attachment":[{"type":"Document","mediaType":"image/png","#,
      #""url":"/media/1.png","name":"A lock"}],"contentMap":{"de":"x"},"#,
      #""inReplyTo":"https://far.example/users/wren/statuses/7""#,
    ].joined()
    let poll = #","oneOf":[{"name":"Yes","replies":{"totalItems":2}},{"type":"Note","name":"No"}],"votersCount":2"#
    let first = try await imported([element(1, tags), element(2, poll)]).statuses
    #expect(first.first?.mentions.map(\.acct) == ["wren@far.example"] && first.first?.tags.map(\.name) == ["tide"])
    #expect(first.first?.mediaAttachments.map(\.description) == ["A lock"] && first.first?.language == "de")
    #expect(first.last?.poll?.options.map(\.votesCount) == [2, nil])
    var other = Status.fixtures.plain
    other.account = .fixtures.rook
    let posts = try (first + [other]).map { String(decoding: try MastodonJSON.makeEncoder().encode($0), as: UTF8.self) }
    let text = try await run("archive", ["export", "mine.json"], posts: posts).0.written.withLock { $0 }
    let outbox = try #require(try JSONRecord(Array(text.utf8)))
    #expect(outbox.records("orderedItems")?.count == 2 && outbox.integer("totalItems") == 2)
    let lines = text.split(separator: "\n").dropFirst().dropLast().map { Array($0.drop { $0 == "," }.utf8) }
    #expect(try await imported(lines.map { UserFiles.Item(file: "mine.json", json: $0) }).statuses == first)
    // The lines of an export are posts already.
    let again = posts.map { UserFiles.Item(file: "posts.jsonl", json: Array($0.utf8)) }
    #expect(try await imported(again).statuses.map(\.id) == (first + [other]).map(\.id))
  }

  private nonisolated static let posts: [String] = [("*one* &lt;b&gt; _two_", "1"), ("three", "2")].compactMap {
    text, id in
    var status = Status.fixtures.plain
    (status.id, status.account, status.content) = (Status.ID(id), .fixtures.rook, "<p>\(text)</p>")
    return try? String(decoding: MastodonJSON.makeEncoder().encode(status), as: UTF8.self)
  }

  @Test func wordsThatWereSearchedAreMarked() throws {
    let now = Date(timeIntervalSince1970: 0)
    let groups = try ArchiveQuery.groups(#"cana "upper lock" -cat #tide"#, now: now, zone: .utc)
    let matches = Archive.Search("", ArchiveQuery(groups)).additions.matches
    let text = StyledText("Canal, the upper lock, a cat, #tide and tides.").marking(matches)
    #expect(text.plain == "Canal, the upper lock, a cat, #tide and tides.")
    #expect(text.spans.filter { $0.role == .strong }.map(\.text) == ["Cana", "upper lock", "tide"])
    let accents = StyledText("Ein CAFÉ am Kanal").marking([try #require(TextMatch("cafe", isPrefix: true))])
    #expect(accents.spans.filter { $0.role == .strong }.map(\.text) == ["CAFÉ"])
    let japanese = StyledText("日本語の文").marking([try #require(TextMatch("本語", isPrefix: true))])
    #expect(japanese.spans.filter { $0.role == .strong }.map(\.text) == ["本語"])
  }
}

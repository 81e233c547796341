import FeatureKit
import FeatureTestKit
import FoundationEssentials
import MastodonKit
import TerminalKit
import Testing

@testable import TransferFeature

extension Response {
  fileprivate var words: String {
    switch self {
    case .toast(let toast): toast.text.plain
    case .output(let lines, _): lines.joined(separator: "\n")
    case .confirm(let confirmation): confirmation.question
    default: ""
    }
  }
}

@MainActor @Suite struct TransferTests {
  private let bench = TransferBench()

  @Test func followsAreExportedAsMastodonWritesThem() async throws {
    bench.follows = ["rook", "pool@far.example"]
    bench.relations["2"] = Relationship(id: "2", notifying: true, languages: ["en", "ja"])
    let response = try await bench.run("export follows")
    #expect(
      response.words == """
        Account address,Show boosts,Notify on new posts,Languages
        rook@shore.example,true,false,
        pool@far.example,false,true,"en, ja"
        """)
  }

  @Test func aFileIsReplacedOnlyAfterAQuestion() async throws {
    bench.follows = ["rook"]
    #expect(try await bench.run("export follows out.csv").words == "Saved 1 follow in out.csv.")
    bench.follows = []
    let response = try await bench.run("export follows out.csv")
    guard case .confirm(let confirmation) = response else { return #expect(Bool(false), "It was replaced unasked.") }
    #expect(confirmation.question == "out.csv exists. Replace it?")
    #expect(bench.files["out.csv"]?.count == 89)
    _ = try await confirmation.proceed()
    #expect(bench.files["out.csv"]?.count == 58)
  }

  @Test func serverThatSendsItsFirstPageForEverEndsAnExport() async throws {
    bench.follows = ["rook", "pool@far.example"]
    bench.repeats = 0
    let error = await #expect(throws: AppError.self) { try await bench.run("export follows out.csv") }
    #expect(error == .repeatedPage(of: "follows") && bench.files.isEmpty && bench.repeats == 2)
    // Pages without a block, and cursors all the same.
    bench.repeats = 0
    guard case .output(let lines, _) = try await bench.run("export blocks") else { return #expect(Bool(false)) }
    #expect(lines.joined().isEmpty && bench.repeats == 3)
  }

  @Test func fiveThousandFollowsPageWithProgress() async throws {
    for index in 0..<5000 {
      bench.known["a\(index)@far.example"] = Account(
        id: Account.ID(rawValue: "n\(index)"), username: "a", acct: "a\(index)@far.example")
      bench.follows.append("a\(index)@far.example")
    }
    guard case .output(let lines, _) = try await bench.run("export follows") else { return #expect(Bool(false)) }
    #expect(lines.count == 5001)
    #expect(bench.shown.first == "80 follows read")
    #expect(bench.shown.last == "5000 follows read")
  }

  @Test(arguments: [
    ("follows", "unfollow @pool@far.example @rook"),
    ("mutes", "unmute @pool@far.example @rook"),
    ("blocks", "unblock @pool@far.example @rook"),
  ])
  func anImportIsUndoneAndADryRunSaysSo(_ kind: String, _ command: String) async throws {
    let file = "Account address\npool@far.example\nrook@shore.example\n"
    guard case .view(let view) = try await bench.importing(kind, file, "--dry-run") else { return #expect(Bool(false)) }
    let lines = text(view(Layout(width: 76, now: .distantPast)))
    #expect(lines.contains("At the prompt, undo would take the import back."))
    guard case .toast(let toast) = try await bench.importing(kind, file) else { return #expect(Bool(false)) }
    #expect(toast.undo == .command(Hint.Command(command)))
  }

  @Test func anImportThatCannotBeUndoneSaysSoBeforeAndAfter() async throws {
    let file = "Canal,rook@shore.example\n"
    guard case .view(let view) = try await bench.importing("lists", file, "--dry-run") else {
      return #expect(Bool(false))
    }
    let lines = text(view(Layout(width: 76, now: .distantPast)))
    #expect(lines.contains("undo could not take the import back."))
    guard case .toast(let toast) = try await bench.importing("lists", file), case .impossible(let reason) = toast.undo
    else { return #expect(Bool(false)) }
    #expect(reason.hasPrefix("An import of lists can't be undone."))
  }

  @Test func anImportThatChangesNothingHasNothingToUndo() async throws {
    bench.follows = ["rook"]
    guard case .toast(let toast) = try await bench.importing("follows", "rook@shore.example\n") else {
      return #expect(Bool(false))
    }
    #expect(toast.undo == nil)
  }

  @Test func importAddsWhatIsMissingAndSaysWhatIsThere() async throws {
    bench.follows = ["rook"]
    let response = try await bench.importing(
      "follows", "Account address,Show boosts\nrook@shore.example,true\npool@far.example,false\n")
    #expect(response.words == "Imported 1 follow, 1 already there.")
    #expect(bench.changes == [.follow("2", FollowOptions(showsReblogs: false))])
  }

  @Test func anImportIsCountedForPrograms() async throws {
    _ = try await bench.importing("follows", "pool@far.example\nrook@shore.example\n")
    #expect(bench.counted == ["0/2", "1/2"])
  }

  @Test func importChangesHowAnAccountIsFollowed() async throws {
    bench.follows = ["rook"]
    let response = try await bench.importing("follows", "Account address,Show boosts\nrook,false\n")
    #expect(response.words == "Imported 0 follows, changed 1.")
    #expect(bench.changes == [.follow("1", FollowOptions(showsReblogs: false))])
  }

  @Test func dryRunChangesNothing() async throws {
    let response = try await bench.importing("lists", "Canal,rook\n", "--dry-run")
    guard case .view(let view) = response else { return #expect(Bool(false)) }
    let text = Renderer(
      format: .plain, width: 60, theme: .mono, colors: .none, showsHint: false, hyperlinks: false
    ).render(view(Layout(width: 60, now: .distantPast)))
    #expect(text.contains("Would import 1 list member.\n+  Canal: @rook@shore.example\n\nNothing was changed."))
    #expect(bench.changes.isEmpty && bench.lists.isEmpty)
  }

  @Test func listWhoseAnswerWasLostIsNotCreatedAgain() async throws {
    let bench = TransferBench()
    bench.losesAnswers = true
    _ = try await bench.importing("lists", "Canal,rook\nCanal,pool@far.example\n")
    #expect(bench.lists.map(\.title) == ["Canal"])
  }

  @Test func missingListsAreCreated() async throws {
    let response = try await bench.importing("lists", "List name,Account address\nCanal,rook\nCanal,pool@far.example\n")
    #expect(response.words == "Imported 2 list members.")
    #expect(bench.lists.map(\.title) == ["Canal"])
    #expect(bench.changes == [.add("1", to: "9"), .add("2", to: "9")])
  }

  @Test func groupsComeBackFromTheirFileAsTheyWere() async throws {
    let groups = [
      TagGroup(
        id: "new", title: "Canal, life", symbol: "≈",
        sources: [.tag("canal"), .account("heron@far.example"), .list("Friends"), .search("narrow, boat")],
        all: ["winter"], none: ["spam"])
    ]
    bench.tagGroups = groups
    let exported = try await bench.run("export groups").words
    #expect(
      exported == """
        Group name,Source,Match,Symbol
        "Canal, life",#canal,any,≈
        "Canal, life",@heron@far.example,any,≈
        "Canal, life",list:Friends,any,≈
        "Canal, life","search:narrow, boat",any,≈
        "Canal, life",#winter,all,≈
        "Canal, life",#spam,none,≈
        """)
    #expect(try await bench.importing("groups", exported).words == "Imported 0 sources of groups, 6 already there.")
    bench.tagGroups = []
    guard case .view = try await bench.importing("groups", exported, "--dry-run") else { return #expect(Bool(false)) }
    #expect(bench.tagGroups.isEmpty && bench.notices == 1)
    #expect(try await bench.importing("groups", exported).words == "Imported 6 sources of groups.")
    #expect(bench.tagGroups == groups && bench.notices == 2)
  }

  @Test func serversComeBackFromTheirFileAsTheyWere() async throws {
    let servers = [
      SavedServer(id: "new", name: "Bees", host: "hive.example"),
      SavedServer(id: "new", name: "shore.example", host: "shore.example"),
    ]
    bench.savedServers = servers
    let exported = try await bench.run("export servers").words
    #expect(exported == "Server,Name\nhive.example,Bees\nshore.example,shore.example")
    bench.savedServers = [SavedServer(id: "s", name: "Another name", host: "hive.example")]
    #expect(try await bench.importing("servers", exported).words == "Imported 1 server, 1 already there.")
    bench.savedServers = []
    #expect(try await bench.importing("servers", exported).words == "Imported 2 servers.")
    #expect(bench.savedServers == servers)
  }

  @Test func fileOfHashtagsOfAnEarlierVersionIsImported() async throws {
    _ = try await bench.importing("groups", "Group name,Hashtag,Match\nA,#b,any\nA,c,none\n")
    #expect(bench.tagGroups == [TagGroup(id: "new", title: "A", symbol: "#", tags: ["b"], none: ["c"])])
  }

  @Test func tagsAndNotesOnBookmarksComeBackFromTheirFile() async throws {
    var post = Status.fixtures.plain
    post.uri = "https://far.example/posts/1"
    bench.posts[post.uri] = post
    let mark = BookmarkMark(
      id: post.id, address: post.uri, tags: ["recipes", "to read"], note: "For “Sunday”, or later",
      date: post.createdAt)
    bench.marks = [mark]
    let exported = try await bench.run("export bookmark-notes").words
    #expect(
      exported == """
        Post,Tags,Note
        https://far.example/posts/1,"recipes, to read","For “Sunday”, or later"
        """)
    #expect(
      try await bench.importing("bookmark-notes", exported).words
        == "Imported 0 bookmarks' tags and notes, 1 already there.")
    bench.marks = []
    #expect(try await bench.importing("bookmark-notes", exported).words == "Imported 1 bookmark's tags and note.")
    #expect(bench.marks == [mark])
    #expect(bench.changes == [.bookmark(post.id)], "the post is bookmarked too")
  }

  @Test func aNoteOfSeveralLinesIsImportedOnOne() async throws {
    var post = Status.fixtures.plain
    post.uri = "https://far.example/posts/1"
    bench.posts[post.uri] = post
    _ = try await bench.importing("bookmark-notes", "Post,Tags,Note\n\(post.uri),x,\"two\nlines\"\n")
    #expect(bench.marks.map(\.note) == ["two lines"])
  }

  @Test func aGroupTakesNoMoreSourcesThanItsLimit() async throws {
    let tags = (1...TagGroup.sourceLimit).map { "t\($0)" }
    bench.tagGroups = [TagGroup(id: "g", title: "Full", symbol: "#", tags: tags)]
    await #expect {
      try await bench.importing("groups", "Group name,Hashtag\nFull,f\n")
    } throws: { ($0 as? PartialFailure)?.appError.message == "Line 2 was not imported." }
    #expect(bench.tagGroups[0].tags == tags)
  }

  @Test(arguments: [
    ("groups", "Group name,Hashtag,Match\nA,#b,some\n"), ("groups", "Group name,Source,Match\nA,@b,none\n"),
    ("groups", "Group name,Hashtag\n,#b\n"),
    ("servers", "Server,Name\nnonsense,x\n"), ("bookmark-notes", "Post,Tags,Note\nnonsense,a,b\n"),
  ])
  func nonsenseInALocalFileIsRefused(_ kind: String, _ text: String) async {
    await #expect(throws: (any Error).self) { try await bench.importing(kind, text) }
    #expect(bench.tagGroups.isEmpty && bench.savedServers.isEmpty)
  }

  @Test(arguments: [("nobody@far.example\n", false), ("nobody@far.example\nrook\n", true)])
  func importOfNothingWasNotDoneInPart(_ text: String, _ isPartial: Bool) async {
    await #expect {
      try await bench.importing("blocks", text)
    } throws: { ($0 as? PartialFailure)?.isPartial == isPartial }
  }

  @Test func failuresAreNamedInOneListAtTheEnd() async throws {
    await #expect {
      try await bench.importing("blocks", "nobody@far.example\nnot an address\nrook\n")
    } throws: { error in
      guard let failure = error as? PartialFailure, case .changed(.view, _) = failure.done else { return false }
      return failure.appError.message == "2 lines were not imported."
        && failure.left == ["not an address", "@nobody@far.example"]
    }
    #expect(bench.changes == [.block("1")])
  }

  /// There is nothing to correct in the file.
  @Test func whatTheServerFailedAtHasItsCode() async throws {
    let refusal = MastodonError.serverFailed(host: "shore.example", code: 500)
    bench.refusals = [refusal, refusal]
    await #expect {
      try await bench.importing("blocks", "rook\npool@far.example\n")
    } throws: { error in
      guard let failure = error as? PartialFailure else { return false }
      return failure.appError.code == "server_error"
        && failure.appError.suggestion.hasPrefix("2 lines were not imported. Import the file again later")
    }
  }

  @Test(arguments: Transfer.Kind.allCases)
  func anExportWithoutEntriesHasNothingToImport(_ kind: Transfer.Kind) async throws {
    let file = Transfer.lines([], of: kind).map { $0 + "\n" }.joined()
    guard case .toast(let toast) = try await bench.importing(kind.rawValue, file) else { return #expect(Bool(false)) }
    #expect(toast.text.plain == "There is nothing to import." && toast.undo == nil)
    guard case .view(let view) = try await bench.importing(kind.rawValue, file, "--dry-run") else {
      return #expect(Bool(false))
    }
    let lines = text(view(Layout(width: 76, now: .distantPast))).split(separator: "\n")
    #expect(lines == ["There is nothing to import."])
    // A first line with the names of the columns is read for every kind.
    let header = CSV.line(kind.columns) + "\r\n"
    #expect(try await bench.importing(kind.rawValue, header).words == "There is nothing to import.")
    #expect(bench.changes.isEmpty)
  }

  @Test(arguments: Transfer.Kind.allCases.filter(\.hasHeader), ["", "\n"])
  func aFileWithoutTheColumnsOfItsKindIsNoExport(_ kind: Transfer.Kind, _ file: String) async {
    await #expect(
      throws: AppError.validation("in.csv is empty. Nothing was imported.", suggestion: "Choose another file.")
    ) { try await bench.importing(kind.rawValue, file) }
  }

  @Test func rateLimitsAreWaitedForWithASentence() async throws {
    bench.refusals = [.rateLimited(host: "shore.example", retryAfter: 42)]
    let response = try await bench.importing("mutes", "rook,false\n")
    #expect(response.words == "Imported 1 mute.")
    #expect(bench.waits == [.seconds(42)])
    #expect(
      bench.said == [
        "shore.example allows no more requests for 42 seconds. Howdah waits and goes on; Ctrl-C stops it."
      ])
    #expect(bench.changes == [.mute("1", MuteOptions(notifications: false))])
  }

  @Test func anImportThatIsStoppedSaysWhatIsLeft() async throws {
    bench.refusals = [.unauthorized(host: "shore.example")]
    let worker = Transfer.Worker(action: bench.action, progress: .none)
    let (outcome, error) = try await worker.import(
      .blocks, [Transfer.Entry(line: 1, name: "rook"), Transfer.Entry(line: 2, name: "pool@far.example")],
      unreadable: [], isDryRun: false)
    #expect(error == .unauthorized(host: "shore.example"))
    #expect(outcome.untried.map(\.line) == [1, 2])
  }

  @Test func stoppedImportNamesTheRest() {
    var outcome = Transfer.Outcome.fixtures.failures
    outcome.untried = [Transfer.Entry(line: 92, name: "zoe@shore.example")]
    #expect {
      try Transfer.response(outcome, .unauthorized(host: "shore.example"), host: "shore.example")
    } throws: {
      ($0 as? PartialFailure)?.left == ["rook at shore", "@gone@harbour.example", "@zoe@shore.example"]
    }
  }
}

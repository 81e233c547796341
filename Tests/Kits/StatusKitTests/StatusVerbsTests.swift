import FeatureKit
import FeatureTestKit
import MastodonKit
import MastodonTestKit
import TerminalKit
import Testing

@testable import StatusKit

/// Types verbs as a person does and looks at what is said.
@MainActor
@Suite struct StatusVerbsTests {
  /// The requests of the action, in order.
  @MainActor
  final class Log {
    var asked: [String] = []
    var me: Account.ID?
    /// The change that the screen shows of a status before a command, if it shows it.
    var before: ((inout Status) -> Void)? = {
      ($0.favourited, $0.reblogged, $0.bookmarked) = (true, true, true)
    }
    /// Whether the server's answers show what was asked for.
    var confirms = true
    var saysWhetherMarked = true
    let boosts = BoostAudiences()

    func ask(_ request: String) { asked.append(request) }
  }

  let log = Log()
  let statuses = [
    Status.fixtures.threadRoot, Status.fixtures.contentWarning, Status.fixtures.pollOpen, Status.fixtures.plain,
    Status.fixtures.gallery, Status.fixtures.pollEnded, Status.fixtures.pollVoted.with { $0.id = "777777" },
    Status.fixtures.pollOpen.with {
      $0.id = "888888"
      $0.poll?.options = []
    },
  ]

  private nonisolated static func visibility(_ mark: StatusMark) -> String {
    if case .boost(let visibility?) = mark { " \(visibility.rawValue)" } else { "" }
  }

  /// Lets the screen show every status with all marks or with none.
  private func isMarked(_ isMarked: Bool) {
    log.before = { ($0.favourited, $0.reblogged, $0.bookmarked) = (isMarked, isMarked, isMarked) }
  }

  private var action: StatusAction {
    let (log, statuses) = (log, statuses)
    let (confirms, saysWhetherMarked) = (log.confirms, log.saysWhetherMarked)
    @Sendable func find(_ id: Status.ID) throws -> Status {
      guard let status = statuses.first(where: { $0.id == id }) else { throw AppError.fixtures.notFound }
      return status
    }
    let acts = StatusActs(
      service: StatusService(
        status: { try find($0).with { $0.hasViewerState = saysWhetherMarked } }, context: { _ in .fixtures.empty },
        waitForReplies: { _ in },
        mark: { id, mark, isOn in
          await log.ask("\(mark.noun) \(id) \(isOn)\(Self.visibility(mark))")
          return try find(id).with {
            switch mark {
            case .favourite:
              $0.favourited = isOn == confirms
              $0.hasViewerState = saysWhetherMarked
            case .boost: $0.reblogged = isOn
            case .bookmark: $0.bookmarked = isOn
            }
          }
        },
        vote: { _, id, choices in
          await log.ask("vote \(id) \(choices)")
          return Poll.fixtures.voted
        },
        delete: { await log.ask("delete \($0)\($1 ? " with media" : "")") }),
      known: { id in log.before.flatMap { before in statuses.first { $0.id == id }?.with(before) } },
      revealed: { log.ask("reveal \($0)") }, changed: { _ in }, removed: { _ in })
    return StatusAction(
      open: {
        log.asked.append("open \($0)")
        return .screen
      },
      export: { _, _ in .nothing },
      profile: {
        log.asked.append("profile \($0)")
        return .screen
      },
      hasOwnAccounts: true,
      reply: { id, text, _ in
        log.asked.append("reply \(id) \(text ?? "-")")
        return .screen
      },
      posts: { _ in acts }, me: { log.me }, bookmarks: .none, boosts: log.boosts)
  }

  private func type(_ line: String) async throws -> Response {
    let context = ArgumentContext.showing(statuses.map { [.status($0.id), .account($0.account.id)] }) { address, kind in
      Reference(kind: kind, id: address == "@rook" ? "1003" : "55555")
    }
    return try await StatusVerbs(numbered: statuses.map(\.id), action: action).verbs.type(line, in: context)
  }

  private func toast(_ line: String) async throws -> Toast {
    guard case .toast(let toast) = try await type(line) else { throw AppError.unknown("no toast for \(line)") }
    return toast
  }

  private func page(_ line: String) async throws -> Document {
    switch try await type(line) {
    case .document(let document): return document
    case .view(let view), .changed(.view(let view), undo: _): return view(layout())
    default: throw AppError.unknown("no page for \(line)")
    }
  }

  @Test func namesAndAliasesAreOnce() {
    let names = StatusVerbs(numbered: [], action: action).verbs.flatMap { [$0.name] + $0.aliases }
    #expect(Set(names).count == names.count)
  }

  @Test(arguments: [
    ("boost 1", "Boosted Wren Alder's post.", "unboost 1"),
    ("unboost 1", "Removed your boost from Wren Alder's post.", "boost 1"),
    ("fav 1-3", "Favourited 3 posts.", "unfav 1-3"),
    ("like 2", "Favourited Tide Pool's post.", "unfav 2"),
    ("unfav 1 3", "Removed your favourite from 2 posts.", "fav 1,3"),
    ("bookmark 4", "Bookmarked Heron's post.", "unbookmark 4"),
    ("unbookmark 4", "Removed your bookmark from Heron's post.", "bookmark 4"),
    ("boost id:777777", "Boosted Heron's post.", "unboost 7"),
  ])
  func anActSaysWhatWasDoneAndHowToUndoIt(line: String, words: String, hint: String) async throws {
    isMarked(line.hasPrefix("un"))
    let toast = try await toast(line)
    #expect(toast.text.plain == words)
    #expect(toast.hint == Hint([Hint.Command(hint)]) && toast.undo == .command(Hint.Command(hint)))
    #expect(toast.data.map(\.name) == ["statuses"])
  }

  @Test(arguments: [
    ("followers", " to followers", "boost 1 --visibility followers"),
    ("unlisted", " as unlisted", "boost 1 --visibility unlisted"), ("public", "", "boost 1 --visibility public"),
  ])
  func takingBackARemovedBoostKeepsWhomItWasFor(_ visibility: String, _ words: String, _ undo: String) async throws {
    isMarked(false)
    #expect(
      try await toast("boost 1 --visibility \(visibility)").text.plain == "Boosted Wren Alder's post\(words).")
    isMarked(true)
    let removed = try await toast("unboost 1")
    #expect(removed.undo == .command(Hint.Command(undo)) && removed.hint?.plain == undo)
  }

  @Test func nothingIsRemovedThatWasNotThere() async throws {
    log.before = { ($0.favourited, $0.reblogged, $0.bookmarked) = (false, false, false) }
    let none = try await toast("unfav 1")
    #expect(none.text.plain == "Wren Alder's post is not favourited." && none.kind == .information && none.hint == nil)
    let first = statuses[0].id
    log.before = { $0.favourited = $0.id == first }
    let some = try await toast("unfav 1-3")
    #expect(some.text.plain == "Removed your favourite from Wren Alder's post. 2 posts are not favourited.")
    #expect(some.hint == "fav 1")
  }

  @Test func nothingIsSetThatWasSetBefore() async throws {
    let none = try await toast("fav 1")
    #expect(none.text.plain == "Wren Alder's post was already favourited.")
    #expect(none.kind == .information && none.hint == nil)
    let first = statuses[0].id
    log.before = { $0.favourited = $0.id != first }
    let some = try await toast("fav 1-3")
    #expect(some.text.plain == "Favourited Wren Alder's post. 2 posts were already favourited.")
    #expect(some.hint == "unfav 1")
  }

  @Test(arguments: [
    ("fav 1", "Favourited Wren Alder's post.", "unfav 1"),
    ("unboost 1", "Removed your boost from Wren Alder's post.", "boost 1"),
  ])
  func unknownEarlierStateCountsAsChanged(line: String, words: String, hint: String) async throws {
    (log.before, log.saysWhetherMarked) = (nil, false)
    let toast = try await toast(line)
    #expect(toast.text.plain == words && toast.hint?.plain == hint && toast.kind == .success)
  }

  @Test(arguments: [
    ("unfav 1", "Wren Alder's post is not favourited."), ("unboost 1", "Wren Alder's post is not boosted."),
    ("unbookmark 1", "Wren Alder's post is not bookmarked."),
  ])
  func undoNeverAddsWhatWasNotThereBefore(line: String, words: String) async throws {
    // By an id, and on no screen.
    log.before = nil
    let toast = try await toast(line)
    #expect(toast.text.plain == words && toast.hint == nil && toast.undo == nil)
  }

  @Test func unconfirmedActionIsReported() async throws {
    log.confirms = false
    let on = try await toast("fav 1 2")
    #expect(on.text.plain == "2 posts are still not favourited: the server did not confirm the change.")
    #expect(on.kind == .warning && on.hint == nil)
    #expect(
      try await toast("unfav 1").text.plain
        == "Wren Alder's post is still favourited: the server did not confirm the change.")
  }

  @Test func aMarkThatTheServerLeavesOutIsNotDenied() async throws {
    (log.confirms, log.saysWhetherMarked) = (false, false)
    let toast = try await toast("fav 1")
    #expect(toast.text.plain == "The server did not say whether Wren Alder's post is favourited now.")
    #expect(toast.kind == .warning && toast.hint == nil)
  }

  @Test func onesOwnPostIsCalledThat() async throws {
    log.me = Status.fixtures.threadRoot.account.id
    #expect(try await toast("unfav 1").text.plain == "Removed your favourite from your post.")
    #expect(try await toast("fav 1").text.plain == "Your post was already favourited.")
    isMarked(false)
    #expect(try await toast("boost 1").text.plain == "Boosted your post.")
    #expect(try await toast("boost 4").text.plain == "Boosted Heron's post.")
  }

  @Test(arguments: [
    ("open 2", "open \(Status.fixtures.contentWarning.id)"), ("profile 2", "profile 1005"),
    ("profile @rook", "profile 1003"), ("reply 1", "reply \(Status.fixtures.threadRoot.id) -"),
    ("reply 1 Straw -- and tar", "reply \(Status.fixtures.threadRoot.id) Straw -- and tar"),
    ("reply https://shore.example/@pool/7 hello", "reply 55555 hello"),
  ])
  func aVerbAsksWithIds(line: String, asked: String) async throws {
    guard case .screen = try await type(line) else {
      Issue.record("\(line) did not lead to a screen")
      return
    }
    #expect(log.asked == [asked])
  }

  @Test func showPrintsTheStatusAndLeavesTheNumbersAlone() async throws {
    log.before = nil
    let page = try await page("show 2")
    #expect(log.asked == ["reveal \(Status.fixtures.contentWarning.id)"])
    #expect(page.items.map(\.number) == [nil])
    #expect(
      text(page) == """
            Tide Pool  @pool@shore.example
            Content warning: food, politics
            The harbour committee has voted on the chowder again. Seven to six
            for tomatoes. I have lived here nineteen years and never seen a room
            so calm and so angry.
            ↩ 9  ⟳ 21  ★ 77

        """)
  }

  @Test func aLinkIsPrintedAlone() async throws {
    let url = try #require(Status.fixtures.plain.url)
    #expect(text(try await page("link 4")) == url + "\n")
  }

  @Test(arguments: ["https://x.example/1\nrm", "https://x.example/1\u{1B}[201~", "javascript:alert(1)", ""])
  func anAddressThatIsNotOfTheWebIsNotPrinted(_ url: String) {
    var status = Status.fixtures.plain
    status.url = url
    #expect(throws: AppError.self) { _ = try StatusVerbs.link(nil, in: status, typed: "1") }
  }

  @Test func linksInAPostAreListedAndPrintedWhole() throws {
    var status = Status.fixtures.plain
    let long =
      "https://shore.example/tides/2026/november/a-page-that-is-longer-than-the-width-of-a-narrow-terminal?x=1&y=2"
    status.content =
      "<p><a href='\(long.replacing("&", with: "&amp;"))'>shore.example/tides…</a> and <a href='https://b.example'>b</a></p>"
    let list = StatusVerbs.links(in: status, typed: "2")
    let page = text(list)
    #expect(page.contains("1 \(long)\n2 https://b.example/\n") || page.contains("1 \(long)\n2 https://b.example\n"))
    #expect(text(list, as: .spoken).hasPrefix("Links, Heron.\n1 \(long)\n2 https://b.example"))
    #expect(list.hint?.plain == "link 2 M · open LINK")
    guard case .document(let first) = try StatusVerbs.link(1, in: status, typed: "2") else {
      Issue.record("no document")
      return
    }
    #expect(text(first) == long + "\n")
    let failure = #expect(throws: AppError.self) { _ = try StatusVerbs.link(3, in: status, typed: "2") }
    #expect(failure?.message == "No link 3 in that post.")
    #expect(failure?.suggestion == "There are 2: links 2 lists them.")
    #expect(text(StatusVerbs.links(in: .fixtures.plain, typed: "1")).contains("There are no links in that post."))
  }

  @Test(arguments: [
    ("vote 3 1", [0]), ("vote 3 yes", [0]), ("vote 3 n", [1]), ("vote 3 NO", [1]),
  ])
  func aVoteTakesANumberOrWords(line: String, choices: [Int]) async throws {
    let document = try await page(line)
    #expect(log.asked == ["vote \(Status.fixtures.pollOpen.id) \(choices)"])
    #expect(
      text(document) == """
        Voted for “\(choices == [0] ? "yes" : "no")”.
          Is it a swim if you were pushed?
          1  62 %  ██████▏  yes ✓
          2  38 %  ███▊     no
          114 votes · ends in 5 h

        """)
    #expect(
      text(document, as: .spoken) == """
        Voted for “\(choices == [0] ? "yes" : "no")”.
        Is it a swim if you were pushed? Poll: 1, yes, 62 percent, your choice; 2, no, 38 percent; 114 votes, ends in 5 \
        hours.

        """)
    #expect(text(document, as: .json).hasPrefix(#"{"schema":1,"screen":"poll","ok":true,"message":"Voted for"#))
  }

  @Test func aVoteWithoutAnOptionListsThem() async throws {
    #expect(
      text(try await page("vote 3")) == """
        Poll · Heron
        ────────────────────────────────────────────────────────────────────────
        1  62 %  ██████▏  yes
        2  38 %  ███▊     no

        vote 3 OPTION

        """)
  }

  @Test(arguments: [
    ("vote 3 3", "No such option."), ("vote 3 1 2", "That poll allows only one choice."),
    ("vote 3 maybe", "“maybe” is not an option of that poll."), ("vote 4 1", "That post has no poll."),
    ("vote 6 1", "That poll has ended."), ("vote 7 1", "You already voted in that poll."),
    ("vote 8 1", "That poll has no options."), ("vote 8 yes", "That poll has no options."),
    ("vote 3 9223372036854775807", "No such option."), ("vote 3 0", "No such option."),
    ("boost 9", "No post 9 on this screen."),
    ("open 1-2", "Give one number, not several."),
  ])
  func impossibleRequestIsRefusedWithAMessage(line: String, words: String) async throws {
    do {
      _ = try await type(line)
      Issue.record("\(line) was accepted")
    } catch {
      #expect(AppError(error).message == words)
      #expect(log.asked.isEmpty)
    }
  }

  @Test(arguments: [
    ("fav 1 id:999999", "Favourited"), ("boost 1 id:999999 2", "Boosted"), ("bookmark 1 id:999999", "Bookmarked"),
  ])
  func changesBeforeAFailureAreReported(line: String, done: String) async throws {
    isMarked(false)
    do {
      _ = try await type(line)
      Issue.record("\(line) was accepted")
    } catch let failure as PartialFailure {
      guard case .toast(let toast) = failure.done else {
        Issue.record("nothing is said")
        return
      }
      #expect(toast.text.plain.hasPrefix(done))
      #expect(toast.hint?.plain.hasSuffix(" 1") == true)
      #expect(failure.appError.code == "not_found")
      #expect(!log.asked.contains { $0.contains(" 2 ") })
    }
  }

  @Test func severalPostsAreDeletedAfterOneQuestion() async throws {
    log.me = Status.fixtures.plain.account.id
    guard case .confirm(let confirmation) = try await type("delete 4 4") else {
      Issue.record("deleted without a question")
      return
    }
    #expect(confirmation.question.hasPrefix("Delete your post “"), "the same post twice is one post")
    await #expect(throws: AppError.self) { try await type("delete 1 4") }
  }

  @Test func deletingAsksFirstAndSaysWhatIsLost() async throws {
    log.me = "0"
    await #expect(throws: AppError.self) { try await type("delete 4") }
    log.me = Status.fixtures.plain.account.id
    guard case .confirm(let confirmation) = try await type("delete 4") else {
      Issue.record("deleted without a question")
      return
    }
    #expect(confirmation.question == "Delete your post “Low water at six. Went anyway.”? This can't be undone.")
    #expect(log.asked.isEmpty)
    guard case .toast(let toast) = try await confirmation.proceed() else {
      Issue.record("nothing was said")
      return
    }
    #expect(toast.text.plain == "Deleted your post.")
    #expect(log.asked == ["delete \(Status.fixtures.plain.id)"])
  }
}

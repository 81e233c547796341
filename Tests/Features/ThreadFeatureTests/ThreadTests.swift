import FeatureKit
import FeatureTestKit
import FoundationEssentials
import MastodonTestKit
import StatusKit
import Synchronization
import TerminalKit
import Testing
import ThreadFeature

@testable import MastodonKit

@MainActor
@Suite struct ThreadTests {
  private func model(
    _ focus: Status, _ service: StatusService, branches: ReadBranches = .none
  ) -> Thread.Model {
    Thread.Model(
      state: Thread.State(focus: focus.id), statuses: service, branches: branches, in: .fixture())
  }

  private func service(_ focus: Status, _ context: StatusContext) -> StatusService {
    var service = StatusService.failing
    service.status = { _ in focus }
    service.context = { _ in context }
    return service
  }

  private func screen(_ model: Thread.Model) -> Screen {
    Thread.screen(model: model, status: StatusAction.fixtures.acting(on: model, .failing))
  }

  /// The numbers of the posts as an outline: each dash is a level.
  private func outline(_ context: StatusContext, hidden: Set<Status.ID> = []) -> [String] {
    let (tree, statuses) = Thread.Tree.ordered(focus: .numbered(0), context: context) { hidden.contains($0.id) }
    return zip(statuses, tree.depths).map { status, depth in
      String(repeating: "-", count: depth) + "\((Int(status.id.rawValue) ?? 0) - 10_000)"
    }
  }

  private func answer(_ number: Int, to parent: Int?) -> Status {
    Status.numbered(number).with { $0.inReplyToID = parent.map { Status.ID("\(10_000 + $0)") } }
  }

  @Test func postIsShownWithoutRepliesThatCouldNotBeReadUntilTheyCan() async throws {
    let focus = Status.numbered(0)
    let isBroken = Mutex(true)
    var service = service(focus, StatusContext())
    service.context = { [answer = answer(1, to: 0)] _ in
      guard isBroken.withLock(\.self) else { return StatusContext(descendants: [answer]) }
      throw MastodonError.serverFailed(host: "shore.example", code: 500)
    }
    let model = model(focus, service)
    await model.load()
    #expect(model.state.list.statuses == [focus])
    #expect(screen(model).failure()?.left == ["posts above", "replies"])
    isBroken.withLock { $0 = false }
    await model.load()
    #expect(model.state.list.statuses.count == 2 && screen(model).failure() == nil)
    isBroken.withLock { $0 = true }
    await #expect(throws: AppError.self) { try await model.refresh() }
    #expect(model.state.list.statuses.count == 2 && screen(model).failure() == nil)
  }

  // MARK: Replies that the server is still fetching

  @Test func repliesThatTheServerFetchesAreCountedOnceTheyAreThere() async throws {
    let focus = Status.numbered(0)
    let contexts = Mutex([
      StatusContext(descendants: [answer(1, to: 0)], pending: PendingReplies(id: "7", retry: 2)),
      StatusContext(descendants: [answer(2, to: 0), answer(3, to: 2)]),
    ])
    let waited = Mutex<[PendingReplies]>([])
    var service = service(focus, StatusContext())
    service.context = { _ in contexts.withLock { $0.removeFirst() } }
    service.waitForReplies = { pending in waited.withLock { $0.append(pending) } }
    let model = model(focus, service)
    let update = try #require(await model.loadKept())
    let line = "The server is still fetching replies from other servers."
    #expect(text(screen(model).document(.fixture)).contains(line))
    #expect(try await update() == "2 new replies")
    #expect(waited.withLock { $0.map(\.id) } == ["7"])
    #expect(!text(screen(model).document(.fixture)).contains(line))
    #expect(model.state.list.statuses.count == 2, "what is read does not move")
    #expect(model.state.list.deleted == [Status.numbered(1).id], "the first reply is gone by then")
  }

  // MARK: The tree

  @Test func repliesStandBelowTheirParentInTheServersOrder() {
    let context = StatusContext(
      ancestors: [.numbered(-2), .numbered(-1)],
      descendants: [answer(1, to: 0), answer(2, to: 1), answer(3, to: 0), answer(4, to: 1), answer(5, to: 4)])
    #expect(outline(context) == ["-2", "-1", "0", "-1", "--2", "--4", "---5", "-3"])
  }

  @Test(
    arguments: [
      ("a reply to what is missing", [(1, 99), (2, 1), (3, 0)], [], ["0", "-3", "1", "-2"]),
      ("a reply to what is hidden and missing", [(1, 2), (2, 99)], [2], ["0", "1"]),
      ("a reply to what is hidden", [(1, 0), (2, 1), (3, 2)], [2], ["0", "-1", "--3"]),
      ("a circle", [(1, 2), (2, 1), (3, 0)], [], ["0", "-3", "-1", "--2"]),
      ("a reply to itself", [(1, 1)], [], ["0", "-1"]),
      ("the same reply twice", [(1, 0), (1, 0)], [], ["0", "-1"]),
      ("a reply to nothing", [(1, nil)], [], ["0", "-1"]),
      ("a hidden circle", [(1, 2), (2, 1), (3, 1)], [1, 2], ["0", "-3"]),
    ] as [(String, [(Int, Int?)], [Int], [String])])
  func misplacedRepliesAreListed(name: String, answers: [(Int, Int?)], hidden: [Int], expected: [String]) {
    let context = StatusContext(descendants: answers.map { answer($0.0, to: $0.1) })
    #expect(outline(context, hidden: Set(hidden.map { Status.ID("\(10_000 + $0)") })) == expected)
  }

  @Test func aThreadIsDrawnAsATree() {
    #expect(
      text(Thread.view(.fixtures.folded, layout: .fixture)) == """
        Thread · 6 posts · opened: 1
        ────────────────────────────────────────────────────────────────────────────
         1  Wren Alder  @wren · 14 min
         │  First frost. Two hives wrapped, one to go; the third is not speaking to
         │  me. #beekeeping
         │  ↩ 2  ⟳ 12  ★ 40
         ├─2  Rook  @rook · 13 min
         │    @wren What do you wrap them in?
         │    ↩ 1  ★ 2
         │  └─3  Wren Alder · 12 min
         │       @rook Straw and tar paper, like my grandfather. He also sang to
         │       them. I have spared them that.
         │       ★ 11
         └─4  Tide Pool  @pool@shore.example · 11 min   + 2 replies folded, unfold 4
              @wren Ours winter in the lee of the boathouse and get nothing but a
              lid. What is the third one's name?
              ↩ 1  ★ 3

        reply N · boost N · fav N · open N · unfold N

        """)
  }

  @Test func spokenRepliesNameTheirParent() {
    let lines = text(Thread.view(.fixtures.folded, layout: .fixture), as: .spoken).split(separator: "\n")
    #expect(lines[0] == "Thread, 6 posts, opened: 1")
    #expect(lines[1].hasPrefix("1. Wren Alder, opened post: First frost."))
    #expect(lines[2].hasPrefix("2. Rook, in reply to 1, Wren Alder: @wren What do you wrap them in? 13 minutes ago."))
    #expect(lines[4].hasSuffix("1 reply, 3 favourites. 2 replies folded, unfold 4."))
  }

  @Test func aReplyToAPostThatIsNotHereIsNotAReplyToTheOpenedOne() async throws {
    let context = StatusContext(descendants: [answer(1, to: 0), answer(2, to: 99), answer(3, to: 2)])
    let model = model(.numbered(0), service(.numbered(0), context))
    await model.load()
    let lines = text(Thread.view(model.state, layout: .fixture)).split(separator: "\n").map(String.init)
    let detached = try #require(lines.first { $0.contains("reply to a post that can't be seen") })
    #expect(detached.hasPrefix(" 3  "), "It has no branch to the opened post.")
    #expect(lines.contains { $0.hasPrefix(" └─4") }, "Its own reply has one to it.")
    let spoken = text(Thread.view(model.state, layout: .fixture), as: .spoken).split(separator: "\n")
    #expect(spoken[3].contains("in reply to a post that can't be seen"))
    #expect(spoken[4].contains("reply to 3, "))
  }

  @Test func jsonContainsFoldedPosts() {
    let folded = Thread.view(.fixtures.folded, layout: .fixture)
    guard case .array(let items)? = folded.data.first(where: { $0.name == "items" })?.value else {
      Issue.record("no items")
      return
    }
    #expect(items.count == 6)
  }

  // MARK: Folding

  @Test func aDeepBranchFoldsByItselfAndUnfoldsAtOnce() async throws {
    let model = model(Status.fixtures.plain, service(Status.fixtures.plain, StatusContext.fixtures.deep))
    let screen = screen(model)
    await model.load()
    #expect(model.state.rows.map(\.folded) == [0, 0, 0, 0, 8])
    #expect(try await screen.type("unfold 5").isScreen)
    #expect(model.state.rows.count == 13)
    #expect(try await screen.type("fold 2").isScreen)
    #expect(model.state.rows.map(\.folded) == [0, 11])
    #expect(try await screen.type("unfold").isScreen)
    #expect(model.state.rows.count == 13)
    #expect(try await screen.type("fold").isScreen)
    #expect(model.state.rows.map(\.folded) == [0, 11])
    await #expect(throws: AppError.self) { try await screen.type("fold 3") }
  }

  @Test func aPostWithoutRepliesCannotBeFolded() async throws {
    let model = model(Status.fixtures.plain, service(Status.fixtures.plain, StatusContext()))
    await model.load()
    await #expect(
      throws: AppError.validation("That post has no replies to fold.", suggestion: "Choose another number.")
    ) { try await screen(model).type("fold 1") }
  }

  @Test func numbersBelongToRowsNotToPosts() async throws {
    let model = model(Status.fixtures.threadRoot, service(Status.fixtures.threadRoot, StatusContext.fixtures.root))
    await model.load()
    try model.fold(Status.fixtures.threadQuestion.id, true)
    let document = screen(model).document(.fixture)
    #expect(document.references(numbered: 3)?.first == .status(Status.fixtures.threadVisitor.id))
    try await model.refresh()
    #expect(model.state.rows.map(\.folded) == [0, 1, 0, 0, 0])
  }

  @Test func postsThatCameWithARefreshAreMarkedNew() async throws {
    var state = Thread.State.fixtures.tree
    state.conversation.modify { $0.list = StatusList(Array($0.list.statuses.dropLast())) }
    let last = try #require(Thread.State.fixtures.tree.list.statuses.last)
    let service = service(Status.fixtures.threadRoot, StatusContext.fixtures.root)
    let model = Thread.Model(
      state: state, statuses: service, branches: .none, in: .fixture())
    try await model.refresh()
    #expect(model.state.new == [last.id])
    let spoken = text(Thread.view(model.state, layout: .fixture), as: .spoken).split(separator: "\n")
    #expect(spoken.filter { $0.contains(", new, in reply to ") }.count == 1)
    #expect(text(Thread.view(model.state, layout: .fixture)).contains("min · new\n"))
    try await model.refresh()
    #expect(model.state.new.isEmpty)
  }

  // MARK: Branches that were read

  /// Marks in memory, as another visit of the thread finds them.
  private final class Marks: Sendable {
    let all = Mutex<[Status.ID: Set<Status.ID>]>([:])

    var service: ReadBranches {
      ReadBranches(
        all: { [self] in all.withLock(\.self) }, mark: { [self] post, replies in all.withLock { $0[post] = replies } },
        forget: { [self] posts in all.withLock { marks in for post in posts { marks[post] = nil } } })
    }
  }

  @Test func readBranchStaysFoldedUntilANewReply() async throws {
    let marks = Marks()
    var context = StatusContext(ancestors: [], descendants: [answer(1, to: 0), answer(2, to: 1), answer(3, to: 0)])
    let first = model(.numbered(0), service(.numbered(0), context), branches: marks.service)
    await first.load()
    let screen = screen(first)
    let read = try #require(screen.verbs().first { $0.name == "read" })
    let shown = ArgumentContext(
      highestNumber: { 4 }, shown: { [.status(first.state.list.statuses[$0 - 1].id)] },
      resolve: { _, _ in throw AppError.cancelled })
    guard
      case .screenAfter(let toast) = try await read.run(
        ArgumentReader(ArgumentList(shellArguments: ["2"]), for: read, context: shown))
    else {
      Issue.record("read says nothing")
      return
    }
    #expect(toast.text.plain == "Marked 1 reply as read.")
    #expect(toast.undo == .command("unfold 2"))
    #expect(first.state.rows.map(\.folded) == [0, 1, 0])
    #expect(text(Thread.view(first.state, layout: .fixture)).contains("+ 1 reply read, unfold 2"))

    let again = model(.numbered(0), service(.numbered(0), context), branches: marks.service)
    await again.load()
    #expect(again.state.rows.map(\.folded) == [0, 1, 0], "the mark outlives the screen")
    #expect(again.state.new.isEmpty)

    context.descendants.append(answer(4, to: 2))
    let later = model(.numbered(0), service(.numbered(0), context), branches: marks.service)
    await later.load()
    #expect(later.state.rows.map(\.folded) == [0, 0, 0, 0, 0])
    #expect(later.state.new == [answer(4, to: 2).id], "only the reply since then is new")

    try later.fold(answer(1, to: 0).id, false)
    #expect(marks.all.withLock(\.self).isEmpty, "unfolding removes the mark")
    #expect(throws: AppError.self) { try later.markRead(answer(3, to: 0).id) }
  }

  @Test func anOpenedPostWhoseRepliesWereReadShowsThemAgain() async throws {
    let marks = Marks()
    let context = StatusContext(ancestors: [], descendants: [answer(1, to: 0), answer(2, to: 1)])
    let first = model(.numbered(0), service(.numbered(0), context), branches: marks.service)
    await first.load()
    #expect(try first.markRead(nil) == 2)
    #expect(first.state.rows.map(\.folded) == [2])
    let again = model(.numbered(0), service(.numbered(0), context), branches: marks.service)
    await again.load()
    #expect(again.state.rows.count == 3, "whoever opens a post wants to see its replies")
  }

  @Test func marksThatCannotBeReadHideNothing() async throws {
    let broken = ReadBranches(
      all: { throw AppError.cancelled }, mark: { _, _ in throw AppError.fixtures.diskFull }, forget: { _ in })
    let model = model(
      Status.fixtures.threadRoot, service(Status.fixtures.threadRoot, StatusContext.fixtures.root), branches: broken)
    await model.load()
    #expect(model.state.rows.count == 6)
    #expect(throws: AppError.fixtures.diskFull) { try model.markRead(nil) }
    #expect(model.state.rows.count == 6)
  }

  // MARK: Reading and live

  @Test func aLongThreadIsShownInPartsAroundTheOpenedPost() async throws {
    let context = StatusContext(ancestors: [], descendants: (1...30).map { answer($0, to: 0) })
    let model = model(.numbered(0), service(.numbered(0), context))
    await model.load()
    var layout = Layout.fixture
    layout.height = 14
    func shown() -> [Int] {
      model.fit(layout)
      return Thread.view(model.state, layout: layout).items.compactMap(\.number)
    }
    let first = shown()
    #expect(first.first == 1 && first.count < 10)
    #expect(!model.turn(down: false))
    #expect(model.turn(down: true))
    let second = shown()
    #expect(second.first == first.count + 1, "a post keeps its number")
    let hint = Thread.view(model.state, layout: layout).hint?.plain ?? ""
    #expect(hint.contains("newer · older"), "posts are above and below: \(hint)")
    #expect(model.turn(down: false))
    #expect(shown() == first)
    layout.height = nil
    #expect(shown().count == 31, "a script gets all")
  }

  @Test func anOpenedPostFurtherDownIsInView() async throws {
    let context = StatusContext(
      ancestors: (1...25).map { $0 == 1 ? .numbered(1) : answer($0, to: $0 - 1) }, descendants: [])
    let model = model(answer(26, to: 25), service(answer(26, to: 25), context))
    await model.load()
    var layout = Layout.fixture
    layout.height = 14
    model.fit(layout)
    let numbers = Thread.view(model.state, layout: layout).items.compactMap(\.number)
    #expect(numbers.contains(26) && numbers.first.map { $0 > 1 } == true)
  }

  @Test func anOpenedPostIsInViewBelowOneThatFillsThePage() async throws {
    var long = Status.numbered(1)
    long.content = "<p>\(String(repeating: "all the way along the canal ", count: 60))</p>"
    let model = model(answer(2, to: 1), service(answer(2, to: 1), StatusContext(ancestors: [long], descendants: [])))
    await model.load()
    var layout = Layout.fixture
    layout.height = 10
    model.fit(layout)
    #expect(Thread.view(model.state, layout: layout).items.compactMap(\.number) == [2])
    #expect(model.turn(down: false))
    model.fit(layout)
    #expect(Thread.view(model.state, layout: layout).items.compactMap(\.number) == [1])
  }

  @Test func aFailureIsShownAndALoadedThreadStays() async {
    let failing = model(Status.fixtures.plain, .failing)
    await failing.load()
    #expect(failing.state.conversation.error == .fixtures.noConnection)
    #expect(screen(failing).failure() == .fixtures.noConnection)

    let loaded = Thread.Model(
      state: .fixtures.tree, statuses: .failing, branches: .none, in: .fixture())
    await #expect(throws: AppError.fixtures.noConnection) { try await loaded.refresh() }
    #expect(loaded.state == .fixtures.tree)
  }

  @Test func hiddenPostsAreLeftOutAndTheirRepliesStay() async {
    var filter = Filter.fixtures.hide
    filter.contexts = [.thread]
    var context = StatusContext.fixtures.root
    context.descendants[0].filtered = [FilterResult(filter: filter)]
    let model = model(Status.fixtures.threadRoot, service(Status.fixtures.threadRoot, context))
    await model.load()
    #expect(model.state.list.statuses.count == 5)
    #expect(model.state.list.statuses[1].id == Status.fixtures.threadAnswer.id)
    #expect(model.state.conversation.value?.tree.depths == [0, 1, 1, 2, 3])
  }

  @Test func arrivingRepliesAreCounted() async {
    let model = model(Status.fixtures.threadRoot, service(Status.fixtures.threadRoot, StatusContext.fixtures.root))
    await model.load()
    let first = Status.numbered(1).with { $0.inReplyToID = Status.fixtures.threadAnswer.id }
    let second = Status.numbered(2).with { $0.inReplyToID = first.id }
    for status in [first, second, second, .numbered(3), Status.fixtures.threadName] { model.apply(.update(status)) }
    #expect(model.state.unread == [first.id, second.id])
    model.apply(.delete(second.id))
    #expect(model.state.unread == [first.id])
    model.apply(.statusUpdate(Status.fixtures.threadName.with { $0.content = "<p>Edited.</p>" }))
    let items = screen(model).document(.fixture).items
    #expect(items.map(\.number) == [1, 2, 3, 4, 5, 6])
    #expect(items[4].spoken.contains("Edited."))
  }

  @Test func everyFixtureHasAPreview() {
    let previews = Thread.plugin().previews().map(\.id)
    #expect(previews.count == Mirror(reflecting: Thread.State.fixtures).children.count)
    #expect(Set(previews).count == previews.count)
  }
}

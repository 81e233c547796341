import FeatureKit
import FeatureTestKit
import FoundationEssentials
import MastodonKit
import Synchronization
import TerminalKit
import Testing

@testable import StatusKit

/// A timeline shows a post once: its boosts are one row, and a post that was shown before is one line.
@MainActor @Suite struct RepeatedPostsTests {
  private static let accounts = Account.fixtures

  /// A post of Wren's.
  private static let post = post(1)

  private static func post(_ number: Int) -> Status {
    Status(
      id: Status.ID("1000\(number)"), createdAt: .fixture(minutesAgo: 90), account: accounts.wren,
      content: "<p>Frost \(number) on the hives.</p>")
  }

  private static func boost(_ number: Int, of post: Status = post, by account: Account = accounts.rook) -> Status {
    var boost = Status(
      id: Status.ID("2000\(number)"), createdAt: .fixture(minutesAgo: 60 - number), account: account, content: "")
    boost.reblog = post
    return boost
  }

  private func shown(_ folds: Bool = true, hidden: Set<TimelineOptions.Kind> = []) -> ShownPosts {
    ShownPosts(
      rules: { ShownPosts.Rules(folds: folds, hidden: hidden) { nil } }, me: { Self.accounts.you.id }, count: { _ in })
  }

  /// A timeline whose pages are these.
  private func timeline(
    _ pages: [[Status]], _ shown: ShownPosts, kind: String = "home", context: Filter.Context = .home
  ) -> StatusTimeline.Model {
    StatusTimeline.Model(
      state: StatusTimeline.State(kind: kind, title: "Home", label: "home", context: context, emptyText: "Empty."),
      in: .fixture(shown: shown)
    ) { request in
      var number = 0
      if case .older(let cursor) = request.position { number = Int(cursor.value) ?? 0 }
      return Page(pages[number], older: number + 1 < pages.count ? Cursor("\(number + 1)") : nil)
    }
  }

  private func printed(_ model: StatusTimeline.Model, _ layout: Layout = .fixture) -> String {
    let screen = StatusTimeline.screen(model: model, status: .fixtures.none)
    model.fit(layout) { (StatusTimeline.view($0, layout: layout), besides: 0) }
    return text(screen.document(layout))
  }

  private func spoken(_ model: StatusTimeline.Model) -> String {
    text(StatusTimeline.view(model.state, layout: .fixture), as: .spoken)
  }

  // MARK: - One row

  @Test func boostsOfTheSamePostAreOneRow() async {
    let others = Self.post(2)
    let model = timeline(
      [
        [
          Self.boost(4), others, Self.boost(3, by: Self.accounts.moss), Self.boost(2, by: Self.accounts.heron),
          Self.boost(1, by: Self.accounts.pool), Self.post,
        ]
      ], shown())
    await model.load()
    #expect(model.state.list.numbered == [Self.post.id, others.id])
    let text = printed(model)
    #expect(text.contains("⟳ Rook, Moss and 2 others boosted"), "\(text)")
    #expect(text.contains("Folded: 4 repeats of posts above. To list each: set repeats show"))
    #expect(spoken(model).contains("Boosted by Rook, Moss and 2 others."))
  }

  @Test func twoBoostsNameBothAndTheSameAccountOnce() async {
    let model = timeline([[Self.boost(3), Self.boost(2, by: Self.accounts.moss), Self.boost(1)]], shown())
    await model.load()
    #expect(printed(model).contains("⟳ Rook and Moss boosted"))
  }

  @Test func numberOfTheRowActsOnThePost() async {
    let model = timeline([[Self.boost(2), Self.boost(1, by: Self.accounts.moss)]], shown())
    await model.load()
    let document = StatusTimeline.view(model.state, layout: .fixture)
    #expect(document.references(numbered: 1)?.first == .status(Self.post.id))
    #expect(document.references(numbered: 2) == nil)
  }

  @Test func oldestFirstShowsThePostWhereItIsReadFirst() async throws {
    let model = timeline([[Self.boost(1), Self.post(2), Self.post]], shown())
    try await model.show(TimelineOptions(range: ListRange(isOldestFirst: true)))
    #expect(model.state.list.statuses.map(\.id) == [Self.post.id, Self.post(2).id])
    #expect(printed(model).contains("⟳ Rook boosted"))
  }

  @Test func rowOutlivesOneOfItsBoostsButNotThePost() async {
    let model = timeline([[Self.boost(2), Self.boost(1, by: Self.accounts.moss)]], shown())
    await model.load()
    model.remove(Self.boost(2).id)
    let text = printed(model)
    #expect(text.contains("⟳ Moss boosted") && !text.contains("Rook"), "\(text)")
    model.remove(Self.post.id)
    #expect(printed(model).contains("Deleted."))
  }

  // MARK: - Shown before

  @Test func boostOfAPostThatWasShownIsOneLine() async throws {
    let shown = shown()
    let list = timeline([[Self.post]], shown, kind: "list")
    await list.load()
    _ = printed(list)
    let home = timeline([[Self.boost(1), Self.post(2)]], shown)
    await home.load()
    let text = printed(home)
    let line = text.split(separator: "\n").first { $0.contains(" 1 ") }
    #expect(line?.contains("⟳ Rook boosted  Wren Alder  Frost 1 on the hives.") == true, "\(text)")
    #expect(line?.hasSuffix("seen · 59 min") == true, "\(text)")
    #expect(text.contains("Folded: 1 post shown before. To list each: set repeats show"))
    let sentence = "1. Rook boosted a post that was shown before, by Wren Alder: Frost 1 on the hives."
    #expect(spoken(home).contains(sentence), "\(spoken(home))")
  }

  @Test func refreshedPageIsShownAsBefore() async throws {
    let model = timeline([[Self.boost(1)]], shown())
    await model.load()
    let before = printed(model)
    try await model.refresh()
    #expect(printed(model) == before)
  }

  @Test func theSameBoostIsOneLineInAnotherTimeline() async {
    let shown = shown()
    let home = timeline([[Self.boost(1)]], shown)
    await home.load()
    _ = printed(home)
    let list = timeline([[Self.boost(1)]], shown, kind: "list")
    await list.load()
    #expect(printed(list).contains("seen ·"))
  }

  @Test func postBelowItsBoostIsOneLineOnTheNextPageOnly() async throws {
    let shown = shown()
    let home = timeline([[Self.boost(1)], [Self.post]], shown)
    await home.load()
    _ = printed(home)
    #expect(try await home.older())
    #expect(printed(home).contains("seen ·"))
    let tag = timeline([[Self.post]], shown, kind: "tag", context: .public)
    await tag.load()
    #expect(!printed(tag).contains("seen ·"), "the post itself is what the hashtag's timeline is for")
  }

  @Test func whatDidNotFitTheTerminalWasNotShown() async {
    let shown = shown()
    let first = timeline([[Self.post(2), Self.post]], shown, kind: "list")
    await first.load()
    var layout = Layout.fixture
    layout.page = 1
    layout.height = 24
    _ = printed(first, layout)
    let home = timeline([[Self.boost(1)]], shown)
    await home.load()
    #expect(!printed(home).contains("seen ·"))
  }

  @Test func showOpensThePostAgain() async {
    let shown = shown()
    let list = timeline([[Self.post]], shown, kind: "list")
    await list.load()
    _ = printed(list)
    let home = timeline([[Self.boost(1)]], shown)
    await home.load()
    home.reveal(Self.post.id)
    #expect(printed(home).contains("⟳ Rook boosted · 59 min"))
  }

  // MARK: - Switched off

  @Test func eachIsShownWhereRepeatsAreAskedFor() async {
    let model = timeline([[Self.boost(2), Self.boost(1, by: Self.accounts.moss)]], shown(false))
    await model.load()
    let text = printed(model)
    #expect(text.contains("⟳ Rook boosted") && text.contains("⟳ Moss boosted") && !text.contains("Folded"))
  }

  @Test func accountsOwnListShowsEach() async {
    let model = timeline([[Self.boost(2), Self.boost(1)]], shown(), kind: "profile", context: .account)
    await model.load()
    #expect(model.state.list.statuses.count == 2)
  }

  @Test func programGetsEachPostWithItsBoosters() async {
    let model = timeline([[Self.boost(2), Self.boost(1, by: Self.accounts.moss), Self.post(2)]], shown(false))
    await model.load()
    var layout = Layout.fixture
    layout.form = .data
    let data = StatusTimeline.view(model.state, layout: layout).items.map(\.data)
    #expect(data.count == 3)
    #expect(data.map { boosters($0) } == [["rook", "moss"], ["rook", "moss"], []])
  }

  private func boosters(_ data: JSONValue) -> [String] {
    guard case .object(let members) = data,
      case .array(let all)? = members.first(where: { $0.name == "boosters" })?.value
    else { return ["missing"] }
    return all.compactMap { account in
      guard case .object(let members) = account,
        case .string(let acct)? = members.first(where: { $0.name == "acct" })?.value
      else { return nil }
      return acct
    }
  }

  // MARK: - Own and favourited

  @Test func ownAndFavouritedPostsCanBeHiddenAndAreCounted() async {
    var own = Self.post(2)
    own.account = Self.accounts.you
    var favourited = Self.post(3)
    favourited.favourited = true
    let statuses = [Self.boost(2, of: own), own, Self.boost(1, of: favourited), Self.post]
    let model = timeline([statuses], shown(hidden: [.own, .favourited]))
    await model.load()
    #expect(model.state.list.statuses.map(\.id) == [Self.post.id])
    let sentence = "2 posts of yours, 1 post you favourited hidden. To show them: set\n"
    #expect(printed(model).contains(sentence), "\(printed(model))")
  }

  @Test func optionHidesThemWithoutNamingTheSetting() async throws {
    var favourited = Self.post(3)
    favourited.favourited = true
    let model = timeline([[favourited, Self.post]], shown(false))
    try await model.show(TimelineOptions(hidden: [.favourited]))
    let text = printed(model)
    #expect(text.contains("1 post you favourited hidden.") && !text.contains("hidden-posts"))
  }

  @Test func hiddenPostsAreNotCountedAsNew() async {
    var favourited = Self.boost(9)
    favourited.reblog?.favourited = true
    let model = timeline([[Self.post]], shown(hidden: [.favourited]))
    await model.load()
    model.count(favourited, me: nil)
    model.count(Self.boost(8, of: Self.post(2)), me: nil)
    #expect(model.state.unread == 1)
  }

  // MARK: - Live

  @Test func boostOfAShownPostHasNoLiveLineOfItsOwn() async {
    let shown = shown()
    #expect(!shown.isUnannounced(Self.boost(1)))
    let model = timeline([[Self.post]], shown)
    await model.load()
    _ = printed(model)
    #expect(shown.isUnannounced(Self.boost(1)) && !shown.isUnannounced(Self.post(2)))
    #expect(shown.lineID(of: Self.boost(1)) == shown.lineID(of: Self.boost(2)))
  }

  @Test func oldestPostsAreForgotten() {
    let shown = shown()
    let list = StatusTimeline.State(kind: "list", title: "", label: "", emptyText: "")
    shown.insert((0..<4000).map { Self.post($0) }, of: list)
    #expect(!shown.isUnannounced(Self.boost(1, of: Self.post(0))))
    #expect(shown.isUnannounced(Self.boost(1, of: Self.post(3999))))
  }
}

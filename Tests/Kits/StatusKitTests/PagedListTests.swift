import FeatureKit
import FoundationEssentials
import MastodonKit
import StatusKit
import TerminalKit
import Testing

/// Pages of posts, and what arrives after a page was printed.
@Suite struct PagedListTests {
  private func post(_ number: Int, by account: Account = Account.fixtures.rook) -> Status {
    Status(
      id: Status.ID("\(10_000 + number)"), createdAt: .fixture(minutesAgo: 1000 - number), account: account,
      content: "<p>Post \(number).</p>")
  }

  private func page(_ numbers: [Int], older: Cursor? = "older", newer: Cursor? = nil) -> Page<Status> {
    Page(numbers.map { post($0) }, older: older, newer: newer)
  }

  private func ids(_ numbers: [Int]) -> [Status.ID] { numbers.map { Status.ID("\(10_000 + $0)") } }

  /// Shows a page of up to three posts.
  @discardableResult
  private func show(
    _ page: Page<Status>, at position: PageRequest.Position = .newest, in posts: inout PagedList<Status>,
    hidden: Set<Status.ID> = []
  ) -> Bool {
    posts.show(
      ListPart(page, PageRequest(position, limit: 3)), options: TimelineOptions(), isAskedFor: false, me: nil,
      isHidden: { hidden.contains($0.id) }, rule: { _ in nil }, wasShown: nil)
  }

  private func posts(_ numbers: [Int] = [9, 8, 7], order: ListOrder = .chronological) -> PagedList<Status> {
    var posts = PagedList<Status>(order: order)
    show(page(numbers), in: &posts)
    return posts
  }

  // MARK: Pages

  @Test func theNewestPageNamesItsNeighbours() {
    let posts = posts()
    #expect(posts.list.statuses.map(\.id) == ids([9, 8, 7]))
    #expect(posts.olderPosition == .older(than: "older"))
    #expect(posts.newerPosition == .newer(than: "10009"))
    #expect(posts.isNewest && posts.newestShown == "10009")
  }

  @Test func anOlderPageIsNotTheNewestUntilTheTopIsReachedAgain() {
    var posts = posts()
    #expect(show(page([6, 5, 4]), at: .older(than: "older"), in: &posts))
    #expect(!posts.isNewest && posts.newestShown == "10009")
    #expect(show(page([9, 8, 7]), at: .newer(than: "10006"), in: &posts))
    #expect(posts.isNewest)
  }

  @Test func wayBackUpThroughHeldPagesIsOfOlderPostsUntilTheTop() {
    var posts = posts([9, 8, 7, 6, 5, 4])
    posts.fit { _, _ in 2 }
    for _ in 1...2 {
      let isOlder = posts.showOlder()
      #expect(isOlder)
      posts.fit { _, _ in 2 }
    }
    var isNewer = posts.showNewer()
    #expect(isNewer)
    posts.fit { _, _ in 2 }
    #expect(posts.list.statuses.map(\.id) == ids([7, 6]))
    #expect(!posts.isNewest && posts.newestShown == "10009" && posts.unreadIDs.isEmpty)
    isNewer = posts.showNewer()
    #expect(isNewer)
    posts.fit { _, _ in 2 }
    #expect(posts.isNewest && posts.list.statuses.map(\.id) == ids([9, 8]))
  }

  @Test func anEmptyPageBelowIsTheEndAndLeavesThePage() {
    var posts = posts()
    #expect(!show(page([], older: nil), at: .older(than: "older"), in: &posts))
    #expect(posts.olderPosition == nil && posts.list.statuses.count == 3)
  }

  @Test func anEmptyNewestPageIsShown() {
    var posts = posts()
    #expect(show(page([], older: nil), in: &posts))
    #expect(posts.list.isEmpty && posts.newestShown == "10009")
  }

  @Test func inTheServersOrderAPostsIdIsNoPlace() {
    var posts = posts([3, 9, 1], order: .server)
    #expect(posts.newerPosition == nil)
    show(page([7, 2], newer: "later"), at: .older(than: "older"), in: &posts)
    #expect(posts.newerPosition == .newer(than: "later"))
    #expect(!posts.isNewest, "an id says nothing about the order")
  }

  @Test func hiddenAndRepeatedPostsAreLeftOut() {
    var posts = PagedList<Status>()
    show(page([9, 9, 8, 7]), in: &posts, hidden: ["10008"])
    #expect(posts.list.statuses.map(\.id) == ids([9, 7]))
  }

  @Test func revealedPostsStayRevealedOnOtherPages() {
    var posts = posts()
    posts.reveal("10008")
    show(page([8, 7, 6]), in: &posts)
    #expect(posts.list.revealed == ["10008"])
  }

  // MARK: Changes

  @Test func eventsChangeThePostsShown() {
    var posts = posts()
    var edited = post(8)
    edited.content = "<p>Edited.</p>"
    posts.replace(edited)
    posts.remove("10007")
    posts.isStale = true
    #expect(posts.list.status("10008")?.content == "<p>Edited.</p>")
    #expect(posts.list.deleted == ["10007"] && posts.isStale)
    show(page([9, 8, 7]), in: &posts)
    #expect(!posts.isStale)
  }

  // MARK: Unread posts

  @Test func onlyNewPostsOfOthersAreCountedOnce() {
    var posts = posts()
    let me = Account.fixtures.you
    func count(_ status: Status, hidden: Bool = false) -> Bool { posts.count(status, me: me.id) { _ in hidden } }
    #expect(count(post(10)))
    #expect(!count(post(10)), "the same post")
    #expect(!count(post(5)), "an older post")
    #expect(!count(post(11, by: me)), "the reader's own post")
    #expect(!count(post(12), hidden: true), "a hidden post")
    #expect(posts.unread == 1)
    posts.remove("10010")
    #expect(posts.unread == 0)
  }

  @Test func aNewerPageMarksReadUpToItsNewestPost() {
    var posts = posts()
    for number in 10...14 { posts.count(post(number), me: nil) { _ in false } }
    show(page([12, 11, 10]), at: .newer(than: "10009"), in: &posts)
    #expect(posts.unread == 2)
    show(page([14, 13]), at: .newer(than: "10012"), in: &posts)
    #expect(posts.unread == 0)
  }

  @Test func anEmptyPageAboveMarksAllRead() {
    var posts = posts()
    posts.count(post(10), me: nil) { _ in false }
    #expect(!show(page([]), at: .newer(than: "10009"), in: &posts))
    #expect(posts.unread == 0)
  }

  /// Filters are named only where they hide something.
  @Test(arguments: [
    ([Int](), "The server sent no posts for this page."), ([7], "Your filters hide everything on this page."),
  ])
  func aPageThatShowsNothingSaysWhy(_ numbers: [Int], _ text: String) {
    var posts = PagedList<Status>()
    show(page(numbers), in: &posts)
    let options = TimelineOptions(range: ListRange())
    let blocks = posts.closing([], options: options, emptyText: "None yet.")
    #expect(blocks == [.paragraph(StyledText(text, .secondary))])
  }

  // MARK: Posts missed while disconnected

  @Test func catchingUpContinuesBelowAGap() {
    var posts = posts()
    #expect(posts.catchUpStart == "10009")
    posts.missNews(above: "10009")
    posts.count(post(20), me: nil) { _ in false }
    #expect(posts.catchUpStart == "10009", "not above the post that arrived since")
    let partial = posts.count(Gap([post(10), post(11)], isWhole: false), me: nil) { _ in false }
    #expect(partial.elements.count == 2 && posts.hasMoreUnread && posts.catchUpStart == "10011")
    let rest = posts.count(Gap([post(12), post(20)]), me: nil) { _ in false }
    #expect(rest.elements.map(\.id) == ids([12]), "what was counted is not news again")
    #expect(posts.unread == 4 && posts.catchUpStart == "10020")
  }
}

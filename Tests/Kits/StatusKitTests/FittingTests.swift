import FoundationEssentials
import MastodonKit
import StatusKit
import Testing

struct FittingTests {
  private static func post(_ id: Int) -> Status {
    var status = Status.fixtures.plain
    status.id = Status.ID(String(id))
    return status
  }

  private static func page(_ ids: [Int]) -> PagedList<Status> {
    var posts = PagedList<Status>()
    _ = posts.show(ListPart(Page(ids.map(post), older: "100"), PageRequest(.newest)))
    return posts
  }

  private func ids(_ posts: PagedList<Status>) -> [String] { posts.list.statuses.map(\.id.rawValue) }

  @Test func olderContinuesAfterTheLastPostShown() {
    var posts = Self.page([109, 108, 107, 106, 105])
    posts.fit { _, _ in 2 }
    #expect(ids(posts) == ["109", "108"])
    #expect(posts.hasOlder)
    let isShown1 = posts.showOlder()
    #expect(isShown1)
    posts.fit { _, _ in 2 }
    #expect(ids(posts) == ["107", "106"])
    #expect(!posts.isNewest)
    let isShown2 = posts.showOlder()
    #expect(isShown2)
    posts.fit { _, _ in 2 }
    #expect(ids(posts) == ["105"])
    let isShown3 = posts.showOlder()
    #expect(!isShown3)
    #expect(posts.olderPosition == .older(than: "100"))
  }

  @Test func newerGoesBackWithoutARequest() {
    var posts = Self.page([109, 108, 107, 106])
    posts.fit { _, _ in 2 }
    let isShown4 = posts.showOlder()
    #expect(isShown4)
    posts.fit { _, _ in 2 }
    let isShown5 = posts.showNewer()
    #expect(isShown5)
    posts.fit { _, _ in 2 }
    #expect(ids(posts) == ["109", "108"])
    #expect(posts.isNewest)
    let isShown6 = posts.showNewer()
    #expect(!isShown6)
  }

  @Test func aPostThatDoesNotFitIsShownAllTheSame() {
    var posts = Self.page([109, 108])
    posts.fit { _, _ in 0 }
    #expect(ids(posts) == ["109"])
  }

  @Test func aLargerTerminalShowsMoreOfThePage() {
    var posts = Self.page([109, 108, 107, 106])
    posts.fit { _, _ in 1 }
    posts.fit { _, _ in 3 }
    #expect(ids(posts) == ["109", "108", "107"])
  }

  @Test func newPostsThatDoNotFitStayUnread() {
    var posts = Self.page([101])
    for id in 102...105 { posts.count(Self.post(id), me: nil) { _ in false } }
    _ = posts.show(ListPart(Page([105, 104, 103, 102].map(Self.post)), PageRequest(.newer(than: "101"))))
    posts.fit { _, fromEnd in
      #expect(fromEnd)
      return 2
    }
    #expect(ids(posts) == ["103", "102"])
    #expect(posts.unread == 2)
    #expect(posts.newPosition == .newer(than: "103"))
    let isShown7 = posts.showNewer()
    #expect(isShown7)
    posts.fit { _, _ in 2 }
    #expect(ids(posts) == ["105", "104"])
    #expect(posts.unread == 0)
  }
}

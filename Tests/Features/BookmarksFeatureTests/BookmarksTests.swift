import BookmarksFeature
import FeatureKit
import MastodonKit
import StatusKit
import Synchronization
import Testing

@MainActor
@Suite struct BookmarksTests {
  /// The order is the server's: a page is asked for by the server's cursor, never by a post's id.
  @Test func pagesFollowTheServersCursors() async throws {
    let requests = Mutex<[PageRequest.Position]>([])
    let model = StatusTimeline.Model(
      state: Bookmarks.state, in: .fixture(),
      page: { request in
        requests.withLock { $0.append(request.position) }
        return request.position == .newest
          ? Page([Status.fixtures.plain], older: "77", newer: "99") : Page([Status.fixtures.bot], newer: "76")
      })
    await model.load()
    #expect(try await model.older())
    #expect(requests.withLock { $0 } == [.newest, .older(than: "77")])
    #expect(model.state.page.value?.isNewest == false)
    #expect(try await model.older() == false, "there is no older page")
  }

  @Test func theCommandOpensTheScreen() throws {
    let plugin = Bookmarks.plugin(marks: { .none }, show: { _, _ in .screen })
    #expect(plugin.id == "bookmarks" && plugin.tab == nil)
    #expect(plugin.verbs.map(\.name) == ["bookmarks"])
  }
}

import FavouritesFeature
import FeatureKit
import FeatureTestKit
import MastodonKit
import StatusKit
import Synchronization
import Testing

@MainActor
@Suite struct FavouritesTests {
  /// The order is the server's: a page is asked for by the server's cursor, never by a post's id.
  @Test func pagesFollowTheServersCursors() async throws {
    let requests = Mutex<[PageRequest.Position]>([])
    let model = StatusTimeline.Model(
      state: Favourites.state, in: .fixture(),
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

  @Test func searchReadsOnUntilThePageIsFull() async throws {
    let page = Favourites.page(["brass", "TIDE"]) { request in
      switch request.position {
      case .newest: Page([Status.fixtures.plain], older: "1")
      case .older("1"): Page([Status.fixtures.linkCard, Status.fixtures.bot], older: "2")
      default: Page([Status.fixtures.linkCard])
      }
    }
    let first = try await page(PageRequest(limit: 1))
    #expect(first.elements == [Status.fixtures.linkCard] && first.older == "2")
    let all = try await page(PageRequest(limit: 20))
    #expect(all.elements.count == 2 && all.older == nil)
  }

  @Test func wordsAloneAreASearch() async throws {
    var asked: [[String]] = []
    let plugin = Favourites.plugin { words, _ in
      asked.append(words)
      return .screen
    }
    for line in ["favourites", "favourites brass tide", "favourites brass --search tide"] {
      _ = try await plugin.verbs.type(line)
    }
    #expect(asked == [[], ["brass", "tide"], ["brass", "tide"]])
  }

  @Test func theCommandOpensTheScreen() throws {
    let plugin = Favourites.plugin(show: { _, _ in .screen })
    #expect(plugin.id == "favourites" && plugin.tab == nil)
    #expect(plugin.verbs.map(\.name) == ["favourites"])
  }
}

import ExploreFeature
import FeatureKit
import FeatureTestKit
import MastodonKit
import StatusKit
import Synchronization
import TerminalKit
import Testing

@MainActor
@Suite struct ExploreTests {
  private static func service(
    tags: @escaping @Sendable (PageRequest) async throws -> Page<MastodonKit.Tag> = { _ in Page([]) },
    link: @escaping @Sendable (String, PageRequest) async throws -> Page<Status> = { _, _ in Page([]) }
  ) -> ExploreService {
    ExploreService(
      trendingTags: tags, trendingStatuses: { _ in Page([]) }, trendingLinks: { _ in Page(TrendsLink.fixtures.all) },
      linkStatuses: link, followedTags: tags, suggestions: { _ in Suggestion.fixtures.all },
      dismissSuggestion: { _ in },
      directory: { _, request in
        #expect(request.position == .newest)
        return Page([Account.fixtures.wren], older: Cursor(offset: 1))
      })
  }

  private static func screen(_ subject: Explore.Subject, pageSize: Int, service: ExploreService) -> Screen {
    Explore.screen(
      subject, pageSize: pageSize, showing: TimelineOptions(), service: service, tags: Living(), in: .fixture())
  }

  private static func texts(_ screen: Screen) -> [String] {
    screen.document(Layout(now: .fixtureNow)).items.map(\.spoken)
  }

  @Test func pagesFollowTheServersOffsetAndGoBackWithoutAnotherRequest() async throws {
    let requests = Mutex<[PageRequest]>([])
    let screen = Self.screen(
      .trendingTags, pageSize: 2,
      service: Self.service(tags: { request in
        requests.withLock { $0.append(request) }
        return request.position == .newest
          ? Page([.fixtures.rising, .fixtures.quiet], older: Cursor(offset: 2)) : Page([.fixtures.featured])
      }))
    await screen.load()
    #expect(Self.texts(screen).first?.hasPrefix("#canal") == true)
    let verbs = screen.verbs()
    _ = try await run("older", verbs)
    #expect(Self.texts(screen).map { $0.prefix(11) } == ["#beekeeping"])
    guard case .toast(let toast) = try await run("older", verbs) else {
      Issue.record("the end is told")
      return
    }
    #expect(toast.text.plain == "That is all.")
    _ = try await run("newer", verbs)
    #expect(Self.texts(screen).count == 2)
    #expect(
      requests.withLock { $0 } == [
        PageRequest(.newest, limit: 2), PageRequest(.older(than: Cursor(offset: 2)), limit: 2),
      ])
  }

  @Test func weekIsDrawnAndSpokenAsNumbers() async {
    let screen = Self.screen(
      .trendingTags, pageSize: 20, service: Self.service(tags: { _ in Page([.fixtures.rising]) }))
    await screen.load()
    #expect(
      Self.texts(screen) == [
        "#canal – 12 people in 2 days, 33 posts in 7 days, you follow it. Posts by day 1, 0, 1, 3, 5, 9, 14."
      ])
    #expect(Sparkline([1, 0, 1, 3, 5, 9, 14]).bars == "▂▁▂▃▄▅█")
  }

  @Test func numberStandsForTheHashtag() async {
    let screen = Self.screen(
      .followedTags, pageSize: 20, service: Self.service(tags: { _ in Page([.fixtures.rising]) }))
    await screen.load()
    #expect(screen.document(Layout(now: .fixtureNow)).references(numbered: 1) == [.tag("canal")])
  }

  @Test func hashtagThatWasUnfollowedElsewhereIsShownSo() async throws {
    let tags = Living<any TagContainer>()
    let screen = Explore.screen(
      .followedTags, pageSize: 20, showing: TimelineOptions(),
      service: Self.service(tags: { _ in Page([.fixtures.rising]) }), tags: tags, in: .fixture())
    await screen.load()
    let container = try #require(tags.all.first)
    container.replace(MastodonKit.Tag(name: "Canal", following: false))
    #expect(Self.texts(screen).first?.contains("you follow it") == false)
    #expect(Self.texts(screen).first?.contains("33 posts") == true, "its use is kept")
  }

  @Test func linkOfAnArticleLeadsToItsAuthorToo() async {
    let screen = Self.screen(.trendingLinks, pageSize: 20, service: Self.service())
    await screen.load()
    let references = screen.document(Layout(now: .fixtureNow)).references(numbered: 1)
    #expect(references?.map(\.kind) == [.link, .account])
  }

  @Test func linkWithoutAListOfPostsIsExplained() async {
    let service = Self.service(link: { _, _ in throw MastodonError.notFound(host: "shore.example", operation: "") })
    await #expect(throws: AppError.self) {
      _ = try await Explore.posts(.link("https://wren.example/prices"), PageRequest(), from: service)
    }
  }

  @Test func dismissingSeveralReportsWhatWasDoneBeforeAFailure() async throws {
    let dismissed = Mutex<[Account.ID]>([])
    let plugin = Explore.plugin(
      action: Explore.Action(
        show: { _, _ in .screen },
        account: { id in
          guard let account = Account.fixtures.all.first(where: { $0.id == id }) else {
            throw MastodonError.fixtures.offline
          }
          return account
        }, dismiss: { id in dismissed.withLock { $0.append(id) } }, status: { _ in Status.fixtures.plain }))
    await #expect(throws: PartialFailure.self) {
      _ = try await run("suggestions dismiss 1 id:99999", plugin.verbs)
    }
    #expect(dismissed.withLock { $0 } == [Account.fixtures.wren.id])
  }

  @Test func shortPageOfAListWithOffsetsIsTheLast() async {
    let screen = Self.screen(
      .directory(DirectoryQuery()), pageSize: 20, service: Self.service())
    await screen.load()
    guard case .toast = try? await run("older", screen.verbs()) else {
      Issue.record("no further page was requested")
      return
    }
  }

  private func run(_ line: String, _ verbs: [Verb]) async throws -> Response {
    try await verbs.type(line, in: .showing([[.account(Account.fixtures.wren.id)]]))
  }
}

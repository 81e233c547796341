import Accounts
import AppEnvironment
import AppPreferences
import BookmarksFeature
import FeatureKit
import HomeFeature
import LocalStore
import MastodonClient
import MastodonKit
import NavigationKit
import OwnershipKit
import SandboxHost
import StatusKit
import Testing

@testable import Session

@MainActor
@Suite(.timeLimit(.minutes(10))) struct SessionTests {
  /// The services that outlive a session, in a script.
  private static func services() throws -> SessionCoordinator.Services {
    let dependencies = AppDependencies.fixtures.still()
    let themes = ThemeStore(files: ThemeFiles(locations: dependencies.locations), report: { _ in })
    let preferences = try UserPreferences(file: PreferencesFile(locations: dependencies.locations), themes: themes)
    let run = RunContext(RunChoice(usesSandbox: true), alert: { _ in })
    return SessionCoordinator.Services(
      dependencies: dependencies, run: run, preferences: preferences,
      storage: Database(locations: dependencies.locations, now: dependencies.now, report: { _ in }),
      sandbox: EmbeddedSandbox(
        options: dependencies.sandbox, clock: dependencies.sandboxClock, isLive: false, prepare: { _ in },
        setAside: { _ in }),
      accounts: AccountManager(
        locations: dependencies.locations, programs: dependencies.programs, now: dependencies.now, report: { _ in }),
      toasts: ToastCenter(now: dependencies.now),
      caches: CacheManager(pressure: PressureMonitor(read: { nil }, wait: { throw CancellationError() })),
      layouts: LayoutSettings(dependencies: dependencies, preferences: preferences, run: run), answers: AnswerLog(),
      scope: ObjectGraph().root(named: "tests"))
  }

  private static func session(refusal: SessionCoordinator.Router.Refusal? = nil) throws -> SessionCoordinator {
    let services = try services()
    return SessionCoordinator(
      try SessionAccount(.sandbox, services), services: services, root: .none, refusal: refusal
    ) { [$0.createHomePlugin(), $0.createNotificationsPlugin()] + $0.createPlugins() }
  }

  @Test func anAccountThatIsSignedOutSendsNothingAndKeepsNothing() async throws {
    let account = try SessionAccount(.signedOut(.cancelled), Self.services())
    #expect(account.obstacle == .cancelled && account.tokens == nil)
    #expect(throws: AppError.cancelled) { try account.drafts.all() }
    await #expect(throws: MastodonError.self) { try await account.client.send(.verifyCredentials) }
  }

  @Test func rulesAndGroupsFollowARenamedList() async throws {
    let storage = try Self.services().storage
    _ = try storage.postRuleService.add(.hide, "frost -in:list:canal")
    let group = TagGroup(id: "1", title: "Boats", symbol: "#", sources: [.list("Canal"), .list("Other")])
    try storage.tagGroupService.save(group)
    var lists = ListService.fixtures
    lists.list = { List(id: $0, title: "Canal", repliesPolicy: .list, exclusive: false) }
    _ = try await Renaming(storage: storage).lists(lists).update("601", ListDraft(title: "New locks"))
    #expect(try storage.postRuleService.all().rules.map(\.text) == ["frost -in:list:\"New locks\""])
    #expect(try storage.tagGroupService.all().map(\.sources) == [[.list("New locks"), .list("Other")]])
  }

  @Test func whoeverAsksIsToldTheAccountsID() async throws {
    let account = try SessionAccount(.sandbox, Self.services())
    var told: [Account.ID] = []
    account.owners.add { { told.append($0) } }
    await account.context.load()
    #expect(told == [Account.fixtures.you.id])
  }

  @Test func aSessionIsWholeOnceItIsMade() async throws {
    let session = try Self.session()
    #expect(session.router.tabs.prefix(2) == ["home", "notifications"])
    #expect(session.plugins.contains { $0.id == "composer" })
    try await session.router.push(.bookmarks(Bookmarks.Query()))
    #expect(session.router.location == ["home", "bookmarks"])
    session.end()
  }

  @Test func aSessionForOneCommandOpensNoScreenAndNoSheet() async throws {
    let (screens, sheets) = (AppError.cancelled, AppError.notFound("A sheet."))
    let session = try Self.session(refusal: .init(screens: screens, sheets: sheets, adopter: nil))
    await #expect(throws: screens) { try await session.router.push(.bookmarks(Bookmarks.Query())) }
    await #expect(throws: sheets) { try await session.router.present(.list(nil)) }
    #expect(session.router.location == ["home"])
  }

  @Test func aSessionIsReleasedWithItsScreens() async throws {
    var session: SessionCoordinator? = try Self.session()
    try await session?.router.push(.bookmarks(Bookmarks.Query()))
    weak let router = session?.router
    weak let screen = session?.router.screen.model
    weak let home = session?.home
    #expect(screen != nil && home != nil)
    session?.end()
    session = nil
    #expect(router == nil && screen == nil && home == nil)
  }

  @Test func aPostIsTakenFromTheScreenThatShowsIt() async throws {
    let session = try Self.session()
    await session.router.screen.load()
    var status = try #require(session.home.state.list.statuses.first)
    status.favourited = true
    session.updates.changed(status)
    #expect(try await session.parts.status(status.id).favourited == true)
  }
}

import FeatureKit
import FeatureTestKit
import FoundationEssentials
import TerminalKit
import Testing

@testable import NavigationKit

/// A router over two tabs, with routes and sheets that are plain words.
@MainActor private final class App {
  final class Model {}

  var notes: [String] = []
  var failure: AppError?
  var unsaved: [String: String] = [:]
  private(set) var opened: [String] = []
  private(set) lazy var router = makeRouter()

  private func makeRouter() -> TabRouter<String, String> {
    TabRouter(
      of: ["home", "lists"].map {
        Plugin(id: $0, title: $0, symbol: "", tab: screen($0, model: nil), verbs: [], previews: { [] })
      },
      navigator: Navigator(), createScreen: { [unowned self] name, _ in screen(name, model: Model()) },
      createSheet: { [unowned self] in screen($0, model: Model()) }, refusal: nil,
      opened: { [unowned self] in opened.append($0.id) }, notify: { [unowned self] in notes.append($0.plain) },
      explainTabs: { _, _ in })
  }

  private func screen(_ name: String, model: Model?) -> Screen {
    Screen(
      id: name, model: model, label: { name }, document: { _ in Document(kind: name) }, verbs: { [] },
      content: Screen.Content(load: {}, failure: { [unowned self] in model == nil ? nil : failure }),
      input: Screen.Input(unsaved: { [unowned self] in unsaved[name] }, scripted: { nil }),
      endsWhenLeft: name == "viewer")
  }

  func type(_ name: String, within detour: Detour = Detour()) async throws -> Response {
    let verbs = (router.sheetVerbs ?? []) + router.verbs + router.quitVerbs
    guard let verb = verbs.first(where: { $0.matches(name) }) else { throw AppError.usage(name, suggestion: "") }
    let context = ArgumentContext(
      highestNumber: { 0 }, shown: { _ in nil }, resolve: { _, _ in throw AppError.cancelled })
    return try await verb.run(ArgumentReader(ArgumentList([]), for: verb, context: context)).arriving(
      within: detour)
  }
}

@MainActor @Suite(.timeLimit(.minutes(10))) struct TabRouterTests {
  private let app = App()
  private var router: TabRouter<String, String> { app.router }

  @Test func eachTabKeepsItsPath() async throws {
    try await router.push("thread")
    router.select("lists")
    #expect(router.location == ["lists"])
    try await router.push("list")
    router.select("home")
    #expect(router.location == ["home", "thread"])
    router.select("nowhere")
    #expect(router.selected == "home", "an unknown tab is ignored")
  }

  /// Before, a command in the background took the user to its screen while they read another one.
  @Test func aCommandInTheBackgroundLeavesTheUsersPlace() async throws {
    try await router.push("thread")
    let detour = Detour()
    detour.begin()
    #expect(detour.screen == nil, "where the user is")
    #expect(router.show("lists", within: detour) && detour.screen?.id == "lists")
    try await router.push("list", within: detour)
    #expect(detour.screen?.id == "list")
    for command in ["back", "top"] {
      await #expect(throws: AppError.self) { try await app.type(command, within: detour) }
    }
    #expect(router.location == ["home", "thread"])
    #expect(app.opened == ["thread"])
    detour.adopt()
    #expect(router.location == ["lists", "list"])
    #expect(app.opened == ["thread", "list"])
  }

  @Test func commandSentToTheBackgroundWhileItsTabLoadsTakesTheUserBack() async throws {
    try await router.push("thread")
    let detour = Detour()
    router.show("lists", within: detour)
    #expect(router.location == ["lists"])
    detour.begin()
    #expect(router.location == ["home", "thread"] && detour.screen?.id == "lists")
    detour.adopt()
    #expect(router.location == ["lists"])
  }

  @Test func commandSentToTheBackgroundAfterItsTabIsShownLeavesItThere() {
    let detour = Detour()
    router.show("lists", within: detour)
    detour.settle()
    detour.begin()
    #expect(router.location == ["lists"] && detour.screen == nil)
  }

  @Test func laterMovesOfABackgroundCommandFollowTheUser() async throws {
    let detour = Detour()
    detour.begin()
    detour.end()
    try await router.push("later", within: detour)
    #expect(router.current.path.count == 1)
  }

  @Test func everyScreenThatIsKeptIsReportedOnce() async throws {
    try await router.push("thread")
    try await router.present("form")
    router.present("form", screen: router.screen)
    #expect(app.opened == ["thread", "form"])
  }

  @Test func aNavigatorDoesNotKeepItsRouter() async throws {
    let navigator = app.router.navigator
    for way in [navigator.push("thread"), navigator.present("form")] {
      _ = try await way.arriving(within: Detour())
    }
    #expect(navigator.hasSheet && navigator.sheet("form") != nil && !navigator.isShowingRoot(of: "home"))
    navigator.router?.dismissSheet()
    _ = try await navigator.show("lists").arriving(within: Detour())
    #expect(navigator.isShowingRoot(of: "lists"))
    let orphan: Navigator<String, String>
    do {
      let app = App()
      orphan = app.router.navigator
      #expect(orphan.router != nil)
    }
    #expect(orphan.router == nil)
    _ = try await orphan.push("thread").arriving(within: Detour())
  }

  @Test func showingATabGoesToItsRootAndSelectingOneRestoresIt() async throws {
    try await router.push("thread")
    #expect(router.show("lists"))
    router.select("home")
    #expect(router.location == ["home", "thread"])
    router.select("home")
    #expect(router.location == ["home", "thread"], "selecting the selected tab moves nothing")
    router.select("lists")
    #expect(router.show("home"))
    #expect(router.location == ["home"])
  }

  @Test func aSheetIsPresentedOnce() {
    for _ in 1...2 {
      router.present(
        "form",
        screen: Screen(
          id: "form", model: nil, label: { "form" }, document: { _ in Document(kind: "form") }, verbs: { [] }))
    }
    #expect(router.sheets.map(\.destination) == ["form"])
  }

  @Test func aScreenThatCannotBeLoadedIsNotPushed() async {
    app.failure = .notFound("There is no such post.")
    await #expect(throws: AppError.notFound("There is no such post.")) { try await router.push("thread") }
    await #expect(throws: AppError.notFound("There is no such post.")) { try await router.present("form") }
    #expect(router.location == ["home"])
  }

  @Test func pushingTheTopmostRouteAgainReplacesIt() async throws {
    try await router.push("thread")
    let first = try #require(router.screen.model)
    try await router.push("thread")
    #expect(router.current.path.count == 1)
    #expect(router.screen.model !== first)
  }

  @Test func goingBackReleasesTheModel() async throws {
    try await router.push("thread")
    weak let model = router.screen.model
    #expect(model != nil)
    _ = try await app.type("back")
    #expect(model == nil)
  }

  @Test func backAtTheRootIsRefused() async {
    await #expect(
      throws: AppError.usage(
        "There is nothing to go back to.", suggestion: "You began here. screen shows it again, tabs lists the tabs.")
    ) { try await app.type("back") }
  }

  @Test func backLeadsThroughTheTabsAsTheyWereVisited() async throws {
    try await router.push("thread")
    router.show("lists")
    try await router.push("list")
    router.select("home")
    router.select("lists")
    #expect(router.location == ["lists", "list"])
    var places: [[String]] = []
    while router.goBack() { places.append(router.location) }
    #expect(places == [["home", "thread"], ["lists", "list"], ["lists"], ["home", "thread"], ["home"]])
  }

  @Test func backUndoesTop() async throws {
    try await router.push("thread")
    try await router.push("profile")
    _ = try await app.type("top")
    #expect(router.location == ["home"])
    _ = try await app.type("back")
    #expect(router.location == ["home", "profile"])
    #expect(router.current.path.count == 2)
  }

  @Test func goingNowhereIsNoVisit() {
    router.select("home")
    router.show("home")
    router.popToRoot()
    #expect(!router.goBack())
  }

  @Test func aSheetOfOneModelIsClosedAndNoOtherOfItsKind() async throws {
    try await router.present("form")
    router.select("lists")
    try await router.present("form")
    let model = try #require(router.screen.model)
    router.dismiss(sheetOf: model)
    #expect(router.location == ["lists"])
    router.select("home")
    #expect(router.location == ["home", "form"])
  }

  @Test func aSecondSheetWaitsForTheFirst() async throws {
    try await router.present("form")
    try await router.present("report on @heron")
    #expect(router.location == ["home", "form"])
    #expect(app.notes == ["Close “form” to continue with “report on @heron”."])
    router.dismissSheet()
    #expect(router.location == ["home", "report on @heron"])
    #expect(app.notes.count == 1, "what the caller prints next is not announced")
  }

  @Test func presentingASheetTwiceKeepsTheFirst() async throws {
    try await router.present("form")
    let first = try #require(router.screen.model)
    try await router.present("form")
    #expect(router.current.sheets.count == 1)
    #expect(router.screen.model === first)
  }

  @Test func aSheetThatOpensInAnotherTabIsAnnounced() async throws {
    try await router.present("form")
    try await router.present("report on @heron")
    router.select("lists")
    router.dismiss("form", isShownNext: true)
    #expect(app.notes.last == "“report on @heron” is open now. Type screen to show it.")
  }

  @Test func navigationBelowASheetIsRefused() async throws {
    try await router.push("thread")
    try await router.present("form")
    let refusal = AppError.usage("“form” is still open.", suggestion: "Type close to leave it.")
    await #expect(throws: refusal) { try await app.type("back") }
    await #expect(throws: refusal) { try await app.type("top") }
    router.select("lists")
    #expect(!router.show("home"))
    #expect(app.notes.last == "“form” is still open. Type close to leave it.")
    #expect(router.location == ["home", "thread", "form"])
  }

  @Test func rootOfTheTabIsShownBelowTheSheetThatAsksForIt() async throws {
    try await router.push("thread")
    try await router.present("form")
    let home = router.belowSheet(Verb("home", help: "") { [router] in router.navigator.show("home") })
    let context = ArgumentContext(
      highestNumber: { 0 }, shown: { _ in nil }, resolve: { _, _ in throw AppError.cancelled })
    let response = try await home.run(ArgumentReader(ArgumentList(), for: home, context: context))
    guard case .view(let view) = try await response.arriving(within: Detour()) else {
      Issue.record("the screen below is not printed")
      return
    }
    #expect(view(Layout(now: Date(timeIntervalSince1970: 0))).kind == "home")
    #expect(router.location == ["home", "form"] && app.notes.isEmpty)
  }

  @Test(arguments: ["push", "show", "select", "present", "back", "top"])
  func transientSheetIsClosedByLeavingIt(way: String) async throws {
    try await router.present("viewer")
    switch way {
    case "push": try await router.push("thread")
    case "show": router.show("home")
    case "select": router.select("lists")
    case "present": try await router.present("form")
    default: _ = try await app.type(way)
    }
    #expect(!router.sheets.contains { $0.destination == "viewer" })
    #expect(app.notes.isEmpty)
  }

  @Test func sheetWithUnsavedTextIsNotClosedByLeavingIt() async throws {
    try await router.present("viewer")
    app.unsaved["viewer"] = "saving your profile"
    router.show("home")
    try await router.push("thread")
    router.select("lists")
    #expect(router.sheets.map(\.destination) == ["viewer"])
    #expect(!router.show("home"))
    #expect(app.notes == ["“viewer” is still open. Type close to leave it."])
  }

  @Test func screenPushedBelowASheetIsPrinted() async throws {
    try await router.present("form")
    let push = [
      Verb("go", help: "") { [router] in router.navigator.push("thread") },
      Verb("stay", help: "") { .screen },
    ].map(router.belowSheet)
    let context = ArgumentContext(
      highestNumber: { 0 }, shown: { _ in nil }, resolve: { _, _ in throw AppError.cancelled })
    guard
      case .view(let view) = try await push[0].run(
        ArgumentReader(ArgumentList(), for: push[0], context: context)
      ).arriving(within: Detour())
    else {
      Issue.record("the screen below is not printed")
      return
    }
    #expect(view(Layout(now: Date(timeIntervalSince1970: 0))).kind == "thread")
    #expect(router.location == ["home", "thread", "form"])
    guard case .screen = try await push[1].run(ArgumentReader(ArgumentList(), for: push[1], context: context)) else {
      Issue.record("another response changed")
      return
    }
  }

  @Test func closingASheetWithUnsavedWorkAsksFirst() async throws {
    try await router.present("form")
    app.unsaved["form"] = "saving the new list"
    guard case .confirm(let confirmation) = try await app.type("close") else {
      Issue.record("close did not ask")
      return
    }
    #expect(confirmation.question == "Close without saving the new list?")
    #expect(router.sheets.count == 1)
    _ = try await confirmation.proceed()
    #expect(router.sheets.isEmpty)
  }

  @Test func quitAsksWhileASheetInAnyTabHasUnsavedWork() async throws {
    #expect(router.quitVerbs.isEmpty)
    try await router.present("form")
    app.unsaved["form"] = "saving the new list"
    router.select("lists")
    guard case .confirm(let confirmation) = try await app.type("quit") else {
      Issue.record("quit did not ask")
      return
    }
    #expect(confirmation.question == "Continue without saving the new list?")
  }

  @Test func screensOfARouteReloadInEveryTab() async throws {
    try await router.push("thread")
    router.select("lists")
    try await router.push("thread")
    try await router.push("list")
    let before = ["home", "lists"].flatMap { router.path(of: $0).path }
    try router.renew("thread")
    let after = ["home", "lists"].flatMap { router.path(of: $0).path }
    #expect(after.map(\.route) == ["thread", "thread", "list"])
    #expect(zip(before, after).map { $0.screen.model === $1.screen.model } == [false, false, true])
    #expect(app.opened == ["thread", "thread", "list", "thread", "thread"])
  }
}

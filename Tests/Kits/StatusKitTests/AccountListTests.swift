import FeatureKit
import MastodonKit
import StatusKit
import Synchronization
import TerminalKit
import Testing

/// Lists of accounts, a page at a time.
@MainActor
@Suite struct AccountListTests {
  private func account(_ number: Int) -> Account {
    Account(id: Account.ID("\(1000 + number)"), username: "n\(number)", acct: "n\(number)")
  }

  private func mutes(limit: Int = 20, _ options: TimelineOptions = TimelineOptions()) -> ListState<AccountRow> {
    var state = ListState<AccountRow>(
      kind: "mutes", title: "Muted accounts", label: "mutes", emptyText: "You mute nobody.", limit: limit)
    state.options = options
    return state
  }

  private func model(
    _ count: Int, limit: Int = 3, _ options: TimelineOptions = TimelineOptions()
  ) -> ListModel<AccountRow> {
    let accounts = (0..<count).map { AccountRow(account($0)) }
    return ListModel(state: mutes(limit: limit, options), in: .fixture()) { request in
      let start = if case .older(let cursor) = request.position { Int(cursor.value) ?? 0 } else { 0 }
      let page = accounts.dropFirst(start).prefix(request.limit)
      let end = start + page.count
      return Page(Array(page), older: end < count ? Cursor("\(end)") : nil)
    }
  }

  private func names(_ model: ListModel<AccountRow>) -> [String] {
    model.state.visible.map(\.account.acct)
  }

  private func note(_ model: ListModel<AccountRow>) -> String {
    AccountRow.view.document(model.state, layout: Layout(width: 76, now: .fixtureNow)).title?.text.plain ?? ""
  }

  @Test func pagesGoDownAndUpAgain() async throws {
    let model = model(7)
    await model.load()
    #expect(names(model) == ["n0", "n1", "n2"])
    #expect(try await model.older())
    #expect(names(model) == ["n3", "n4", "n5"])
    #expect(try await model.older())
    #expect(names(model) == ["n6"])
    #expect(try await !model.older())
    #expect(try await model.newer())
    #expect(names(model) == ["n3", "n4", "n5"])
    #expect(try await model.newer())
    #expect(names(model) == ["n0", "n1", "n2"])
    #expect(try await !model.newer())
  }

  @Test func pageOfWhichNothingCanBeReadIsNotCalledEmpty() async {
    func text(_ page: Page<AccountRow>) async -> String {
      let model = ListModel(state: mutes(), in: .fixture()) { _ in page }
      await model.load()
      return "\(AccountRow.view.document(model.state, layout: Layout(width: 76, now: .fixtureNow)).blocks)"
    }
    let unreadable = await text(Page([], skipped: 2))
    #expect(unreadable.contains("The server sent nothing that can be read."), "\(unreadable)")
    #expect(!unreadable.contains("You mute nobody."))
    #expect(await text(Page([])).contains("You mute nobody."))
  }

  @Test func theCursorContinuesBelowWhatIsShown() async throws {
    let first = model(7)
    await first.load()
    var layout = Layout(width: 76, now: .fixtureNow)
    layout.height = 7
    first.fit(layout) { (AccountRow.view.document($0, layout: Layout(width: 76, now: .fixtureNow)), besides: 0) }
    let shown = names(first)
    #expect(!shown.isEmpty && shown.count < 3)
    let cursor = try #require(first.state.page.value?.cursor as String?)
    let second = model(7, TimelineOptions(range: ListRange(before: ListPlace(cursor))))
    await second.load()
    #expect(names(second).first == "n\(shown.count)")
  }

  @Test func everythingIsReadOnRequest() async {
    let told = Mutex<[Int]>([])
    var range = ListRange(isAll: true)
    range.progress = ListProgress { count in told.withLock { $0.append(count) } }
    let model = model(500, TimelineOptions(range: range))
    await model.load()
    #expect(names(model).count == 500)
    #expect(told.withLock { $0 }.count > 4, "progress is told after each request but the last")
  }

  @Test func failureKeepsTheShownContent() async throws {
    let fails = Mutex(false)
    let model = ListModel(
      state: mutes(), in: .fixture(),
      page: { [account = AccountRow(account(1))] _ in
        if fails.withLock({ $0 }) { throw MastodonError.fixtures.offline }
        return Page([account], older: "1")
      })
    await model.load()
    fails.withLock { $0 = true }
    await #expect(throws: AppError.fixtures.noConnection) { try await model.older() }
    #expect(names(model) == ["n1"])
  }

  @Test func numbersStandForAccounts() async {
    let model = model(2)
    await model.load()
    let document = AccountRow.view.document(model.state, layout: Layout(width: 76, now: .fixtureNow))
    #expect(document.references(numbered: 2) == [Reference.account(account(1).id)])
  }

  @Test func aChangedRelationshipIsShown() async {
    let model = model(2)
    await model.load()
    model.replace(Relationship(id: account(1).id, following: true, showingReblogs: true))
    let document = AccountRow.view.document(model.state, layout: Layout(width: 76, now: .fixtureNow))
    let text = Renderer(format: .plain, width: 76, theme: .mono, colors: .none, showsHint: true, hyperlinks: false)
      .render(document)
    #expect(text.contains("you follow them"))
  }

  @Test func oneLineMakesTheCommandAndOneThePreviews() {
    let verb = AccountRow.verb(mutes(), help: "Show the accounts that you mute", show: { _ in .screen })
    #expect(verb.name == "mutes" && AccountRow.previews(of: mutes()).count == 8)
  }
}

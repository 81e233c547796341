import FeatureKit
import FeatureTestKit
import FoundationEssentials
import StatusKit
import Synchronization
import TerminalKit
import Testing

@testable import MastodonKit
@testable import OwnPostsFeature

@MainActor @Suite final class OwnPostsTests {
  nonisolated let log = Mutex<[String]>([])
  private let me = Account.fixtures.you.id

  private func verbs(
    status: Status = Status.fixtures.own, versions: [StatusEdit] = [], isOffline: Bool = false
  ) -> [Verb] {
    let service = OwnStatusService(
      source: { StatusSource(id: $0) }, history: { _ in versions },
      setPinned: { [self] id, isOn in
        log.withLock { $0.append("\(isOn ? "pin" : "unpin") \(id)") }
        if id == "99999" { throw MastodonError.fixtures.timedOut }
        var status = status
        status.pinned = isOn
        return status
      },
      setThreadMuted: { [self] id, isOn in
        log.withLock { $0.append("\(isOn ? "mute" : "unmute") \(id)") }
        return status
      },
      setQuotePolicy: { [self] id, policy in
        log.withLock { $0.append("\(policy.rawValue) \(id)") }
        return status
      }, quotes: { _, _ in Page([]) },
      revokeQuote: { [self] quoted, quoting in
        log.withLock { $0.append("revoke \(quoted) from \(quoting)") }
        return status
      })
    return OwnPosts.plugin(
      action: OwnPosts.Action(
        status: { _ in status }, service: service, changed: { _ in }, quotes: { _, _ in .screen },
        posts: { _ in
          if isOffline { throw MastodonError.fixtures.offline }
          return Page([Status.fixtures.plain, Status.fixtures.boost])
        }, kept: { _ in isOffline ? { _ in Page([Status.fixtures.plain]) } : nil }, me: { [me] in me })
    ).verbs
  }

  private func run(_ line: String, _ verbs: [Verb]) async throws -> Response { try await verbs.type(line) }

  private func words(_ response: Response) -> String? {
    switch response {
    case .toast(let toast): toast.text.plain + (toast.hint.map { " [\($0)]" } ?? "")
    case .confirm(let confirmation): confirmation.question
    default: nil
    }
  }

  @Test func aPostIsPinnedAndTheWayBackIsSaid() async throws {
    #expect(words(try await run("pin id:12345", verbs())) == "Pinned your post to your profile. [unpin .]")
    var pinned = Status.fixtures.own
    pinned.pinned = true
    #expect(words(try await run("unpin id:12345", verbs(status: pinned))) == "Unpinned your post. [pin .]")
    #expect(log.withLock { $0 } == ["pin 12345", "unpin 12345"])
  }

  @Test func whatIsPinnedOrMutedAlreadyIsNotTakenBack() async throws {
    var status = Status.fixtures.own
    (status.pinned, status.muted) = (true, true)
    for (line, text) in [
      ("pin id:12345", "Your post is pinned already."),
      ("mute-thread id:12345", "Your post is in a conversation that you muted already."),
    ] {
      guard case .toast(let toast) = try await run(line, verbs(status: status)) else { throw AppError.cancelled }
      #expect(toast.text.plain == text && toast.kind == .information && toast.undo == nil && toast.hint == nil)
    }
    guard case .toast(let toast) = try await run("unpin id:12345", verbs()) else { throw AppError.cancelled }
    #expect(toast.text.plain == "Your post is not pinned." && toast.undo == nil)
  }

  @Test func severalPinsAreTakenBackTogether() async throws {
    guard case .toast(let toast) = try await run("pin id:12345 id:12346", verbs()) else { throw AppError.cancelled }
    let id = ReferenceSyntax.typed(id: Status.fixtures.own.id.rawValue)
    #expect(toast.hint == nil && toast.undo == .command("unpin \(id) \(id)"))
  }

  @Test func unconfirmedChangeIsReported() async throws {
    let response = try await run("mute-thread id:12345", verbs())
    #expect(words(response)?.contains("The server did not confirm the change.") == true)
    guard case .toast(let toast) = response else { return #expect(Bool(false)) }
    #expect(toast.undo == nil)
  }

  @Test func changesBeforeAFailureAreReported() async throws {
    let verbs = verbs()
    let failure = await #expect(throws: PartialFailure.self) { try await run("pin id:12345 id:99999", verbs) }
    #expect(failure.flatMap { words($0.done) } == "Pinned your post to your profile.")
  }

  @Test func quotePolicyIsSetAndShown() async throws {
    #expect(words(try await run("quote-policy id:12345 nobody", verbs())) == "Only you can quote the post.")
    var status = Status.fixtures.plain
    status.quoteApproval = QuoteApproval(automatic: [.followers], manual: [.public], currentUser: .manual)
    #expect(
      words(try await run("quote-policy id:12345", verbs(status: status)))
        == "Can be quoted by followers. With the author's approval by anyone. You can quote it, and the author has to approve."
    )
    let verbs = verbs()
    await #expect(throws: AppError.self) { try await run("quote-policy id:12345 friends", verbs) }
  }

  @Test func undoGivesBackTheQuotePolicy() async throws {
    func undo(_ approval: QuoteApproval?) async throws -> Toast.Undo? {
      var status = Status.fixtures.own
      status.quoteApproval = approval
      guard case .toast(let toast) = try await run("quote-policy id:12345 nobody", verbs(status: status)) else {
        throw AppError.cancelled
      }
      if toast.kind == .information { throw AppError.usage("unchanged", suggestion: "") }
      return toast.undo
    }
    #expect(try await undo(QuoteApproval(automatic: [.public])) == .command("quote-policy id:12345 public"))
    #expect(try await undo(QuoteApproval(automatic: [.followers])) == .command("quote-policy id:12345 followers"))
    #expect(try await undo(QuoteApproval(automatic: [.followers], manual: [.public])) == nil)
    #expect(try await undo(nil) == nil)
    await #expect(throws: AppError.self, "nothing to undo") { try await undo(QuoteApproval()) }
  }

  @Test(arguments: ["pin id:12345", "unpin id:12345", "quote-policy id:12345 nobody"])
  func anotherAccountsPostIsNotChangedAndNothingIsSent(line: String) async throws {
    let others = verbs(status: Status.fixtures.plain)
    let error = await #expect(throws: AppError.self) { try await run(line, others) }
    #expect(error?.message == "That post is not yours.")
    #expect(log.withLock { $0.isEmpty })
  }

  @Test func aQuoteIsRevokedAfterAQuestionAndOnlyOfOnesOwnPost() async throws {
    var quoting = Status.fixtures.plain
    quoting.quote = Quote(quotedStatus: Status.fixtures.own)
    guard case .confirm(let question) = try await run("revoke-quote id:12345", verbs(status: quoting)) else {
      throw AppError.cancelled
    }
    #expect(log.withLock { $0.isEmpty })
    _ = try await question.proceed()
    #expect(log.withLock { $0 } == ["revoke \(Status.fixtures.own.id) from 12345"])
    quoting.quote = Quote(quotedStatus: Status.fixtures.bot)
    let others = verbs(status: quoting)
    await #expect(throws: AppError.self) { try await run("revoke-quote id:12345", others) }
    let plain = verbs(status: Status.fixtures.plain)
    await #expect(throws: AppError.self) { try await run("revoke-quote id:12345", plain) }
  }

  @Test func statisticsCountPostsByWeekUntilTheTimeThatWasAsked() async throws {
    var found = OwnPosts.Statistics(since: .fixture(daysAgo: 20), until: .fixtureNow, zone: 0)
    for days in [1, 2, 19, 21] {
      var status = Status.fixtures.plain
      (status.createdAt, status.favouritesCount) = (.fixture(daysAgo: days), 3)
      found.add(status)
    }
    #expect(found.sum(\.posts) + found.sum(\.replies) == 3 && found.sum(\.favourites) == 9)
    guard case .view(let view) = try await run("stats --since 26w", verbs()) else { throw AppError.cancelled }
    #expect(view(Layout(now: .fixtureNow)).kind == "stats")
    let verbs = verbs()
    await #expect(throws: AppError.self) { try await run("stats --since soon", verbs) }
    let future = await #expect(throws: AppError.self) { try await run("stats --since 2126-01-01", verbs) }
    #expect(future?.message == "--since 2126-01-01 is in the future.")
  }

  @Test(arguments: [40, 80])
  func statisticsPlotPostsFavouritesAndRepliesByWeek(width: Int) {
    let document = OwnPosts.view(OwnPosts.StatisticsFixtures().busy, layout: Layout(width: width, now: .fixtureNow))
    let text = Renderer(format: .plain, width: width, theme: .mono, colors: .none, showsHint: false, hyperlinks: false)
      .render(document)
    let rows = text.split(separator: "\n").filter { $0.contains("★") }.map { $0.split(separator: " ") }
    #expect(rows.count == 5, "one line for each week")
    for row in rows {
      #expect(row.count == 9 && row[3] == "★" && row[6] == "↩")
    }
    for (number, bar) in [(1, 2), (4, 5), (7, 8)] {
      let sorted = rows.sorted { (Int($0[number]) ?? 0) < (Int($1[number]) ?? 0) }.map { $0[bar].count }
      #expect(sorted == sorted.sorted() && sorted.last == (width == 40 ? 2 : 10), "each plot has its own scale")
      #expect(sorted.first != sorted.last)
    }
  }

  @Test func statisticsOfHoursSayTheTimeThatTheyBeginAt() {
    let layout = Layout(now: .fixtureNow)
    let start = Date.fixture(minutesAgo: 120)
    let document = OwnPosts.view(OwnPosts.Statistics(since: start, until: .fixtureNow, zone: 0), layout: layout)
    #expect(document.title?.text.plain == "Your posts since \(RelativeTime(start, in: layout).absolute)")
  }

  @Test func statisticsSayHowManyWeeksAreNotShown() {
    let found = OwnPosts.Statistics(since: .fixture(daysAgo: 300), until: .fixtureNow, zone: 0)
    let text = Renderer(format: .spoken, width: 72, theme: .mono, colors: .none, showsHint: false, hyperlinks: false)
      .render(OwnPosts.view(found, layout: Layout(now: .fixtureNow)))
    #expect(text.contains("These are the last 26 of 44 weeks; --json has all."))
  }

  @Test func statisticsWithoutANetworkAreOfWhatIsKept() async throws {
    guard case .view(let view) = try await run("stats", verbs(isOffline: true)) else { throw AppError.cancelled }
    let document = view(Layout(now: .fixtureNow))
    let text = Renderer(format: .plain, width: 72, theme: .mono, colors: .none, showsHint: true, hyperlinks: false)
      .render(document)
    #expect(text.contains("These are your posts that are kept on this machine, without boosts."))
  }

  @Test func historyShowsTheChanges() {
    let document = OwnPosts.view(OwnPosts.History.fixtures.several, layout: Layout(now: .fixtureNow))
    let text = Renderer(format: .plain, width: 72, theme: .mono, colors: .none, showsHint: true, hyperlinks: false)
      .render(document)
    #expect(text.contains("Low water at [-six.-]{+seven.+} Bring boots."))
    #expect(text.contains("{+And a lamp.+}"))
    #expect(text.contains("Content warning: none → “mud”"))
    #expect(document.items.map(\.spoken)[1].contains("Removed: six. Added: seven."))
  }
}

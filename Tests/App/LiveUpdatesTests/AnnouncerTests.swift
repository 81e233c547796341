import FeatureKit
import FoundationEssentials
import MastodonKit
import StatusKit
import TerminalKit
import Testing

@testable import LiveUpdates

/// An announcer, what its user wants to hear of, and what it printed.
@MainActor private final class World {
  var wishes = Announcer.Wishes()
  var hours: QuietHours?
  var rules: [PostRule] = []
  private(set) var notes: [Note] = []
  private let posted = AsyncStream.makeStream(of: Void.self)

  private(set) lazy var announcer = Announcer(
    wishes: { [unowned self] in wishes },
    words: Announcer.Words(
      notification: { Note(StyledText("\($0.kind.rawValue) by \($0.account.acct)")) },
      announcements: { $0.isEmpty ? nil : Note(StyledText("\($0.count) announced")) }, unread: { nil },
      layout: { Layout(now: .fixtureNow) }),
    shown: ShownPosts(
      rules: { [unowned self] in
        ShownPosts.Rules { PostRules(self.rules, host: "shore.example", now: .fixtureNow, zone: .utc) }
      }, me: { nil }, count: { _ in }),
    quiet: QuietGate(
      hours: { [unowned self] in hours }, now: { .fixtureNow }, zone: { .utc },
      sleep: { _ in throw CancellationError() }, post: { _ in }),
    now: { .fixtureNow }, uptime: { .zero }, sleep: { _ in },
    post: { [unowned self] note in
      notes.append(note)
      posted.continuation.yield()
    })

  var lines: [String] { notes.map(\.plain) }

  /// Waits until so many lines were printed.
  func lines(_ count: Int) async -> [String] {
    for await _ in posted.stream where notes.count >= count { break }
    return lines
  }
}

@MainActor
@Suite(.timeLimit(.minutes(10))) struct AnnouncerTests {
  private let world = World()
  private var announcer: Announcer { world.announcer }

  private func post(_ number: Int) -> Status {
    var status = Status.fixtures.plain
    status.id = Status.ID("9000000000000\(number)")
    return status
  }

  private func notification(
    _ kind: MastodonKit.Notification.Kind = .mention, about status: Status? = nil
  ) -> MastodonKit.Notification {
    MastodonKit.Notification(
      id: "90000000000000001", kind: kind, createdAt: .fixtureNow, account: Account.fixtures.heron,
      status: status ?? post(1))
  }

  private func find(_ posts: [Status], _ notifications: [MastodonKit.Notification], _ cause: StreamFollower.Cause) {
    announcer.announce(Gap(posts), Gap(notifications), after: cause)
  }

  @Test func labelOfALineStandsForTheQuotedPostToo() throws {
    let quoted = try #require(Status.fixtures.quote.quote?.quotedStatus)
    let note = Announcer.note(for: .fixtures.quote, layout: Layout(now: .fixtureNow))
    #expect(note.references.compactMap(\.ofQuoted) == [.status(quoted.id), .account(quoted.account.id)])
  }

  @Test func eachAnnouncementIsReportedOnce() {
    announcer.announce(Announcement.fixtures.all)
    announcer.announce(Announcement.fixtures.all)
    #expect(world.lines == ["2 announced"])
    announcer.announce(.announcement(Announcement.fixtures.all[0]))
    #expect(world.lines.count == 1, "the stream brings an edited one again")
    var new = Announcement.fixtures.all[0]
    new.id = "999"
    announcer.announce(.announcement(new))
    announcer.announce(.announcement(new))
    #expect(world.lines == ["2 announced", "1 announced"])
  }

  @Test func fewEventsAreAnnouncedOneByOne() async {
    announcer.announce(.update(post(1)))
    announcer.announce(.notification(notification()))
    let lines = await world.lines(2)
    #expect(lines.first == "mention by \(Account.fixtures.heron.acct)")
    #expect(lines.last?.hasPrefix("Heron · ") == true, "\(lines)")
  }

  @Test func manyPostsAreAnnouncedAsANumber() async {
    for number in 1...9 { announcer.announce(.update(post(number))) }
    #expect(await world.lines(1) == ["9 new posts in Home: new"])
  }

  // MARK: - Rules

  @Test func aRuleTellsOfAPostAsOfANotification() async {
    world.rules = [PostRule(id: 7, .alert, "from:@heron in:live")]
    (world.wishes.announcesPosts, world.wishes.desktop) = (false, [.posts])
    announcer.announce(.update(post(1)))
    announcer.announce(.update(post(1)))
    let lines = await world.lines(1)
    #expect(lines.count == 1 && lines[0].hasPrefix("Heron · ") && lines[0].contains(" · rule 7"), "\(lines)")
    #expect(world.notes[0].isForDesktop)
    #expect(world.notes[0].references.first?.kind == .status)
  }

  @Test func anAlertIsGivenWhereThePostWasMissedAndOnlyOnce() async {
    world.rules = [PostRule(id: 7, .alert, "from:@heron")]
    find([post(1), post(2)], [], .polling)
    #expect(await world.lines(2).allSatisfy { $0.contains("rule 7") })
    announcer.announce(.update(post(1)))
    #expect(world.lines.count == 2)
  }

  @Test func alertsKeepToTheSettingsToQuietHoursAndToWhatIsHidden() {
    world.rules = [PostRule(id: 1, .alert, "from:@heron")]
    world.wishes.hidden = [.posts]
    world.wishes.announcesPosts = false
    announcer.announce(.update(post(1)))
    world.wishes.hidden = []
    world.hours = QuietHours("00:00-23:59")
    announcer.announce(.update(post(2)))
    world.hours = nil
    world.rules.append(PostRule(id: 2, .hide, "from:@heron"))
    announcer.announce(.update(post(3)))
    announcer.flush(at: .seconds(600))
    #expect(world.lines.isEmpty)
  }

  @Test func endedSessionAnnouncesNothing() {
    announcer.stop()
    announcer.announce(.update(post(1)))
    find([post(1)], [], .disconnection)
    announcer.announce(Announcement.fixtures.all)
    announcer.announce(.interrupted)
    announcer.flush(at: .seconds(600))
    #expect(world.lines.isEmpty)
  }

  @Test func whatWasFoundIsAnnouncedInOneLineAndNotAgain() async {
    find([post(1), post(2)], [notification()], .disconnection)
    #expect(world.lines == ["2 posts and 1 notification while disconnected."])
    // The stream tells of the same things once more.
    announcer.announce(.update(post(1)))
    announcer.announce(.notification(notification()))
    announcer.announce(.update(post(3)))
    #expect(await world.lines(2).count == 2)
  }

  @Test func whatCameBeforeTheFirstEventIsOnlyCounted() {
    find([post(1)], [notification()], .opening)
    #expect(world.lines.isEmpty)
  }

  @Test func aHiddenKindIsNotAnnounced() async {
    world.wishes.hidden = [.mentions]
    announcer.announce(.notification(notification()))
    announcer.announce(.update(post(1)))
    #expect(await world.lines(1).first?.hasPrefix("Heron · ") == true)
  }

  @Test func theDesktopShowsTheKindsThatTheUserChose() async {
    world.wishes.desktop = [.mentions]
    announcer.announce(.update(post(1)))
    announcer.announce(.notification(notification()))
    _ = await world.lines(2)
    #expect(world.notes.filter(\.isForDesktop).map(\.plain) == ["mention by \(Account.fixtures.heron.acct)"])
  }

  @Test func withoutAWishNothingIsAnnounced() {
    (world.wishes.announces, world.wishes.announcesPosts) = (false, false)
    find([post(1)], [], .disconnection)
    announcer.announce(.notification(notification()))
    announcer.announce(Announcement.fixtures.all)
    announcer.flush(at: .seconds(600))
    #expect(world.lines.isEmpty)
  }

  @Test func whatIsWatchedIsNotAnnounced() {
    (world.wishes.watchesPosts, world.wishes.watchesNotifications) = (true, true)
    announcer.announce(.update(post(1)))
    announcer.announce(.notification(notification()))
    announcer.flush(at: .seconds(600))
    #expect(world.lines.isEmpty)
  }

  @Test func aPostHasOneLineAndOneMoreForTheDesktop() {
    let claim = { [announcer] (isForDesktop: Bool) in
      announcer.claimLine(for: .posts(1), of: "11", isForDesktop: isForDesktop)
    }
    #expect([false, false, true, true, false].map(claim) == [true, false, true, false, false])
    #expect((0..<2).allSatisfy { _ in announcer.claimLine(for: .posts(1), of: nil, isForDesktop: false) })
  }

  /// The stream of a hashtag may be faster than that of the account.
  @Test func aPostThatAWatchHasPrintedIsNotAnnounced() {
    #expect(announcer.claimLine(for: .posts(1), of: post(1).id, isForDesktop: false))
    announcer.announce(.update(post(1)))
    announcer.flush(at: .seconds(600))
    #expect(world.lines.isEmpty)
  }

  @Test func aDirectMessageHasOneLineAndItsFavouritesHaveOthers() {
    var message = post(1)
    message.visibility = .direct
    #expect(announcer.claimLine(for: .conversations(1), of: message.id, isForDesktop: false))
    announcer.announce(.notification(notification(about: message)))
    announcer.announce(.notification(notification(.favourite, about: message)))
    announcer.flush(at: .seconds(600))
    #expect(world.lines == ["favourite by \(Account.fixtures.heron.acct)"])
  }

  @Test func anInterruptionIsReportedOnceHoweverManyStreamsNoticeIt() {
    for notice in [.interrupted, .interrupted, .abandoned, .restored, .interrupted] as [StreamFollower.Notice] {
      announcer.announce(notice)
    }
    let interrupted = "Live updates are interrupted: trying again, and checking every two minutes meanwhile."
    #expect(world.lines == [interrupted, "Live updates are back.", interrupted])
  }

  @Test func quietHoursHoldLinesBack() {
    world.hours = QuietHours("0:00-23:59")
    #expect(!announcer.claimLine(for: .posts(1), of: "11", isForDesktop: true))
    announcer.announce(.update(post(1)))
    find([post(2)], [], .disconnection)
    announcer.announce(Announcement.fixtures.all)
    announcer.say("A message.")
    announcer.flush(at: .seconds(600))
    #expect(world.lines.isEmpty)
  }

  @Test(
    arguments: [
      (42, true, 0, true, "42 posts while disconnected."), (1, true, 0, true, "1 post while disconnected."),
      (0, true, 0, true, nil),
      (400, false, 3, true, "400 or more posts and 3 notifications while disconnected."),
      (0, true, 200, false, "200 or more notifications while disconnected."),
    ] as [(Int, Bool, Int, Bool, String?)])
  func missedPostsAreReportedInOneLine(
    _ posts: Int, _ allPosts: Bool, _ notifications: Int, _ allNotifications: Bool, _ line: String?
  ) {
    #expect(
      Announcer.summary(
        posts: posts, isWhole: allPosts, notifications: notifications, isWhole: allNotifications, .disconnection)
        == line)
  }

  @Test func polledItemsAreMarkedNew() {
    #expect(
      Announcer.summary(posts: 3, isWhole: true, notifications: 1, isWhole: true, .polling)
        == "3 new posts and 1 new notification.")
    #expect(Announcer.summary(posts: 0, isWhole: true, notifications: 0, isWhole: true, .polling) == nil)
  }
}

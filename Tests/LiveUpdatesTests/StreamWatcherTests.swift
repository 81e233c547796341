import FeatureKit
import FoundationEssentials
import MastodonKit
import StatusKit
import TerminalKit
import Testing

@testable import LiveUpdates

/// A session in memory: what its server has, and what the watcher asked and printed.
@MainActor private final class World {
  var announcements = StreamWatcher.Announcements.all
  var posts: [Status] = []
  var notifications: [MastodonKit.Notification] = []
  private(set) var applied = 0
  private(set) var gaps = 0
  private(set) var recordings = 0
  /// How many posts of Home the user has not seen.
  var unread: Int?
  var serverAnnouncements: [Announcement] = []
  private(set) var announcementRequests = 0
  private(set) var lines: [String] = []
  private(set) var desktop: [String] = []
  var kinds = StreamWatcher.Kinds()
  private(set) lazy var watcher = StreamWatcher(
    session: StreamWatcher.Session(
      me: { "1" }, announcements: { [unowned self] in announcements }, apply: { [unowned self] _ in applied += 1 },
      reportGap: { [unowned self] in gaps += 1 }, recordPosition: { [unowned self] in recordings += 1 },
      catchUp: { [unowned self] in
        (posts: Gap(posts, isWhole: true), notifications: Gap(notifications, isWhole: true))
      }, describe: { Note(StyledText("\($0.kind.rawValue) by \($0.account.acct)")) },
      serverAnnouncements: { [unowned self] in
        announcementRequests += 1
        return serverAnnouncements
      }, describeAnnouncements: { $0.isEmpty ? nil : Note(StyledText("\($0.count) announced")) },
      unread: { [unowned self] in unread },
      layout: { Layout(now: .fixtureNow) }, kinds: { [unowned self] in kinds }),
    post: { [unowned self] note in
      lines.append(note.plain)
      if note.isForDesktop { desktop.append(note.plain) }
    }, now: { .fixtureNow }, uptime: { .zero })

  /// Waits until so many lines were printed.
  func lines(_ count: Int) async -> [String] {
    while lines.count < count, !Task.isCancelled { await Task.yield() }
    return lines
  }
}

@MainActor
@Suite(.timeLimit(.minutes(5))) struct StreamWatcherTests {
  private let world = World()

  private func post(_ number: Int) -> Status {
    var status = Status.fixtures.plain
    status.id = Status.ID("9000000000000\(number)")
    return status
  }

  private var mention: MastodonKit.Notification {
    MastodonKit.Notification(
      id: "90000000000000001", kind: .mention, createdAt: .fixtureNow, account: Account.fixtures.heron, status: post(1))
  }

  @Test func eachAnnouncementOfTheServerIsToldOnce() async {
    world.serverAnnouncements = Announcement.fixtures.all
    await world.watcher.take(.connection(.connected))
    await world.watcher.take(.connection(.connected))
    #expect(world.lines == ["2 announced"])
    await world.watcher.take(.event(.announcement(Announcement.fixtures.all[0])))
    #expect(world.lines.count == 1, "the stream brings an edited one again")
    var new = Announcement.fixtures.all[0]
    new.id = "999"
    await world.watcher.take(.event(.announcement(new)))
    await world.watcher.take(.event(.announcement(new)))
    #expect(world.lines == ["2 announced", "1 announced"])
    #expect(world.announcementRequests == 1)
  }

  @Test func noAnnouncementIsToldWhereLiveUpdatesAreOff() async {
    world.announcements = .none
    world.serverAnnouncements = Announcement.fixtures.all
    await world.watcher.take(.connection(.connected))
    await world.watcher.take(.event(.announcement(Announcement.fixtures.all[0])))
    #expect(world.lines.isEmpty && world.announcementRequests == 0)
  }

  @Test func everyEventIsShownAndFewAreAnnouncedOneByOne() async {
    await world.watcher.take(.event(.update(post(1))))
    await world.watcher.take(.event(.notification(mention)))
    #expect(world.applied == 2)
    let lines = await world.lines(2)
    #expect(lines.first == "mention by \(Account.fixtures.heron.acct)")
    #expect(lines.last?.hasPrefix("Heron · ") == true, "\(lines)")
  }

  @Test func manyPostsAreAnnouncedAsANumber() async {
    for number in 1...9 { await world.watcher.take(.event(.update(post(number)))) }
    #expect(await world.lines(1) == ["9 new posts in Home: new"])
  }

  @Test func nothingIsAnnouncedOfASessionThatHasEnded() async {
    world.posts = [post(1)]
    world.watcher.stop()
    await world.watcher.take(.event(.update(post(1))))
    await world.watcher.catchUp(after: .disconnection)
    await world.watcher.take(.connection(.ended(.unauthorized(host: "shore.example"))))
    #expect(world.applied == 0 && world.lines.isEmpty)
  }

  @Test func gapIsReportedFilledAndAnnouncedInOneLine() async {
    world.posts = [post(1), post(2)]
    world.notifications = [mention]
    await world.watcher.take(.gap)
    #expect(world.gaps == 1)
    #expect(world.lines == ["2 posts and 1 notification while disconnected."])
    // The stream tells of the same things once more.
    await world.watcher.take(.event(.update(post(1))))
    await world.watcher.take(.event(.notification(mention)))
    await world.watcher.take(.event(.update(post(3))))
    #expect(await world.lines(2).count == 2)
  }

  @Test func aHiddenKindIsNotAnnounced() async {
    world.kinds = StreamWatcher.Kinds(hidden: [.mentions])
    await world.watcher.take(.event(.notification(mention)))
    await world.watcher.take(.event(.update(post(1))))
    #expect(await world.lines(1).first?.hasPrefix("Heron · ") == true)
    #expect(world.applied == 2, "it is listed for those who ask for it")
  }

  @Test func theDesktopShowsTheKindsThatTheUserChose() async {
    world.kinds = StreamWatcher.Kinds(desktop: [.mentions])
    await world.watcher.take(.event(.update(post(1))))
    await world.watcher.take(.event(.notification(mention)))
    _ = await world.lines(2)
    #expect(world.desktop == ["mention by \(Account.fixtures.heron.acct)"])
  }

  @Test func withAnnouncementsOffNothingIsPrinted() async {
    world.announcements = .none
    world.posts = [post(1)]
    await world.watcher.take(.gap)
    await world.watcher.take(.event(.notification(mention)))
    #expect(world.applied == 1 && world.lines.isEmpty)
  }

  @Test(
    arguments: [
      (42, true, 0, true, "42 posts while disconnected."), (1, true, 0, true, "1 post while disconnected."),
      (0, true, 0, true, nil),
      (400, false, 3, true, "400 or more posts and 3 notifications while disconnected."),
      (0, true, 200, false, "200 or more notifications while disconnected."),
    ] as [(Int, Bool, Int, Bool, String?)])
  func whatArrivedWhileDisconnectedIsOneLine(
    _ posts: Int, _ allPosts: Bool, _ notifications: Int, _ allNotifications: Bool, _ line: String?
  ) {
    #expect(
      StreamWatcher.summary(
        posts: posts, isWhole: allPosts, notifications: notifications, isWhole: allNotifications, .disconnection)
        == line)
  }

  @Test func whatIsFoundByPollingIsCalledNew() {
    #expect(
      StreamWatcher.summary(posts: 3, isWhole: true, notifications: 1, isWhole: true, .polling)
        == "3 new posts and 1 new notification.")
    #expect(StreamWatcher.summary(posts: 0, isWhole: true, notifications: 0, isWhole: true, .polling) == nil)
  }

  @Test(
    arguments: [
      (
        MastodonError.unsupported(host: "shore.example", operation: "receive live updates"),
        "shore.example has no live updates; it is checked every two minutes instead." as String?, true
      ),
      (.signedOut, nil, false), (.cancelled, nil, false),
    ])
  func whyTheStreamEndedIsAnnouncedOnce(_ error: MastodonError, _ line: String?, _ polls: Bool) async {
    await world.watcher.take(.connection(.ended(error)))
    #expect(world.watcher.mustPoll == polls)
    #expect(world.lines == [line].compactMap(\.self))
  }

  @Test func followingAgainStartsFromNothing() async {
    await world.watcher.take(.connection(.connected))
    await world.watcher.take(.connection(.ended(.unsupported(host: "shore.example", operation: "stream"))))
    #expect(world.recordings == 2 && world.watcher.mustPoll)
    world.watcher.reset()
    #expect(!world.watcher.mustPoll && world.watcher.connection == nil)
    world.posts = [post(1)]
    await world.watcher.take(.connection(.connected))
    #expect(world.recordings == 3, "what arrived meanwhile is fetched after the first connection")
  }

  @Test func streamThatCannotBeOpenedIsReportedOnceAndItsReturnToo() async {
    for _ in 0..<4 { await world.watcher.take(.connection(.waiting(seconds: 1))) }
    await world.watcher.take(.connection(.connected))
    await world.watcher.take(.connection(.waiting(seconds: 1)))
    await world.watcher.take(.connection(.connected))
    #expect(
      world.lines == [
        "Live updates are interrupted: trying again, and checking every two minutes meanwhile.",
        "Live updates are back.",
      ], "a short interruption is not reported")
    #expect(world.watcher.connection == .connected)
  }
}

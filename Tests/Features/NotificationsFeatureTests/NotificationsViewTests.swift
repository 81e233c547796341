import FeatureKit
import FeatureTestKit
import NotificationsFeature
import StatusKit
import TerminalKit
import Testing

@testable import MastodonKit

@MainActor @Suite struct NotificationsViewTests {
  private func page(_ state: Notifications.State, width: Int = 72) -> String {
    text(Notifications.view(state, layout: Layout(width: width, now: .fixtureNow)), width: width)
  }

  @Test func listShowsAccountsActionsAndPosts() {
    #expect(
      page(.fixtures.many)
        == """
        Notifications · 3 new
        ────────────────────────────────────────────────────────────────────────
         1 • ★ Rook and 3 others favourited · 5 min
             My bicycle has begun to comment on the hills. Who here…
         2 • Wren Alder posted · 14 min
             First frost. Two hives wrapped, one to go; the third is not
             speaking to me. #beekeeping                                  open 2
         3 • ↩ Zoë Marsh 👩🏽‍🔧🚲 replied · 15 min
             Bring it round on Saturday. If the chain says tick-tick-clunk it is
             the chain; if it says nothing at all, that is worse.        reply 3
         4   ⟳ Rook boosted · 40 min
             My bicycle has begun to comment on the hills. Who here…
         5   Juniper Holt quoted you · 1 h
             They do that. It is best not to answer.                     reply 5
         6   ↩ Rook mentioned you directly · 1 h
             Do not tell Wren, but I have found her a fourth hive. It is in my
             kitchen.                                                    reply 6
         7   Moss edited a post that you boosted · 3 h
             The reading room is open until eight tonight. (I wrote…      open 7
         8   + Moss requested to follow you · 3 h                      profile 8
         9   Zoë Marsh 👩🏽‍🔧🚲's poll has ended · 1 d
             What do you keep in the saddlebag? Choose what is true.      open 9
        10   + Heron followed you · 1 d                               profile 10

        older · open N · reply N · dismiss N · clear

        """.replacing("Zoë", with: "Zoe\u{308}"))
  }

  @Test func narrowPageKeepsTheText() {
    #expect(
      page(.fixtures.grouped, width: 40) == """
        Notifications
        ────────────────────────────────────────
        1  ★ Rook and 3 others favourited ·
           5 min
           My bicycle has begun to comment on
           the hills. Who here…
        2  ⟳ Rook and Heron boosted · 40 min
           My bicycle has begun to comment on
           the hills. Who here…

        older · open N · reply N · dismiss N

        """)
  }

  @Test(arguments: [
    (Notifications.State.fixtures.empty, "No notifications yet.\n\nrefresh\n"),
    (Notifications.State.fixtures.loading, "Loading…\n"),
    (
      Notifications.State.fixtures.offline,
      "! shore.example cannot be reached: there is no server of that name.\nCheck the connection and the name, then retry.\n\nrefresh\n"
    ),
  ])
  func emptyListShowsTheReason(_ state: Notifications.State, _ words: String) {
    #expect(page(state).hasSuffix("─\n" + words))
  }

  @Test func warnedPostsStayClosedAndHiddenOnesAreOmitted() {
    #expect(
      page(.fixtures.warned).hasSuffix(
        """
         1   ↩ Tide Pool mentioned you · 2 min
             Content warning: food, politics                             reply 1
         2   Wren Alder posted · 3 min
             Filtered: tides                                              open 2

        open N · reply N · dismiss N · clear

        """))
  }

  @Test func spokenRowIsOneSentence() {
    let spoken = Notifications.view(.fixtures.many, layout: .page).items.map(\.spoken)
    #expect(
      spoken[0]
        == "New: Rook and 3 others favourited: My bicycle has begun to comment on the hills. Who here… 5 minutes ago.")
    #expect(spoken[9] == "Heron followed you. 1 day ago.")
  }

  @Test func numberOfAMentionStandsForTheQuotedPostToo() throws {
    let quoted = try #require(Status.fixtures.quote.quote?.quotedStatus)
    let mention = MastodonKit.Notification(
      id: "88001", kind: .mention, createdAt: .fixtureNow, account: Account.fixtures.heron, status: .fixtures.quote)
    let note = Notifications.note(for: mention, layout: .page)
    #expect(note.references.compactMap(\.ofQuoted) == [.status(quoted.id), .account(quoted.account.id)])
  }

  @Test func numberRefersToNotificationThenPostThenAccount() {
    let items = Notifications.view(.fixtures.many, layout: .page).items
    #expect(
      items[0].references == [
        .notification("89995"), .status(Status.fixtures.own.id), .account(Account.fixtures.rook.id),
      ])
    #expect(items[9].references == [.notification("88550"), .account(Account.fixtures.heron.id)])
  }

  @Test func jsonHasEveryMemberOfARow() {
    let document = Notifications.view(.fixtures.everyKind, layout: .page)
    #expect(document.data.map(\.name) == ["unread", "has_older", "cursor", "skipped"] && document.data[0].value == 0)
    let names = [
      "id", "ids", "count", "type", "created_at", "unread", "text", "account", "accounts", "status", "fallback",
    ]
    for item in document.items {
      guard case .object(let members) = item.data else {
        Issue.record("no object")
        continue
      }
      #expect(members.map(\.name) == names)
    }
    guard case .object(let members) = document.items[0].data else { return }
    #expect(members[0].value == "89995")
    #expect(members[1].value == ["89995", "89994", "89993", "89992"])
    #expect(members[2].value == 4)
    #expect(members[3].value == "favourite")
    #expect(members[6].value == "Rook and 3 others favourited")
  }

  @Test(arguments: [
    (MastodonKit.Notification.fixtures.favourite, "★ Rook favourited · {time}  My bicycle has begun to comment on the"),
    (
      MastodonKit.Notification.fixtures.mention,
      "↩ Zoe\u{308} Marsh 👩🏽‍🔧🚲 replied · {time}  Bring it round on Saturday."
    ),
    (MastodonKit.Notification.fixtures.directMention, "↩ Rook mentioned you directly · {time}  Do not tell Wren"),
    (MastodonKit.Notification.fixtures.reblog, "⟳ Rook boosted · {time}  My bicycle has begun to comment on the"),
    (MastodonKit.Notification.fixtures.follow, "+ Heron followed you · {time}"),
    (
      MastodonKit.Notification.fixtures.quote,
      "Juniper Holt quoted you · {time}  They do that. It is best not to answer."
    ),
    (MastodonKit.Notification.fixtures.withoutStatus, "★ نورا favourited · {time}"),
    (MastodonKit.Notification.fixtures.moderationWarning, "You received a moderation warning · {time}"),
    (MastodonKit.Notification.fixtures.unknownWithFallback, "Heron waved at you · {time}"),
    (
      MastodonKit.Notification.fixtures.unknown,
      "Tide Pool reacted · {time}  My bicycle has begun to comment on the"
    ),
  ])
  func noteIsOneLine(_ notification: MastodonKit.Notification, _ words: String) {
    let layout = Layout(now: .fixtureNow)
    let note = Notifications.note(for: notification, me: Account.fixtures.you.id, layout: layout)
    let time = RelativeTime(notification.createdAt, in: layout).absolute
    #expect(note.plain.hasPrefix(words.replacing("{time}", with: time)))
    #expect(note.references.contains(.notification(notification.id)))
    #expect(note.references.contains { $0.kind == .status } == (notification.status != nil))
  }

  @Test(arguments: [
    (ModerationWarning(action: .warn, text: "Be kind,\nplease."), "You received a moderation warning"),
    (
      ModerationWarning(action: .suspend, appeal: "pending"),
      "The moderators suspended your account; your appeal is pending"
    ),
    (ModerationWarning(action: .deleteStatuses, statusIDs: ["1", "2"]), "The moderators deleted 2 of your posts"),
    (
      ModerationWarning(action: .markStatusesAsSensitive, statusIDs: ["1"]),
      "The moderators marked one of your posts as sensitive"
    ),
    (ModerationWarning(action: .silence), "The moderators limited your account"),
    (ModerationWarning(action: .unknown("delay")), "You received a moderation warning (delay)"),
  ])
  func aModerationWarningSaysWhatWasDoneAndWhy(_ warning: ModerationWarning, _ words: String) {
    var notification = MastodonKit.Notification.fixtures.moderationWarning
    notification.warning = warning
    let note = Notifications.note(for: notification, layout: Layout(now: .fixtureNow))
    #expect(note.text.plain.hasPrefix(words + " · "), "\(note.text.plain)")
    #expect(note.detail.plain == (warning.text.isEmpty ? "" : "“Be kind, please.”"))
    let isAboutKept = !warning.statusIDs.isEmpty && warning.action != .deleteStatuses
    #expect(note.references.contains(.status("1")) == isAboutKept)
    let data = Notifications.data(for: notification, me: nil, layout: Layout(now: .fixtureNow)).serialized()
    #expect(
      data.contains(#""warning":{"action":"\#(warning.action.rawValue)""#),
      "\(data)")
  }

  @Test func anEmptyPartOfTheListIsNotAnEmptyList() {
    var state = Notifications.State.fixtures.empty
    state.range.after = "5"
    #expect(page(state).contains("No notifications there."))
  }

  @Test func noteHidesTextBehindAContentWarning() {
    let note = Notifications.note(
      for: .made("1", .mention, by: Account.fixtures.pool, about: Status.fixtures.contentWarning),
      layout: Layout(now: .fixtureNow))
    #expect(note.plain.hasPrefix("↩ Tide Pool mentioned you · "))
    #expect(note.detail.plain == "Content warning: food, politics")
  }

  @Test func controlSequencesAreRemoved() {
    for preview in Notifications.previews {
      for width in [72, 40, 20] {
        let text = text(preview.document(Layout(width: width, now: .fixtureNow)), width: width)
        #expect(!text.unicodeScalars.contains { $0.value < 0x20 && $0 != "\n" || (0x7F...0x9F).contains($0.value) })
        #expect(!text.contains("\u{202E}"))
      }
    }
  }

  @Test func everyFixtureHasAPreview() {
    #expect(
      Notifications.previews.map(\.id) == [
        "idle", "loading", "empty", "offline", "one", "many", "all-read", "grouped", "grouped-by-server",
        "only-some", "none-of-these", "every-kind", "wide-characters", "hostile", "warned",
      ])
  }

  /// Lost relationships and their reasons, and those that other servers report.
  @Test func eventIsShownWithItsNamesAndCounts() {
    func headline(_ kind: MastodonKit.Notification.Kind, _ change: (inout MastodonKit.Notification) -> Void) -> String {
      var notification = MastodonKit.Notification(
        id: "1", kind: kind, createdAt: .fixtureNow, account: Account.fixtures.rook)
      change(&notification)
      let note = Notifications.note(for: notification, layout: Layout(now: .fixtureNow))
      return note.plain.replacing(" · 12:00", with: "")
    }
    func lost(_ kind: RelationshipSeveranceEvent.Kind, _ name: String, _ followers: Int, _ following: Int) -> String {
      headline(.severedRelationships) {
        $0.event = RelationshipSeveranceEvent(
          id: "1", kind: kind, targetName: name, followersCount: followers, followingCount: following)
      }
    }
    #expect(
      lost(.domainBlock, "spam.example", 15, 1)
        == "The moderators blocked spam.example: you lost 15 followers and 1 account that you followed")
    #expect(
      lost(.userDomainBlock, "spam.example", 0, 2) == "You blocked spam.example: you lost 2 accounts that you followed")
    #expect(lost(.accountSuspension, "x@spam.example", 0, 0) == "The moderators suspended x@spam.example")
    #expect(headline(.unknown("annual_report")) { $0.year = 2026 } == "Your summary of 2026 is ready")
    #expect(headline(.unknown("move")) { $0.target = Account.fixtures.pool } == "Rook moved to @pool@shore.example")
    #expect(headline(.unknown("pleroma:emoji_reaction")) { $0.emoji = "🍅" } == "Rook reacted with 🍅")
    #expect(
      headline(.favourite) { $0.account = Account(id: "", username: "", acct: "") } == "★ An unknown account favourited"
    )
  }

  @Test func entriesThatCouldNotBeReadAreCounted() {
    var state = Notifications.State.fixtures.many
    state.list = PagedList(state.notifications, order: .chronological, skipped: 2)
    let text = Notifications.view(state, layout: .page).blocks.last
    #expect(text == .paragraph(StyledText("2 notifications could not be read.", .secondary)))
    state.list = PagedList(order: .chronological, skipped: 2)
    #expect(Notifications.view(state, layout: .page).blocks == [text])
  }
}

import FeatureKit
import FeatureTestKit
import MastodonKit
import StatusKit
import TerminalKit
import Testing

@Suite struct AccountViewTests {
  @Test func aProfileSaysWhoItIsAndHowYouStand() {
    let view = AccountView(
      Account.fixtures.wren, relationship: Relationship.fixtures.following, layout: layout())
    #expect(
      text(view.header) == """
        Wren Alder  @wren
          Three hives behind the signal box. Honey in August, opinions all year.
          Hives  Patience, Prudence, Parliament
          Stall  wren.example ✓
        1204 posts · 141 following · 388 followers · joined 14 Jul 2024
        You follow them.

        """)
    #expect(
      text(view.header, as: .spoken) == """
        Wren Alder. @wren – Three hives behind the signal box. Honey in August, opinions all year. Hives, Patience, \
        Prudence, Parliament. Stall, Link to wren.example, verified. 1204 posts, 141 following, 388 followers, joined \
        14 Jul 2024. You follow them.

        """)
  }

  @Test func hiddenCountIsLeftOut() {
    var account = Account.fixtures.wren
    account.followersCount = -1
    let lines = text(AccountView(account, relationship: nil, layout: layout()).header)
    #expect(lines.contains("141 following · joined") && !lines.contains("-1"))
    #expect(ListHeading(title: "", label: "", total: -1).total == nil)
  }

  @Test(
    arguments: [
      (Account.fixtures.noura, Relationship.fixtures.stranger, nil),
      (Account.fixtures.heron, Relationship.fixtures.mutual, "You follow each other with notifications."),
      (Account.fixtures.moss, Relationship.fixtures.requested, "You requested to follow them."),
      (Account.fixtures.moss, Relationship.fixtures.requestedBy, "They requested to follow you."),
      (Account.fixtures.hostile, Relationship.fixtures.blocking, "You block them."),
      (
        Account.fixtures.tides, Relationship.fixtures.muting,
        "You follow them without boosts, you mute them for 7 days."
      ),
    ] as [(Account, Relationship, String?)])
  func aRelationshipIsOneSentence(account: Account, relationship: Relationship, words: String?) {
    let lines = text(AccountView(account, relationship: relationship, layout: layout()).header)
    if let words {
      #expect(lines.contains("\n\(words)\n"))
    } else {
      #expect(!lines.contains("ollow them") && !lines.contains("lock"))
    }
  }

  @Test(arguments: [
    (Account.fixtures.moved, "Moved to Juniper Holt  @juniper@shore.example"),
    (Account.fixtures.gone, "This account was closed by its server's moderators."),
    (Account.fixtures.moss, "Moss  @moss · approves followers manually"),
    (Account.fixtures.tides, "Tide Table  @tides · bot"),
  ])
  func accountMarksAreSpelledOut(account: Account, line: String) {
    #expect(text(AccountView(account, layout: layout()).header).contains(line + "\n"))
  }

  @Test func aRowIsNameHandleAndTheFirstWordsOfTheNote() {
    let item = AccountView(Account.fixtures.pool, layout: layout()).item(number: 2)
    #expect(
      text([.item(item)]) == """
         2  Tide Pool  @pool@shore.example
            Ship's cook, ashore. Food, and the politics of food, behind a
            warning.

        """)
    #expect(
      item.spoken == """
        Tide Pool. Ship's cook, ashore. Food, and the politics of food, behind a warning. @pool@shore.example
        """)
    #expect(item.references == [.account(Account.fixtures.pool.id)])
    #expect(item.data["counts"] == ["posts": 2960, "following": 377, "followers": 904])
  }

  @Test(arguments: Account.fixtures.all)
  func accountTextCannotControlTheTerminal(_ account: Account) {
    let view = AccountView(account, layout: layout())
    let scalars = (text(view.header) + text([.item(view.item(number: 1))])).unicodeScalars
    #expect(!scalars.contains { $0.value == 0x1B || (0x80...0x9F).contains($0.value) || $0.value == 0x202E })
  }
}

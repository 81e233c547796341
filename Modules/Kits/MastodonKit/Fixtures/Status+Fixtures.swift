import FoundationEssentials

extension Status {
  /// Posts of the invented accounts, with fixed ids, dates and texts.
  public static let fixtures = Fixtures()

  public final class Fixtures: Sendable {
    /// A home timeline as a reader might meet it, newest first.
    public var home: [Status] {
      [
        threadRoot, boost, plain, quote, mentions, linkCard, mediaWithAlt, pollOpen, wideCharacters, filteredWarn, long,
        bot, customEmoji, filteredHide, edited, sensitiveMedia, rightToLeft, pollEnded,
      ]
    }

    /// One status of each shape.
    public var all: [Status] { plainShapes + conversations + withMedia + asking + quoting + filteredShapes + difficult }
  }

  /// One of the fixtures; its id and addresses follow from its age and author, so that ids are in the order of time.
  static func fixture(
    _ account: Account, minutesAgo: Int, _ content: String, replies: Int = 0, reblogs: Int = 0, favourites: Int = 0,
    _ change: (inout Status) -> Void = { _ in }
  ) -> Status {
    let id = ID("\(115_000_000 - minutesAgo)")
    var status = Status(
      id: id, uri: account.uri.map { "\($0)/statuses/\(id)" }, url: account.url.map { "\($0)/\(id)" },
      createdAt: .fixture(minutesAgo: minutesAgo), account: account, content: content, language: "en",
      repliesCount: replies, reblogsCount: reblogs, favouritesCount: favourites)
    change(&status)
    return status
  }

  /// Creates a reply that mentions the author whom it replies to.
  static func fixture(
    _ account: Account, minutesAgo: Int, replyingTo parent: Status, _ words: String, replies: Int = 0,
    favourites: Int = 0, _ change: (inout Status) -> Void = { _ in }
  ) -> Status {
    let content = "<p>\(FixtureHTML.mention(parent.account)) \(words)</p>"
    return fixture(account, minutesAgo: minutesAgo, content, replies: replies, favourites: favourites) {
      $0.inReplyToID = parent.id
      $0.inReplyToAccountID = parent.account.id
      $0.mentions = [Mention(parent.account)]
      change(&$0)
    }
  }
}

extension Status.Fixtures {
  /// Statuses with nothing but text to show.
  public var plainShapes: [Status] {
    [
      plain, own, long, edited, direct, followersOnly, unlisted, unknownVisibility, bot, deletedAuthor, marked,
      streamed,
    ]
  }

  /// A sentence or two.
  public var plain: Status {
    .fixture(
      Account.fixtures.heron, minutesAgo: 60, "<p>Low water at six. Went anyway.</p>", reblogs: 2, favourites: 19)
  }

  /// One of the reader's own.
  public var own: Status {
    .fixture(
      Account.fixtures.you, minutesAgo: 175,
      "<p>My bicycle has begun to comment on the hills. Who here mends bicycles?</p>", replies: 1, reblogs: 1,
      favourites: 4)
  }

  public var long: Status {
    .fixture(
      Account.fixtures.juniper, minutesAgo: 250,
      """
      <p>Somebody brought me a tide table to rebind: 1931, the whole year, every page annotated in pencil by a man who did \
      not believe it.</p><p>He was right eleven times. I counted. On 14 March the printed water came at 6:12 and he wrote \
      “6:40, and sulking”. On 2 September he wrote only “no”.</p><p>The binding was gone, so I sewed it on new cords and \
      left the boards as they were, with the ring from his mug on the back. You do not repair a thing by taking the \
      person out of it.</p><p>The owner asked what she owed me. I asked to keep it until the spring tides, to check. We \
      agreed on that,<br>and a jar of quince.</p>
      """, replies: 6, reblogs: 88, favourites: 240)
  }

  /// One that was changed after it was posted.
  public var edited: Status {
    .fixture(
      Account.fixtures.moss, minutesAgo: 330,
      "<p>The reading room is open until eight tonight. (I wrote nine. It has never been nine.)</p>", favourites: 5
    ) {
      $0.editedAt = .fixture(hoursAgo: 3)
    }
  }

  /// One for the reader alone.
  public var direct: Status {
    .fixture(
      Account.fixtures.rook, minutesAgo: 95,
      """
      <p>\(FixtureHTML.mention(Account.fixtures.you)) Do not tell Wren, but I have found her a fourth hive. It is in my \
      kitchen.</p>
      """
    ) {
      $0.visibility = .direct
      $0.mentions = [Mention(Account.fixtures.you)]
    }
  }

  /// One for its author's followers.
  public var followersOnly: Status {
    .fixture(
      Account.fixtures.moss, minutesAgo: 2900,
      "<p>For those I know: I leave the library in spring. Somebody else will have to know where things are.</p>",
      replies: 2, favourites: 9
    ) {
      $0.visibility = .private
    }
  }

  /// One that stays out of public timelines.
  public var unlisted: Status {
    .fixture(
      Account.fixtures.heron, minutesAgo: 1500, "<p>Forty-one lengths. I stopped because of a swan.</p>", favourites: 7
    ) {
      $0.visibility = .unlisted
    }
  }

  /// A post with a visibility that only its server knows.
  public var unknownVisibility: Status {
    .fixture(Account.fixtures.pool, minutesAgo: 1600, "<p>For the harbour only: the good anchovies are in.</p>") {
      $0.visibility = .unknown("local")
    }
  }

  /// One by a program.
  public var bot: Status {
    .fixture(
      Account.fixtures.tides, minutesAgo: 300,
      "<p>High water 14:12, 3.9 m. Low water 20:31, 0.8 m. Wind from the west. Nothing else to report.</p>",
      favourites: 3)
  }

  /// One whose author's account was closed.
  public var deletedAuthor: Status {
    .fixture(Account.fixtures.gone, minutesAgo: 4000, "<p>I will explain everything tomorrow.</p>", replies: 14)
  }

  /// One that the reader has favourited, boosted, bookmarked, pinned and muted.
  public var marked: Status {
    var status = plain
    status.favouritesCount += 1
    status.reblogsCount += 1
    status.favourited = true
    status.reblogged = true
    status.bookmarked = true
    status.pinned = true
    status.muted = true
    return status
  }

  /// A post from a public stream, without the state for the user.
  public var streamed: Status {
    var status = plain
    status.hasViewerState = false
    return status
  }
}

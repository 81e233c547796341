extension Status.Fixtures {
  /// Replies, boosts and mentions.
  public var conversations: [Status] { thread + [reply, boost, ownBoost, mentions, contentWarning] }

  /// A thread of six, depth first, as a server sends it: two replies, each with replies.
  public var thread: [Status] {
    [threadRoot, threadQuestion, threadAnswer, threadVisitor, threadName, threadRecess]
  }

  /// The first post of the thread.
  public var threadRoot: Status {
    let tag = Tag.fixture("beekeeping")
    return .fixture(
      Account.fixtures.wren, minutesAgo: 14,
      """
      <p>First frost. Two hives wrapped, one to go; the third is not speaking to me. \(FixtureHTML.hashtag(tag))</p>
      """, replies: 2, reblogs: 12, favourites: 40
    ) {
      $0.tags = [tag]
    }
  }

  /// A reply to the first post.
  public var threadQuestion: Status {
    .fixture(
      Account.fixtures.rook, minutesAgo: 13, replyingTo: threadRoot, "What do you wrap them in?", replies: 1,
      favourites: 2)
  }

  /// A reply to the first reply.
  public var threadAnswer: Status {
    .fixture(
      Account.fixtures.wren, minutesAgo: 12, replyingTo: threadQuestion,
      "Straw and tar paper, like my grandfather. He also sang to them. I have spared them that.", favourites: 11)
  }

  /// Another reply to the first post, from another server.
  public var threadVisitor: Status {
    .fixture(
      Account.fixtures.pool, minutesAgo: 11, replyingTo: threadRoot,
      """
      Ours winter in the lee of the boathouse and get nothing but a lid. What is the third one&#39;s name?
      """, replies: 1, favourites: 3)
  }

  /// A reply to the visitor.
  public var threadName: Status {
    .fixture(
      Account.fixtures.wren, minutesAgo: 10, replyingTo: threadVisitor,
      "Parliament. It is loud, it wastes honey, and nobody dares to open it.", replies: 1, favourites: 52)
  }

  /// A reply at the third level.
  public var threadRecess: Status {
    .fixture(Account.fixtures.heron, minutesAgo: 9, replyingTo: threadName, "Then wait for the recess.", favourites: 31)
  }

  public var reply: Status {
    .fixture(
      Account.fixtures.zoe, minutesAgo: 15, replyingTo: own,
      """
      Bring it round on Saturday. If the chain says tick-tick-clunk it is the chain; if it says nothing at all, that is \
      worse.
      """, favourites: 1)
  }

  /// A boost of a status with a content warning.
  public var boost: Status {
    let original = contentWarning
    return .fixture(Account.fixtures.rook, minutesAgo: 20, original.content) {
      $0.reblog = original
      $0.uri = "\($0.uri)/activity"
      $0.spoilerText = original.spoilerText
      $0.sensitive = original.sensitive
    }
  }

  /// The reader's own boost, as the server returns it.
  public var ownBoost: Status {
    var original = threadRoot
    original.reblogged = true
    original.reblogsCount += 1
    let boosted = original
    return .fixture(Account.fixtures.you, minutesAgo: 1, original.content) {
      $0.reblog = boosted
      $0.reblogged = true
      $0.tags = boosted.tags
    }
  }

  /// Names two accounts and two hashtags, and links to a page, in Mastodon's markup.
  public var mentions: Status {
    let (honey, harvest) = (Tag.fixture("honey"), Tag.fixture("harvest"))
    let (rook, pool) = (Account.fixtures.rook, Account.fixtures.pool)
    return .fixture(
      Account.fixtures.wren, minutesAgo: 130,
      """
      <p>\(FixtureHTML.mention(rook)) \(FixtureHTML.mention(pool)) The honey is in: ten jars each, as sworn before \
      witnesses &amp; one wasp. The rest goes to the stall. \
      \(FixtureHTML.link(shown: "wren.example/prices/2026/autumn", hidden: "-harvest?jars=40&amp;of=lime"))</p>\
      <p>\(FixtureHTML.hashtag(honey)) \(FixtureHTML.hashtag(harvest))</p>
      """, replies: 3, reblogs: 4, favourites: 28
    ) {
      $0.mentions = [Mention(rook), Mention(pool)]
      $0.tags = [honey, harvest]
    }
  }

  /// A post behind a content warning.
  public var contentWarning: Status {
    .fixture(
      Account.fixtures.pool, minutesAgo: 120,
      """
      <p>The harbour committee has voted on the chowder again. Seven to six for tomatoes. I have lived here nineteen years \
      and never seen a room so calm and so angry.</p>
      """, replies: 9, reblogs: 21, favourites: 77
    ) {
      $0.spoilerText = "food, politics"
      $0.sensitive = true
    }
  }
}

extension StatusContext {
  /// The contexts of the fixtures' thread.
  public static let fixtures = Fixtures()

  /// One context for each place in a thread.
  public final class Fixtures: Sendable {
    /// Nothing before, nothing after.
    public let empty = StatusContext()

    /// The context of the first post: five replies.
    public var root: StatusContext { StatusContext(descendants: Array(Status.fixtures.thread.dropFirst())) }

    /// The context of a reply: two posts before, one after.
    public var middle: StatusContext {
      StatusContext(
        ancestors: [Status.fixtures.threadRoot, Status.fixtures.threadVisitor],
        descendants: [Status.fixtures.threadRecess])
    }

    /// The context of a status with a chain of twelve replies: deeper than a screen is wide.
    public var deep: StatusContext {
      let words = [
        "Is it still raining?", "It has only moved.", "Where to?", "Here.", "Bring a hat.", "I brought two.", "Whose?",
        "Nobody has asked yet.", "I am asking.", "Then it is yours.", "It is wet.", "It is a hat, not a roof.",
      ]
      var parent = Status.fixtures.plain
      let descendants = words.enumerated().map { depth, text in
        let author = depth.isMultiple(of: 2) ? Account.fixtures.rook : Account.fixtures.heron
        parent = Status.fixture(
          author, minutesAgo: 59 - depth, replyingTo: parent, text, replies: depth + 1 < words.count ? 1 : 0)
        return parent
      }
      return StatusContext(descendants: descendants)
    }
  }
}

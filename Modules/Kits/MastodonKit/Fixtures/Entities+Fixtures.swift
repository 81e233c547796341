import FoundationEssentials

extension CustomEmoji {
  /// Emoji of the fixtures' own instance.
  public static let fixtures = Fixtures()

  public final class Fixtures: Sendable {
    public let kettle = CustomEmoji(
      shortcode: "kettle", url: "https://sandbox.example/emoji/kettle.png", category: "kitchen")
    public let spanner = CustomEmoji(
      shortcode: "spanner", url: "https://sandbox.example/emoji/spanner.png", category: "workshop")
  }
}

extension Poll {
  /// Polls at each stage.
  public static let fixtures = Fixtures()

  public final class Fixtures: Sendable {
    /// One that the reader can vote in.
    public let open = Poll(
      id: "301", expiresAt: .fixture(hoursAgo: -5), votesCount: 113,
      options: [Option("yes", votesCount: 70), Option("no", votesCount: 43)])
    /// The same after the reader chose its first option.
    public let voted = Poll(
      id: "301", expiresAt: .fixture(hoursAgo: -5), votesCount: 114,
      options: [Option("yes", votesCount: 71), Option("no", votesCount: 43)], voted: true, ownVotes: [0])
    /// One that ended, with several choices for each voter.
    public let ended = Poll(
      id: "302", expiresAt: .fixture(daysAgo: 1), expired: true, multiple: true, votesCount: 114, votersCount: 58,
      options: [
        Option("a spare tube", votesCount: 31), Option("a sandwich", votesCount: 44), Option("regret", votesCount: 27),
        Option("a smaller bag", votesCount: 12),
      ],
      voted: true, ownVotes: [1, 2])
    /// One that keeps its result back until it ends.
    public let hiddenTotals = Poll(
      id: "303", expiresAt: .fixture(minutesAgo: -20), options: [Option("tomatoes"), Option("cream")])
    /// A poll without votes and without an end.
    public let untouched = Poll(
      id: "304",
      options: [Option("はい 🙆‍♀️", votesCount: 0), Option("いいえ", votesCount: 0), Option(":kettle:", votesCount: 0)],
      emojis: [CustomEmoji.fixtures.kettle])
    public var all: [Poll] { [open, voted, ended, hiddenTotals, untouched] }
  }
}

extension PreviewCard {
  /// Cards for linked pages.
  public static let fixtures = Fixtures()

  public final class Fixtures: Sendable {
    public let article = PreviewCard(
      url: "https://shore.example/notes/the-brass-tide-machine?from=harbour", title: "The Brass Tide Machine",
      description: "Twenty-six wheels, one for each thing that pulls on the sea. It was right for eighty years.",
      authors: [Author(name: "Juniper Holt", url: "https://shore.example/@juniper")], providerName: "Shore Notes",
      providerURL: "https://shore.example", image: "https://shore.example/notes/tide-machine.jpg")
    /// A card with a title only.
    public let bare = PreviewCard(url: "https://wren.example/prices", title: "Prices")
    public let video = PreviewCard(
      url: "https://films.example/w/lock-at-night", title: "The upper lock, one night in four minutes", kind: .video,
      authors: [Author(name: "Rook")], providerName: "films.example", providerURL: "https://films.example",
      image: "https://films.example/t/lock.jpg")
    public var all: [PreviewCard] { [article, bare, video] }
  }
}

extension Filter {
  public static let fixtures = Fixtures()

  /// One filter for each action, and one that has ended.
  public final class Fixtures: Sendable {
    /// Hides a status behind a warning.
    public let warn = Filter(
      id: "401", title: "the serial", contexts: [.home, .public, .thread], action: .warn,
      keywords: [Keyword(id: "4011", keyword: "episode"), Keyword(id: "4012", keyword: "lighthouse")])
    /// Leaves a status out.
    public let hide = Filter(
      id: "402", title: "football", contexts: [.home, .public], action: .hide,
      keywords: [Keyword(id: "4021", keyword: "extra time")])
    /// Hides a status's media.
    public let blur = Filter(
      id: "403", title: "stings", contexts: [.home, .notifications, .public, .thread, .account], action: .blur,
      keywords: [Keyword(id: "4031", keyword: "sting", wholeWord: false)])
    public let expired = Filter(
      id: "404", title: "election week", contexts: [.home], action: .hide, expiresAt: .fixture(daysAgo: 1))
    public var all: [Filter] { [warn, hide, blur, expired] }
  }
}

extension Relationship {
  /// The user's relationships to others.
  public static let fixtures = Fixtures()

  public final class Fixtures: Sendable {
    public let stranger = Relationship(id: Account.fixtures.noura.id)
    public let following = Relationship(id: Account.fixtures.wren.id, following: true, showingReblogs: true)
    public let mutual = Relationship(
      id: Account.fixtures.heron.id, following: true, showingReblogs: true, notifying: true, followedBy: true)
    /// The reader has asked to follow.
    public let requested = Relationship(id: Account.fixtures.moss.id, requested: true)
    /// The other has asked to follow.
    public let requestedBy = Relationship(id: Account.fixtures.moss.id, requestedBy: true)
    public let blocking = Relationship(id: Account.fixtures.hostile.id, blocking: true)
    /// The user has muted the account for a while.
    public let muting = Relationship(
      id: Account.fixtures.tides.id, following: true, showingReblogs: false, muting: true, mutingNotifications: true,
      mutingExpiresAt: .fixture(daysAgo: -7), note: "Only until the spring tides.")
    public var all: [Relationship] {
      [stranger, following, mutual, requested, requestedBy, blocking, muting]
    }
  }
}

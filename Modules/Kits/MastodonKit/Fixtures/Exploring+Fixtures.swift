import FoundationEssentials

extension Tag {
  public static let fixtures = Fixtures()

  public final class Fixtures: Sendable {
    /// One that more people use each day.
    public let rising = Tag(
      name: "canal", url: "https://sandbox.example/tags/canal", following: true,
      history: Tag.Usage.fixtures([14, 9, 5, 3, 1, 0, 1]))
    /// One that few use, on a server that does not say who follows it.
    public let quiet = Tag(
      name: "NightTrains", url: "https://sandbox.example/tags/nighttrains",
      history: Tag.Usage.fixtures([0, 0, 1, 0, 0, 0, 0]))
    /// One on the user's profile, without a history.
    public let featured = Tag(name: "beekeeping", url: "https://sandbox.example/tags/beekeeping", featuring: true)
    public let wideCharacters = Tag(
      name: "写真", url: "https://sandbox.example/tags/写真", following: false,
      history: Tag.Usage.fixtures([2, 4, 8, 16, 8, 4, 2]))
    /// One whose name tries to take over the terminal.
    public let hostile = Tag(name: "canal\u{1B}[2J\u{202E}", url: "javascript:alert(1)", following: true)

    /// One of each that a server may send.
    public var all: [Tag] { [rising, quiet, featured, wideCharacters] }
  }
}

extension Tag.Usage {
  /// One day for each number of uses, the newest first.
  static func fixtures(_ uses: [Int]) -> [Tag.Usage] {
    uses.enumerated().map {
      Tag.Usage(day: .fixture(daysAgo: $0.offset, hoursAgo: 12), uses: $0.element, accounts: ($0.element + 1) / 2)
    }
  }
}

extension TrendsLink {
  public static let fixtures = Fixtures()

  public final class Fixtures: Sendable {
    /// An article whose author has an account.
    public var article: TrendsLink {
      var card = PreviewCard.fixtures.article
      card.authors[0].account = Account.fixtures.juniper
      return TrendsLink(card: card, history: Tag.Usage.fixtures([8, 5, 2, 0, 0, 0, 0]))
    }
    /// One about which nothing is known but its title.
    public let bare = TrendsLink(card: PreviewCard.fixtures.bare)
    /// One whose title and authors try to take over the terminal.
    public let hostile = TrendsLink(
      card: PreviewCard(
        url: "https://nettle.example/\u{1B}[2J", title: "Free\u{1B}]0;mine\u{7} \u{202E}crypto",
        description: "\u{1B}[8mhidden", authors: [PreviewCard.Author(name: "\u{9B}2JMallow")],
        providerName: "nettle\u{0}"))

    /// One of each that a server may send.
    public var all: [TrendsLink] { [article, bare] }
  }
}

extension Suggestion {
  public static let fixtures = Fixtures()

  public final class Fixtures: Sendable {
    public let friends = Suggestion(
      sources: [.friendsOfFriends, .similarToRecentlyFollowed], account: Account.fixtures.juniper)
    public let featured = Suggestion(sources: [.featured], account: Account.fixtures.tides)
    /// For a reason that is not known here, and none at all.
    public let unknown = Suggestion(sources: [.unknown("moon_phase")], account: Account.fixtures.noura)
    /// An account that tries to take over the terminal.
    public let hostile = Suggestion(sources: [.unknown("\u{1B}[2J")], account: Account.fixtures.hostile)

    /// One of each that a server may send.
    public var all: [Suggestion] { [friends, featured, unknown] }
  }
}

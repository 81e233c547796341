import FoundationEssentials

extension Account {
  /// Invented people on invented hosts, the same in previews, tests and the sandbox.
  public static let fixtures = Fixtures()

  /// Everybody, and the shapes that an account can come in.
  public final class Fixtures: Sendable {
    /// The reader, with what only the owner of an account sees.
    public let you = fixture(
      "you", number: 0, name: "You", note: "<p>New here. Mostly reading.</p>", counts: (7, 3, 9), lastHours: 26
    ) {
      $0.source = Source(
        privacy: .public, language: "en", note: "New here. Mostly reading.")
    }

    /// A beekeeper with three hives and a dry way of putting things.
    public let wren = fixture(
      "wren", number: 1, name: "Wren Alder",
      note: "<p>Three hives behind the signal box. Honey in August, opinions all year.</p>",
      counts: (1204, 388, 141)
    ) {
      $0.fields = [
        Field(
          name: "Hives", value: "<p>Patience, Prudence, Parliament</p>"),
        Field(
          name: "Stall",
          value: """
            <a href="https://wren.example" rel="me nofollow noopener" target="_blank">\
            <span class="invisible">https://</span><span class="">wren.example</span></a>
            """,
          verifiedAt: .fixture(daysAgo: 200)),
      ]
    }

    /// A lock keeper on the night shift, who asks what others would like to know.
    public let rook = fixture(
      "rook", number: 2, name: "Rook",
      note: "<p>Night shift at the upper lock. If you are awake, say so.</p>", counts: (5310, 612, 498))

    /// A swimmer in all weathers, with a camera.
    public let heron = fixture(
      "heron", number: 3, name: "Heron",
      note: "<p>I go in. The water has never once been warm. Photographs mine.</p>", counts: (877, 1540, 63))

    /// A cook by the sea, on another server, with content warnings.
    public let pool = fixture(
      "pool", number: 4, host: "shore.example", name: "Tide Pool",
      note: "<p>Ship&#39;s cook, ashore. Food, and the politics of food, behind a warning.</p>",
      counts: (2960, 904, 377))

    /// A letterpress printer who writes in Japanese.
    public let chinatsu = fixture(
      "chinatsu", number: 5, name: "川瀬ちなつ",
      note: "<p>活版印刷の小さな工房をしています。猫が二匹、活字が十万本。</p>", counts: (640, 233, 118))

    /// A bicycle mechanic whose name has an accent of its own and joined emoji.
    public let zoe = fixture(
      "zoe", number: 6, name: "Zoe\u{308} Marsh 👩🏽‍🔧🚲 :spanner:",
      note: "<p>Bicycles mended Tuesdays to Saturdays. Sundays they mend me.</p>", counts: (1731, 520, 260)
    ) {
      $0.emojis = [CustomEmoji.fixtures.spanner]
    }

    /// A program that posts the times of high and low water.
    public let tides = fixture(
      "tides", number: 7, name: "Tide Table",
      note: "<p>High and low water, twice a day. I am a program and I do not swim.</p>", counts: (4380, 1022, 0)
    ) {
      $0.bot = true
    }

    /// A librarian who lets followers in one by one.
    public let moss = fixture(
      "moss", number: 8, name: "Moss", note: "<p>Librarian. Quiet is a service we provide.</p>", counts: (212, 41, 44)
    ) {
      $0.locked = true
    }

    /// An astronomer on another server who writes in Arabic.
    public let noura = fixture(
      "noura", number: 9, host: "dunes.example", name: "نورا",
      note: "<p>أرصد النجوم من سطح بيتي. القهوة على الجيران.</p>", counts: (455, 317, 96))

    /// A bookbinder on another server that allows long texts.
    public let juniper = fixture(
      "juniper", number: 10, host: "shore.example", name: "Juniper Holt",
      note: "<p>Bookbinder. I put things back together and write down what fell out.</p>", counts: (538, 1210, 205))

    /// An account whose name contains terminal control sequences.
    public let hostile = fixture(
      "mallow", number: 11, host: "nettle.example",
      name: "Mallow\u{1B}[31m\u{1B}]0;mine now\u{7}\u{202E}wollaM\u{9B}2J\u{0}\u{200B}",
      note: "<p>\u{1B}[2JFree crypto\u{2066} <script>alert(1)</script><b>unclosed", counts: (66_000, 3, 90_000)
    ) {
      $0.fields = [Field(name: "\u{1B}[8mhidden", value: "<a href=\"javascript:alert(1)\">site\u{202E}</a>")]
    }

    public let gone = fixture(
      "gone", number: 12, host: "closed.example", name: "", note: "", counts: (0, 0, 0), lastHours: nil
    ) {
      $0.suspended = true
      $0.avatar = nil
      $0.header = nil
    }

    /// An account that moved to another server: Juniper's first account.
    public var moved: Account {
      Account.fixture("juniper_h", number: 13, name: "Juniper (moved)", note: "", counts: (12, 90, 30)) {
        $0.moved = juniper
      }
    }

    /// The accounts on the fixtures' own instance, without the user's.
    public var residents: [Account] { [wren, rook, heron, chinatsu, zoe, tides, moss] }

    public var visitors: [Account] { [pool, noura, juniper] }

    /// One account of each shape.
    public var all: [Account] { [you] + residents + visitors + [hostile, gone, moved] }
  }

  /// One of the cast; its addresses follow from its name and host.
  fileprivate static func fixture(
    _ username: String, number: Int, host: String? = nil, name: String, note: String,
    counts: (statuses: Int, followers: Int, following: Int), lastHours: Int? = 1,
    _ change: (inout Account) -> Void = { _ in }
  ) -> Account {
    let home = host ?? Instance.fixtures.sandbox.domain
    var account = Account(
      id: ID("\(1001 + number)"), username: username, acct: host.map { "\(username)@\($0)" } ?? username,
      displayName: name, note: note, url: "https://\(home)/@\(username)", uri: "https://\(home)/users/\(username)",
      avatar: "https://\(home)/avatars/\(username).png", header: "https://\(home)/headers/\(username).png",
      createdAt: MastodonDate.startOfDay(.fixture(daysAgo: 900 - 40 * number)),
      lastStatusAt: lastHours.map { MastodonDate.startOfDay(.fixture(hoursAgo: $0)) },
      statusesCount: counts.statuses, followersCount: counts.followers, followingCount: counts.following)
    change(&account)
    return account
  }
}

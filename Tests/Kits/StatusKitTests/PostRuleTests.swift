import FeatureKit
import FeatureTestKit
import FoundationEssentials
import MastodonKit
import TerminalKit
import Testing

@testable import StatusKit

/// Rules of the user's: what they match, and where they hide posts.
@MainActor @Suite struct PostRuleTests {
  private static let accounts = Account.fixtures

  private func post(_ content: String = "<p>Frost on the <b>Crème</b> lock.</p>", _ number: Int = 1) -> Status {
    Status(
      id: Status.ID("1000\(number)"), createdAt: .fixture(minutesAgo: 90), account: Self.accounts.rook,
      content: content,
      language: "en-GB")
  }

  private func boost(_ post: Status) -> Status {
    var boost = Status(id: "20001", createdAt: .fixture(minutesAgo: 5), account: Self.accounts.wren, content: "")
    boost.reblog = post
    return boost
  }

  private func matches(
    _ rule: String, _ status: Status, in place: ArchiveQuery.Place? = .home, isLive: Bool = false,
    me: Account.ID? = accounts.rook.id
  ) throws -> Bool {
    let reader = ArchiveQuery.Reader(place: place, isLive: isLive, me: me, host: "shore.example", zone: .utc)
    return try ArchiveQuery(rule: rule, now: .fixtureNow, zone: .utc).matches(status, for: reader)
  }

  // MARK: - What matches

  @Test(arguments: [
    "frost", "FROST creme", "cre", "cre*", #""the creme lock""#, "nothing or lock", "-boat", "match:/Fro.t/",
    "match:/^FROST on/i",
    "from:@rook", "from:rook", "from:@ROOK@shore.example", "from:me", "lang:en", "after:2h", "before:2030", "in:home",
    "in:home or in:local", "-in:live", "-is:boost", "-has:media", "rook",
  ])
  func conditionsThatApply(_ rule: String) throws { #expect(try matches(rule, post())) }

  @Test(arguments: [
    "ice", "rost", #""lock creme""#, "-lock", "frost boat", "match:/frost/", "match:/boat/i", "from:@wren",
    "from:@rook@else.example",
    "lang:de", "before:2h", "in:local", "in:live", "in:list:Friends", "is:reply", "is:boost", "is:private", "has:poll",
    "to:me",
    "#lock",
  ])
  func conditionsThatDoNot(_ rule: String) throws { #expect(try !matches(rule, post())) }

  @Test(arguments: [
    "in:group:Old", "in:group:\"old\"", "in:\"group:Old\"", "in:group:“Old”",
  ])
  func groupThatIsRenamedKeepsItsRules(_ place: String) throws {
    let rule = "frost -\(place) or in:group:Older \"in:group:Old\""
    let changed = try #require(ArchiveQuery.renaming("group", "Old", to: "Boats and locks", in: rule))
    #expect(changed == "frost -in:group:\"Boats and locks\" or in:group:Older \"in:group:Old\"")
    #expect(try matches("frost in:group:\"Boats and locks\"", post(), in: .group("Boats and locks")))
    #expect(ArchiveQuery.renaming("group", "Old", to: "New", in: "frost in:home") == nil)
    #expect(ArchiveQuery.renaming("list", "Old", to: "New", in: rule) == nil)
    #expect(ArchiveQuery.renaming("list", "Old", to: "New", in: "in:list:old") == "in:list:\"New\"")
  }

  @Test func everyTextOfAPostIsSearched() throws {
    var status = post("")
    status.spoilerText = "Sluice"
    status.tags = [MastodonKit.Tag(name: "Canal")]
    status.mentions = [Mention(id: Self.accounts.heron.id, username: "heron")]
    (status.inReplyToID, status.inReplyToAccountID) = ("1", Self.accounts.heron.id)
    for rule in ["sluice", "#canal", "canal", "mentions:heron", "to:@heron", "heron", "is:reply"] {
      #expect(try matches(rule, status), "\(rule)")
    }
  }

  @Test func aBoostIsOfWhoBoostsAndOfWhoWrote() throws {
    let status = boost(post())
    for rule in ["from:@wren", "from:@rook", "is:boost", "frost", "is:boost from:@wren"] {
      #expect(try matches(rule, status), "\(rule)")
    }
  }

  @Test func hoursAreThoseOfTheLocalClock() throws {
    var status = post()
    status.createdAt = Date(timeIntervalSince1970: 23 * 3600)
    #expect(try matches("time:22-7", status))
    #expect(try !matches("time:9-17", status))
  }

  @Test func aListIsNamedByItsTitle() throws {
    #expect(try matches("in:list:friends", post(), in: .list("Friends")))
    #expect(try matches("in:live", post(), isLive: true))
  }

  // MARK: - Mistakes

  @Test(arguments: [
    ("", "A rule needs words or operators.", "Example: \"crypto or nft\""),
    ("form:rook", "Unknown operator “form:”.", "from:"),
    ("match:crypto", "match: needs an expression between slashes.", "match:/crypto|nft/i"),
    ("match://", "match: needs an expression between slashes.", "match:/crypto|nft/i"),
    ("match:/cry(pto/i", "match: has a mistake at character 4 of “cry(pto”. “(” is never closed.", "\\("),
    ("match:/a b/x", "Unknown letters “x” after the last slash of match:.", "Only i"),
    ("time:25-3", "time: cannot be “25-3”.", "9-17"),
    ("in:bookmarks", "in: cannot be “bookmarks”.", "in:live"),
    ("in:#canal weir", "in: cannot be “#canal”.", "group create NAME #canal, then in:group:NAME"),
    ("in:server:shore.example", "in: cannot be “server:shore.example”.", "group create NAME server:shore.example"),
    ("?!", "“?!” has no letter, digit or symbol.", "match:/?!/"),
    (String(repeating: "a", count: 501), "A rule has at most 500 characters.", "Split"),
  ])
  func wrongRulesAreRefusedWithWhatIsAllowed(_ rule: String, _ message: String, _ suggestion: String) {
    let error = #expect(throws: AppError.self) { try ArchiveQuery(rule: rule, now: .fixtureNow, zone: .utc) }
    #expect(error?.message == message)
    #expect(error?.suggestion.contains(suggestion) == true, "\(error?.suggestion ?? "")")
  }

  @Test(arguments: ["match:/a/", "time:9-17", "in:live"]) func aSearchHasNoConditionsOfRules(_ text: String) {
    #expect(throws: AppError.self) { try ArchiveQuery.groups(text, now: .fixtureNow, zone: .utc) }
  }

  /// As in a text that was copied from a post.
  @Test(arguments: ["rock & roll", "rock + roll", "- rock roll", "rock roll :)", "rock \"&\" roll"])
  func wordsWithoutLettersCountForNothingInASearch(_ text: String) throws {
    let groups = try ArchiveQuery.groups(text, now: .fixtureNow, zone: .utc)
    #expect(groups == (try ArchiveQuery.groups("rock roll", now: .fixtureNow, zone: .utc)))
  }

  @Test(arguments: ["&", "- :)", "\"?!\""]) func aSearchForNothingIsRefused(_ text: String) {
    #expect(throws: AppError.self) { try ArchiveQuery.groups(text, now: .fixtureNow, zone: .utc) }
  }

  // MARK: - Timelines and live lines

  @MainActor private final class Counts {
    var counts: [PostRule.ID: Int] = [:]
  }

  private func shown(_ rules: [PostRule], _ counts: Counts = Counts()) -> ShownPosts {
    ShownPosts(
      rules: {
        ShownPosts.Rules { PostRules(rules, host: "shore.example", now: .fixtureNow, zone: .utc) }
      }, me: { Self.accounts.you.id }, count: { counts.counts.merge($0, uniquingKeysWith: +) })
  }

  private func timeline(
    _ posts: [Status], _ shown: ShownPosts, kind: String = "home", context: Filter.Context = .home
  ) -> StatusTimeline.Model {
    StatusTimeline.Model(
      state: StatusTimeline.State(kind: kind, title: "Home", label: "home", context: context, emptyText: "Empty."),
      in: .fixture(shown: shown)
    ) { _ in Page(posts) }
  }

  private func printed(_ model: StatusTimeline.Model) -> String {
    text(StatusTimeline.view(model.state, layout: .fixture))
  }

  @Test func aTimelineLeavesOutWhatARuleHidesAndNamesTheRule() async throws {
    let counts = Counts()
    let rules = [
      PostRule(id: 3, .hide, "frost in:home"), PostRule(id: 4, .hide, "broken:"), PostRule(id: 5, .hide, "rain"),
    ]
    let shown = shown(rules, counts)
    let posts = [
      post("<p>Frost.</p>", 3), post("<p>Sun.</p>", 2), post("<p>Rain.</p>", 1), post("<p>Frost again.</p>", 0),
    ]
    let model = timeline(posts, shown)
    await model.load()
    let page = printed(model).replacing("\n", with: " ")
    #expect(page.contains("Sun.") && !page.contains("Frost") && !page.contains("Rain."))
    #expect(
      page.contains("2 posts by rule 3, 1 post by rule 5 hidden. To see the rules: rules"), "\(page)"
    )
    try await model.refresh()
    #expect(counts.counts == [3: 2, 5: 1], "each post counts once")
    let elsewhere = timeline(posts, shown, kind: "tag", context: .public)
    await elsewhere.load()
    #expect(elsewhere.state.visible.count == 3, "rule 3 is for Home")
    let favourites = timeline(posts, shown, kind: "favourites", context: .account)
    await favourites.load()
    #expect(favourites.state.visible.count == 4)
  }

  @Test func liveLinesAndTheCountOfNewPostsLeaveItOutToo() async {
    let shown = shown([PostRule(id: 1, .hide, "frost"), PostRule(id: 2, .hide, "rain in:live")])
    #expect(
      shown.isUnannounced(post()) && shown.isUnannounced(post("<p>Rain</p>"))
        && !shown.isUnannounced(post("<p>Sun</p>")))
    let model = timeline([post("<p>Rain.</p>", 1)], shown)
    await model.load()
    model.count(post("<p>Frost.</p>", 5), me: nil)
    model.count(post("<p>Sun.</p>", 6), me: nil)
    #expect(model.state.visible.count == 1 && model.state.unread == 1)
  }
}

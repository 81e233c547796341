import FoundationEssentials
import MastodonKit
import Testing

@Suite struct EntityTests {
  @Test func idsAreOrderedByLengthAndThenByTheAlphabet() {
    let ids: [Status.ID] = ["10", "9", "01JD7ZQ0F5B6M1R2T3V4W5X6Y7", "01JD7ZQ0F5B6M1R2T3V4W5X6Y6", "11"]
    #expect(
      ids.sorted().map(\.rawValue)
        == ["9", "10", "11", "01JD7ZQ0F5B6M1R2T3V4W5X6Y6", "01JD7ZQ0F5B6M1R2T3V4W5X6Y7"])
  }

  @Test(arguments: [("\"17\"", "17"), ("17", "17"), ("\"01JD\"", "01JD")])
  func anIdIsReadFromAStringOrANumber(_ json: String, _ id: String) throws {
    #expect(try MastodonJSON.decode(Status.ID.self, from: Data(json.utf8)).rawValue == id)
  }

  @Test(arguments: ["null", "true", "[]", "{}"])
  func anIdIsNothingElse(_ json: String) {
    #expect(throws: DecodingError.self) {
      try MastodonJSON.decode(Status.ID.self, from: Data(json.utf8))
    }
  }

  @Test func everyKnownWordIsReadBackAsItself() {
    func check<Word: OpenEnum>(_ type: Word.Type) {
      for word in Word.known { #expect(Word(rawValue: word.rawValue) == word) }
      #expect(Set(Word.known.map(\.rawValue)).count == Word.known.count)
      #expect(Word(rawValue: "from-the-future") == .unknown("from-the-future"))
    }
    check(Visibility.self)
    check(Notification.Kind.self)
    check(MediaAttachment.Kind.self)
    check(PreviewCard.Kind.self)
    check(Filter.Action.self)
    check(Filter.Context.self)
    check(Quote.State.self)
    check(Preferences.ExpandMedia.self)
  }

  @Test(arguments: [
    ("read write push", []), ("", []), ("read", ["write", "push"]), ("read:accounts write:statuses push", []),
    ("profile", ["read", "write", "push"]),
  ])
  func scopeOfWhichNothingWasGrantedIsNamed(_ granted: String, _ refused: [String]) {
    let token = Token(accessToken: "a", scope: granted, createdAt: .fixtureNow)
    #expect(token.scopesRefused(of: ["read", "write", "push"]) == refused)
  }

  @Test func tokenDescriptionContainsNoSecret() {
    let token = Token(accessToken: "s3cret", scope: "read", createdAt: .fixtureNow, refreshToken: "s3cret-too")
    let application = Application(name: "Howdah", clientID: "id", clientSecret: "s3cret")
    var dumped = "\(token) \(application) \(String(reflecting: token)) \(String(reflecting: application))"
    dump(token, to: &dumped)
    dump([application], to: &dumped)
    dump(Optional(token), to: &dumped)
    #expect(!dumped.contains("s3cret"))
    #expect(dumped.contains("redacted"))
  }

  @Test(
    arguments: [
      ([], .show), ([Filter.fixtures.blur], .blur(titles: ["stings"])),
      ([Filter.fixtures.blur, Filter.fixtures.warn], .warn(titles: ["the serial"])),
      ([Filter.fixtures.warn, Filter.fixtures.warn], .warn(titles: ["the serial"])),
      ([Filter.fixtures.warn, Filter.fixtures.hide], .hide), ([Filter.fixtures.expired], .show),
      ([Filter(id: "1", title: "elsewhere", contexts: [.account], action: .hide)], .show),
      ([Filter(id: "1", title: "anywhere", contexts: [], action: .hide)], .hide),
      ([Filter(id: "1", title: "new", contexts: [.home], action: .unknown("fade"))], .warn(titles: ["new"])),
    ] as [([Filter], FilterVerdict)])
  func filtersAskForTheStrongestThatApplies(_ filters: [Filter], _ verdict: FilterVerdict) {
    var status = Status.fixtures.plain
    status.filtered = filters.map { FilterResult(filter: $0) }
    #expect(status.filterVerdict(in: .home, at: .fixtureNow) == verdict)
    let boost = Status(id: "2", createdAt: .fixtureNow, account: Account.fixtures.rook, content: "", reblog: status)
    #expect(boost.filterVerdict(in: .home, at: .fixtureNow) == verdict)
  }

  @Test func aSharedPollCountsVotersWhereSeveralChoicesAreAllowed() {
    let polls = Poll.fixtures
    #expect(polls.open.share(of: 0) == 70.0 / 113)
    #expect(polls.ended.share(of: 1) == 44.0 / 58)
    #expect(polls.hiddenTotals.share(of: 0) == nil)
    #expect(polls.untouched.share(of: 0) == nil)
    #expect(polls.open.share(of: 2) == nil)
  }

  @Test func aNameIsNeverBlank() {
    #expect(Account(id: "1", username: "wren", displayName: " \u{2003}\n").name == "wren")
    #expect(Account(id: "1", username: "wren", displayName: "Wren Alder").name == "Wren Alder")
  }

  @Test func aChangedCopyLeavesItsOriginalAlone() {
    let original = Status.fixtures.boost
    var copy = original
    copy.reblog?.favourited = true
    #expect(original.reblog?.favourited == false)
    #expect(copy.reblog?.favourited == true)
    #expect(copy != original)
    copy.reblog = nil
    #expect(copy.displayed == copy)
  }
}

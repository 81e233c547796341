import FeatureKit
import FeatureTestKit
import FoundationEssentials
import MastodonKit
import PeopleFeature
import StatusKit
import Synchronization
import TerminalKit
import Testing

/// The actions on accounts from any screen.
@MainActor
@Suite struct PeopleTests {
  /// The requests to the server.
  private let changes = Log<String>()

  let looks = Log<[Account.ID: String]>()

  private var memory: FollowerMemory {
    FollowerMemory(
      last: { [looks] in
        guard let last = looks.all.last, !last.isEmpty else { return nil }
        return FollowerMemory.Snapshot(date: .fixture(daysAgo: 1), followers: last)
      }, save: { [looks] in looks.add($0) })
  }

  private let people = [Account.fixtures.heron, Account.fixtures.wren, Account.fixtures.moss, Account.fixtures.you]

  func action(
    shown: Account.ID? = nil, isFollowing: Bool = true, isOffline: Bool = false, before: Relationship? = nil,
    answer: @escaping @Sendable (Account.ID, RelationshipChange) throws -> Relationship
  ) -> People.Action {
    var service = PeopleService.fixtures.offline
    let (changes, people) = (changes, people)
    service.change = { id, change in
      changes.add("\(people.first { $0.id == id }?.acct ?? "?"): \(change)")
      return try answer(id, change)
    }
    service.relationships = { ids in
      ids.map { id in
        var relationship = before ?? Relationship(id: id, following: isFollowing, note: "Owes me a jar.")
        relationship.id = id
        return relationship
      }
    }
    service.setDomainBlocked = { host, isBlocked in changes.add("\(host): \(isBlocked)") }
    service.blockedDomains = { _ in Page(["shore.example", "nettle.example"]) }
    service.featureTag = { FeaturedTag(id: "7", name: $0) }
    service.featuredTags = { _ in [FeaturedTag(id: "7", name: "Canal", statusesCount: 3)] }
    service.accounts = { listing, _ in
      guard case .followers = listing else { throw MastodonError.fixtures.offline }
      return Page([Account.fixtures.heron, Account.fixtures.wren])
    }
    service.unfeatureTag = { changes.add("unfeature \($0)") }
    return People.Action(
      service: service, server: isOffline ? .fixtures.offline : service,
      account: { id in
        guard let account = people.first(where: { $0.id == id }) else { throw MastodonError.fixtures.offline }
        return account
      }, followers: memory,
      followTag: { name, isOn in (MastodonKit.Tag(name: name, following: isOn), name == "night") },
      me: { Account.fixtures.you.id },
      ownID: { Account.fixtures.you.id }, now: { .fixtureNow }, isOwnServer: { $0 == "own.example" }, shown: { shown },
      relationships: Living(),
      show: { listing, _ in
        changes.add("show \(listing)")
        return .screen
      })
  }

  /// Types a line on a screen without numbers; `@name` is one of the people.
  func type(
    _ line: String, shown: Account.ID? = nil, isFollowing: Bool = true, isOffline: Bool = false,
    before: Relationship? = nil,
    answer: @escaping @Sendable (Account.ID, RelationshipChange) throws -> Relationship = { id, _ in
      Relationship(id: id)
    }
  ) async throws -> Response {
    try await run(
      line, action(shown: shown, isFollowing: isFollowing, isOffline: isOffline, before: before, answer: answer))
  }

  func run(_ line: String, _ action: People.Action) async throws -> Response {
    let words = line.split(separator: " ").map(String.init)
    let verb = try #require(People.plugin(action: action).verbs.first { $0.matches(words[0]) })
    let people = people
    let context = ArgumentContext(
      highestNumber: { 2 },
      shown: { number in number == 2 ? [Reference(kind: .init(rawValue: "domain"), id: "nettle.example")] : nil },
      resolve: { name, kind in
        guard let account = people.first(where: { "@\($0.acct)" == name }) else {
          throw AppError.notFound("No \(name).")
        }
        return Reference(kind: kind, id: account.id.rawValue)
      })
    return try await verb.run(
      ArgumentReader(ArgumentList(shellArguments: Array(words.dropFirst())), for: verb, context: context))
  }

  func said(
    _ line: String, shown: Account.ID? = nil, isFollowing: Bool = true,
    answer: @escaping @Sendable (Account.ID, RelationshipChange) throws -> Relationship = { id, _ in
      Relationship(id: id)
    }
  ) async throws -> String {
    var response = try await type(line, shown: shown, isFollowing: isFollowing, answer: answer)
    if case .confirm(let confirmation) = response {
      response = try await confirmation.proceed()
      changes.add(confirmation.question)
    }
    guard case .toast(let toast) = response else { return "no toast" }
    return toast.text.plain + (toast.hint.map { " | \($0)" } ?? "")
  }

  @Test func keptFollowersAreNotComparedWhereTheServerCannotBeReached() async throws {
    let error = await #expect(throws: AppError.self) { try await type("followers --changes", isOffline: true) }
    #expect(error?.suggestion.contains("the list that the server has now") == true)
    #expect(looks.all.isEmpty)
  }

  @Test func serverThatSendsItsFirstPageForEverHasNoListToCompare() async throws {
    var action = action { id, _ in Relationship(id: id) }
    action.server.accounts = { _, request in
      Page([Account.fixtures.heron, Account.fixtures.wren], older: Cursor("\(request.position)x"))
    }
    let repeating = action
    let error = await #expect(throws: AppError.self) { try await run("followers --changes", repeating) }
    #expect(error == .repeatedPage(of: "followers") && looks.all.isEmpty)
  }

  @Test func followersAreComparedWithThoseOfTheLastLookAndKeptOnlyThen() async throws {
    let now = Dictionary(uniqueKeysWithValues: [Account.fixtures.heron, .fixtures.wren].map { ($0.id, $0.acct) })
    func text() async throws -> String {
      guard case .view(let view) = try await type("followers --changes") else { return "no view" }
      let renderer = Renderer(
        format: .plain, width: 72, theme: .mono, colors: .none, showsHint: true, hyperlinks: false)
      return renderer.render(view(Layout(now: .fixtureNow)))
    }
    #expect(looks.all.isEmpty)
    #expect(try await text().contains("2 followers are kept on this machine."))
    #expect(looks.all == [now])
    looks.add([Account.fixtures.heron.id: "heron", Account.fixtures.moss.id: "moss"])
    let changes = try await text()
    #expect(changes.contains("1 follows you no longer, 1 new.") && changes.contains("@moss · gone"))
    #expect(looks.all.last == now)
    #expect(try await said("followers --forget") == "Your followers are no longer kept on this machine.")
    #expect(looks.all.last == [:])
    await #expect(throws: AppError.self) { try await type("followers @wren --changes") }
  }

  @Test func anyoneAndAnyHashtagCanBeFollowedFromAnywhere() async throws {
    let follows: @Sendable (Account.ID, RelationshipChange) -> Relationship = { id, _ in
      Relationship(id: id, following: true, showingReblogs: true)
    }
    #expect(try await said("follow @heron", isFollowing: false, answer: follows) == "Followed Heron. | unfollow @heron")
    #expect(try await said("follow heron", isFollowing: false, answer: follows) == "Followed Heron. | unfollow @heron")
    #expect(try await said("follow #canal") == "Followed #canal. | unfollow #canal")
    #expect(try await said("unfollow #night") == "Unfollowed #night. | follow #night")
    #expect(try await said("unfollow #canal") == "You do not follow #canal.")
    #expect(try await said("follow #canal #night") == "You already follow #night. Followed #canal. | unfollow #canal")
    await #expect(throws: AppError.self) { try await type("follow @you") }
    await #expect(throws: AppError.self) { try await type("follow #canal --notify") }
    for line in ["follow #../x", "unfollow #a/b", "feature ..", "unfeature #12"] {
      let error = await #expect(throws: AppError.self) { try await type(line) }
      #expect(error?.message.hasSuffix("is not a hashtag.") == true, "\(line)")
    }
  }

  @Test func followingAgainSaysSoAndIsNothingToUndo() async throws {
    let follows: @Sendable (Account.ID, RelationshipChange) -> Relationship = { id, _ in
      Relationship(id: id, following: true)
    }
    #expect(try await said("follow @heron", answer: follows) == "You already follow Heron.")
    #expect(try await said("follow @heron @wren", answer: follows) == "You already follow Heron and Wren Alder.")
    #expect(
      try await said(
        "follow @heron --notify", answer: { id, _ in Relationship(id: id, following: true, notifying: true) })
        == "You follow Heron: notifications on. | follow @heron --no-notify")
  }

  func toast(
    _ line: String, before: Relationship, after: @escaping @Sendable (inout Relationship) -> Void = { _ in }
  ) async throws -> Toast {
    let response = try await type(line, before: before) { id, _ in
      var relationship = before
      relationship.id = id
      after(&relationship)
      return relationship
    }
    guard case .toast(let toast) = response else { throw AppError.cancelled }
    return toast
  }

  @Test(arguments: [
    ("mute @heron", "You already mute Heron."), ("endorse @heron", "Your profile already features Heron."),
    ("follow @heron", "You already follow Heron."), ("note @heron A jar.", "That is your note about Heron already."),
    ("follow @heron --notify --boosts", "You already follow Heron: notifications on, boosts shown."),
  ])
  func whatIsSoAlreadyIsNotDoneAgain(_ line: String, _ words: String) async throws {
    let before = Relationship(
      id: "1", following: true, showingReblogs: true, notifying: true, muting: true, mutingNotifications: true,
      endorsed: true, note: "A jar.")
    let toast = try await toast(line, before: before)
    #expect(toast.text.plain == words && toast.kind == .information && toast.undo == nil)
  }

  @Test(arguments: [
    ("unfollow", "You do not follow Heron."), ("unmute", "You do not mute Heron."),
    ("unblock", "You do not block Heron."), ("unendorse", "Your profile does not feature Heron."),
  ])
  func endingWhatWasNotSoSaysSoAndIsNothingToUndo(_ verb: String, _ words: String) async throws {
    guard case .toast(let toast) = try await type("\(verb) @heron", isFollowing: false) else {
      throw AppError.cancelled
    }
    #expect(toast.text.plain == words && toast.kind == .information && toast.undo == nil)
  }

  @Test func followingTellsTheServerTheOptions() async throws {
    let text = try await said("follow @heron --notify --no-boosts --languages en,de") { id, _ in
      Relationship(id: id, following: true, showingReblogs: false, notifying: true, languages: ["en", "de"])
    }
    #expect(
      text
        == "You follow Heron: notifications on, boosts hidden, only posts in en, de. | follow @heron --no-notify --boosts --language all"
    )
    let wanted = FollowOptions(showsReblogs: false, notifies: true, languages: ["en", "de"])
    #expect(changes.all == ["heron: \(RelationshipChange.follow(wanted))"])
    await #expect(throws: AppError.self) { try await type("follow @heron --notify --no-notify") }
  }

  @Test func messageSaysWhatTheServerHasAndNotWhatWasAskedFor() async throws {
    #expect(
      try await said("follow @heron --notify --no-boosts --language de") { id, _ in
        Relationship(id: id, following: true)
      }
        == "You follow Heron: notifications off, boosts shown, all languages. | follow @heron --no-notify --boosts --language all"
    )
    for (end, words) in [(nil, " without an end"), (Date.fixture(daysAgo: -365), "")] {
      let text = try await said("mute @heron --for 7d --keep-notifications") { id, _ in
        var relationship = Relationship(id: id, muting: true, mutingNotifications: true, mutingExpiresAt: end)
        relationship.saysMutingEnd = true
        return relationship
      }
      #expect(text == "Muted Heron\(words). | unmute @heron")
    }
    #expect(
      try await said("mute @heron --for 7d") { id, _ in Relationship(id: id, muting: true) }
        == "Muted Heron. | unmute @heron", "nothing is known of its end")
  }

  @Test func oneSentenceNamesEachOutcome() async throws {
    let text = try await said("follow @heron @wren @moss", isFollowing: false) { id, _ in
      id == Account.fixtures.moss.id ? Relationship(id: id, requested: true) : Relationship(id: id, following: true)
    }
    #expect(text == "Followed Heron and Wren Alder. Follow request sent to Moss. | unfollow @heron @wren @moss")
  }

  @Test func aMuteCanEndAndKeepNotifications() async throws {
    let text = try await said("mute @heron --for 1d --keep-notifications") { id, _ in
      Relationship(id: id, muting: true, mutingExpiresAt: .fixture(daysAgo: -1))
    }
    #expect(text == "Muted Heron for 1 day; their notifications still arrive. | unmute @heron")
    #expect(
      changes.all == ["heron: \(RelationshipChange.mute(MuteOptions(notifications: false, seconds: 86_400)))"])
    await #expect(throws: AppError.self) { try await type("mute @heron --for soon") }
    await #expect(throws: AppError.self) { try await type("mute @heron --for 1000000w") }
  }

  @Test func unconfirmedChangeIsNotClaimed() async throws {
    #expect(try await said("mute @heron") == "You do not mute Heron: the server did not confirm it.")
    #expect(try await said("endorse @heron") == "The server did not feature Heron on your profile.")
  }

  @Test func blockingAsksFirst() async throws {
    guard case .confirm(let confirmation) = try await type("block @heron") else {
      Issue.record("no question")
      return
    }
    #expect(confirmation.question.hasPrefix("Block Heron?") && changes.all.isEmpty)
    #expect(
      try await said("block @heron") { id, _ in Relationship(id: id, blocking: true) }
        == "Blocked Heron. | unblock @heron")
  }

  @Test func partialFailureNamesTheFinishedPart() async throws {
    do {
      _ = try await type("mute @heron @wren") { id, _ in
        guard id == Account.fixtures.heron.id else { throw MastodonError.fixtures.offline }
        return Relationship(id: id, muting: true)
      }
      Issue.record("no failure")
    } catch let failure as PartialFailure {
      guard case .toast(let toast) = failure.done else {
        Issue.record("no toast")
        return
      }
      #expect(toast.text.plain == "Muted Heron." && failure.appError == .fixtures.noConnection)
    }
  }

  @Test func onAProfileTheAccountNeedsNoName() async throws {
    let text = try await said("mute", shown: Account.fixtures.heron.id) { id, _ in Relationship(id: id, muting: true) }
    #expect(text == "Muted Heron. | unmute @heron")
    await #expect(throws: AppError.self) { try await type("mute") }
  }

  @Test func notesAreShownSavedAndDeleted() async throws {
    #expect(try await said("note @heron") == "Your note about Heron: Owes me a jar.")
    let saved = try await said("note @heron Paid back; in honey") { id, _ in
      Relationship(id: id, note: "Paid back; in honey")
    }
    #expect(saved == "Saved your note about Heron.")
    #expect(try await said("unnote @heron") == "Deleted your note about Heron.")
    #expect(changes.all.first == "heron: \(RelationshipChange.note("Paid back; in honey"))")
  }

  @Test func serversAreBlockedByNameAddressOrNumber() async throws {
    #expect(try await said("block-domain far.example") == "Blocked far.example. | unblock-domain far.example")
    #expect(try await said("block-domain @pool@Far.example") == "Blocked far.example. | unblock-domain far.example")
    #expect(try await said("block-domain shore.example") == "You already block shore.example.")
    #expect(try await said("unblock-domain far.example") == "You do not block far.example.")
    #expect(try await said("unblock-domain 2") == "Unblocked nettle.example. | block-domain nettle.example")
    #expect(
      try await said("block-domain bawu\u{308}.example")
        == "Blocked xn--baw-joa.example. | unblock-domain xn--baw-joa.example")
    for host in ["shore", "a..b", ".shore.example", "shore.example:0", "shore.example:99999", "shore.example.:1"] {
      await #expect(throws: AppError.self, "\(host)") { try await type("block-domain \(host)") }
    }
    guard case .document(let document) = try await type("domain-blocks") else {
      Issue.record("no list")
      return
    }
    #expect(document.items.count == 2 && document.references(numbered: 1)?.first?.id == "shore.example")
  }

  @Test(arguments: ["own.example", "@pool@Own.example", "https://own.example/about"])
  func onesOwnServerIsNotBlocked(_ host: String) async throws {
    let error = await #expect(throws: AppError.self) { try await type("block-domain \(host)") }
    #expect(error?.message == "own.example is your own server." && changes.all.isEmpty)
  }

  @Test func hashtagsAreFeaturedOnTheProfile() async throws {
    #expect(try await said("feature #lock") == "Featured #lock on your profile. | unfeature #lock")
    #expect(try await said("feature #canal") == "Your profile already features #canal. | featured-tags")
    #expect(try await said("unfeature canal") == "Removed #canal from your profile. | feature #canal")
    #expect(try await said("unfeature other") == "Your profile does not feature #other. | featured-tags")
    await #expect(throws: AppError.self) { try await type("feature @heron") }
  }

  @Test func followRequestsAreAnswered() async throws {
    _ = try await type("follow-requests")
    #expect(changes.all == ["show followRequests"])
    let accepted = try await said("follow-requests accept @moss @wren") { id, _ in
      Relationship(id: id, followedBy: true)
    }
    #expect(accepted == "Moss and Wren Alder may follow you now. | remove-follower @moss @wren")
    #expect(try await said("follow-requests reject @moss") == "Rejected the follow request of Moss.")
  }

  @Test func listsAreThoseOfTheReaderUnlessSomeoneIsNamed() async throws {
    _ = try await type("followers")
    _ = try await type("following @heron")
    #expect(
      changes.all == [
        "show \(AccountListing.followers(Account.fixtures.you.id))",
        "show \(AccountListing.following(Account.fixtures.heron.id))",
      ])
  }

  @Test func aListNamesTheAccountAndItsSize() async throws {
    var action = action { id, _ in Relationship(id: id) }
    action.service.accounts = { _, _ in Page([Account.fixtures.moss], older: "5") }
    let screen = People.screen(
      .followers(Account.fixtures.heron.id), limit: 20, showing: TimelineOptions(), action: action,
      in: .fixture())
    await screen.load()
    let text = screen.document(Layout(width: 76, now: .fixtureNow)).title?.text.plain ?? ""
    #expect(text.contains("Followers of Heron"), "\(text)")
    #expect(screen.label() == "followers of @heron")
  }
}

/// The requests, in order.
final class Log<Element: Sendable>: Sendable {
  private let elements = Mutex<[Element]>([])

  var all: [Element] { elements.withLock { $0 } }

  func add(_ element: Element) { elements.withLock { $0.append(element) } }
}

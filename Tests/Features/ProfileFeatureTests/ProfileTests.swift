import FeatureKit
import FeatureTestKit
import FoundationEssentials
import MastodonKit
import MastodonTestKit
import ProfileFeature
import StatusKit
import TerminalKit
import Testing

@MainActor
@Suite struct ProfileTests {
  let server = FakeTimeline(count: 30)

  private func service(_ account: Account, _ relationship: Relationship?) -> AccountService {
    let server = server
    var service = AccountService.failing
    service.account = { _ in account }
    service.statuses = { _, request in try server.page(request) }
    service.relationship = { _ in
      guard let relationship else { throw MastodonError.signedOut }
      return relationship
    }
    return service
  }

  private func model(_ account: Account, _ service: AccountService) -> Profile.Model {
    Profile.Model(
      state: Profile.State(id: account.id, me: Account.fixtures.you.id), accounts: service,
      people: .fixtures.offline, collections: { _ in [] }, lists: { _ in [] }, in: .fixture())
  }

  private func screen(_ model: Profile.Model) -> Screen {
    Profile.screen(model: model, status: StatusAction.fixtures.acting(on: model, .failing))
  }

  @Test func anAccountIsShownWithItsPostsAndRelationship() async {
    let model = model(Account.fixtures.heron, service(Account.fixtures.heron, Relationship.fixtures.mutual))
    await model.load()
    #expect(model.state.posts.page.isLoaded)
    #expect(model.state.account == Account.fixtures.heron)
    #expect(model.state.relationship == Relationship.fixtures.mutual)
    #expect(screen(model).label() == "@heron")
    #expect(text(screen(model).document(.fixture)).contains("You follow each other with notifications.\n\n 1  Rook"))
  }

  @Test func aProfileCanBeReadWhileSignedOut() async {
    let model = model(Account.fixtures.noura, service(Account.fixtures.noura, nil))
    await model.load()
    #expect(model.state.posts.page.isLoaded && model.state.relationship == nil)
  }

  @Test(arguments: [
    MastodonError.invalidResponse(host: "shore.example", operation: "x"),
    .lacks(host: "shore.example", feature: .relationships), .serverFailed(host: "shore.example", code: 500),
    .notFound(host: "shore.example", operation: "x"), .rejected(host: "shore.example", words: "no"),
  ]) func aProfileIsShownWithoutARelationshipThatCannotBeRead(_ error: MastodonError) async {
    var service = service(Account.fixtures.noura, nil)
    service.relationship = { _ in throw error }
    let model = model(Account.fixtures.noura, service)
    await model.load()
    #expect(model.state.posts.page.isLoaded && model.state.relationship == nil)
  }

  @Test func theReadersOwnProfileRequestsNoRelationship() async throws {
    var service = service(Account.fixtures.you, nil)
    service.relationship = { _ in throw MastodonError.fixtures.offline }
    let model = model(Account.fixtures.you, service)
    await model.load()
    #expect(model.state.posts.page.isLoaded)
    await #expect(throws: AppError.self) { try await screen(model).type("follow") }
  }

  @Test func pagesGoDownAndUp() async throws {
    let model = model(Account.fixtures.wren, service(Account.fixtures.wren, Relationship.fixtures.following))
    let screen = screen(model)
    await model.load()
    #expect(try await screen.type("older").isScreen)
    #expect(model.state.list.statuses.count == 10)
    #expect(try await screen.type("older").said == "No older posts. | refresh")
    #expect(text(screen.document(.fixture)).hasPrefix("Profile · Wren Alder · older posts\n"))
    #expect(try await screen.type("newer").isScreen)
    #expect(model.state.list.statuses.count == 20)
  }

  @Test func aFailureIsShownAndALoadedProfileStays() async {
    let failing = model(Account.fixtures.wren, .failing)
    await failing.load()
    #expect(failing.state.posts.page.error == .fixtures.noConnection)
    let loaded = Profile.Model(
      state: .fixtures.other, accounts: .failing, people: .fixtures.offline, collections: { _ in [] },
      lists: { _ in [] }, in: .fixture())
    await #expect(throws: AppError.self) { try await loaded.refresh() }
    await #expect(throws: AppError.self) { try await loaded.older() }
    #expect(loaded.state == .fixtures.other)
  }

  @Test func aboutSaysWhatTheAccountRecommendsAndWhereTheReaderHasIt() async throws {
    let wren = Account.fixtures.wren
    var people = PeopleService.fixtures.offline
    people.accounts = { listing, _ in listing == .endorsed(wren.id) ? Page([Account.fixtures.rook]) : Page([]) }
    let model = Profile.Model(
      state: Profile.State(id: wren.id, me: Account.fixtures.you.id, section: .about),
      accounts: service(wren, Relationship.fixtures.following), people: people,
      collections: { $0 == wren.id ? Profile.State.fixtures.about.collections : [] },
      lists: { $0 == wren.id ? [List.fixtures.canal] : [] }, in: .fixture())
    await model.load()
    #expect(model.state.featured.map(\.id) == [Account.fixtures.rook.id])
    let text = Renderer(format: .plain, width: 76, theme: .mono, colors: .none, showsHint: false, hyperlinks: false)
      .render(Profile.view(model.state, layout: Layout(width: 76, now: .fixtureNow)))
    #expect(text.contains("Features the accounts Rook."), "\(text)")
    #expect(text.contains("Recommends in collections: Awake at three."), "\(text)")
    #expect(text.contains("In your list \(List.fixtures.canal.title)."), "\(text)")
  }

  @Test func followingIsShownAtOnceAndUndoneWhenItFails() async throws {
    let relationship = Relationship.fixtures.stranger
    var service = service(Account.fixtures.noura, relationship)
    let model = model(Account.fixtures.noura, service)
    await model.load()
    await #expect(throws: AppError.fixtures.noConnection) { try await screen(model).type("follow") }
    #expect(model.state.relationship == relationship)

    service.setFollowing = { id, isOn in Relationship(id: id, following: isOn) }
    let following = self.model(Account.fixtures.noura, service)
    await following.load()
    #expect(try await screen(following).type("follow").said == "Followed نورا. | unfollow")
    #expect(following.state.relationship?.following == true)
    #expect(try await screen(following).type("unfollow").said == "Unfollowed نورا. | follow")
    #expect(following.state.relationship?.following == false)
  }

  @Test(arguments: [("follow", "unfollow @noura@dunes.example"), ("unfollow", "follow @noura@dunes.example")])
  func undoNamesTheAccount(_ verb: String, _ undo: String) async throws {
    var service = service(Account.fixtures.noura, Relationship(id: "1", following: verb == "unfollow"))
    service.setFollowing = { id, isOn in Relationship(id: id, following: isOn) }
    let model = model(Account.fixtures.noura, service)
    await model.load()
    guard case .toast(let toast) = try await screen(model).type(verb) else { throw AppError.cancelled }
    #expect(toast.undo == .command(Hint.Command(undo)))
  }

  @Test func unfollowingALockedAccountNeedsConfirmation() async throws {
    var service = service(Account.fixtures.moss, Relationship(id: Account.fixtures.moss.id))
    service.setFollowing = { id, isOn in Relationship(id: id, requested: isOn) }
    let model = model(Account.fixtures.moss, service)
    await model.load()
    #expect(try await screen(model).type("follow").said == "Follow request sent to Moss. | unfollow")

    service.relationship = { id in Relationship(id: id, following: true) }
    let followed = self.model(Account.fixtures.moss, service)
    await followed.load()
    guard case .confirm(let confirmation) = try await screen(followed).type("unfollow") else {
      Issue.record("unfollowed without a question")
      return
    }
    #expect(followed.state.relationship?.following == true)
    #expect(try await confirmation.proceed().said == "Unfollowed Moss. | follow")
    #expect(followed.state.relationship?.following == false)
  }

  @Test func hiddenPostsAreLeftOut() async {
    var filter = Filter.fixtures.hide
    filter.contexts = [.account]
    let hidden = Status.numbered(2).with { $0.filtered = [FilterResult(filter: filter)] }
    var service = service(Account.fixtures.wren, Relationship.fixtures.following)
    service.statuses = { _, _ in Page([.numbered(3), hidden, Status.fixtures.filteredHide]) }
    let model = model(Account.fixtures.wren, service)
    await model.load()
    #expect(model.state.list.statuses.map(\.id) == [Status.numbered(3).id, Status.fixtures.filteredHide.id])
  }

  @Test func anEditAndADeletionAreShown() async {
    let model = model(Account.fixtures.wren, service(Account.fixtures.wren, Relationship.fixtures.following))
    await model.load()
    model.apply(.statusUpdate(Status.numbered(30).with { $0.content = "<p>Edited.</p>" }))
    model.apply(.delete(Status.numbered(29).id))
    let items = screen(model).document(.fixture).items
    #expect(items[0].spoken.contains("Edited."))
    #expect(items[1].spoken == "Deleted.")
  }

  @Test(arguments: [
    ("follow", Relationship(id: "1"), Relationship(id: "1"), "You do not follow نورا: the server did not confirm it."),
    (
      "follow", Relationship(id: "1", following: true), Relationship(id: "1", following: true),
      "You already follow نورا."
    ),
    ("follow", Relationship(id: "1"), Relationship(id: "1", requested: true), "Follow request sent to نورا."),
    (
      "follow", Relationship(id: "1", requested: true), Relationship(id: "1", requested: true),
      "Your follow request to نورا is still pending."
    ),
    ("unfollow", Relationship(id: "1"), Relationship(id: "1"), "You do not follow نورا."),
    ("unfollow", Relationship(id: "1", following: true), Relationship(id: "1"), "Unfollowed نورا."),
    (
      "unfollow", Relationship(id: "1", requested: true), Relationship(id: "1"), "Withdrew your follow request to نورا."
    ),
    (
      "unfollow", Relationship(id: "1", following: true), Relationship(id: "1", following: true),
      "You still follow نورا: the server did not confirm the change."
    ),
    (
      "unfollow", Relationship(id: "1", requested: true), Relationship(id: "1", requested: true),
      "Your follow request to نورا is still pending."
    ),
  ])
  func theToastFollowsTheServersResponse(
    _ verb: String, _ before: Relationship, _ answer: Relationship, _ words: String
  ) async throws {
    var service = service(Account.fixtures.noura, before)
    service.setFollowing = { _, _ in answer }
    let model = model(Account.fixtures.noura, service)
    await model.load()
    let said = try #require(try await screen(model).type(verb).said)
    #expect(said.hasPrefix(words + " |"), "\(said)")
  }

  @Test(
    arguments: [
      ("profile", "@me", nil), ("profile posts", "@me", "posts"), ("profile About", "@me", "about"),
      ("profile @rook media", "@rook", "media"), ("profile rook", "@rook", nil),
    ] as [(String, String, String?)])
  func withoutANameTheOwnProfileIsShown(_ line: String, _ name: String, _ section: String?) async throws {
    let edit = Profile.EditAction(
      account: { Account.fixtures.you }, update: { _ in Account.fixtures.you },
      removeAvatar: { Account.fixtures.you }, removeHeader: { Account.fixtures.you }, path: { $0 }, present: { .screen }
    )
    var shown: [String] = []
    let verbs = Profile.plugin(edit: edit) { id, section, _, _, _ in
      shown += [id.rawValue, section.rawValue]
      return .screen
    }.verbs
    _ = try await verbs.type(line, in: .showing([[Reference]]()))
    #expect(shown == [name, section ?? "all"])
  }

  @Test func everyFixtureHasAPreview() {
    let edit = Profile.EditAction(
      account: { Account.fixtures.you }, update: { _ in Account.fixtures.you },
      removeAvatar: { Account.fixtures.you }, removeHeader: { Account.fixtures.you }, path: { $0 }, present: { .screen }
    )
    let previews = Profile.plugin(edit: edit) { _, _, _, _, _ in .screen }.previews().map(\.id)
    // Besides, the form has three.
    #expect(previews.count == Mirror(reflecting: Profile.State.fixtures).children.count + 3)
    #expect(Set(previews).count == previews.count)
  }

  @Test(arguments: [
    ("profile edit --no-avatar", ["remove avatar"], "Changed your profile: no-avatar."),
    (
      "profile edit --no-header --no-avatar", ["remove avatar", "remove header"],
      "Changed your profile: no-avatar, no-header."
    ),
    (
      "profile edit --name Wren --no-header", ["update Wren", "remove header"], "Changed your profile: name, no-header."
    ),
  ])
  func picturesAreRemoved(_ line: String, _ requests: [String], _ words: String) async throws {
    var (asked, account): ([String], Account) = ([], Account.fixtures.you)
    let edit = Profile.EditAction(
      account: { account },
      update: {
        asked.append("update \($0.displayName ?? "-")")
        account.displayName = $0.displayName ?? account.displayName
        return account
      },
      removeAvatar: {
        asked.append("remove avatar")
        return account
      },
      removeHeader: {
        asked.append("remove header")
        return account
      }, path: { $0 }, present: { .screen })
    let verbs = Profile.plugin(edit: edit) { _, _, _, _, _ in .screen }.verbs
    guard
      case .toast(let toast) = try await run(line, verbs)
    else {
      Issue.record("no toast")
      return
    }
    #expect(asked == requests)
    #expect(toast.text.plain == words)
  }

  @Test func languageIsOfNewPostsInAnEditAndOfShownPostsElsewhere() async throws {
    var you = Account.fixtures.you
    you.source = Account.Source(language: "de")
    var (languages, shown): ([String?], [[String]]) = ([], [])
    let edit = Profile.EditAction(
      account: { you },
      update: { [you] in
        languages.append($0.postingLanguage)
        return you
      }, removeAvatar: { you }, removeHeader: { you }, path: { $0 }, present: { .screen })
    let verbs = Profile.plugin(edit: edit) { _, _, _, _, options in
      shown.append(options.languages)
      return .screen
    }.verbs
    guard case .toast(let toast) = try await run("profile edit --language de", verbs) else {
      Issue.record("no toast")
      return
    }
    #expect(toast.text.plain == "Changed your profile: language." && languages == ["de"])
    _ = try await verbs.type("profile --language de", in: .showing([[Reference]]()))
    #expect(shown == [["de"]])
    await #expect(throws: AppError.self) { try await run("profile edit --language de,en", verbs) }
  }

  @Test func aPictureIsNotReplacedAndRemovedAtOnce() async throws {
    let edit = Profile.EditAction(
      account: { Account.fixtures.you }, update: { _ in Account.fixtures.you },
      removeAvatar: { Account.fixtures.you }, removeHeader: { Account.fixtures.you }, path: { $0 }, present: { .screen }
    )
    let verbs = Profile.plugin(edit: edit) { _, _, _, _, _ in .screen }.verbs
    await #expect(
      throws: AppError.usage("--avatar and --no-avatar exclude each other.", suggestion: "Give one of them.")
    ) {
      try await run("profile edit --avatar a.png --no-avatar", verbs)
    }
  }

  private func run(_ line: String, _ verbs: [Verb]) async throws -> Response {
    try await verbs.type(line)
  }
}

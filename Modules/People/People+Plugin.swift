public import FeatureKit
public import FoundationEssentials
public import MastodonKit
public import StatusKit
import TerminalKit

extension People {
  /// The actions of the commands that act on accounts from any screen.
  @MainActor
  public struct Action {
    /// Reads lists and changes relationships.
    public var service: PeopleService
    /// The same, where an answer that is kept on this machine will not do.
    public var server: PeopleService
    /// Finds an account, to name it.
    public var account: @Sendable (Account.ID) async throws -> Account
    /// Keeps who followed the user at the last look.
    public var followers: FollowerMemory
    /// Follows a hashtag, or takes that back; with whether it was followed before, if that is known.
    public var followTag: (String, Bool) async throws -> (tag: MastodonKit.Tag, before: Bool?)
    /// The signed-in account, as far as it is known.
    public var me: () -> Account.ID?
    public var ownID: () async throws -> Account.ID
    public var now: @Sendable () -> Date
    /// Whether a host is the user's own server, by any of its names.
    public var isOwnServer: (String) -> Bool
    /// The account whose profile is shown; `nil` on other screens.
    public var shown: () -> Account.ID?
    /// The models that show relationships: each learns of a change.
    public var relationships: Living<any RelationshipContainer>
    public var show: (AccountListing, TimelineOptions) async throws -> Response

    public init(
      service: PeopleService, server: PeopleService,
      account: @escaping @Sendable (Account.ID) async throws -> Account,
      followers: FollowerMemory,
      followTag: @escaping (String, Bool) async throws -> (tag: MastodonKit.Tag, before: Bool?),
      me: @escaping () -> Account.ID?,
      ownID: @escaping () async throws -> Account.ID, now: @escaping @Sendable () -> Date,
      isOwnServer: @escaping (String) -> Bool, shown: @escaping () -> Account.ID?,
      relationships: Living<any RelationshipContainer>,
      show: @escaping (AccountListing, TimelineOptions) async throws -> Response
    ) {
      self.service = service
      self.server = server
      self.account = account
      self.followers = followers
      self.followTag = followTag
      self.me = me
      self.ownID = ownID
      self.now = now
      self.isOwnServer = isOwnServer
      self.shown = shown
      self.relationships = relationships
      self.show = show
    }
  }

  @MainActor
  public static func plugin(action: Action) -> Plugin {
    Plugin(
      id: "people", title: "People", symbol: "☺", verbs: actVerbs(action) + listVerbs(action), previews: { previews })
  }

  @MainActor
  public static func screen(
    _ listing: AccountListing, limit: Int, showing options: TimelineOptions, action: Action, in context: ListContext
  ) -> Screen {
    let (service, account, me) = (action.service, action.account, action.me())
    var state = state(listing, me: me, limit: limit)
    state.options = options
    let model = ListModel(
      state: state, in: context,
      heading: { _ in
        guard let id = listing.account else { return nil }
        return heading(listing, of: try await account(id), isMe: id == me)
      }, visit: { _ in nil }
    ) { request in
      let page = try await service.accounts(listing, request)
      return Page(page.elements.map { AccountRow($0) }, older: page.older, newer: page.newer, skipped: page.skipped)
    }
    action.relationships.add { [weak model] in model }
    return AccountRow.view.screen(model, verbs: { listing == .followRequests ? requestVerbs(action) : [] })
  }

  @MainActor public static var previews: [Preview] {
    AccountRow.previews(of: state(.mutes, me: nil))
      + Preview.all(of: ChangesFixtures(), prefix: "changes") { (changes: FollowerChanges, layout) in
        view(changes, layout: layout)
      }
  }

  @MainActor
  static func listVerbs(_ action: Action) -> [Verb] {
    func own(_ listing: AccountListing, help: String) -> Verb {
      AccountRow.verb(state(listing, me: nil), help: help) { try await action.show(listing, $0) }
    }
    func of(_ name: String, help: String, _ listing: @escaping (Account.ID) -> AccountListing) -> Verb {
      Verb(name, .optionalAccount, .pages, help: help, discussion: whose + " " + ListRange.pagesDiscussion) {
        id, range in
        let id = if let id { id } else { try await action.ownID() }
        return try await action.show(listing(id), TimelineOptions(range: range))
      }.reading
    }
    func about(_ name: String, help: String, _ listing: @escaping (Status.ID) -> AccountListing) -> Verb {
      Verb(name, .status, .pages, help: help, discussion: ListRange.pagesDiscussion) { id, range in
        try await action.show(listing(id), TimelineOptions(range: range))
      }.reading
    }
    return [
      followersVerb(action),
      of("following", help: "Show whom you follow, or whom an account follows") { .following($0) },
      own(.mutes, help: "Show the accounts that you mute"),
      own(.blocks, help: "Show the accounts that you block"),
      Verb(
        "follow-requests", .requests, .pages, help: "Show who asks to follow you, and accept or reject",
        discussion: "follow-requests accept N and follow-requests reject N answer. " + ListRange.pagesDiscussion
      ) { request, range in
        if case .list = request {
        } else if range != ListRange() {
          throw AppError.usage(
            "--before, --limit and --all are for the list of requests.",
            suggestion: "Leave them out, or type follow-requests.")
        }
        switch request {
        case .list:
          return try await action.show(.followRequests, TimelineOptions(range: range))
        case .accept(let ids): return try await action.perform(.acceptRequest, on: action.others(ids, to: "accept"))
        case .reject(let ids): return try await action.perform(.rejectRequest, on: action.others(ids, to: "reject"))
        }
      },
      Verb(
        "endorsed", .optionalAccount, .pages,
        help: "Show the accounts that you feature on your profile, or those that an account features",
        discussion: whose + " " + ListRange.pagesDiscussion
      ) { id, range in
        let isOwn = id == nil || id == action.me()
        return try await action.show(.endorsed(isOwn ? nil : id), TimelineOptions(range: range))
      }.reading,
      Verb("familiar", .account, help: "Show people you follow who also follow an account") { id in
        try await action.show(.familiar(id), TimelineOptions())
      }.reading,
      about("boosters", help: "Show who boosted a post") { .boosters($0) },
      about("favouriters", help: "Show who favourited a post") { .favouriters($0) },
    ]
  }

  @MainActor
  private static func followersVerb(_ action: Action) -> Verb {
    Verb(
      "followers", .optionalAccount, .pages, .flag("changes"), .flag("forget"), .progressLine,
      help: "Show your followers, or those of an account",
      discussion: whose + " " + ListRange.pagesDiscussion + """
        \n
        --changes says who stopped following you and who is new since you last asked that: it keeps your followers on this \
        machine, and nothing is kept unless you ask. --forget deletes them.
        """
    ) { id, range, changes, forgets, progress in
      guard changes || forgets else {
        let id = if let id { id } else { try await action.ownID() }
        return try await action.show(.followers(id), TimelineOptions(range: range))
      }
      guard changes != forgets, id == nil, range == ListRange() else {
        throw AppError.usage(
          "--changes and --forget are about your own followers.", suggestion: "Usage: followers --changes")
      }
      if changes { return try await followerChanges(action, progress) }
      try action.followers.save([:])
      return .toast(Toast(.success, "Your followers are no longer kept on this machine."))
    }.having { reader in
      reader.flag("changes") != nil || reader.flag("forget") != nil ? .changesOnlyMachine : .reads
    }
  }

  @MainActor
  private static func requestVerbs(_ action: Action) -> [Verb] {
    [
      Verb("accept", .accounts, help: "Let accounts follow you") { ids in
        try await action.perform(.acceptRequest, on: action.others(ids, to: "accept"))
      },
      Verb("reject", .accounts, help: "Reject follow requests") { ids in
        try await action.perform(.rejectRequest, on: action.others(ids, to: "reject"))
      },
    ]
  }

  private static let whose =
    "N is @name, a profile's link, a number in a list, or the number of a post, whose author is meant."
}

/// A request of `follow-requests`.
enum FollowRequests: Sendable {
  case list
  case accept([Account.ID])
  case reject([Account.ID])
}

extension Parameter where Value == FollowRequests {
  /// Nothing, or `accept N…`, `reject N…`.
  @MainActor fileprivate static var requests: Parameter {
    let choice = Parameter<String?>.optionalChoice("ANSWER", ["accept", "reject"])
    let accounts = Parameter<[Reference]>.references(kinds: [.account], listing: "follow-requests")
    return Parameter(group: choice.descriptions + accounts.descriptions.map(\.asOptional)) { reader in
      guard let answer = try await choice.parse(reader) else { return .list }
      let ids = try await accounts.parse(reader).map { Account.ID($0.id) }
      return answer == "accept" ? .accept(ids) : .reject(ids)
    }
  }
}

import FeatureKit
import FoundationEssentials
import MastodonKit
import StatusKit

extension Profile.State {
  public static let fixtures = Fixtures()

  public final class Fixtures: Sendable {
    public let loading = Profile.State(id: Account.fixtures.wren.id, page: .loading)
    public let failed = Profile.State(
      id: Account.fixtures.wren.id, page: .failed(.notFound("There is no such account.")))
    public let me = loaded(Account.fixtures.you, nil, [Status.fixtures.own])
    /// An account that the reader follows, with fields.
    public let other = loaded(
      Account.fixtures.wren, Relationship.fixtures.following, [Status.fixtures.threadRoot, Status.fixtures.mentions],
      older: "100")
    /// A pinned post before the others.
    public let pinned = loaded(
      Account.fixtures.wren, Relationship.fixtures.following, [Status.fixtures.mentions],
      pinned: [Status.fixtures.threadRoot])
    /// The account's description and featured accounts, and its followers.
    public let about = {
      var state = loaded(
        Account.fixtures.wren, Relationship.fixtures.following, [], section: .about,
        featuredTags: [
          FeaturedTag(id: "1", name: "beekeeping", statusesCount: 12), FeaturedTag(id: "2", name: "canal"),
        ],
        familiar: [Account.fixtures.rook, Account.fixtures.heron])
      state.featured = [Account.fixtures.rook, .fixtures.heron, .fixtures.moss, .fixtures.chinatsu]
      state.collections = [
        Collection(
          id: "710001", accountID: Account.fixtures.wren.id, name: "Awake at three", createdAt: .fixtureNow,
          updatedAt: .fixtureNow)
      ]
      state.lists = [List.fixtures.canal]
      state.account?.details = Account.Details()
      state.account?.details?.hiddenParts = [.media]
      return state
    }()
    /// Without posts that have media.
    public let noMedia = loaded(Account.fixtures.wren, Relationship.fixtures.following, [], section: .media)
    public let older = loaded(
      Account.fixtures.wren, Relationship.fixtures.following, [Status.fixtures.mentions], isNewest: false)
    /// Each follows the other.
    public let mutual = loaded(Account.fixtures.heron, Relationship.fixtures.mutual, [Status.fixtures.plain])
    /// An account that approves followers manually, with a pending request.
    public let locked = loaded(Account.fixtures.moss, Relationship.fixtures.requested, [Status.fixtures.edited])
    /// A bot that is muted for a while, with a note by the reader.
    public let bot = loaded(Account.fixtures.tides, Relationship.fixtures.muting, [Status.fixtures.bot])
    public let moved = loaded(Account.fixtures.moved, nil, [])
    /// An account on another server, seen while signed out.
    public let signedOut = loaded(Account.fixtures.noura, nil, [Status.fixtures.rightToLeft], me: nil)
    /// Closed by its moderators.
    public let suspended = loaded(Account.fixtures.gone, nil, [])
    /// An account without posts.
    public let noPosts = loaded(Account.fixtures.noura, Relationship.fixtures.stranger, [])
    public let wideCharacters = loaded(Account.fixtures.chinatsu, nil, [Status.fixtures.wideCharacters])
    /// An account whose name and fields try to take over the terminal.
    public let hostile = loaded(
      Account.fixtures.hostile, Relationship.fixtures.blocking, [Status.fixtures.hostileWarning])

    private static func loaded(
      _ account: Account, _ relationship: Relationship?, _ statuses: [Status], older: Cursor? = nil,
      isNewest: Bool = true, me: Account.ID? = Account.fixtures.you.id, section: Profile.Section = .all,
      pinned: [Status] = [], featuredTags: [FeaturedTag] = [], familiar: [Account] = []
    ) -> Profile.State {
      Profile.State(
        id: account.id, account: account, relationship: relationship,
        page: .loaded(PagedList(statuses, older: older, isNewest: isNewest)), me: me, section: section,
        pinned: pinned, featuredTags: featuredTags, familiar: familiar)
    }
  }
}

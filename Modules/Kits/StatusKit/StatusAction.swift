public import FeatureKit
public import MastodonKit

@MainActor
public struct StatusAction {
  public var open: (Status.ID) async throws -> Response
  public var export: (Status.ID, _ file: String) async throws -> Response
  public var profile: (Account.ID) async throws -> Response
  /// Whether only this screen knows the accounts, such as those of another server; else the command of every screen does.
  public var hasOwnAccounts: Bool
  /// Replies to a post: sends the text, or opens the composer if there is none.
  public var reply: (Status.ID, _ text: String?, PostOptions) async throws -> Response
  /// Finds a post on the screen, or else on the server.
  public var status: (Status.ID) async throws -> Status
  /// Finds a post as the screen shows it, with the user's marks; `nil` if they are not known.
  public var known: (Status.ID) -> Status?
  /// Opens a post's warnings and filters for as long as it is listed.
  public var reveal: (Status.ID) -> Void
  /// Favourites a post, or removes the favourite.
  public var favourite: (Status.ID, Bool) async throws -> Status
  /// Boosts a post, for those who may see the boost if that is said, or removes the boost.
  public var boost: (Status.ID, Bool, Visibility?) async throws -> Status
  /// Bookmarks a post, or removes the bookmark.
  public var bookmark: (Status.ID, Bool) async throws -> Status
  /// Votes in a post's poll; the choices are counted from 0.
  public var vote: (Status, [Int]) async throws -> Status
  /// Deletes a post, its media at once or not.
  public var delete: (Status.ID, _ withMedia: Bool) async throws -> Void
  /// The signed-in account, whose posts can be deleted; `nil` while it is not known.
  public var me: () -> Account.ID?
  /// Stores the user's tags and notes on bookmarks.
  public var bookmarks: BookmarkMarks

  public init(
    open: @escaping (Status.ID) async throws -> Response, profile: @escaping (Account.ID) async throws -> Response,
    hasOwnAccounts: Bool = false,
    reply: @escaping (Status.ID, _ text: String?, PostOptions) async throws -> Response,
    status: @escaping (Status.ID) async throws -> Status, known: @escaping (Status.ID) -> Status?,
    reveal: @escaping (Status.ID) -> Void,
    favourite: @escaping (Status.ID, Bool) async throws -> Status,
    boost: @escaping (Status.ID, Bool, Visibility?) async throws -> Status,
    bookmark: @escaping (Status.ID, Bool) async throws -> Status,
    vote: @escaping (Status, [Int]) async throws -> Status,
    delete: @escaping (Status.ID, _ withMedia: Bool) async throws -> Void,
    me: @escaping () -> Account.ID?, bookmarks: BookmarkMarks = .none,
    export: @escaping (Status.ID, _ file: String) async throws -> Response = { _, _ in .nothing }
  ) {
    self.open = open
    self.profile = profile
    self.hasOwnAccounts = hasOwnAccounts
    self.reply = reply
    self.status = status
    self.known = known
    self.reveal = reveal
    self.favourite = favourite
    self.boost = boost
    self.bookmark = bookmark
    self.vote = vote
    self.delete = delete
    self.me = me
    self.bookmarks = bookmarks
    self.export = export
  }

  /// Wires the screen to its model; navigation and replying are left to the root.
  public init(
    open: @escaping (Status.ID) async throws -> Response, profile: @escaping (Account.ID) async throws -> Response,
    reply: @escaping (Status.ID, _ text: String?, PostOptions) async throws -> Response,
    actions: OptimisticStatusActions,
    me: @escaping () -> Account.ID?, bookmarks: BookmarkMarks = .none,
    export: @escaping (Status.ID, _ file: String) async throws -> Response = { _, _ in .nothing }
  ) {
    self.init(
      open: open, profile: profile, reply: reply, status: actions.status, known: actions.known, reveal: actions.reveal,
      favourite: actions.setFavourited, boost: actions.setReblogged, bookmark: actions.setBookmarked,
      vote: actions.vote,
      delete: actions.delete, me: me, bookmarks: bookmarks, export: export)
  }

  public static var fixtures: Fixtures { Fixtures() }

  @MainActor
  public struct Fixtures {
    public let none = StatusAction(
      open: { _ in .screen }, profile: { _ in .screen }, reply: { _, _, _ in .nothing },
      status: { _ in Status.fixtures.plain },
      known: { _ in nil }, reveal: { _ in }, favourite: { _, _ in Status.fixtures.plain },
      boost: { _, _, _ in Status.fixtures.plain },
      bookmark: { _, _ in Status.fixtures.plain }, vote: { _, _ in Status.fixtures.plain }, delete: { _, _ in },
      me: { nil })

    /// Does nothing on the screen of another server, which knows accounts that no other screen does.
    public var foreign: StatusAction {
      var action = none
      action.hasOwnAccounts = true
      return action
    }
  }
}

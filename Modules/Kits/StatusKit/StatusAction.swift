public import FeatureKit
public import MastodonKit

/// What the commands for posts do on one screen.
@MainActor
public struct StatusAction {
  public var open: (Status.ID) async throws -> Response
  public var export: (Status.ID, _ file: String) async throws -> Response
  public var profile: (Account.ID) async throws -> Response
  /// Whether only this screen knows the accounts, such as those of another server; else the command of every screen does.
  public var hasOwnAccounts: Bool
  /// Replies to a post: sends the text, or opens the composer if there is none.
  public var reply: (Status.ID, _ text: String?, PostOptions) async throws -> Response
  /// The acts on a post, by the server that its id is of.
  public var posts: (Status.ID) -> StatusActs
  /// The signed-in account, whose posts can be deleted; `nil` while it is not known.
  public var me: () -> Account.ID?
  /// Stores the user's tags and notes on bookmarks.
  public var bookmarks: BookmarkMarks
  public var boosts: BoostAudiences

  public init(
    open: @escaping (Status.ID) async throws -> Response,
    export: @escaping (Status.ID, _ file: String) async throws -> Response,
    profile: @escaping (Account.ID) async throws -> Response, hasOwnAccounts: Bool = false,
    reply: @escaping (Status.ID, _ text: String?, PostOptions) async throws -> Response,
    posts: @escaping (Status.ID) -> StatusActs, me: @escaping () -> Account.ID?, bookmarks: BookmarkMarks,
    boosts: BoostAudiences
  ) {
    self.open = open
    self.export = export
    self.profile = profile
    self.hasOwnAccounts = hasOwnAccounts
    self.reply = reply
    self.posts = posts
    self.me = me
    self.bookmarks = bookmarks
    self.boosts = boosts
  }

  public static var fixtures: Fixtures { Fixtures() }

  @MainActor
  public struct Fixtures {
    public let none = StatusAction(
      open: { _ in .screen }, export: { _, _ in .nothing }, profile: { _ in .screen }, reply: { _, _, _ in .nothing },
      posts: { _ in
        StatusActs(
          service: .fixtures.plain, known: { _ in nil }, revealed: { _ in }, changed: { _ in }, removed: { _ in })
      }, me: { nil }, bookmarks: .none, boosts: BoostAudiences())

    /// Acts on the posts of a model alone.
    public func acting(on container: some StatusContainer, _ service: StatusService) -> StatusAction {
      var action = none
      action.posts = { _ in
        StatusActs(
          service: service, container: container, changed: { [weak container] in container?.replace($0) },
          removed: { [weak container] in container?.remove($0) })
      }
      return action
    }

    /// Does nothing on the screen of another server, which knows accounts that no other screen does.
    public var foreign: StatusAction {
      var action = none
      action.hasOwnAccounts = true
      return action
    }
  }
}

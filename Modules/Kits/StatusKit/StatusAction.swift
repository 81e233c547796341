public import FeatureKit
public import MastodonKit

/// What can be asked for on a screen that lists statuses.
@MainActor
public struct StatusAction {
  /// Shows the status's thread.
  public var open: (Status.ID) async throws -> Void
  /// Shows the account's profile.
  public var profile: (Account.ID) async throws -> Void
  /// Answers the status: with the text at once, or without one by opening the composer.
  public var reply: (Status.ID, _ text: String?, PostOptions) async throws -> Response
  /// Finds the status as it is now, on the screen or on the server.
  public var status: (Status.ID) async throws -> Status
  /// Finds the status as the screen shows it, with this account's own marks; `nil` where they are not known.
  public var known: (Status.ID) -> Status?
  /// Opens the status's warnings and filters for the rest of its stay on the screen.
  public var reveal: (Status.ID) -> Void
  /// Favourites the status or takes that back.
  public var favourite: (Status.ID, Bool) async throws -> Status
  /// Boosts the status or takes that back.
  public var boost: (Status.ID, Bool) async throws -> Status
  /// Bookmarks the status or takes that back.
  public var bookmark: (Status.ID, Bool) async throws -> Status
  /// Votes in the status's poll with choices counted from 0.
  public var vote: (Status.ID, [Int]) async throws -> Status
  /// Deletes the status for good.
  public var delete: (Status.ID) async throws -> Void
  /// The signed-in account, whose statuses can be deleted; `nil` while that is not known.
  public var me: () -> Account.ID?

  /// Makes an action from its closures.
  public init(
    open: @escaping (Status.ID) async throws -> Void, profile: @escaping (Account.ID) async throws -> Void,
    reply: @escaping (Status.ID, _ text: String?, PostOptions) async throws -> Response,
    status: @escaping (Status.ID) async throws -> Status, known: @escaping (Status.ID) -> Status?,
    reveal: @escaping (Status.ID) -> Void,
    favourite: @escaping (Status.ID, Bool) async throws -> Status,
    boost: @escaping (Status.ID, Bool) async throws -> Status,
    bookmark: @escaping (Status.ID, Bool) async throws -> Status,
    vote: @escaping (Status.ID, [Int]) async throws -> Status, delete: @escaping (Status.ID) async throws -> Void,
    me: @escaping () -> Account.ID?
  ) {
    self.open = open
    self.profile = profile
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
  }

  /// Makes an action of what the root does and what a screen's model does.
  public init(
    open: @escaping (Status.ID) async throws -> Void, profile: @escaping (Account.ID) async throws -> Void,
    reply: @escaping (Status.ID, _ text: String?, PostOptions) async throws -> Response, acts: OptimisticActs,
    me: @escaping () -> Account.ID?
  ) {
    self.init(
      open: open, profile: profile, reply: reply, status: acts.status, known: acts.known, reveal: acts.reveal,
      favourite: acts.setFavourited, boost: acts.setReblogged, bookmark: acts.setBookmarked, vote: acts.vote,
      delete: acts.delete, me: me)
  }
}

extension StatusAction {
  /// Actions that do nothing.
  public static var fixtures: Fixtures { Fixtures() }

  /// One action for previews.
  @MainActor
  public struct Fixtures {
    /// Answers every request with a fixture and does nothing.
    public let none = StatusAction(
      open: { _ in }, profile: { _ in }, reply: { _, _, _ in .nothing }, status: { _ in Status.fixtures.plain },
      known: { _ in nil }, reveal: { _ in }, favourite: { _, _ in Status.fixtures.plain },
      boost: { _, _ in Status.fixtures.plain },
      bookmark: { _, _ in Status.fixtures.plain }, vote: { _, _ in Status.fixtures.plain }, delete: { _ in },
      me: { nil })
  }
}

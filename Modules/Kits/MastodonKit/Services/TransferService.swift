/// Reads what an account follows, mutes, blocks and keeps, and adds to it: for exports and imports.
public struct TransferService: Sendable {
  public var following: @Sendable (Account.ID, PageRequest) async throws -> Page<Account>
  public var mutes: @Sendable (PageRequest) async throws -> Page<Account>
  public var blocks: @Sendable (PageRequest) async throws -> Page<Account>
  public var domainBlocks: @Sendable (PageRequest) async throws -> Page<String>
  public var bookmarks: @Sendable (PageRequest) async throws -> Page<Status>
  public var followedTags: @Sendable (PageRequest) async throws -> Page<Tag>
  public var lists: @Sendable () async throws -> [List]
  public var members: @Sendable (List.ID, PageRequest) async throws -> Page<Account>
  public var relationships: @Sendable ([Account.ID]) async throws -> [Relationship]
  /// Finds an account by its address, on other servers too.
  public var account: @Sendable (_ address: String) async throws -> Account
  /// Finds a post by its address, on other servers too.
  public var status: @Sendable (_ url: String) async throws -> Status
  public var change: @Sendable (Change) async throws -> Void
  public var createList: @Sendable (_ title: String) async throws -> List

  public enum Change: Hashable, Sendable {
    case follow(Account.ID, FollowOptions)
    case mute(Account.ID, MuteOptions)
    case block(Account.ID)
    case blockDomain(String)
    case bookmark(Status.ID)
    case followTag(String)
    case add(Account.ID, to: List.ID)
  }

  public init(
    following: @escaping @Sendable (Account.ID, PageRequest) async throws -> Page<Account>,
    mutes: @escaping @Sendable (PageRequest) async throws -> Page<Account>,
    blocks: @escaping @Sendable (PageRequest) async throws -> Page<Account>,
    domainBlocks: @escaping @Sendable (PageRequest) async throws -> Page<String>,
    bookmarks: @escaping @Sendable (PageRequest) async throws -> Page<Status>,
    followedTags: @escaping @Sendable (PageRequest) async throws -> Page<Tag>,
    lists: @escaping @Sendable () async throws -> [List],
    members: @escaping @Sendable (List.ID, PageRequest) async throws -> Page<Account>,
    relationships: @escaping @Sendable ([Account.ID]) async throws -> [Relationship],
    account: @escaping @Sendable (_ address: String) async throws -> Account,
    status: @escaping @Sendable (_ url: String) async throws -> Status,
    change: @escaping @Sendable (Change) async throws -> Void,
    createList: @escaping @Sendable (_ title: String) async throws -> List
  ) {
    self.following = following
    self.mutes = mutes
    self.blocks = blocks
    self.domainBlocks = domainBlocks
    self.bookmarks = bookmarks
    self.followedTags = followedTags
    self.lists = lists
    self.members = members
    self.relationships = relationships
    self.account = account
    self.status = status
    self.change = change
    self.createList = createList
  }
}

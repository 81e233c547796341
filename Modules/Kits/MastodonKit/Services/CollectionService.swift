/// Reads and changes collections of accounts.
public struct CollectionService: Sendable {
  /// The collections that an account has created, at most the server's first page.
  public var all: @Sendable (_ owner: Account.ID) async throws -> [Collection]
  /// The collections that the signed-in account is in, at most the server's first page.
  public var containing: @Sendable (_ me: Account.ID) async throws -> [Collection]
  public var collection: @Sendable (Collection.ID) async throws -> CollectionWithAccounts
  public var create: @Sendable (CollectionDraft) async throws -> Collection
  public var update: @Sendable (Collection.ID, CollectionDraft) async throws -> Collection
  public var delete: @Sendable (Collection.ID) async throws -> Void
  public var add: @Sendable (Collection.ID, Account.ID) async throws -> CollectionItem
  public var remove: @Sendable (Collection.ID, CollectionItem.ID) async throws -> Void
  /// Takes the signed-in account out of another account's collection.
  public var leave: @Sendable (Collection.ID, CollectionItem.ID) async throws -> Void

  public init(
    all: @escaping @Sendable (_ owner: Account.ID) async throws -> [Collection],
    containing: @escaping @Sendable (_ me: Account.ID) async throws -> [Collection],
    collection: @escaping @Sendable (Collection.ID) async throws -> CollectionWithAccounts,
    create: @escaping @Sendable (CollectionDraft) async throws -> Collection,
    update: @escaping @Sendable (Collection.ID, CollectionDraft) async throws -> Collection,
    delete: @escaping @Sendable (Collection.ID) async throws -> Void,
    add: @escaping @Sendable (Collection.ID, Account.ID) async throws -> CollectionItem,
    remove: @escaping @Sendable (Collection.ID, CollectionItem.ID) async throws -> Void,
    leave: @escaping @Sendable (Collection.ID, CollectionItem.ID) async throws -> Void
  ) {
    self.all = all
    self.containing = containing
    self.collection = collection
    self.create = create
    self.update = update
    self.delete = delete
    self.add = add
    self.remove = remove
    self.leave = leave
  }
}

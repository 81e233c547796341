/// Reads and changes the lists of the signed-in account.
public struct ListService: Sendable {
  public var all: @Sendable () async throws -> [List]
  public var list: @Sendable (List.ID) async throws -> List
  public var containing: @Sendable (Account.ID) async throws -> [List]
  public var create: @Sendable (ListDraft) async throws -> List
  public var update: @Sendable (List.ID, ListDraft) async throws -> List
  public var delete: @Sendable (List.ID) async throws -> Void
  /// The members of a list, at most the server's first page.
  public var accounts: @Sendable (List.ID) async throws -> [Account]
  public var add: @Sendable (List.ID, [Account.ID]) async throws -> Void
  public var remove: @Sendable (List.ID, [Account.ID]) async throws -> Void
  public var statuses: @Sendable (List.ID, PageRequest) async throws -> Page<Status>

  public init(
    all: @escaping @Sendable () async throws -> [List], list: @escaping @Sendable (List.ID) async throws -> List,
    containing: @escaping @Sendable (Account.ID) async throws -> [List],
    create: @escaping @Sendable (ListDraft) async throws -> List,
    update: @escaping @Sendable (List.ID, ListDraft) async throws -> List,
    delete: @escaping @Sendable (List.ID) async throws -> Void,
    accounts: @escaping @Sendable (List.ID) async throws -> [Account],
    add: @escaping @Sendable (List.ID, [Account.ID]) async throws -> Void,
    remove: @escaping @Sendable (List.ID, [Account.ID]) async throws -> Void,
    statuses: @escaping @Sendable (List.ID, PageRequest) async throws -> Page<Status>
  ) {
    self.all = all
    self.list = list
    self.containing = containing
    self.create = create
    self.update = update
    self.delete = delete
    self.accounts = accounts
    self.add = add
    self.remove = remove
    self.statuses = statuses
  }

  /// The fixtures' lists; changes are returned but not stored.
  public static let fixtures = ListService(
    all: { List.fixtures.all }, list: { _ in List.fixtures.canal },
    containing: { _ in [List.fixtures.canal] },
    create: {
      List(id: "699", title: $0.title ?? "", repliesPolicy: $0.repliesPolicy ?? .list, exclusive: $0.exclusive ?? false)
    },
    update: {
      List(
        id: $0, title: $1.title ?? List.fixtures.canal.title, repliesPolicy: $1.repliesPolicy ?? .list,
        exclusive: $1.exclusive ?? false)
    },
    delete: { _ in }, accounts: { _ in [Account.fixtures.rook, Account.fixtures.heron] }, add: { _, _ in },
    remove: { _, _ in }, statuses: { _, _ in Page([]) })
}

/// Reads and changes the filters of the signed-in account.
public struct FilterService: Sendable {
  public var all: @Sendable () async throws -> [Filter]
  public var filter: @Sendable (Filter.ID) async throws -> Filter
  public var create: @Sendable (FilterDraft) async throws -> Filter
  public var update: @Sendable (Filter.ID, FilterDraft) async throws -> Filter
  public var delete: @Sendable (Filter.ID) async throws -> Void
  /// Adds a post to a filter, which then filters it whatever its text is.
  public var addStatus: @Sendable (Status.ID, Filter.ID) async throws -> FilterStatus
  public var removeStatus: @Sendable (FilterStatus.ID) async throws -> Void

  public init(
    all: @escaping @Sendable () async throws -> [Filter],
    filter: @escaping @Sendable (Filter.ID) async throws -> Filter,
    create: @escaping @Sendable (FilterDraft) async throws -> Filter,
    update: @escaping @Sendable (Filter.ID, FilterDraft) async throws -> Filter,
    delete: @escaping @Sendable (Filter.ID) async throws -> Void,
    addStatus: @escaping @Sendable (Status.ID, Filter.ID) async throws -> FilterStatus,
    removeStatus: @escaping @Sendable (FilterStatus.ID) async throws -> Void
  ) {
    self.all = all
    self.filter = filter
    self.create = create
    self.update = update
    self.delete = delete
    self.addStatus = addStatus
    self.removeStatus = removeStatus
  }
}

public import MastodonKit

extension MastodonClient {
  /// Reads and changes lists.
  public var listService: ListService {
    ListService(
      all: { try await send(.lists).elements },
      list: { try await send(.list($0)) },
      create: { try await send(.createList($0)) },
      update: { try await send(.updateList($0, $1)) },
      delete: { try await send(.deleteList($0)) },
      // The largest page that servers allow; lists are seldom longer.
      accounts: { try await send(.listAccounts($0, PageRequest(.newest, limit: 80))).elements },
      add: { try await send(.addToList($0, $1)) },
      remove: { try await send(.removeFromList($0, $1)) },
      statuses: { try await send(.listTimeline($0, $1)) })
  }

  /// Reads and changes filters.
  public var filterService: FilterService {
    FilterService(
      all: { try await send(.filters).elements },
      filter: { try await send(.filter($0)) },
      create: { try await send(.createFilter($0)) },
      update: { try await send(.updateFilter($0, $1)) },
      delete: { try await send(.deleteFilter($0)) })
  }

  /// Sends reports.
  public var reportService: ReportService { ReportService(send: { try await send(.report($0)) }) }

  /// Loads public posts with any of several hashtags.
  public func tagged(_ wanted: TagTimelineQuery, _ page: PageRequest) async throws -> Page<Status> {
    try await send(.tagTimeline(wanted, page))
  }
}

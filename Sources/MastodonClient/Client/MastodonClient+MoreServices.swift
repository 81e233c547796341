public import MastodonKit

extension MastodonClient {
  public var listService: ListService {
    ListService(
      all: { try await send(.lists).elements },
      list: { try await send(.list($0)) },
      containing: { try await send(.lists(with: $0)).elements },
      create: { try await send(.createList($0)) },
      update: { id, draft in
        var draft = draft
        // Servers want it in each request: that of now, which may have been changed elsewhere.
        if draft.title == nil { draft.title = try await send(.list(id)).title }
        return try await send(.updateList(id, draft))
      },
      delete: { try await send(.deleteList($0)) },
      // The largest page that servers allow; lists are seldom longer.
      accounts: { try await send(.listAccounts($0, PageRequest(.newest, limit: 80))).elements },
      add: { try await send(.addToList($0, $1)) },
      remove: { try await send(.removeFromList($0, $1)) },
      statuses: { try await send(.listTimeline($0, $1)) })
  }

  public var filterService: FilterService {
    FilterService(
      all: { try await send(.filters).elements },
      filter: { try await send(.filter($0)) },
      create: { try await send(.createFilter($0)) },
      update: { try await send(.updateFilter($0, $1)) },
      delete: { try await send(.deleteFilter($0)) },
      addStatus: { try await send(.addFilterStatus($0, to: $1)) },
      removeStatus: { try await send(.removeFilterStatus($0)) })
  }

  /// Reads and changes which notifications are held back.
  public var notificationPolicyService: NotificationPolicyService {
    NotificationPolicyService(
      policy: { try await send(.notificationPolicy) },
      update: { try await send(.updateNotificationPolicy($0)) },
      requests: { try await send(.notificationRequests($0)) },
      accept: { ids in
        if let only = ids.first, ids.count == 1 { return try await send(.acceptNotificationRequest(only)) }
        try await send(.acceptNotificationRequests(ids))
      },
      dismiss: { ids in
        if let only = ids.first, ids.count == 1 { return try await send(.dismissNotificationRequest(only)) }
        try await send(.dismissNotificationRequests(ids))
      },
      isMerged: { try await send(.notificationRequestsMerged).merged })
  }

  public var conversationService: ConversationService {
    ConversationService(
      list: { try await send(.conversations($0)) }, markRead: { try await send(.readConversation($0)) },
      delete: { try await send(.deleteConversation($0)) })
  }

  public var reportService: ReportService { ReportService(send: { try await send(.report($0)) }) }

  public func mentions(_ page: PageRequest) async throws -> Page<MastodonKit.Notification> {
    try await send(.notifications(page, NotificationQuery(types: [.mention])))
  }

  public func posts(in feed: PublicFeed, _ page: PageRequest) async throws -> Page<Status> {
    switch feed {
    case .local: try await timelineService.local(page)
    case .federated: try await timelineService.federated(page)
    case .trending: try await send(.trendingStatuses(page))
    case .tag(let name): try await tagged(TagTimelineQuery(name), page)
    case .account(let name): try await send(.accountStatuses(try await accountService.lookup(name).id, page))
    }
  }

  /// Reads and writes how far the home timeline was read.
  ///
  /// - Parameter isFollowed: Whether visits follow the marker.
  public func homeMarkerService(isFollowed: Bool) -> HomeMarkerService {
    HomeMarkerService(
      isFollowed: isFollowed,
      read: { try await send(.markers(["home"])).home.map { Status.ID(rawValue: $0.lastReadID) } },
      write: { _ = try await send(.markHomeRead($0)) })
  }

  public func mediaPosts(of id: Account.ID, _ page: PageRequest) async throws -> Page<Status> {
    try await send(
      .accountStatuses(id, page, filter: AccountPostsFilter(onlyMedia: true, excludesReblogs: true)))
  }

  public func tagged(_ wanted: TagTimelineQuery, _ page: PageRequest) async throws -> Page<Status> {
    try await self.page(.tagTimeline(wanted, page), of: .hashtag, .hashtags)
  }
}

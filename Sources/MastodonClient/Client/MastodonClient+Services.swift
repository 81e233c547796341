public import MastodonKit

extension MastodonClient {
  public var timelineService: TimelineService {
    TimelineService(
      home: { try await send(.homeTimeline($0)) },
      local: { try await page(.localTimeline($0), of: .local, .localTimeline) },
      federated: { try await page(.federatedTimeline($0), of: .federated, .federatedTimeline) },
      bookmarks: { try await send(.bookmarks($0)) }, favourites: { try await send(.favourites($0)) })
  }

  /// Loads a page of a timeline that the server may have switched off, in which case it sends a page without posts.
  ///
  /// It is requested anyway, because some accounts may read what is closed to others.
  func page(
    _ endpoint: Endpoint<Page<Status>>, of feed: ServerCapabilities.Feed, _ feature: ServerFeature
  ) async throws(MastodonError) -> Page<Status> {
    let page = try await send(endpoint)
    guard page.elements.isEmpty, page.skipped == 0, page.older == nil else { return page }
    // What can't be asked stays unknown.
    if missingEndpoints.capabilities == nil { _ = try? await instanceService.instance() }
    if missingEndpoints.capabilities?.access(to: feed) == .disabled {
      throw .lacks(host: server.name, feature: feature)
    }
    return page
  }

  /// Reads and acts on statuses.
  public var statusService: StatusService {
    StatusService(
      status: { try await send(.status($0)) },
      context: { try await send(.context($0)) },
      waitForReplies: { try await waitForReplies($0) },
      mark: { id, mark, isOn in
        switch mark {
        case .favourite: try await send(isOn ? .favourite(id) : .unfavourite(id))
        case .boost(let visibility):
          try await send(isOn ? .reblog(id, visibility: visibility) : .unreblog(id)).displayed
        case .bookmark: try await send(isOn ? .bookmark(id) : .unbookmark(id))
        }
      },
      vote: { poll, _, choices in try await send(.vote(poll, choices: choices)) },
      delete: { try await delete($0, withMedia: $1) })
  }

  /// Deletes a status; where the answer does not name it, as an empty one, it is read to see whether it is gone.
  private func delete(_ id: Status.ID, withMedia: Bool) async throws {
    if transport.changesNothing { return try await send(.deleteStatus(id, withMedia: withMedia)) }
    let isNamed = try await send(
      Endpoint<Void>.deleteStatus(id, withMedia: withMedia).map { _, response, _ in
        if case .object(let fields) = try response.content() { fields["id"] != nil } else { false }
      })
    guard !isNamed else { return }
    do { _ = try await send(.status(id)) } catch MastodonError.notFound { return }
    throw MastodonError.unconfirmed(host: server.name, operation: "delete the post")
  }

  private func waitForReplies(_ pending: PendingReplies) async throws {
    var waited = 0
    while waited < 300 {
      let seconds = min(max(pending.retry, 1), 60)
      waited += seconds
      try await retries.sleep(.seconds(seconds))
      guard try await send(.isFetchingReplies(pending.id)) else { return }
    }
  }

  public var accountService: AccountService {
    AccountService(
      account: { try await send(.account($0)) },
      lookup: { try await account(named: $0) },
      statuses: { try await send(.accountStatuses($0, $1)) },
      relationship: { try await relationship(to: $0) },
      setFollowing: { try await send($1 ? .follow($0) : .unfollow($0)).identified(as: $0) },
      resolve: { try await send(.resolve($0)) })
  }

  public var notificationService: NotificationService {
    NotificationService(
      list: { try await send(.notifications($0, describing($1))) },
      groups: { try await groups($0, $1) },
      dismiss: { try await send(.dismissNotification($0)) },
      dismissGroup: { try await send(.dismissNotificationGroup($0)) },
      clear: { try await send(.clearNotifications) },
      lastRead: {
        let markers = try await send(.notificationsMarker)
        return markers.notifications.map { Notification.ID(rawValue: $0.lastReadID) }
      },
      unreadCount: { try await send(.unreadCount(limit: 1000)).count },
      markRead: { try await markNotificationsRead($0) })
  }

  /// Loads a page of the server's groups, each as its newest notification.
  private func groups(
    _ request: PageRequest, _ query: NotificationQuery
  ) async throws(MastodonError) -> Page<MastodonKit.Notification> {
    do throws(MastodonError) {
      // Followers stay apart: each is a person to look at.
      let answer = try await send(
        .notificationGroups(request, GroupQuery(describing(query), groupedTypes: [.favourite, .reblog])))
      return Page(answer.value.notifications, older: answer.older, newer: answer.newer, skipped: answer.value.skipped)
    } catch .lacks {
      // Announced, but not there; the screen groups them.
      return try await send(.notifications(request, query))
    }
  }

  /// Asks for a text with each notification of a kind that this version does not know; Mastodon sends none unasked.
  private func describing(_ query: NotificationQuery) -> NotificationQuery {
    guard missingEndpoints.capabilities.map({ $0.support(of: .collections) == .present }) ?? true else { return query }
    var query = query
    query.supportedTypes = MastodonKit.Notification.Kind.known
    return query
  }

  /// Marks notifications as read; a server that does not answer with the new marker stores none.
  private func markNotificationsRead(_ id: Notification.ID) async throws(MastodonError) {
    let endpoint = Endpoint.markNotificationsRead(id)
    guard try await send(endpoint).notifications == nil else { return }
    missingEndpoints.note(.markers, of: endpoint.erased)
    missingEndpoints.note(.markers, of: Endpoint.notificationsMarker.erased)
  }

  public var pushSubscriptionService: PushSubscriptionService {
    PushSubscriptionService(
      subscription: { () throws(MastodonError) in
        do throws(MastodonError) { return try await send(.pushSubscription) } catch .notFound { return nil }
      },
      subscribe: { try await send(.subscribe($0)) },
      update: { try await send(.updatePushSubscription(alerts: $0, policy: $1)) },
      unsubscribe: { () throws(MastodonError) in
        do throws(MastodonError) { try await send(.deletePushSubscription) } catch .notFound { return }
      })
  }

  /// Reads about the server and the signed-in account.
  public var instanceService: InstanceService {
    InstanceService(
      instance: { try await instance() },
      verifyCredentials: { try await send(.verifyCredentials) })
  }

  /// Reads and changes the signed-in account's settings.
  public var profileService: ProfileService {
    ProfileService(
      preferences: { try await send(.preferences) },
      update: { try await updateProfile($0) }, removeAvatar: { try await send(.deleteAvatar) },
      removeHeader: { try await send(.deleteHeader) })
  }

  private func relationship(to id: Account.ID) async throws(MastodonError) -> Relationship {
    let endpoint: Endpoint<LossyList<Relationship>> = .relationships([id])
    let found = try await send(endpoint)
    if let relationship = found.elements.first(where: { $0.id == id }) { return relationship }
    guard let only = found.elements.first, found.elements.count == 1, only.id.rawValue.isEmpty else {
      // The account exists, so a 404 means that the server lacks the endpoint.
      if found.skipped > 0 { throw .invalidResponse(host: server.name, operation: endpoint.operation) }
      throw .lacks(host: server.name, feature: .relationships)
    }
    return only.identified(as: id)
  }

  private func instance() async throws(MastodonError) -> Instance {
    let instance = try await describedInstance()
    if ServerSoftware.isDoubtful(in: instance), missingEndpoints.nodeInfo == nil {
      // The user did not ask for this: if it fails, the version decides.
      do { _ = try await software() } catch .cancelled { throw .cancelled } catch {}
    }
    missingEndpoints.update(capabilities(instance))
    return instance
  }

  private func describedInstance() async throws(MastodonError) -> Instance {
    do {
      return try await send(.instance)
    } catch {
      switch error {
      // All the ways in which a server says that it lacks the newer endpoint.
      case .notFound, .unsupported, .invalidResponse, .rejected: return try await send(.instanceV1)
      default: throw error
      }
    }
  }
}

extension Relationship {
  /// The same relationship, with the requested account's id if the server omits it.
  func identified(as id: Account.ID) -> Relationship {
    guard self.id.rawValue.isEmpty else { return self }
    var relationship = self
    relationship.id = id
    return relationship
  }
}

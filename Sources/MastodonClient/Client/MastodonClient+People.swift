public import MastodonKit

extension MastodonClient {
  /// Reads lists of accounts, and changes relationships to them.
  public var peopleService: PeopleService {
    PeopleService(
      accounts: { try await accounts($0, $1) },
      statuses: { try await send(.accountStatuses($0, $2, filter: $1)) },
      relationships: { try await send(.relationships($0)).elements },
      change: { try await change($0, $1).identified(as: $0) },
      blockedDomains: { try await send(.domainBlocks($0)) },
      setDomainBlocked: { try await send($1 ? .blockDomain($0) : .unblockDomain($0)) },
      featuredTags: { id in
        try await send(id.map { .featuredTags(of: $0) } ?? .featuredTags).elements
      },
      featureTag: { try await send(.addFeaturedTag($0)) },
      unfeatureTag: { try await send(.removeFeaturedTag($0)) })
  }

  private func change(_ id: Account.ID, _ change: RelationshipChange) async throws(MastodonError) -> Relationship {
    do throws(MastodonError) { return try await send(.change(change, of: id)) } catch {
      guard case .lacks(_, .endorsements) = error else { throw error }
      let lack = error
      do throws(MastodonError) { return try await send(change == .endorse ? .pinAccount(id) : .unpinAccount(id)) } catch
      {
        if case .notFound = error { throw lack }
        throw error
      }
    }
  }

  private func accounts(_ listing: AccountListing, _ page: PageRequest) async throws -> Page<Account> {
    switch listing {
    case .followers(let id): try await send(.followers(of: id, page))
    case .following(let id): try await send(.following(of: id, page))
    case .endorsed(nil): try await send(.endorsements(page))
    case .endorsed(let id?): try await send(.endorsements(of: id, page))
    case .mutes: try await send(.mutes(page))
    case .blocks: try await send(.blocks(page))
    case .followRequests: try await send(.followRequests(page))
    case .familiar(let id):
      // Servers send all of them at once.
      try await send(.familiarFollowers(of: [id])).elements.first { $0.id == id }
        .map { Page($0.accounts, skipped: $0.skipped) } ?? Page([])
    case .members(let id): try await send(.listAccounts(id, page))
    case .boosters(let id): try await send(.rebloggedBy(id, page))
    case .favouriters(let id): try await send(.favouritedBy(id, page))
    }
  }
}

extension Endpoint where Response == Relationship {
  static func change(_ change: RelationshipChange, of id: Account.ID) -> Endpoint {
    switch change {
    case .follow(let options): .follow(id, options)
    case .unfollow: .unfollow(id)
    case .mute(let options): .mute(id, options)
    case .unmute: .unmute(id)
    case .block: .block(id)
    case .unblock: .unblock(id)
    case .removeFollower: .removeFromFollowers(id)
    case .endorse: .endorse(id)
    case .unendorse: .unendorse(id)
    case .note(let text): .note(text, about: id)
    case .acceptRequest: .authorizeFollowRequest(id)
    case .rejectRequest: .rejectFollowRequest(id)
    }
  }
}

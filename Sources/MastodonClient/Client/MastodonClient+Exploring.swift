public import MastodonKit

extension MastodonClient {
  /// Reads what the server recommends.
  public var exploreService: ExploreService {
    ExploreService(
      trendingTags: { try await send(.trendingTags($0)) },
      trendingStatuses: { try await send(.trendingStatuses($0)) },
      trendingLinks: { try await send(.trendingLinks($0)) },
      linkStatuses: { try await page(.linkTimeline($0, $1), of: .trendingLink, .linkTimelines) },
      followedTags: { try await send(.followedTags($0)) },
      suggestions: { try await send(.suggestions(limit: $0)).elements },
      dismissSuggestion: { try await send(.dismissSuggestion($0)) },
      directory: { try await send(.directory($0, $1)) })
  }

  public var searchService: SearchService { SearchService(search: { try await send(.search($0, $1)) }) }

  /// Reads what the server publishes about itself.
  public var serverService: ServerService {
    ServerService(
      description: { try await send(.extendedDescription) }, privacyPolicy: { try await send(.privacyPolicy) },
      terms: { try await send(.termsOfService) }, activity: { try await send(.activity).elements },
      moderatedServers: { try await send(.moderatedServers).elements },
      emojis: { try await send(.customEmojis).elements }, peers: { try await send(.peers).elements },
      translationLanguages: { try await send(.translationLanguages) })
  }

  /// Reads and answers the server's announcements.
  public var announcementService: AnnouncementService {
    AnnouncementService(
      all: { try await send(.announcements).elements }, dismiss: { try await send(.dismissAnnouncement($0)) },
      setReaction: { try await send($2 ? .react(to: $0, with: $1) : .unreact(to: $0, with: $1)) })
  }

  /// Translates a post into a language; into one that the server chooses if none is named.
  public func translation(of id: Status.ID, into language: String?) async throws -> Translation {
    try await send(.translate(id, into: language))
  }
}

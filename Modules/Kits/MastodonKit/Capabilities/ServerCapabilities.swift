/// What a server can do, as far as it is known: what it says, what its software is known for, and what was learnt.
///
/// Nothing is refused because it is unknown: only what is known to be missing is ``Support/missing``.
public struct ServerCapabilities: Hashable, Sendable {
  /// The server's host, for the words to a person.
  public var host: String
  /// What it runs.
  public var software: ServerSoftware
  /// The version of Mastodon's API that it names; other programs that name one are believed.
  public var apiVersion: Int?
  /// What it takes: characters, media, polls.
  public var limits: Instance.Configuration
  /// Where its streams are, where it says so.
  public var streamingURL: String?
  /// The features that turned out not to be there.
  public var missingFeatures: Set<ServerFeature>

  /// Whether a server has a feature.
  public enum Support: Hashable, Sendable {
    /// It says or is known to have it.
    case present
    /// It is known to lack it.
    case missing
    /// Only asking would tell.
    case unknown
  }

  /// Puts together what is known.
  public init(
    host: String, software: ServerSoftware, apiVersion: Int? = nil,
    limits: Instance.Configuration = Instance.Configuration(), streamingURL: String? = nil,
    missingFeatures: Set<ServerFeature> = []
  ) {
    self.host = host
    self.software = software
    self.apiVersion = apiVersion
    self.limits = limits
    self.streamingURL = streamingURL
    self.missingFeatures = missingFeatures
  }

  /// Reads a server's description; NodeInfo, where it was asked, knows the software better than the version does.
  public init(
    host: String, instance: Instance, software: ServerSoftware? = nil, missingFeatures: Set<ServerFeature> = []
  ) {
    self.init(
      host: host, software: software ?? ServerSoftware(instanceVersion: instance.version),
      apiVersion: instance.apiVersions["mastodon"], limits: instance.configuration,
      streamingURL: instance.streamingURL, missingFeatures: missingFeatures)
  }

  /// The key that pushed messages are signed with, where the server says it.
  public var vapidPublicKey: String? { limits.vapidPublicKey }

  /// A timeline that nobody chose.
  public enum Feed: Hashable, Sendable, CaseIterable {
    /// The public posts of the server itself.
    case local
    /// The public posts of everywhere, as far as the server knows them.
    case federated
    /// The posts with a hashtag.
    case hashtag
    /// The posts that link to a page that is talked about.
    case trendingLink
  }

  /// Who may read a timeline, where the server says so (API version 7); a person with a special role may all the same.
  ///
  /// What holds posts of the server and of others is open as far as either part is.
  public func access(to feed: Feed) -> Instance.TimelinesAccess.Access? {
    let access = limits.timelinesAccess
    let parts: [Instance.TimelinesAccess.Access?] =
      switch feed {
      case .local: [access?.liveFeeds?.local]
      case .federated: [access?.liveFeeds?.local, access?.liveFeeds?.remote]
      case .hashtag: [access?.hashtagFeeds?.local, access?.hashtagFeeds?.remote]
      case .trendingLink: [access?.trendingLinkFeeds?.local, access?.trendingLinkFeeds?.remote]
      }
    let said = parts.compactMap(\.self)
    guard said.count == parts.count else { return said.contains(.public) ? .public : nil }
    return [.public, .authenticated].first(where: said.contains) ?? said.first
  }

  /// Whether the server has a feature.
  public func support(of feature: ServerFeature) -> Support {
    if missingFeatures.contains(feature) { return .missing }
    if feature == .translation, software.name == .mastodon {
      return limits.translation ? .present : .missing
    }
    if let needed = Self.neededVersions[feature], let apiVersion {
      return apiVersion >= needed.api ? .present : .missing
    }
    if let missing = Self.missing[software.name], missing.contains(feature) { return .missing }
    if let needed = Self.neededVersions[feature], let release = software.release {
      return release >= needed.release ? .present : .missing
    }
    return software.name == .mastodon ? .present : .unknown
  }

  /// Whether a feature is worth offering: it is there, or it may be.
  public func offers(_ feature: ServerFeature) -> Bool { support(of: feature) != .missing }

  /// Refuses what is known to be missing, before the server is asked.
  ///
  /// - throws: `MastodonError.lacks`
  public func require(_ feature: ServerFeature) throws(MastodonError) {
    if !offers(feature) { throw .lacks(host: host, feature: feature) }
  }

  /// Which version of the API brought a feature, and the release of Mastodon that first had it.
  private static let neededVersions: [ServerFeature: (api: Int, release: ServerSoftware.Release)] = [
    .groupedNotifications: (2, .init(4, 3)),
    .notificationPolicy: (2, .init(4, 3)),
    .unreadCounts: (2, .init(4, 3)),
    .batches: (2, .init(4, 3)),
    .deletingMedia: (4, .init(4, 4)),
    .quotes: (7, .init(4, 5)),
    .typedProfile: (8, .init(4, 6)),
    .annualReports: (8, .init(4, 6)),
    .collections: (10, .init(4, 6)),
  ]

  /// What programs are known to lack, whatever number they give themselves.
  private static let missing: [ServerSoftware.Name: Set<ServerFeature>] = [
    .goToSocial: [
      .groupedNotifications, .notificationPolicy, .unreadCounts, .dismissingNotifications, .translation, .quotes,
      .collections, .annualReports, .typedProfile, .batches, .familiarFollowers, .removingFollowers, .endorsements,
      .featuredTags, .domainBlocks, .directory, .announcementReactions, .deletingMedia,
    ],
    .akkoma: akkomaLacks,
    .pleroma: akkomaLacks.union([.quotes, .translation]),
    .pixelfed: [
      .lists, .lookup, .streaming, .quotes, .collections, .annualReports, .typedProfile, .groupedNotifications,
      .notificationPolicy, .unreadCounts, .translation, .editing, .deletingMedia, .batches,
    ],
  ]

  private static let akkomaLacks: Set<ServerFeature> = [
    .groupedNotifications, .notificationPolicy, .unreadCounts, .filters, .suggestions, .trends, .collections,
    .annualReports, .typedProfile, .followedTags, .featuredTags, .batches, .deletingMedia,
  ]
}

/// The capabilities of a server, as far as they are known from its instance, its software and failed requests.
///
/// Unknown features are allowed: only those that are known to be missing are ``Support/missing``.
public struct ServerCapabilities: Hashable, Sendable {
  /// The server's host, for messages.
  public var host: String
  public var software: ServerSoftware
  /// The version of Mastodon's API that it reports; other software that reports one is trusted.
  public var apiVersion: Int?
  /// Its limits: characters, media, polls.
  public var limits: Instance.Configuration
  public var missingFeatures: Set<ServerFeature>

  public enum Support: Hashable, Sendable {
    /// It is known to support it.
    case present
    /// It is known to lack it.
    case missing
    /// Only a request would tell.
    case unknown
  }

  public init(
    host: String, software: ServerSoftware, apiVersion: Int? = nil,
    limits: Instance.Configuration = Instance.Configuration(),
    missingFeatures: Set<ServerFeature> = []
  ) {
    self.host = host
    self.software = software
    self.apiVersion = apiVersion
    self.limits = limits
    self.missingFeatures = missingFeatures
  }

  /// Reads an instance; NodeInfo, if it was requested, is more reliable about the software than the version.
  public init(
    host: String, instance: Instance, software: ServerSoftware? = nil, missingFeatures: Set<ServerFeature> = []
  ) {
    self.init(
      host: host, software: software ?? ServerSoftware(instanceVersion: instance.version),
      apiVersion: instance.apiVersions["mastodon"], limits: instance.configuration,
      missingFeatures: missingFeatures)
  }

  /// A timeline of posts that were not selected by following accounts.
  public enum Feed: Hashable, Sendable, CaseIterable {
    case local
    case federated
    case hashtag
    case trendingLink
  }

  /// Who may read a timeline, if the server reports it (API version 7); accounts with a special role may read it in any
  /// case.
  ///
  /// A timeline with local and remote posts is as open as the more open part.
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

  public func support(of feature: ServerFeature) -> Support {
    if missingFeatures.contains(feature) { return .missing }
    if feature == .translation, software.name == .mastodon {
      return limits.translation ? .present : .missing
    }
    if let needed = Self.neededVersions[feature]?.api, let apiVersion {
      return apiVersion >= needed ? .present : .missing
    }
    if Self.missing(from: software.name).contains(feature) { return .missing }
    // One answer without it is not about the software.
    if Self.common.contains(feature), isKnownSoftware { return .present }
    if let needed = Self.neededVersions[feature], let release = software.release {
      return release >= needed.release ? .present : .missing
    }
    return software.name == .mastodon ? .present : .unknown
  }

  /// The features that all known software has.
  private static let common: Set<ServerFeature> = [.replies, .media]

  private var isKnownSoftware: Bool {
    guard case .other(let name) = software.name else { return true }
    return Self.missingByName[name.lowercased()] != nil
  }

  /// The first feature that a post needs and the server is known to lack.
  public func missingFeature(for draft: StatusDraft) -> ServerFeature? {
    draft.neededFeatures.first { !offers($0) }
  }

  /// Returns whether the server sends what happens on a stream; some accept a subscription and send nothing.
  public func delivery(of topic: StreamTopic) -> Support {
    guard offers(.streaming) else { return .missing }
    switch (software.name, topic) {
    case (.mastodon, _): return .present
    // It takes the names of these streams, and ignores the others without an error.
    case (.goToSocial, .user), (.goToSocial, .federated(onlyMedia: false)), (.goToSocial, .local(onlyMedia: false)),
      (.goToSocial, .list), (.goToSocial, .direct):
      return .present
    case (.goToSocial, _): return .missing
    default: return .unknown
    }
  }

  /// Returns whether the server supports a feature or may support it.
  public func offers(_ feature: ServerFeature) -> Bool { support(of: feature) != .missing }

  /// The feature that a server lacks although it answers with an empty list of it, which says nothing; `nil` if the list is
  /// empty for all that is known.
  public func missingFeature(behindEmptyListOf feature: ServerFeature) -> ServerFeature? {
    let name =
      switch software.name {
      case .other(let name): name.lowercased()
      case .goToSocial: "gotosocial"
      case .pleroma: "pleroma"
      case .mastodon, .akkoma, .pixelfed: ""
      }
    guard Self.emptyLists[name]?.contains(feature) == true else { return nil }
    // snac takes scheduled posts, and lists none.
    return feature == .scheduledPosts ? .scheduledList : feature
  }

  /// Whether software is known that answers so for a feature.
  public static func isAnsweredEmpty(_ feature: ServerFeature) -> Bool {
    emptyLists.values.contains { $0.contains(feature) }
  }

  private static let emptyLists: [String: Set<ServerFeature>] = [
    "gotosocial": [.announcements, .trends, .suggestions], "pleroma": [.trends],
    "snac": [.filters, .conversations, .scheduledPosts, .announcements],
    "takahe": [.lists, .filters, .conversations],
    "wordpress": [.lists, .filters, .conversations, .scheduledPosts, .announcements],
  ]

  /// The API version that introduced a feature, if there were such versions, and Mastodon's first release with it.
  private static let neededVersions: [ServerFeature: (api: Int?, release: ServerSoftware.Release)] = [
    .bookmarks: (nil, .init(3, 1)),
    .personalNotes: (nil, .init(3, 2)),
    .lookup: (nil, .init(3, 4)),
    .history: (nil, .init(3, 5)),
    .editing: (nil, .init(3, 5)),
    .removingFollowers: (nil, .init(3, 5)),
    .familiarFollowers: (nil, .init(3, 5)),
    .filters: (nil, .init(4, 0)),
    .followedTags: (nil, .init(4, 0)),
    .endorsements: (nil, .init(4, 4)),
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

  /// The features that software lacks, whatever API version it reports.
  private static func missing(from name: ServerSoftware.Name) -> Set<ServerFeature> {
    if case .other(let name) = name { return missingByName[name.lowercased()] ?? [] }
    return missing[name] ?? []
  }

  /// The same for software without a case of its own.
  private static let missingByName: [String: Set<ServerFeature>] = [
    "snac": [.quotes, .postedPolls], "takahe": [.quotes], "wordpress": [.quotes, .postedPolls, .contentWarnings],
  ]

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

/// A feature that not every server supports.
public enum ServerFeature: String, Hashable, Sendable, CaseIterable {
  /// Lists of accounts, and their timelines.
  case lists
  case markers
  case filters
  case groupedNotifications
  case dismissingNotifications
  case unreadCounts
  /// Filtering notifications from unknown accounts.
  case notificationPolicy
  case translation
  case quotes
  /// Polls in new posts; voting in those of others is ``polls``.
  case postedPolls
  case contentWarnings
  /// Posts that not everyone can read.
  case privatePosts
  case replies
  case collections
  case annualReports
  case typedProfile
  case scheduledPosts
  case scheduledList
  case editing
  case history
  case bookmarks
  case polls
  case conversations
  case announcements
  case announcementReactions
  /// Trending posts, hashtags and links.
  case trends
  case suggestions
  case directory
  case followedTags
  case featuredTags
  case endorsements
  /// Followers of an account that the user follows.
  case familiarFollowers
  case removingFollowers
  case domainBlocks
  /// Looking up an account by its address.
  case lookup
  /// Loading several posts or accounts at once.
  case batches
  case deletingMedia
  case push
  case preferences
  case reports
  /// The signed-in account's relationships to others.
  case relationships
  case follows
  case followRequests
  case followLists
  case blocks
  case mutes
  case muteList
  case blockList
  case favouritesList
  case bookmarksList
  case mutedThreads
  /// Private notes about accounts.
  case personalNotes
  case favourites
  case boosts
  /// The lists of who favourited or boosted a post.
  case reactors
  case pins
  case threads
  case media
  case search
  case hashtags
  case linkTimelines
  case notifications
  case profileEditing
  case customEmojis
  /// The server's documents, such as its rules and terms.
  case documents
  case streaming
  /// The server's own public posts.
  case localTimeline
  case federatedTimeline

  /// The name of the feature after "has no": "lists".
  public var words: String {
    switch self {
    case .markers: "reading positions"
    case .dismissingNotifications: "way to dismiss one notification"
    case .translation: "translations"
    case .postedPolls: "polls in posts"
    case .typedProfile: "way to hide parts of a profile or to remove its pictures"
    case .editing: "way to change a post"
    case .history: "history of posts"
    case .announcementReactions: "reactions to announcements"
    case .followedTags: "followed hashtags"
    case .featuredTags: "featured hashtags"
    case .endorsements: "featured accounts"
    case .familiarFollowers: "list of followers that you know"
    case .removingFollowers: "way to remove a follower"
    case .domainBlocks: "blocks of whole domains"
    case .lookup: "look-up of addresses"
    case .batches: "way to load several at once"
    case .deletingMedia: "way to delete uploaded media"
    case .push: "push messages"
    case .relationships: "relationships between accounts"
    case .followLists: "lists of followers"
    case .scheduledList: "list of scheduled posts"
    case .muteList: "list of muted accounts"
    case .blockList: "list of blocked accounts"
    case .favouritesList: "list of favourites"
    case .bookmarksList: "list of bookmarks"
    case .reactors: "lists of who favourited or boosted a post"
    case .pins: "pinned posts"
    case .media: "media uploads"
    case .hashtags: "hashtag timelines"
    case .linkTimelines: "timelines of links"
    case .profileEditing: "way to change the profile"
    case .documents: "document of this kind"
    case .streaming: "live streams"
    // As the case is named: `groupedNotifications`.
    default: rawValue.reduce(into: "") { $0 += $1.isUppercase ? " \($1.lowercased())" : String($1) }
    }
  }
}

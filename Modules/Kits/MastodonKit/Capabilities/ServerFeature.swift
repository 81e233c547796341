/// Something that not every server can do.
public enum ServerFeature: String, Hashable, Sendable, CaseIterable {
  /// Lists of accounts, and their timelines.
  case lists
  /// Remembering how far a timeline was read.
  case markers
  /// Filters that the server keeps.
  case filters
  /// Notifications put into groups by the server.
  case groupedNotifications
  /// Taking away one notification.
  case dismissingNotifications
  /// Counting what is unread.
  case unreadCounts
  /// Deciding what happens to notifications from strangers.
  case notificationPolicy
  /// Translating posts.
  case translation
  /// Quoting posts.
  case quotes
  /// Collections of accounts.
  case collections
  /// Reports of a year.
  case annualReports
  /// The profile as it was typed.
  case typedProfile
  /// Posts that wait for their time.
  case scheduledPosts
  /// Changing posts after they were sent.
  case editing
  /// The former forms of a post.
  case history
  /// Bookmarks.
  case bookmarks
  /// Polls.
  case polls
  /// Direct conversations.
  case conversations
  /// Announcements of the server's people.
  case announcements
  /// Reacting to announcements.
  case announcementReactions
  /// What is talked about today.
  case trends
  /// Accounts that one might follow.
  case suggestions
  /// A directory of accounts.
  case directory
  /// Following hashtags.
  case followedTags
  /// Featuring hashtags on the profile.
  case featuredTags
  /// Featuring accounts on the profile.
  case endorsements
  /// The followers of an account whom one knows.
  case familiarFollowers
  /// Removing followers.
  case removingFollowers
  /// Blocking whole domains.
  case domainBlocks
  /// Looking up an account by its address.
  case lookup
  /// Fetching several posts or accounts at once.
  case batches
  /// Deleting media that was uploaded.
  case deletingMedia
  /// Messages that are pushed.
  case push
  /// Preferences of the account.
  case preferences
  /// Reports to the moderators.
  case reports
  /// Telling how the signed-in account stands to others.
  case relationships
  /// Following accounts.
  case follows
  /// Asking to follow, and answering who asks.
  case followRequests
  /// The lists of who follows and is followed.
  case followLists
  /// Blocking accounts.
  case blocks
  /// Muting accounts.
  case mutes
  /// Muting threads.
  case mutedThreads
  /// Notes about accounts that nobody else sees.
  case personalNotes
  /// Favouriting posts.
  case favourites
  /// Boosting posts.
  case boosts
  /// The lists of who favourited or boosted a post.
  case reactors
  /// Pinning posts to the profile.
  case pins
  /// What stands around a post.
  case threads
  /// Sending files.
  case media
  /// Searching.
  case search
  /// What is said about a hashtag.
  case hashtags
  /// The posts that link to a page.
  case linkTimelines
  /// Notifications.
  case notifications
  /// Changing the own profile.
  case profileEditing
  /// Emoji of the server's own.
  case customEmojis
  /// Documents about the server, such as its rules and its terms.
  case documents
  /// Live streams.
  case streaming
  /// The public posts of the server itself.
  case localTimeline
  /// The public posts of everywhere.
  case federatedTimeline

  /// What the server has none of, in words: "lists".
  public var words: String {
    switch self {
    case .lists: "lists"
    case .markers: "reading positions"
    case .filters: "filters"
    case .groupedNotifications: "grouped notifications"
    case .dismissingNotifications: "way to dismiss one notification"
    case .unreadCounts: "unread counts"
    case .notificationPolicy: "notification policy"
    case .translation: "translation"
    case .quotes: "quotes"
    case .collections: "collections"
    case .annualReports: "annual reports"
    case .typedProfile: "profile as it was typed"
    case .scheduledPosts: "scheduled posts"
    case .editing: "way to change a post"
    case .history: "history of posts"
    case .bookmarks: "bookmarks"
    case .polls: "polls"
    case .conversations: "conversations"
    case .announcements: "announcements"
    case .announcementReactions: "reactions to announcements"
    case .trends: "trends"
    case .suggestions: "suggestions"
    case .directory: "directory"
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
    case .preferences: "preferences"
    case .reports: "reports"
    case .relationships: "relationships between accounts"
    case .follows: "follows"
    case .followRequests: "follow requests"
    case .followLists: "lists of followers"
    case .blocks: "blocks"
    case .mutes: "mutes"
    case .mutedThreads: "muted threads"
    case .personalNotes: "personal notes"
    case .favourites: "favourites"
    case .boosts: "boosts"
    case .reactors: "lists of who favourited or boosted a post"
    case .pins: "pinned posts"
    case .threads: "threads"
    case .media: "media uploads"
    case .search: "search"
    case .hashtags: "hashtag timelines"
    case .linkTimelines: "timelines of links"
    case .notifications: "notifications"
    case .profileEditing: "way to change the profile"
    case .customEmojis: "custom emojis"
    case .documents: "document of this kind"
    case .streaming: "live streams"
    case .localTimeline: "local timeline"
    case .federatedTimeline: "federated timeline"
    }
  }
}

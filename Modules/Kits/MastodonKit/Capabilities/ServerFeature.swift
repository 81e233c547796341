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
    case .documents: "document of this kind"
    case .streaming: "live streams"
    case .localTimeline: "local timeline"
    case .federatedTimeline: "federated timeline"
    }
  }
}

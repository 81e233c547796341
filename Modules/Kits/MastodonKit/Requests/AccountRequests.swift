/// Which of an account's posts are wanted.
public struct AccountPostsFilter: Hashable, Sendable {
  /// Whether only posts with media are wanted.
  public var onlyMedia: Bool
  /// Whether replies to others are left out.
  public var excludesReplies: Bool
  /// Whether boosts are left out.
  public var excludesReblogs: Bool
  /// Whether only pinned posts are wanted, which come as one page.
  public var pinned: Bool
  /// The hashtag that they must carry, without `#`.
  public var tag: String?

  /// Wants everything unless said otherwise.
  public init(
    onlyMedia: Bool = false, excludesReplies: Bool = false, excludesReblogs: Bool = false, pinned: Bool = false,
    tag: String? = nil
  ) {
    self.onlyMedia = onlyMedia
    self.excludesReplies = excludesReplies
    self.excludesReblogs = excludesReblogs
    self.pinned = pinned
    self.tag = tag
  }
}

/// How an account is followed; what is `nil` stays as it is.
public struct FollowOptions: Hashable, Sendable {
  /// Whether its boosts are shown in the home timeline.
  public var showsReblogs: Bool?
  /// Whether each of its posts is notified.
  public var notifies: Bool?
  /// The languages to show, all where the list is empty.
  public var languages: [String]?

  /// Changes nothing unless said otherwise.
  public init(showsReblogs: Bool? = nil, notifies: Bool? = nil, languages: [String]? = nil) {
    self.showsReblogs = showsReblogs
    self.notifies = notifies
    self.languages = languages
  }
}

/// How an account is muted.
public struct MuteOptions: Hashable, Sendable {
  /// Whether its notifications are muted too; `nil` for the server's choice, which is yes.
  public var notifications: Bool?
  /// For how many seconds; `nil` for as long as nobody unmutes it.
  public var seconds: Int?

  /// Mutes for good unless said otherwise.
  public init(notifications: Bool? = nil, seconds: Int? = nil) {
    self.notifications = notifications
    self.seconds = seconds
  }
}

/// What a person changes of their own profile; what is `nil` stays as it is.
public struct ProfileEdit: Hashable, Sendable {
  /// The name to show.
  public var displayName: String?
  /// The text about the person, as it is typed.
  public var note: String?
  /// Whether followers must be approved.
  public var locked: Bool?
  /// Whether the account is a program's.
  public var bot: Bool?
  /// Whether it may be suggested to others.
  public var discoverable: Bool?
  /// Whether it hides whom it follows and who follows it.
  public var hidesFollows: Bool?
  /// Whether its posts may be found by searching.
  public var indexable: Bool?
  /// The websites that may name it as an author.
  public var attributionDomains: [String]?
  /// The labelled lines, all of them.
  public var fields: [ProfileLine]?
  /// Where the new picture lies on this machine.
  public var avatarPath: String?
  /// Where the new banner lies on this machine.
  public var headerPath: String?
  /// What the picture shows (API version 9).
  public var avatarDescription: String?
  /// What the banner shows (API version 9).
  public var headerDescription: String?
  /// How posts are shown to others unless said otherwise.
  public var postingVisibility: Visibility?
  /// Whether posts hide their media unless said otherwise.
  public var postingSensitive: Bool?
  /// The language of posts unless said otherwise.
  public var postingLanguage: String?
  /// Who may quote posts unless said otherwise.
  public var quotePolicy: QuotePolicy?
  /// Whether the profile has a tab for media (API version 8).
  public var showsMedia: Bool?
  /// Whether that tab has replies too (API version 8).
  public var showsMediaReplies: Bool?
  /// Whether the profile has a tab for what it features (API version 8).
  public var showsFeatured: Bool?

  /// Changes nothing.
  public init() {}
}

/// One labelled line of a profile.
public struct ProfileLine: Hashable, Sendable {
  /// The label.
  public var name: String
  /// The text behind it.
  public var value: String

  /// Makes a line.
  public init(name: String, value: String) {
    self.name = name
    self.value = value
  }
}

/// What a person gives to get an account.
public struct SignUp: Sendable {
  /// The name.
  public var username: String
  /// Where the server writes to.
  public var email: String
  /// The password.
  public var password: String
  /// Whether the person agrees to the server's rules.
  public var agreesToRules: Bool
  /// The language of the letters that the server writes.
  public var locale: String
  /// Why the person wants to join, where the server asks.
  public var reason: String?
  /// The day of birth, `2000-01-31`, where the server asks.
  public var dateOfBirth: String?

  /// Makes the request.
  public init(
    username: String, email: String, password: String, agreesToRules: Bool, locale: String, reason: String? = nil,
    dateOfBirth: String? = nil
  ) {
    self.username = username
    self.email = email
    self.password = password
    self.agreesToRules = agreesToRules
    self.locale = locale
    self.reason = reason
    self.dateOfBirth = dateOfBirth
  }
}

extension SignUp: CustomStringConvertible, CustomDebugStringConvertible, CustomReflectable {
  /// The name; never the password.
  public var description: String { "SignUp(\(username), password: redacted)" }

  /// The same words as ``description``.
  public var debugDescription: String { description }

  /// The name alone, so that a dump does not tell the password.
  public var customMirror: Mirror { Mirror(self, children: ["username": username], displayStyle: .struct) }
}

/// Which accounts of the server's directory are wanted.
public struct DirectoryQuery: Hashable, Sendable {
  /// Whether the newest come first instead of the last active.
  public var newestFirst: Bool
  /// Whether only the server's own are wanted.
  public var localOnly: Bool

  /// Wants the last active of all servers unless said otherwise.
  public init(newestFirst: Bool = false, localOnly: Bool = false) {
    self.newestFirst = newestFirst
    self.localOnly = localOnly
  }
}

/// What is reported to the moderators, and why.
public struct ReportDraft: Hashable, Sendable {
  /// The account.
  public var accountID: Account.ID
  /// Its posts that show it.
  public var statusIDs: [Status.ID]
  /// Its collections that show it (API version 10).
  public var collectionIDs: [Collection.ID]
  /// What to say about it, up to 1000 characters.
  public var comment: String
  /// Whether the account's own server hears of it.
  public var forwards: Bool
  /// Why.
  public var category: Report.Category?
  /// The server's rules that were broken.
  public var ruleIDs: [Identifier<Instance.Rule>]

  /// Makes a report.
  public init(
    accountID: Account.ID, statusIDs: [Status.ID] = [], collectionIDs: [Collection.ID] = [], comment: String = "",
    forwards: Bool = false, category: Report.Category? = nil, ruleIDs: [Identifier<Instance.Rule>] = []
  ) {
    self.accountID = accountID
    self.statusIDs = statusIDs
    self.collectionIDs = collectionIDs
    self.comment = comment
    self.forwards = forwards
    self.category = category
    self.ruleIDs = ruleIDs
  }
}

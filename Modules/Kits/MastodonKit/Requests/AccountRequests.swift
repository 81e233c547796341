public struct AccountPostsFilter: Hashable, Sendable {
  /// Whether only posts with media are included.
  public var onlyMedia: Bool
  public var excludesReplies: Bool
  public var excludesReblogs: Bool
  /// Whether only pinned posts are included, which come in one page.
  public var pinned: Bool
  public var excludesDirect: Bool
  /// A hashtag that the posts must have, without `#`.
  public var tag: String?

  public init(
    onlyMedia: Bool = false, excludesReplies: Bool = false, excludesReblogs: Bool = false, pinned: Bool = false,
    excludesDirect: Bool = false, tag: String? = nil
  ) {
    self.onlyMedia = onlyMedia
    self.excludesReplies = excludesReplies
    self.excludesReblogs = excludesReblogs
    self.pinned = pinned
    self.excludesDirect = excludesDirect
    self.tag = tag
  }
}

/// The options of following an account; `nil` members stay as they are.
public struct FollowOptions: Hashable, Sendable {
  /// Whether its boosts are shown in the home timeline.
  public var showsReblogs: Bool?
  /// Whether each of its posts causes a notification.
  public var notifies: Bool?
  /// The languages to show; all if the list is empty.
  public var languages: [String]?

  public init(showsReblogs: Bool? = nil, notifies: Bool? = nil, languages: [String]? = nil) {
    self.showsReblogs = showsReblogs
    self.notifies = notifies
    self.languages = languages
  }
}

public struct MuteOptions: Hashable, Sendable {
  /// Whether its notifications are muted too; `nil` for the server's default, which is yes.
  public var notifications: Bool?
  /// The duration in seconds; `nil` for no end.
  public var seconds: Int?

  public init(notifications: Bool? = nil, seconds: Int? = nil) {
    self.notifications = notifications
    self.seconds = seconds
  }
}

/// Changes to the own profile; `nil` members stay as they are.
public struct ProfileEdit: Hashable, Sendable {
  public var displayName: String?
  public var note: String?
  /// Whether followers must be approved.
  public var locked: Bool?
  public var bot: Bool?
  public var discoverable: Bool?
  /// Whether the followers and followed accounts are hidden.
  public var hidesFollows: Bool?
  /// Whether its posts may be found by search.
  public var indexable: Bool?
  /// The websites that may name it as an author.
  public var attributionDomains: [String]?
  public var fields: [ProfileLine]?
  public var avatarPath: String?
  public var headerPath: String?
  /// The picture's alt text (API version 9).
  public var avatarDescription: String?
  /// The banner's alt text (API version 9).
  public var headerDescription: String?
  /// Which parts of the profile are shown (API version 10).
  public var shownParts: [ProfilePart: Bool] = [:]
  public var postingVisibility: Visibility?
  /// Whether media are marked as sensitive by default.
  public var postingSensitive: Bool?
  public var postingLanguage: String?
  public var quotePolicy: QuotePolicy?

  /// Creates an edit without other changes.
  public init(shownParts: [ProfilePart: Bool] = [:]) { self.shownParts = shownParts }
}

public struct ProfileLine: Hashable, Sendable {
  public var name: String
  public var value: String

  public init(name: String, value: String) {
    self.name = name
    self.value = value
  }
}

public struct SignUp: Sendable {
  public var username: String
  public var email: String
  public var password: String
  public var agreesToRules: Bool
  /// The language of the server's e-mails.
  public var locale: String
  /// The reason for joining, if the server asks for one.
  public var reason: String?
  /// The day of birth, `2000-01-31`, where the server asks.
  public var dateOfBirth: String?

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

  public var debugDescription: String { description }

  /// The name alone, so that a dump does not tell the password.
  public var customMirror: Mirror { Mirror(self, children: ["username": username], displayStyle: .struct) }
}

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

/// A report to the moderators, and its reason.
public struct ReportDraft: Hashable, Sendable {
  public var accountID: Account.ID
  public var statusIDs: [Status.ID]
  /// Its collections that show it (API version 10).
  public var collectionIDs: [Collection.ID]
  /// The comment, up to 1000 characters.
  public var comment: String
  public var forwards: Bool
  public var category: Report.Category?
  public var ruleIDs: [Identifier<Instance.Rule>]

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

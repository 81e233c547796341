public import FeatureKit
public import MastodonKit

/// A type of notification that can be pushed, by the name used in settings: `set push-mentions on`.
public enum PushAlert: String, CaseIterable, Hashable, Sendable {
  case mentions
  case quotes
  /// A post of an account that the user has turned notifications on for.
  case posts
  case boosts
  case favourites
  case follows
  case followRequests = "follow-requests"
  /// The end of a poll that the user created or voted in.
  case polls
  /// An edit of a post that the user boosted.
  case edits
  case quotedEdits = "quoted-edits"
  /// A new account on the server, for moderators.
  case signUps = "sign-ups"
  /// A report, for moderators.
  case reports

  /// The server's name for it.
  public var kind: Notification.Kind {
    switch self {
    case .mentions: .mention
    case .quotes: .quote
    case .posts: .status
    case .boosts: .reblog
    case .favourites: .favourite
    case .follows: .follow
    case .followRequests: .followRequest
    case .polls: .poll
    case .edits: .update
    case .quotedEdits: .quotedUpdate
    case .signUps: .adminSignUp
    case .reports: .adminReport
    }
  }

  /// Whether it is pushed unless the user turns it off.
  public var isOnByDefault: Bool {
    switch self {
    case .mentions, .quotes, .posts, .boosts, .favourites, .follows, .followRequests, .polls: true
    case .edits, .quotedEdits, .signUps, .reports: false
    }
  }

  public var setting: Setting.Name { Setting.Name(rawValue: "push-\(rawValue)") }

  /// The setting's line of help.
  public var summary: String {
    switch self {
    case .mentions: "posts that mention you, such as replies"
    case .quotes: "quotes of your posts"
    case .posts: "posts by accounts that you have turned on notifications for"
    case .boosts: "boosts of your posts"
    case .favourites: "favourites of your posts"
    case .follows: "new followers"
    case .followRequests: "follow requests"
    case .polls: "polls that you created or voted in, when they end"
    case .edits: "edits of posts that you boosted"
    case .quotedEdits: "edits of posts that you quoted"
    case .signUps: "new accounts on the server, for moderators"
    case .reports: "reports, for moderators"
    }
  }

  /// Its name in a list: `follow requests`.
  public var title: String { rawValue.replacing("-", with: " ") }
}

public import MastodonKit

extension Push {
  /// Something that one can be pushed, by the name under which it is typed: `set push-mentions on`.
  public enum Alert: String, CaseIterable, Hashable, Sendable {
    /// A post that mentions you.
    case mentions
    /// A quote of your post.
    case quotes
    /// A post of somebody whose every post you want to hear of.
    case posts
    /// A boost of your post.
    case boosts
    /// A favourite of your post.
    case favourites
    /// A new follower.
    case follows
    /// Somebody who would like to follow you.
    case followRequests = "follow-requests"
    /// The end of a poll that you made or voted in.
    case polls
    /// A change of a post that you boosted.
    case edits
    /// A change of a post that you quoted.
    case quotedEdits = "quoted-edits"
    /// A newcomer on the server, for moderators.
    case signUps = "sign-ups"
    /// A report, for moderators.
    case reports

    /// What the server calls it.
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

    /// Whether it is pushed unless the person says otherwise.
    public var isUsual: Bool {
      switch self {
      case .mentions, .quotes, .posts, .boosts, .favourites, .follows, .followRequests, .polls: true
      case .edits, .quotedEdits, .signUps, .reports: false
      }
    }

    /// The setting's name.
    public var setting: String { "push-\(rawValue)" }

    /// The setting's line of help.
    public var summary: String {
      switch self {
      case .mentions: "posts that mention you, as answers do"
      case .quotes: "quotes of your posts"
      case .posts: "posts of those whose every post you want to hear of"
      case .boosts: "boosts of your posts"
      case .favourites: "favourites of your posts"
      case .follows: "new followers"
      case .followRequests: "those who would like to follow you"
      case .polls: "polls that have ended"
      case .edits: "changes of posts that you boosted"
      case .quotedEdits: "changes of posts that you quoted"
      case .signUps: "newcomers on the server, for its moderators"
      case .reports: "reports, for the server's moderators"
      }
    }

    /// The same as words in a list.
    var words: String { rawValue.replacing("-", with: " ") }
  }
}

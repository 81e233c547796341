import FeatureKit
import MastodonKit
public import StatusKit

extension Watch {
  /// A kind of new item, as `--only` names it.
  public enum Kind: Hashable, Sendable {
    /// Posts that are neither replies nor boosts.
    case posts
    case boosts
    case replies
    case mentions
    case quotes
    case media
    case notifications(NotificationCategory)

    static let ofPosts: [(word: String, kind: Kind)] = [
      ("posts", .posts), ("boosts", .boosts), ("replies", .replies), ("mentions", .mentions), ("quotes", .quotes),
      ("media", .media),
    ]

    func includes(_ item: Item, me: Account.ID?) -> Bool {
      switch item {
      case .notification(let notification):
        return self == .notifications(NotificationCategory(notification.kind))
      case .conversation, .deletion: return true
      case .post(let status), .edit(let status):
        let shown = status.displayed
        return switch self {
        case .posts: status.reblog == nil && shown.inReplyToID == nil
        case .boosts: status.reblog != nil
        case .replies: status.reblog == nil && shown.inReplyToID != nil
        case .mentions: me.map { me in shown.mentions.contains { $0.id == me } } ?? false
        case .quotes: shown.quote != nil
        case .media: !shown.mediaAttachments.isEmpty
        case .notifications: false
        }
      }
    }

    /// Reads the value of `--only` for what is followed.
    ///
    /// - Throws: ``AppError/usage(_:suggestion:)`` for a word that names no kind there.
    static func list(_ text: String, for target: Target) throws -> Set<Kind> {
      if target.ofAccount == .notifications { return Set(try NotificationCategory.list(text).map(Kind.notifications)) }
      switch target {
      case .conversations, .conversation:
        throw AppError.usage("--only doesn't apply to conversations.", suggestion: "Leave out --only.")
      default: break
      }
      let words = text.split { $0 == "," || $0.isWhitespace }.map { $0.lowercased() }
      return Set(
        try words.map { word in
          if let found = ofPosts.first(where: { $0.word == word || $0.word == word + "s" }) { return found.kind }
          let choices = "Use \(ofPosts.map(\.word).joined(separator: ", "))."
          let isOfNotifications = NotificationCategory(typed: word) != nil
          throw AppError.unlisted(
            "“\(word)” is not a kind of post.", word: word, among: ofPosts.map(\.word),
            choices: isOfNotifications
              ? "\(choices) For the others: watch notifications --only \(word)." : choices)
        })
    }
  }
}

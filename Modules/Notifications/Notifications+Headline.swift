public import MastodonKit
import StatusKit
public import TerminalKit

extension Notifications {
  /// What a notification says in one line: a sign, who, and what they did.
  struct Headline: Hashable, Sendable {
    /// A sign before the line, or the empty string.
    var sign = ""
    /// Who did it; nobody where the words say all.
    var actors: [Account]
    /// What they did, as words behind the names.
    var words: String

    /// Says what neighbours that belong together have in common.
    init(_ row: Row, me: Account.ID?) {
      let notification = row.first
      actors = row.accounts
      switch notification.kind {
      case .favourite: (sign, words) = ("★", "favourited")
      case .reblog: (sign, words) = ("⟳", "boosted")
      case .mention: (sign, words) = ("↩", Self.mentionWords(notification.status, me: me))
      case .follow: (sign, words) = ("+", "followed you")
      case .followRequest: (sign, words) = ("+", "requested to follow you")
      case .status: words = "posted"
      case .poll: words = "'s poll has ended"
      case .update: words = "edited a post that you boosted"
      case .quote: words = "quoted you"
      case .quotedUpdate: words = "edited a post that you quoted"
      case .adminSignUp: words = "signed up"
      case .adminReport: words = "filed a report"
      case .addedToCollection: words = "added you to a collection"
      case .collectionUpdate: words = "changed a collection that you are in"
      case .severedRelationships:
        (actors, words) = ([], "Some of your follows were removed because a server or an account was blocked")
      case .moderationWarning: (actors, words) = ([], "You received a moderation warning")
      case .unknown(let word):
        if let title = notification.fallback.map({ Notifications.oneLine(HTMLText.plainText($0.title)) }),
          !title.isEmpty
        {
          (actors, words) = ([], title)
        } else {
          let kind = Notifications.oneLine(Sanitizer.clean(word))
          words = "sent an unknown kind of notification" + (kind.isEmpty ? "" : " (\(kind))")
        }
      }
      if notification.kind == .poll, notification.account.id == me { (actors, words) = ([], "Your poll has ended") }
    }

    /// An answer to the reader, a mention in passing, or a word for them alone.
    private static func mentionWords(_ status: Status?, me: Account.ID?) -> String {
      let isReply = status?.inReplyToAccountID.map { me == nil || $0 == me } ?? false
      return (isReply ? "replied" : "mentioned you") + (status?.visibility == .direct ? " directly" : "")
    }

    /// `★ Rook and 3 others favourited`.
    var text: StyledText {
      var text = StyledText()
      if !sign.isEmpty { text += StyledText("\(sign) ", .secondary, spoken: "") }
      text += names
      return text + StyledText(actors.isEmpty || words.hasPrefix("'") ? words : " \(words)")
    }

    private var names: StyledText {
      let names = actors.map { StyledText(Notifications.oneLine($0.shownName), .name) }
      return switch names.count {
      case 0: StyledText()
      case 1: names[0]
      case 2: names[0] + " and " + names[1]
      default: names[0] + StyledText(" and \(names.count - 1) others")
      }
    }
  }

  /// A notification in one line, to be printed above the line that is typed: `★ Heron favourited “First frost. Two…”`.
  ///
  /// Without `me` every answer counts as one to the reader.
  public static func note(for notification: MastodonKit.Notification, me: Account.ID? = nil) -> StyledText {
    let headline = Headline(Row(notifications: [notification]), me: me).text
    guard let status = notification.status else { return headline }
    let isAnswer = [.mention, .quote, .status].contains(notification.kind)
    let excerpt = excerpt(of: status, limit: 40, me: me)
    let spoken = ExcerptText.said(excerpt, of: status)
    return headline
      + (isAnswer
        ? StyledText(": \(excerpt)", spoken: ": \(spoken)") : StyledText(" “\(excerpt)”", spoken: " “\(spoken)”"))
  }

  /// A status's first words, without the reader's own name before them.
  static func excerpt(of status: Status, limit: Int, me: Account.ID?) -> String {
    let excerpt = ExcerptText.of(status, limit: limit)
    guard let mention = status.displayed.mentions.first(where: { $0.id == me }) else { return excerpt }
    let name = "@\(mention.username) "
    return excerpt.hasPrefix(name) ? String(excerpt.dropFirst(name.count)) : excerpt
  }

  static func oneLine(_ text: String) -> String {
    text.split(whereSeparator: \.isNewline).joined(separator: " ")
  }
}

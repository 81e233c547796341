public import FeatureKit
public import MastodonKit
import StatusKit
import TerminalKit

extension Notifications {
  /// A notification in one line: a sign, the accounts, and what they did.
  struct Headline: Hashable, Sendable {
    /// A sign before the line, or the empty string.
    var sign = ""
    /// The accounts that did it; empty if the predicate is a whole sentence.
    var actors: [Account]
    /// The predicate, as the text after the names.
    var predicate: String
    /// The number of accounts, of which some may not be named.
    private let total: Int

    init(_ row: Row, me: Account.ID?) {
      let notification = row.first
      (actors, total) = (row.accounts, row.accountCount)
      switch notification.kind {
      case .favourite: (sign, predicate) = ("★", "favourited")
      case .reblog: (sign, predicate) = ("⟳", "boosted")
      case .mention: (sign, predicate) = ("↩", Self.mentionPredicate(notification.status, me: me))
      case .follow: (sign, predicate) = ("+", "followed you")
      case .followRequest: (sign, predicate) = ("+", "requested to follow you")
      case .status: predicate = "posted"
      case .poll: predicate = "'s poll has ended"
      case .update: predicate = "edited a post that you boosted"
      case .quote: predicate = "quoted you"
      case .quotedUpdate: predicate = "edited a post that you quoted"
      case .adminSignUp: predicate = "signed up"
      case .adminReport: predicate = "filed a report"
      case .addedToCollection: predicate = "added you to a collection"
      case .collectionUpdate: predicate = "changed a collection that you are in"
      case .severedRelationships: (actors, predicate) = ([], Self.severance(notification.event))
      case .moderationWarning: (actors, predicate) = ([], Self.moderation(notification.warning))
      case .unknown("annual_report"):
        (actors, predicate) = ([], "Your summary of \(notification.year.map { "\($0)" } ?? "the year") is ready")
      case .unknown("move"):
        let target = notification.target.map { " to @\(Sanitizer.oneLine(Sanitizer.clean($0.acct)))" } ?? ""
        predicate = "moved" + (target.isEmpty ? " to another account" : target)
      case .unknown("pleroma:emoji_reaction"), .unknown("emoji_reaction"), .unknown("reaction"):
        let emoji = notification.emoji.map { Sanitizer.oneLine(Sanitizer.clean($0)) } ?? ""
        predicate = "reacted" + (emoji.isEmpty ? "" : " with \(emoji)")
      case .unknown(let word):
        if let title = notification.fallback.map({ Sanitizer.oneLine(HTMLText.plainText($0.title)) }),
          !title.isEmpty
        {
          (actors, predicate) = ([], title)
        } else {
          let kind = Sanitizer.oneLine(Sanitizer.clean(word))
          predicate = "sent an unknown kind of notification" + (kind.isEmpty ? "" : " (\(kind))")
        }
      }
      if notification.kind == .poll, notification.account.id == me { (actors, predicate) = ([], "Your poll has ended") }
    }

    /// The lost relationships, and the reason.
    private static func severance(_ event: RelationshipSeveranceEvent?) -> String {
      guard let event else { return "Some of your follows were removed because a server or an account was blocked" }
      let name = Sanitizer.oneLine(Sanitizer.clean(event.targetName))
      let target = name.isEmpty ? nil : name
      let cause =
        switch event.kind {
        case .domainBlock: "The moderators blocked \(target ?? "a server")"
        case .userDomainBlock: "You blocked \(target ?? "a server")"
        case .accountSuspension: "The moderators suspended \(target ?? "an account")"
        case .unknown: "\(target ?? "A server or an account") was blocked"
        }
      let lost = [
        event.followersCount > 0 ? CountText.of(event.followersCount, "follower") : nil,
        event.followingCount > 0 ? CountText.of(event.followingCount, "account") + " that you followed" : nil,
      ].compactMap(\.self)
      return cause + (lost.isEmpty ? "" : ": you lost \(lost.joined(separator: " and "))")
    }

    /// What the moderators did.
    private static func moderation(_ warning: ModerationWarning?) -> String {
      let posts =
        switch warning?.statusIDs.count ?? 0 {
        case 0: "some of your posts"
        case 1: "one of your posts"
        case let count: "\(count) of your posts"
        }
      let appeal = warning?.appeal.map { "; your appeal is \(Sanitizer.oneLine(Sanitizer.clean($0)))" } ?? ""
      let action =
        switch warning?.action {
        case nil, .warn: "You received a moderation warning"
        case .disable: "The moderators disabled your account"
        case .markStatusesAsSensitive: "The moderators marked \(posts) as sensitive"
        case .deleteStatuses: "The moderators deleted \(posts)"
        case .sensitive: "The moderators mark all your media as sensitive from now on"
        case .silence: "The moderators limited your account"
        case .suspend: "The moderators suspended your account"
        case .unknown(let name): "You received a moderation warning (\(Sanitizer.oneLine(Sanitizer.clean(name))))"
        }
      return action + appeal
    }

    /// A reply to the user or a mention, public or direct.
    private static func mentionPredicate(_ status: Status?, me: Account.ID?) -> String {
      let isReply = status?.inReplyToAccountID.map { me == nil || $0 == me } ?? false
      return (isReply ? "replied" : "mentioned you") + (status?.visibility == .direct ? " directly" : "")
    }

    /// `★ Rook and 3 others favourited`.
    var text: StyledText {
      var text = StyledText()
      if !sign.isEmpty { text += StyledText("\(sign) ", .secondary, spoken: "") }
      text += names
      return text + StyledText(actors.isEmpty || predicate.hasPrefix("'") ? predicate : " \(predicate)")
    }

    private var names: StyledText {
      let names = actors.prefix(2).map { account in
        // Its server did not say who it was.
        account.acct.isEmpty
          ? StyledText("An unknown account")
          : StyledText.name(Sanitizer.oneLine(account.shownName), of: account.acct)
      }
      return switch actors.count {
      case 0: StyledText()
      case 1: names[0]
      case 2 where total <= 2: names[0] + " and " + names[1]
      default: names[0] + StyledText(" and \(total - 1) others")
      }
    }
  }

  /// A notification as a live line: `↩ a1 Wren replied · 14:02  What do you wrap them in?`.
  ///
  /// Without `me`, every reply counts as one to the user.
  public static func note(
    for notification: MastodonKit.Notification, me: Account.ID? = nil, layout: Layout
  ) -> Note {
    var headline = Headline(Row(notifications: [notification]), me: me)
    let sign = headline.sign
    headline.sign = ""
    let time = RelativeTime(notification.createdAt, in: layout).absolute
    var note = Note(
      headline.text + StyledText(" · \(time)", .secondary, spoken: ", \(time)"),
      sign: StyledText(sign, .accent, spoken: ""),
      detail: excerpt(notification, me: me, layout: layout) ?? StyledText(),
      references: references(notification))
    note.audience = notification.status?.audience ?? .unstated
    return note
  }

  /// The beginning of a post, without the mention of the user at its start.
  static func excerpt(of status: Status, limit: Int, me: Account.ID?) -> String {
    let excerpt = ExcerptText.of(status, limit: limit)
    guard let mention = status.displayed.mentions.first(where: { $0.id == me }) else { return excerpt }
    let name = "@\(mention.username) "
    return excerpt.hasPrefix(name) ? String(excerpt.dropFirst(name.count)) : excerpt
  }

}

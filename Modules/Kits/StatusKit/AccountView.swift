public import FeatureKit
import FoundationEssentials
public import MastodonKit
public import TerminalKit

/// An account, as a row of a list or as the header of its profile.
public struct AccountView {
  public var account: Account
  /// The user's relationship to it, if it is known.
  public var relationship: Relationship?
  public var isMe: Bool
  public var layout: Layout

  public init(_ account: Account, relationship: Relationship? = nil, isMe: Bool = false, layout: Layout) {
    self.account = account
    self.relationship = relationship
    self.isMe = isMe
    self.layout = layout
  }

  /// The account as a row: name, handle, and the beginning of the bio; spoken, also the relationship.
  public func item(number: Int?) -> Item {
    var blocks: [Block] = [.paragraph(nameLine)]
    let note = ExcerptText.cut(HTMLText.plainText(account.note), to: 72)
    if !note.isEmpty { blocks.append(.paragraph(StyledText(note))) }
    let sentences = [
      SpokenText.name(account), SpokenText.namingEmoji(account.emojis, in: note), SpokenText.handle(account.acct),
      SpokenText.capitalized((marks + relations).joined(separator: ", ")),
    ]
    return Item(
      number: number, blocks: blocks, spoken: Sentence.closed(Sentence.joined(sentences)),
      references: [.account(account.id)], data: data)
  }

  /// The header of a profile: name, bio, fields, counts and relationship.
  public var header: [Block] {
    var blocks: [Block] = [.paragraph(nameLine)]
    if let moved = account.moved {
      let line = StyledText("Moved to ", .warning) + StyledText(Sanitizer.oneLine(moved.name), .name)
      blocks.append(.paragraph(line + StyledText("  @\(Sanitizer.oneLine(moved.acct))", .secondary)))
    }
    if account.details?.memorial == true {
      blocks.append(.paragraph(StyledText("This account is kept in memory of its owner.", .secondary)))
    }
    if account.suspended {
      blocks.append(.paragraph(StyledText("This account was closed by its server's moderators.", .warning)))
    } else if account.limited {
      blocks.append(.paragraph(StyledText("This account was limited by its server's moderators.", .warning)))
    }
    if let obstacle = account.details?.obstacle {
      blocks.append(.paragraph(StyledText(AccountObstacle.sentence(obstacle), .warning)))
    }
    for (noun, text) in [
      ("Picture", account.details?.avatarDescription), ("Banner", account.details?.headerDescription),
    ] {
      guard let text = text.map({ ExcerptText.cut($0, to: 200) }), !text.isEmpty else { continue }
      blocks.append(.paragraph(StyledText("\(noun): \(text)", .secondary)))
    }
    blocks += Block.byOthers(HTMLText.parse(account.note))
    if !account.fields.isEmpty { blocks += Block.byOthers([.table(account.fields.map(row))]) }
    blocks.append(.paragraph(StyledText(counts.joined(separator: " · "), .secondary)))
    if !isMe, account.details?.featuring == .denied {
      blocks.append(.paragraph(StyledText("Can't be added to collections.", .secondary)))
    }
    if !relations.isEmpty {
      blocks.append(.paragraph(StyledText(SpokenText.capitalized(relations.joined(separator: ", ")) + ".", .accent)))
    }
    let spoken = SpokenText.prose(Array(blocks.dropFirst()))
    let about = SpokenText.capitalized(marks.joined(separator: ", "))
    let text = Sentence.joined([SpokenText.name(account), SpokenText.handle(account.acct), about, spoken])
    return [.spoken(blocks, as: text)] + note
  }

  /// The user's own note; apart from the rest, because a record masks it.
  private var note: [Block] {
    guard let note = relationship?.note, !note.isEmpty else { return [] }
    // A line of it at the margin could look like one of the program's own.
    let text = note.split(whereSeparator: \.isNewline).joined(separator: "\n  ")
    let line = Block.paragraph(StyledText("Your note: ", .secondary) + .personal(text))
    return [.spoken([line], as: SpokenText.prose([line]))]
  }

  var nameLine: StyledText {
    var line = StyledText.name(Sanitizer.oneLine(account.shownName), of: account.acct)
    line += StyledText("  @\(Sanitizer.oneLine(account.acct))", .secondary)
    return marks.isEmpty ? line : line + StyledText(" · " + marks.joined(separator: " · "), .secondary)
  }

  /// The account's marks: bot, group, manual approval, roles.
  var marks: [String] {
    var marks: [String] = []
    if account.bot { marks.append("bot") }
    if account.group { marks.append("group") }
    if account.locked { marks.append("approves followers manually") }
    if account.details?.hasInvalidHandle == true { marks.append("unverified name") }
    return marks + account.roles.map { Sanitizer.oneLine($0.name) }.filter { !$0.isEmpty }
  }

  var relations: [String] {
    if isMe { return ["this is you"] }
    guard let relationship else { return [] }
    var relations: [String] = []
    switch (relationship.following, relationship.followedBy) {
    case (true, true): relations.append("you follow each other" + following(relationship))
    case (true, false): relations.append("you follow them" + following(relationship))
    case (false, true): relations.append("they follow you")
    case (false, false): break
    }
    if relationship.requested { relations.append("you requested to follow them") }
    if relationship.requestedBy { relations.append("they requested to follow you") }
    if relationship.muting {
      let end = relationship.mutingExpiresAt.flatMap { RelativeTime($0, in: layout).remaining }
      relations.append("you mute them" + (end.map { " for \($0.spoken)" } ?? ""))
    }
    if relationship.blocking { relations.append("you block them") }
    if relationship.blockedBy { relations.append("they block you") }
    if relationship.domainBlocking { relations.append("you block their server") }
    if relationship.endorsed { relations.append("featured on your profile") }
    return relations
  }

  /// The options with which the user follows the account, if any: ` with notifications, without boosts`.
  private func following(_ relationship: Relationship) -> String {
    var details: [String] = []
    if relationship.notifying { details.append("with notifications") }
    if !relationship.showingReblogs { details.append("without boosts") }
    if !relationship.languages.isEmpty { details.append("only in \(relationship.languages.joined(separator: ", "))") }
    return details.isEmpty ? "" : " " + details.joined(separator: ", ")
  }

  var counts: [String] {
    // A server that hides a count says -1.
    var counts = [
      (account.statusesCount, CountText.of(account.statusesCount, "post")),
      (account.followingCount, "\(account.followingCount) following"),
      (account.followersCount, CountText.of(account.followersCount, "follower")),
    ].filter { $0.0 >= 0 }.map(\.1)
    if account.createdAt.timeIntervalSince1970 > 0 {
      counts.append("joined \(RelativeTime(account.createdAt, in: layout).calendarDay)")
    }
    return counts
  }

  private func row(_ field: Account.Field) -> [StyledText] {
    var value = HTMLText.styled(field.value)
    if field.verifiedAt != nil { value += StyledText(" ✓", .success, spoken: ", verified") }
    return [StyledText(Sanitizer.oneLine(field.name), .secondary), value]
  }
}

/// An account in JSON.
///
/// The members, all in `snake_case`: `id`, `name`, `acct`, `url`, `bot`, `locked`; and in a list or on a profile also
/// `note` as plain text, `fields` (`[{name, value, verified}]`), `counts` (`{posts, following, followers}`),
/// `created_at`, `moved_to` (an account or null), `memorial`, `relationship` (or null), pictures, roles and what else the server
/// says of it.
extension AccountView {
  public var data: JSONValue {
    guard case .object(let members) = Self.brief(account) else { return .null }
    return .object(
      members + [
        .init("note", .string(HTMLText.wholeText(account.note))),
        .init(
          "fields",
          .array(
            account.fields.map {
              [
                "name": .string($0.name), "value": .string(HTMLText.wholeText($0.value)), "html": .string($0.value),
                "verified": .bool($0.verifiedAt != nil),
                "verified_at": .optional($0.verifiedAt.map(MastodonDate.format)),
              ]
            })),
        .init(
          "counts",
          [
            "posts": .int(account.statusesCount), "following": .int(account.followingCount),
            "followers": .int(account.followersCount),
          ]),
        .init("created_at", .string(MastodonDate.format(account.createdAt))),
        .init("last_status_at", .optional(account.lastStatusAt.map(MastodonDate.formatDay))),
        .init("username", .string(account.username)), .init("uri", .optional(account.uri)),
        .init("note_html", .string(account.note)), .init("avatar", .optional(account.avatar)),
        .init("avatar_description", .string(account.details?.avatarDescription ?? "")),
        .init("header", .optional(account.header)),
        .init("header_description", .string(account.details?.headerDescription ?? "")),
        .init(
          "roles",
          .array(
            account.roles.map { ["id": .string($0.id), "name": .string($0.name), "color": .string($0.color)] })),
        .init("group", .bool(account.group)), .init("discoverable", Self.answer(account.details?.discoverable)),
        .init("indexable", Self.answer(account.details?.indexable)),
        .init("hide_collections", Self.answer(account.details?.hideCollections)),
        .init("featuring", .optional(account.details?.featuring?.rawValue)),
        .init("invalid_handle", .bool(account.details?.hasInvalidHandle == true)),
        .init(
          "hidden_parts",
          .array(
            ProfilePart.allCases.filter { account.details?.hiddenParts.contains($0) == true }.map {
              .string($0.rawValue)
            }
          )),
        .init("suspended", .bool(account.suspended)), .init("limited", .bool(account.limited)),
        .init("emojis", .array(account.emojis.map(Self.data))),
        .init("moved_to", account.moved.map(Self.brief) ?? .null),
        .init("memorial", .bool(account.details?.memorial == true)), .init("relationship", Self.data(relationship)),
      ])
  }

  /// The short form for an account inside another value.
  public static func brief(_ account: Account) -> JSONValue {
    [
      "id": .string(account.id.rawValue), "name": .string(account.name), "acct": .string(account.acct),
      "url": .optional(account.url), "bot": .bool(account.bot), "locked": .bool(account.locked),
    ]
  }

  static func data(_ emoji: CustomEmoji) -> JSONValue {
    ["shortcode": .string(emoji.shortcode), "url": .optional(emoji.url)]
  }

  private static func answer(_ answer: Bool?) -> JSONValue { answer.map(JSONValue.bool) ?? .null }

  /// A relationship in JSON; null if it is not known.
  public static func data(_ relationship: Relationship?) -> JSONValue {
    guard let relationship else { return .null }
    return [
      "following": .bool(relationship.following), "followed_by": .bool(relationship.followedBy),
      "requested": .bool(relationship.requested), "requested_by": .bool(relationship.requestedBy),
      "notifying": .bool(relationship.notifying), "showing_boosts": .bool(relationship.showingReblogs),
      "languages": .array(relationship.languages.map { .string($0) }), "muting": .bool(relationship.muting),
      "muting_notifications": .bool(relationship.mutingNotifications),
      "muting_until": .optional(relationship.mutingExpiresAt.map(MastodonDate.format)),
      "blocking": .bool(relationship.blocking), "blocked_by": .bool(relationship.blockedBy),
      "domain_blocking": .bool(relationship.domainBlocking), "endorsed": .bool(relationship.endorsed),
      "note": .string(relationship.note),
    ]
  }
}

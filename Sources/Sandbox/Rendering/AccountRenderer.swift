import MastodonKit

/// Writes accounts as API entities.
struct AccountRenderer {
  let instance: InstanceInfo

  func write(_ account: AccountRow, to writer: inout JSONWriter, owner: Owner? = nil) {
    writer.object { writer in
      let url = account.url(in: instance)
      writer.field("id", account.id)
      writer.field("username", account.username)
      writer.field("acct", account.acct)
      writer.field("display_name", account.displayName)
      writer.field("locked", account.locked)
      writer.field("bot", account.bot)
      writer.field("discoverable", account.discoverable)
      writer.field("indexable", account.indexable)
      writer.field("group", false)
      writer.field("created_at", "\(account.createdAt.dayText)T00:00:00.000Z")
      writer.field("note", account.note)
      writer.field("url", url)
      writer.field("uri", account.uri(in: instance))
      for name in ["avatar", "avatar_static"] as [StaticString] {
        writer.field(name, account.avatarAddress(in: instance))
      }
      writer.field("avatar_description", account.avatarDescription)
      for name in ["header", "header_static"] as [StaticString] {
        writer.field(name, account.headerAddress(in: instance))
      }
      writer.field("header_description", account.headerDescription)
      writer.field("followers_count", account.followersCount)
      writer.field("following_count", account.followingCount)
      writer.field("statuses_count", account.statusesCount)
      writer.field("last_status_at", account.lastStatusAt?.dayText)
      writer.field("hide_collections", account.hidesCollections)
      writer.field("show_media", account.showsMedia)
      writer.field("show_media_replies", account.showsMediaReplies)
      writer.field("show_featured", account.showsFeatured)
      writer.emojis(in: [account.displayName, account.note])
      writer.field("fields", raw: account.fields)
      writer.field("roles", raw: "[]")
      if account.moderation == .suspend { writer.field("suspended", true) }
      if account.moderation == .silence { writer.field("limited", true) }
      let approval = account.bot ? "denied" : account.locked ? "manual" : "automatic"
      writer.field("feature_approval") {
        $0.field("automatic", approval == "automatic" ? ["public"] : [])
        $0.field("manual", approval == "manual" ? ["public"] : [])
        $0.field("current_user", approval)
      }
      if account.domain != nil, instance.quirks.has(.verifiesNoHandles) { writer.field("invalid_handle", true) }
      if let owner { write(owner, of: account, to: &writer) }
    }
  }

  func bytes(_ account: AccountRow) -> [UInt8] { JSONWriter.bytes { write(account, to: &$0) } }

  /// The fields of `CredentialAccount`, for the owner only.
  struct Owner {
    var privacy: String
    var sensitive: Bool
    var language: String?
    var quotePolicy = QuotePolicy.public
    var followRequestsCount = 0
  }

  private func write(_ owner: Owner, of account: AccountRow, to writer: inout JSONWriter) {
    writer.field("source") {
      $0.field("privacy", owner.privacy)
      $0.field("sensitive", owner.sensitive)
      $0.field("language", instance.quirks.defaultLanguage ?? owner.language)
      $0.field("note", account.noteSource)
      $0.field("fields", raw: account.fieldsSource)
      $0.field("follow_requests_count", owner.followRequestsCount)
      $0.field("hide_collections", account.hidesCollections)
      $0.field("discoverable", account.discoverable)
      $0.field("indexable", account.indexable)
      $0.field("attribution_domains", raw: account.attributionDomains)
      $0.field("quote_policy", owner.quotePolicy.rawValue)
    }
    let isConfirmed = !instance.quirks.has(.confirmsNobody)
    writer.field("state") {
      $0.field("functional", isConfirmed)
      $0.field("confirmed", isConfirmed)
      $0.field("approved", true)
      $0.field("error_code", isConfirmed ? nil : "unconfirmed")
      $0.field("error", isConfirmed ? nil : "Your login is missing a confirmed e-mail address")
    }
    writer.field("role") {
      $0.field("id", "-99")
      $0.field("name", "")
      $0.field("color", "")
      $0.field("permissions", "65536")
      $0.field("highlighted", false)
      $0.field("collection_limit", CollectionRow.limit)
    }
  }
}

extension JSONWriter {
  /// Writes the custom emoji used in some texts.
  mutating func emojis(in texts: [String]) {
    let used =
      texts.contains { $0.utf8.contains(UInt8(ascii: ":")) }
      ? CustomEmojiTable.all.filter { emoji in texts.contains { $0.contains(emoji.sign) } } : []
    field("emojis", array: used) { $0.raw($1.json) }
  }
}

enum CustomEmojiTable {
  struct Entry: Sendable {
    var sign: String
    var url: String
    var json: String
  }

  static let all: [Entry] = [CustomEmoji.fixtures.kettle, CustomEmoji.fixtures.spanner].map { emoji in
    let json = JSONWriter.object {
      $0.field("shortcode", emoji.shortcode)
      $0.field("url", emoji.url)
      $0.field("static_url", emoji.url)
      $0.field("visible_in_picker", true)
      $0.field("category", emoji.category)
    }
    return Entry(sign: ":\(emoji.shortcode):", url: emoji.url ?? "", json: json)
  }
}

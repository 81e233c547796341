import MastodonKit
public import TerminalKit

/// A post in JSON.
///
/// The members, all in `snake_case` and always present; null if there is no value:
/// - `id`, `url`, `uri`: of the post; of a boost, the boosted one, since commands act on that;
/// - `account`: `{id, name, acct, url, bot, locked}`;
/// - `created_at`, `edited_at`: ISO 8601 in UTC;
/// - `text`: as plain text with whole links, also if the screen folds it; `html`: as the server sent it; `content_warning`;
///   `sensitive`; `filtered`: the titles of the user's filters that fold it here;
/// - `visibility`, `language`, `in_reply_to_id`, `in_reply_to_account_id`, `application`, `quote_policy`;
/// - `counts`: `{replies, boosts, favourites, quotes}`; `favourited`, `boosted`, `bookmarked`, `pinned`, `muted`;
/// - `boosted_by`: an account or null; `boost_id`, `boosted_at`: the boost's own id and time, or null; `boosters`: the accounts
///   whose boosts of the post are on the page;
/// - `media`: see ``MediaView/data(_:)``; `poll`: see ``PollView/data``; `quote`: `{state, status}`, the quoted status
///   without a quote of its own; `card`: the preview of a linked page, of which `link` has `{title, url}`;
/// - `collections`: those of accounts that the text links to, `{id, name, url}`;
/// - `links`: addresses, as `link N M` numbers them; `mentions`: handles; `mentioned_accounts`: their ids; `tags`: names;
///   `emojis`: the custom ones;
/// - `to`: in a list of several accounts, those that it came to, `@wren@garden.example`; the ids are those of the first one's server.
extension StatusView {
  public var data: JSONValue {
    guard status.id.accounts.isEmpty else {
      var view = self
      view.status = status.unidentified
      return view.data.adding(AccountsText.receivers(status.id.accounts))
    }
    var members = Self.members(of: shown, poll: poll(of: shown))
    members.append(.init("filtered", .array((foldingFilters ?? []).map(JSONValue.string))))
    members.append(.init("boosted_by", status.reblog == nil ? .null : AccountView.brief(status.account)))
    members.append(.init("boost_id", status.reblog == nil ? .null : .string(status.id.rawValue)))
    members.append(.init("boosted_at", status.reblog == nil ? .null : .string(MastodonDate.format(status.createdAt))))
    members.append(.init("boosters", .array(boosters.map(AccountView.brief))))
    members.append(.init("quote", quoteData))
    return .object(members)
  }

  var deletedData: JSONValue { ["id": .string(shown.id.rawValue), "deleted": true] }

  private func poll(of status: Status) -> JSONValue {
    status.poll.map { PollView($0, layout: layout).data } ?? .null
  }

  private var quoteData: JSONValue {
    guard let quote = shown.quote else { return .null }
    let quoted = quote.quotedStatus.map { JSONValue.object(Self.members(of: $0, poll: poll(of: $0))) }
    return ["state": .string(quote.state.rawValue), "status": quoted ?? .null]
  }

  private static func members(of status: Status, poll: JSONValue) -> [JSONValue.Member] {
    let object: JSONValue = [
      "id": .string(status.id.rawValue),
      "url": .optional(status.url),
      "uri": .string(status.uri),
      "account": AccountView.brief(status.account),
      "created_at": .string(MastodonDate.format(status.createdAt)),
      "edited_at": .optional(status.editedAt.map(MastodonDate.format)),
      "text": .string(HTMLText.wholeText(status.content)),
      "html": .string(status.content),
      "content_warning": .optional(status.spoilerText.isEmpty ? nil : status.spoilerText),
      "sensitive": .bool(status.sensitive),
      "visibility": .string(status.visibility.rawValue),
      "language": .optional(status.language),
      "in_reply_to_id": .optional(status.inReplyToID?.rawValue),
      "in_reply_to_account_id": .optional(status.inReplyToAccountID?.rawValue),
      "counts": [
        "replies": .int(status.repliesCount), "boosts": .int(status.reblogsCount),
        "favourites": .int(status.favouritesCount), "quotes": .int(status.quotesCount),
      ],
      "favourited": .bool(status.favourited),
      "boosted": .bool(status.reblogged),
      "bookmarked": .bool(status.bookmarked),
      "pinned": .bool(status.pinned),
      "muted": .bool(status.muted),
      "application": status.application.map { ["name": .string($0.name), "website": .optional($0.website)] } ?? .null,
      "quote_policy": status.quoteApproval.map(Self.data) ?? .null,
      "media": .array(status.mediaAttachments.map(MediaView.data)),
      "poll": poll,
      "link": status.card.map { ["title": .string($0.title), "url": .string($0.url)] } ?? .null,
      "card": status.card.map(Self.data) ?? .null,
      "collections": .array(
        status.taggedCollections.map {
          ["id": .string($0.id.rawValue), "name": .string($0.name), "url": .optional($0.url)]
        }),
      "links": .array(PostLinks.addresses(in: status).map(JSONValue.string)),
      "mentions": .array(status.mentions.map { .string($0.acct) }),
      "mentioned_accounts": .array(
        status.mentions.map { ["id": .string($0.id.rawValue), "acct": .string($0.acct), "url": .optional($0.url)] }),
      "tags": .array(status.tags.map { .string($0.name) }),
      "emojis": .array(status.emojis.map(AccountView.data)),
    ]
    guard case .object(let members) = object else { return [] }
    return members
  }

  private static func data(_ approval: QuoteApproval) -> JSONValue {
    [
      "automatic": .array(approval.automatic.map { .string($0.rawValue) }),
      "manual": .array(approval.manual.map { .string($0.rawValue) }), "you": .string(approval.currentUser.rawValue),
    ]
  }

  private static func data(_ card: PreviewCard) -> JSONValue {
    [
      "url": .string(card.url), "title": .string(card.title), "description": .string(card.description),
      "type": .string(card.kind.rawValue), "provider": .string(card.providerName),
      "provider_url": .string(card.providerURL),
      "authors": .array(
        card.authors.map {
          [
            "name": .string($0.name), "url": .string($0.url),
            "account": $0.account.map(AccountView.brief) ?? .null,
          ]
        }),
      "image": .optional(card.image), "image_description": .string(card.imageDescription),
      "blurhash": .optional(card.blurhash), "language": .optional(card.language),
      "published_at": .optional(card.publishedAt.map(MastodonDate.format)),
      "missing_attribution": .bool(card.missingAttribution),
    ]
  }
}

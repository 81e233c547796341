import MastodonKit
public import TerminalKit

/// A post in JSON.
///
/// The members, all in `snake_case` and always present; null if there is no value:
/// - `id`, `url`: of the post; of a boost, the boosted one, since commands act on that;
/// - `account`: `{id, name, acct, url, bot, locked}`;
/// - `created_at`, `edited_at`: ISO 8601 in UTC;
/// - `text`: as plain text with whole links, also if the screen folds it; `content_warning`; `sensitive`; `filtered`: the titles of the
///   user's filters that fold it here;
/// - `visibility`, `language`, `in_reply_to_id`;
/// - `counts`: `{replies, boosts, favourites}`; `favourited`, `boosted`, `bookmarked`;
/// - `boosted_by`: an account or null; `boost_id`: the boost's own id or null;
/// - `media`: see ``MediaView/data(_:)``; `poll`: see ``PollView/data``; `quote`: `{state, status}`, the quoted status
///   without a quote of its own; `link`: `{title, url}`;
/// - `links`: addresses, as `link N M` numbers them; `mentions`: handles; `tags`: names.
extension StatusView {
  /// The JSON value.
  public var data: JSONValue {
    var members = Self.members(of: shown, poll: poll(of: shown))
    members.append(.init("filtered", .array((foldingFilters ?? []).map(JSONValue.string))))
    members.append(.init("boosted_by", status.reblog == nil ? .null : AccountView.brief(status.account)))
    members.append(.init("boost_id", status.reblog == nil ? .null : .string(status.id.rawValue)))
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
      "account": AccountView.brief(status.account),
      "created_at": .string(MastodonDate.format(status.createdAt)),
      "edited_at": .optional(status.editedAt.map(MastodonDate.format)),
      "text": .string(HTMLText.wholeText(status.content)),
      "content_warning": .optional(status.spoilerText.isEmpty ? nil : status.spoilerText),
      "sensitive": .bool(status.sensitive),
      "visibility": .string(status.visibility.rawValue),
      "language": .optional(status.language),
      "in_reply_to_id": .optional(status.inReplyToID?.rawValue),
      "counts": [
        "replies": .int(status.repliesCount), "boosts": .int(status.reblogsCount),
        "favourites": .int(status.favouritesCount),
      ],
      "favourited": .bool(status.favourited),
      "boosted": .bool(status.reblogged),
      "bookmarked": .bool(status.bookmarked),
      "media": .array(status.mediaAttachments.map(MediaView.data)),
      "poll": poll,
      "link": status.card.map { ["title": .string($0.title), "url": .string($0.url)] } ?? .null,
      "links": .array(PostLinks.addresses(in: status).map(JSONValue.string)),
      "mentions": .array(status.mentions.map { .string($0.acct) }),
      "tags": .array(status.tags.map { .string($0.name) }),
    ]
    guard case .object(let members) = object else { return [] }
    return members
  }
}

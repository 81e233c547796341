internal import FoundationEssentials
internal import MastodonKit

/// The JSON body of a status; `nil` members are left out, because some servers reject nulls.
///
/// JSON rather than a form, because servers parse lists of objects in it more reliably.
struct StatusBody: Encodable {
  private var status: String
  private var visibility: String?
  private var spoilerText: String?
  private var sensitive: Bool?
  private var language: String?
  private var inReplyToID: String?
  private var mediaIDs: [String]?
  private var mediaAttributes: [Media]?
  private var poll: Poll?
  private var quotedStatusID: String?
  private var quotePolicy: String?
  private var scheduledAt: String?
  private var contentType: String?

  private struct Media: Encodable {
    var id: String
    var description: String?
    var focus: String?
  }

  private struct Poll: Encodable {
    var options: [String]
    var seconds: Int
    var multiple: Bool
    var hidesTotals: Bool

    enum CodingKeys: String, CodingKey {
      case options, multiple
      case seconds = "expires_in"
      case hidesTotals = "hide_totals"
    }

    init(_ draft: PollDraft) {
      (options, seconds) = (draft.options, draft.seconds)
      (multiple, hidesTotals) = (draft.multiple, draft.hidesTotals)
    }
  }

  enum CodingKeys: String, CodingKey {
    case status, visibility, sensitive, language, poll
    case spoilerText = "spoiler_text"
    case inReplyToID = "in_reply_to_id"
    case mediaIDs = "media_ids"
    case mediaAttributes = "media_attributes"
    case quotedStatusID = "quoted_status_id"
    case quotePolicy = "quote_approval_policy"
    case scheduledAt = "scheduled_at"
    case contentType = "content_type"
  }

  init(_ post: NewPost, at date: Date? = nil) {
    status = post.draft.text
    visibility = post.leavesVisibilityToServer ? nil : post.draft.visibility.rawValue
    spoilerText = post.draft.spoilerText.isEmpty ? nil : post.draft.spoilerText
    sensitive = post.sensitive
    language = post.draft.language.flatMap { LanguageCode.isLanguage($0) ? $0 : nil }
    inReplyToID = post.draft.inReplyToID?.rawValue
    mediaIDs = post.mediaIDs.isEmpty ? nil : post.mediaIDs.map(\.rawValue)
    poll = post.poll.map(Poll.init)
    quotedStatusID = post.quotedStatusID?.rawValue
    quotePolicy = post.quotePolicy?.rawValue
    scheduledAt = date.map(MastodonDate.format)
    contentType = post.draft.contentType
  }

  /// An edit includes an empty content warning and empty media, or the old ones would stay.
  init(_ edit: PostEdit) {
    status = edit.text
    spoilerText = edit.spoilerText
    sensitive = edit.sensitive
    language = edit.language
    mediaIDs = edit.mediaIDs.map(\.rawValue)
    mediaAttributes =
      edit.media.isEmpty
      ? nil : edit.media.map { Media(id: $0.id.rawValue, description: $0.description, focus: $0.focus?.parameter) }
    poll = edit.poll.map(Poll.init)
    quotePolicy = edit.quotePolicy?.rawValue
    contentType = edit.contentType
  }

  /// The body with sorted keys, so that a repeated request is identical.
  var json: EndpointBody {
    get throws {
      let encoder = MastodonJSON.makeEncoder()
      encoder.outputFormatting.insert(.sortedKeys)
      return .json(try encoder.encode(self))
    }
  }
}

internal import MastodonKit

/// The facts about a request's endpoint that a dry run needs.
struct RequestOutline: Sendable {
  /// The values of the path's variable parts.
  var arguments: [String]
  /// The body before it is encoded.
  var body: EndpointBody?
  /// The answer about the thing with an id, in place of the server's; `nil` where only the server can know it.
  var placeholder: @Sendable (_ id: String) -> String?

  init(_ endpoint: AnyEndpoint) {
    arguments = endpoint.arguments
    body = endpoint.body
    placeholder = { Placeholder(id: $0).json(of: endpoint.answer) }
  }
}

/// Responses with the least that they are read from.
private struct Placeholder {
  private let id: String
  private let account = #"{"id":"0","username":"you","acct":"you","url":"https://dry-run.invalid/@you"}"#
  private let date = "2026-01-01T00:00:00.000Z"

  init(id: String) {
    self.id = "\"\(id.filter { $0.isASCII && ($0.isLetter || $0.isNumber || "-_".contains($0)) })\""
  }

  func json(of response: Any.Type) -> String? {
    switch response {
    case is any ListResponse.Type: "[]"
    case is Account.Type:
      #"{"id":\#(id),"username":"you","acct":"you","url":"https://dry-run.invalid/@you","source":{}}"#
    case is Status.Type:
      """
      {"id":\(id),"account":\(account),"content":"","created_at":"\(date)","visibility":"public","media_attachments":[],\
      "uri":"https://dry-run.invalid/1","url":"https://dry-run.invalid/1"}
      """
    case is ScheduledStatus.Type, is SchedulingOutcome.Type:
      #"{"id":\#(id),"scheduled_at":"\#(date)","params":{"text":""},"media_attachments":[]}"#
    case is MediaReceipt.Type, is MediaAttachment.Type:
      #"{"id":\#(id),"type":"image","url":"https://dry-run.invalid/1"}"#
    case is Conversation.Type: #"{"id":\#(id),"accounts":[]}"#
    case is Filter.Type: #"{"id":\#(id),"title":"title","keywords":[],"statuses":[]}"#
    case is FilterStatus.Type: #"{"id":\#(id),"status_id":\#(id)}"#
    case is List.Type: #"{"id":\#(id),"title":"title"}"#
    case is Markers.Type: #"{"notifications":{"last_read_id":\#(id),"version":1,"updated_at":"\#(date)"}}"#
    case is Poll.Type: #"{"id":\#(id),"options":[]}"#
    case is Report.Type: #"{"id":\#(id),"target_account":\#(account)}"#
    case is Tag.Type: #"{"id":\#(id),"name":"name","url":"https://dry-run.invalid/1","following":true}"#
    case is FeaturedTag.Type: #"{"id":\#(id),"name":"name","url":"https://dry-run.invalid/1"}"#
    case is Translation.Type: #"{"content":"…"}"#
    case is WebPushSubscription.Type: #"{"id":\#(id),"endpoint":""}"#
    case is WrappedCollection.Type, is CollectionWithAccounts.Type:
      #"{"collection":{"id":\#(id),"account_id":"0","name":"name","items":[]},"accounts":[]}"#
    case is WrappedCollectionItem.Type:
      #"{"collection_item":{"id":\#(id),"account_id":"0","state":"accepted"}}"#
    case is Relationship.Type, is NotificationPolicy.Type, is RawResponse.Type, is Void.Type:
      #"{"id":\#(id)}"#
    default: nil
    }
  }
}

/// A list of things, of which a dry run has none.
private protocol ListResponse {}
extension Page: ListResponse {}
extension LossyList: ListResponse {}

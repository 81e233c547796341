public import MastodonKit

extension Endpoint {
  /// The direct conversations; only the server's cursors can page them.
  public static func conversations(_ page: PageRequest) -> Endpoint<Page<Conversation>> {
    .page(
      "/api/v1/conversations", request: page, access: .account, .readStatuses, paging: .link,
      to: "load the conversations")
  }

  public static func readConversation(_ id: Conversation.ID) -> Endpoint<Conversation> {
    .init(
      .post, "/api/v1/conversations/:id/read", id, access: .account, .writeConversations,
      to: "mark the conversation as read"
    ).checked(rereading: { _ in nil }) {
      $0.id.answers(id) && !$0.unread ? [] : [RequestPart("read", "that it was read")]
    }
  }

  public static func deleteConversation(_ id: Conversation.ID) -> Endpoint<Void> {
    .init(
      .delete, "/api/v1/conversations/:id", id, access: .account, .writeConversations, to: "remove the conversation")
  }
}

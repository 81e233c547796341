public import MastodonKit

extension Endpoint where Response == Page<Conversation> {
  /// The direct conversations; only the server's cursors can page them.
  public static func conversations(_ page: PageRequest) -> Endpoint {
    .page(
      "/api/v1/conversations", request: page, access: .account, scope: .readStatuses, paging: .link,
      operation: "load the conversations")
  }
}

extension Endpoint where Response == Conversation {
  public static func readConversation(_ id: Conversation.ID) -> Endpoint {
    Endpoint(
      .post, "/api/v1/conversations/:id/read", id.rawValue, access: .account, scope: .writeConversations,
      operation: "mark the conversation as read")
  }
}

extension Endpoint where Response == Void {
  public static func deleteConversation(_ id: Conversation.ID) -> Endpoint {
    Endpoint(
      .delete, "/api/v1/conversations/:id", id.rawValue, access: .account, scope: .writeConversations,
      operation: "remove the conversation")
  }
}

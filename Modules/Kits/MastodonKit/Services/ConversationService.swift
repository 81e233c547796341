/// Reads and tidies the signed-in account's direct conversations.
public struct ConversationService: Sendable {
  /// The conversations, the latest first.
  public var list: @Sendable (PageRequest) async throws -> Page<Conversation>
  public var markRead: @Sendable (Conversation.ID) async throws -> Conversation
  /// Removes a conversation from the list; its posts stay.
  public var delete: @Sendable (Conversation.ID) async throws -> Void

  public init(
    list: @escaping @Sendable (PageRequest) async throws -> Page<Conversation>,
    markRead: @escaping @Sendable (Conversation.ID) async throws -> Conversation,
    delete: @escaping @Sendable (Conversation.ID) async throws -> Void
  ) {
    self.list = list
    self.markRead = markRead
    self.delete = delete
  }
}

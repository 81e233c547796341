public import FeatureKit
public import MastodonKit
public import StatusKit
public import TerminalKit

/// Direct messages as chats: the list of conversations, and one of them as its messages in order.
public enum Conversations {
  /// The list before anything was requested.
  ///
  /// - Parameter me: The signed-in account, to tell one's own messages; `nil` while it is not known.
  public static func state(me: Account.ID? = nil) -> ListState<Conversation> {
    var state = ListState<Conversation>(
      kind: "conversations", title: "Conversations", label: "conversations",
      emptyText: "No conversations yet. They begin with a direct post.", limit: pageSize)
    state.me = me
    return state
  }

  /// The actions; the root carries them out.
  @MainActor
  public struct Action {
    /// Shows the list; of the options only the range is used.
    public var show: (TimelineOptions) async throws -> Response
    /// Shows a conversation as a chat: by its id, or the latest one with an account.
    public var open: (Reference) async throws -> Response
    /// Replies to a message: sends the text, or opens the composer if there is none.
    public var reply: (Status.ID, _ text: String?, PostOptions) async throws -> Response
    /// The conversations as far as they are known, or else the latest of the server.
    public var known: () async throws -> [Conversation]
    public var read: (Conversation.ID) async throws -> Void
    public var delete: (Conversation.ID) async throws -> Void
  }

  /// The latest conversations, from an open list or else from the server.
  @MainActor
  public static func latest(_ shown: [Model], _ service: ConversationService) async throws -> [Conversation] {
    // A list that begins further down doesn't have the latest.
    let latest = shown.lazy.filter { $0.state.options.range.beginsAtTop }
    if let known = latest.compactMap(\.state.page.value?.elements).first { return known }
    return try await service.list(PageRequest(.newest, limit: pageSize)).elements
  }

  /// The number of conversations on a page: the most that servers list at once.
  public static let pageSize = 40
}

@MainActor extension Conversations.Action {
  /// Creates the action of a server.
  ///
  /// - Parameter shown: The models of the lists that are open, which hear of every change.
  public init(
    service: ConversationService, shown: @escaping @MainActor () -> [Conversations.Model],
    show: @escaping (TimelineOptions) async throws -> Response, open: @escaping (Reference) async throws -> Response,
    reply: @escaping (Status.ID, _ text: String?, PostOptions) async throws -> Response
  ) {
    self.init(
      show: show, open: open, reply: reply,
      known: { try await Conversations.latest(shown(), service) },
      read: { id in
        let conversation = try await service.markRead(id)
        for model in shown() { model.replace(conversation) }
      },
      delete: { id in
        try await service.delete(id)
        for model in shown() { model.remove(id) }
      })
  }
}

extension Conversation {
  /// The members, as a line: `Rook`, `Wren Alder, Heron and Pool`.
  public var names: String {
    let names = accounts.prefix(4).map { ExcerptText.cut($0.shownName, to: 40) }
    let rest = accounts.count - names.count
    guard let last = names.last else { return "Nobody else" }
    if rest > 0 { return names.joined(separator: ", ") + " and \(CountText.of(rest, "other"))" }
    return names.count == 1 ? last : names.dropLast().joined(separator: ", ") + " and " + last
  }
}

public import FeatureKit
public import MastodonKit
public import Observation
public import StatusKit
public import TerminalKit

extension Conversations {
  public struct Chat: Hashable, Sendable {
    /// The requested conversation, or an account that has one.
    public var reference: Reference
    /// The conversation, once it is known.
    public var conversation: Conversation?
    /// Its messages, the oldest first.
    public var messages: Loadable<[Status]>
    /// Why only the last messages are shown.
    var missing: AppError?

    public init(
      _ reference: Reference, conversation: Conversation? = nil, messages: Loadable<[Status]> = .idle
    ) {
      self.reference = reference
      self.conversation = conversation
      self.messages = messages
    }

    /// The conversation's id, once it is known.
    var id: Conversation.ID? {
      conversation?.id ?? (reference.kind == .conversation ? Conversation.ID(reference.id) : nil)
    }

    /// The message that an answer goes to: the last one.
    var last: Status? { messages.value?.last ?? conversation?.lastStatus }
  }

  /// Owns a chat and is the only one to change it.
  @MainActor @Observable
  public final class ChatModel {
    public private(set) var state: Chat
    @ObservationIgnored private let find: (Reference) async throws -> Conversation
    @ObservationIgnored private let context: (Status.ID) async throws -> StatusContext
    @ObservationIgnored private let read: (Conversation.ID) async throws -> Void
    @ObservationIgnored private let marksRead: () -> Bool
    @ObservationIgnored private var isStale = false
    @ObservationIgnored private var following: Task<Void, Never>?

    /// Creates a model; nothing is fetched yet.
    ///
    /// - Parameters:
    ///   - state: The initial state: at least what was asked for.
    ///   - find: Finds the conversation, among those that are listed or on the server.
    ///   - marksRead: Whether what is shown counts as read; false in scripts.
    public init(
      state: Chat, find: @escaping (Reference) async throws -> Conversation,
      context: @escaping (Status.ID) async throws -> StatusContext,
      read: @escaping (Conversation.ID) async throws -> Void, marksRead: @escaping () -> Bool
    ) {
      self.state = state
      self.find = find
      self.context = context
      self.read = read
      self.marksRead = marksRead
    }

    deinit { following?.cancel() }

    /// Adds what the stream of conversations tells, as long as the chat is open.
    public func follow(_ signals: AsyncStream<StreamSignal>) {
      following?.cancel()
      following = Conversations.follow(
        signals, apply: { [weak self] in self?.apply($0) }, outdate: { [weak self] in self?.isStale = true })
    }

    /// Fetches the messages, unless they are here and nothing has arrived since; then the conversation is read.
    public func load() async {
      if !state.messages.isLoaded || isStale || state.missing != nil {
        do { try await refresh() } catch {
          // `refresh` has put the error into the state.
          return
        }
      }
      guard marksRead(), let conversation = state.conversation, conversation.unread else { return }
      do {
        try await read(conversation.id)
        state.conversation?.unread = false
      } catch {
        // Reading does not fail because a mark did: the next visit sends it again.
      }
    }

    /// Fetches the messages again.
    ///
    /// - Throws: ``AppError``; messages that are shown stay.
    public func refresh() async throws {
      state.messages.begin()
      isStale = false
      do {
        let conversation = try await find(state.reference)
        state.conversation = conversation
        guard let last = state.last.map({ later($0, conversation.lastStatus) }) else {
          state.messages = .loaded([])
          return
        }
        var missing: AppError?
        let around = try await readable(last.id, &missing)
        var all = (around.ancestors + [last] + around.descendants).filter { $0.visibility == .direct }
        // The last message does not know of answers to earlier ones: those are below the first.
        if let first = all.first, first.id != last.id, Self.lacksAnswers(all) {
          all += try await readable(first.id, &missing).descendants.filter { $0.visibility == .direct }
        }
        state.missing = missing
        state.messages = .loaded(all.droppingRepeats(of: \.id).sorted { $0.id < $1.id })
      } catch {
        throw state.messages.fail(error)
      }
    }

    /// The messages around one; none, with the reason, if the server could not answer and none are shown.
    private func readable(_ id: Status.ID, _ missing: inout AppError?) async throws -> StatusContext {
      do { return try await context(id) } catch {
        let reason = AppError(error)
        guard case .network = reason.cause, !state.messages.isLoaded || state.missing != nil else { throw reason }
        missing = .unread(["messages"], because: reason)
        return .empty
      }
    }

    /// Whether some messages have more answers than are here.
    private static func lacksAnswers(_ messages: [Status]) -> Bool {
      messages.contains { message in message.repliesCount > messages.count { $0.inReplyToID == message.id } }
    }

    private func later(_ first: Status, _ second: Status?) -> Status {
      guard let second else { return first }
      return second.id > first.id ? second : first
    }

    /// Makes the next visit fetch the messages again, since one was sent.
    public func invalidate() { isStale = true }

    private func add(_ status: Status) {
      guard status.visibility == .direct, let answered = status.inReplyToID else { return }
      state.messages.modify { messages in
        guard messages.contains(where: { $0.id == answered }), !messages.contains(where: { $0.id == status.id }) else {
          return
        }
        messages.append(status)
      }
    }
  }
}

extension Conversations.ChatModel: StatusContainer {
  /// The message of this id.
  public func shownStatus(_ id: Status.ID) -> Status? { state.messages.value?.first { $0.id == id } }

  /// Shows the new form of a message.
  public func replace(_ status: Status) {
    state.messages.modify { messages in
      guard let index = messages.firstIndex(where: { $0.id == status.id }) else { return }
      messages[index] = status.keepingViewerState(of: messages[index])
    }
  }

  public func remove(_ id: Status.ID) { state.messages.modify { $0.removeAll { $0.id == id } } }

  public func apply(_ event: StreamEvent) {
    switch event {
    case .update(let status): add(status)
    case .notification(let notification): if let status = notification.status { add(status) }
    case .conversation(let conversation) where conversation.id == state.id:
      state.conversation = conversation
      if let status = conversation.lastStatus { add(status) }
    case .statusUpdate(let status): replace(status)
    case .delete(let id): remove(id)
    default: break
    }
  }
}

extension Conversations {
  /// A conversation as its messages in order.
  ///
  /// As JSON it is `{screen, id, accounts, unread, items}`; the items are posts.
  public static func view(_ chat: Chat, layout: Layout) -> Document {
    let names = chat.conversation?.names
    let blocks = chat.messages.blocks { messages in
      guard !messages.isEmpty else { return [.paragraph(StyledText("No messages are left.", .secondary))] }
      return messages.enumerated().map { index, status in
        var options = StatusView.Options(showsHandle: false, showsReplyTarget: false)
        options.speaksHandle = false
        var item = StatusView(
          ChatText.withoutNames(status), number: index + 1, context: .thread, layout: layout, options: options
        ).item
        // The user's own messages belong to the chat's conversation too.
        item.references += chat.id.map { [Reference(kind: .conversation, id: $0.rawValue)] } ?? []
        // What scripts read is the post as it is.
        item.data = StatusView(status, number: nil, context: .thread, layout: layout).data
        return .item(item)
      }
    }
    var document = Document(
      kind: "conversation", title: Document.Title(names.map { "Chat with \($0)" } ?? "Chat"), blocks: blocks,
      hint: chat.messages.isLoaded ? StyledText("reply TEXT · refresh · conversations", .hint) : nil,
      data: [
        .init("id", .optional(chat.id?.rawValue)),
        .init("accounts", .array((chat.conversation?.accounts ?? []).map(AccountView.brief))),
        .init("unread", .bool(chat.conversation?.unread ?? false)),
      ])
    document.audience = .limited
    return document
  }
}

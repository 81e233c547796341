public import FeatureKit
public import MastodonKit
public import StatusKit
import TerminalKit

@MainActor extension Conversations {
  /// Hands on what a stream tells, and that it may have missed something.
  static func follow(
    _ signals: AsyncStream<StreamSignal>, apply: @escaping (StreamEvent) -> Void, outdate: @escaping () -> Void
  ) -> Task<Void, Never> {
    Task {
      for await signal in signals {
        switch signal {
        case .event(let event): apply(event)
        case .gap: outdate()
        case .connection: break
        }
      }
    }
  }

  /// Owns the list of conversations, and shows in it what changes elsewhere.
  @MainActor
  public final class Model {
    public let list: ListModel<Conversation>
    private var following: Task<Void, Never>?

    public var state: ListState<Conversation> { list.state }

    public init(
      state: ListState<Conversation> = Conversations.state(), service: ConversationService, in context: ListContext
    ) {
      list = ListModel(state: state, in: context) { try await service.list($0) }
    }

    deinit { following?.cancel() }

    /// Shows what the stream of conversations tells, as long as the list is open.
    public func follow(_ signals: AsyncStream<StreamSignal>) {
      following?.cancel()
      following = Conversations.follow(
        signals, apply: { [weak self] in self?.apply($0) }, outdate: { [weak self] in self?.outdate() })
    }

    /// Makes the next visit fetch the list again.
    private func outdate() { list.change { $0.isStale = true } }

    /// Shows only so many conversations as fit the terminal.
    public func fit(_ layout: Layout) {
      list.fit(layout) { (Conversations.view($0, layout: layout), besides: 0) }
    }

    /// Shows the new form of a conversation; one with a new message comes first.
    public func replace(_ conversation: Conversation) {
      list.change { page in
        page.edit { all in
          guard let index = all.firstIndex(where: { $0.id == conversation.id }) else {
            return all.insert(conversation, at: 0)
          }
          let isNews = all[index].lastStatus?.id != conversation.lastStatus?.id
          all[index] = conversation
          if isNews { all.insert(all.remove(at: index), at: 0) }
        }
      }
    }

    public func remove(_ id: Conversation.ID) { list.change { $0.edit { $0.removeAll { $0.id == id } } } }
  }
}

extension Conversations.Model: StatusContainer {
  /// The last message of this id.
  public func shownStatus(_ id: Status.ID) -> Status? {
    state.page.value?.elements.lazy.compactMap(\.lastStatus).first { $0.id == id }
  }

  /// Shows the new form of a last message.
  public func replace(_ status: Status) {
    list.change { page in
      page.update { conversation in
        guard let last = conversation.lastStatus, last.id == status.id else { return }
        conversation.lastStatus = status.keepingViewerState(of: last)
      }
    }
  }

  /// Only the server knows which message is the last one now.
  public func remove(_ id: Status.ID) { if shownStatus(id) != nil { outdate() } }

  public func apply(_ event: StreamEvent) {
    switch event {
    case .conversation(let conversation): replace(conversation)
    case .notification(let notification) where notification.status?.visibility == .direct: outdate()
    case .statusUpdate(let status): replace(status)
    case .delete(let id): remove(id)
    default: break
    }
  }
}

public import FeatureKit
public import MastodonKit
public import Observation
public import StatusKit

extension Conversations {
  /// Owns the list of conversations and is the only one to change it.
  @MainActor @Observable
  public final class Model {
    /// What the screen shows.
    public private(set) var state: State
    @ObservationIgnored private let reader: ListReader<Conversation>
    /// Whether the list has to be fetched again, since a message arrived.
    @ObservationIgnored private var isStale = false
    @ObservationIgnored private var following: Task<Void, Never>?

    /// Makes a model; nothing is fetched yet.
    public init(state: State = State(), service: ConversationService) {
      self.state = state
      reader = ListReader(
        order: .server, most: Conversations.pageSize, id: { $0.id.rawValue }, page: { try await service.list($0) })
    }

    deinit { following?.cancel() }

    /// Shows what the stream of conversations tells, as long as the list is open.
    public func follow(_ signals: AsyncStream<StreamSignal>) {
      following?.cancel()
      following = Task { [weak self] in
        for await signal in signals { self?.take(signal) }
      }
    }

    private func take(_ signal: StreamSignal) {
      switch signal {
      case .event(let event): apply(event)
      case .gap: isStale = true
      case .connection: break
      }
    }

    /// Fetches the conversations, unless they are here and nothing has arrived since.
    public func load() async {
      guard !state.conversations.isLoaded || isStale else { return }
      do { try await begin() } catch {
        // `begin` has put the error into the state.
      }
    }

    /// Fetches the conversations again.
    ///
    /// - Throws: ``AppError``; conversations that are listed stay.
    public func refresh() async throws {
      state.range = state.range.refreshed
      try await begin()
    }

    /// Chooses the conversations that fit the terminal, from the first one on the page.
    public func prepare(_ layout: Layout) async {
      let count = state.conversations.value?.count ?? 0
      let first = min(state.page?.lowerBound ?? 0, max(count - 1, 0))
      guard layout.height != nil, count > 0 else {
        state.page = nil
        return
      }
      var rest = state
      rest.page = first..<count
      let fitting = max(1, Conversations.view(rest, layout: layout).itemsOnPage(layout))
      state.page = first..<min(first + fitting, count)
    }

    /// Shows the page before this one; `false` if there is none.
    public func newer() -> Bool {
      guard let page = state.page, page.lowerBound > 0 else { return false }
      state.page = max(0, page.lowerBound - page.count)..<page.lowerBound
      return true
    }

    private func begin() async throws {
      state.conversations.begin()
      state.page = nil
      isStale = false
      do {
        let page = try await reader.read(state.range, pageSize: Conversations.pageSize).page
        (state.conversations, state.older) = (.loaded(page.elements), page.older)
      } catch {
        throw state.conversations.fail(error)
      }
    }

    /// Adds the next older page; `false` if there is none.
    ///
    /// - Throws: ``AppError``
    public func older() async throws -> Bool {
      let count = state.conversations.value?.count ?? 0
      if let page = state.page, page.upperBound < count {
        state.page = page.upperBound..<count
        return true
      }
      guard let cursor = state.older else { return false }
      do {
        let page = try await reader.read(state.range, at: .older(than: cursor), pageSize: Conversations.pageSize).page
        state.older = page.older == cursor ? nil : page.older
        state.conversations.modify { $0 = ($0 + page.elements).droppingRepeats(of: \.id) }
        let all = state.conversations.value?.count ?? 0
        if state.page != nil, all > count { state.page = count..<all }
        return all != count
      } catch {
        throw AppError(error)
      }
    }

    /// Shows the new form of a conversation; one with a new message comes first.
    public func replace(_ conversation: Conversation) {
      state.conversations.modify { all in
        guard let index = all.firstIndex(where: { $0.id == conversation.id }) else {
          all.insert(conversation, at: 0)
          return
        }
        let isNews = all[index].lastStatus?.id != conversation.lastStatus?.id
        all[index] = conversation
        if isNews { all.insert(all.remove(at: index), at: 0) }
      }
    }

    /// Removes a conversation that was deleted.
    public func remove(_ id: Conversation.ID) { state.conversations.modify { $0.removeAll { $0.id == id } } }
  }
}

extension Conversations.Model: TimelineModel {
  /// Makes the next load show the part of the list that the options ask for.
  public func prepare(_ options: TimelineOptions) {
    guard options.range != state.range else { return }
    state.range = options.range
    state.conversations = .idle
  }
}

extension Conversations.Model: StatusContainer {
  /// The last message of this id.
  public func shownStatus(_ id: Status.ID) -> Status? {
    state.conversations.value?.lazy.compactMap(\.lastStatus).first { $0.id == id }
  }

  /// Shows the new form of a last message.
  public func replace(_ status: Status) {
    state.conversations.modify { all in
      for index in all.indices where all[index].lastStatus?.id == status.id {
        all[index].lastStatus = all[index].lastStatus.map { status.keepingViewerState(of: $0) }
      }
    }
  }

  /// Only the server knows which message is the last one now.
  public func remove(_ id: Status.ID) { if shownStatus(id) != nil { isStale = true } }

  /// Applies an event of a stream.
  public func apply(_ event: StreamEvent) {
    switch event {
    case .conversation(let conversation): replace(conversation)
    case .notification(let notification) where notification.status?.visibility == .direct: isStale = true
    case .statusUpdate(let status): replace(status)
    case .delete(let id): remove(id)
    default: break
    }
  }
}

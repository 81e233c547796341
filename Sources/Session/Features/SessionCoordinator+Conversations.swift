import Accounts
import AppEnvironment
import ConversationsFeature
import FeatureKit
import LiveUpdates
import MastodonClient
import MastodonKit
import NavigationKit
import StatusKit
import TerminalKit

/// Conversations, as a list and as chats.
extension SessionCoordinator {
  func createConversations() -> Conversations.Action {
    Conversations.Action(
      service: client.conversationService,
      shown: { [navigator] in navigator.models(of: Conversations.Model.self) },
      show: showing(.conversations),
      open: { [navigator] in try await navigator.push(.conversation($0)) },
      profile: { [navigator] in try await navigator.push(.profile($0)) },
      reply: { [weak self] in try await self?.reply(to: $0, text: $1, $2) ?? .nothing })
  }

  func createConversationList() -> Screen {
    let model = Conversations.Model(
      state: Conversations.State(me: context.me), service: client.conversationService)
    if let signals = directSignals { model.follow(signals) }
    return Conversations.screen(model: model, action: createConversations())
  }

  func createChat(_ reference: Reference) -> Screen {
    let (action, run) = (createConversations(), services.run)
    let model = Conversations.ChatModel(
      state: Conversations.Chat(reference, me: context.me), find: { try await Conversations.find($0, action) },
      context: client.statusService.context, read: action.read, marksRead: { run.options.isShown })
    if let signals = directSignals { model.follow(signals) }
    return Conversations.screen(chat: model, action: action)
  }

  /// The stream of conversations, on the connection that is open anyhow; `nil` where there is none.
  private var directSignals: AsyncStream<StreamSignal>? {
    isLive && watcher?.connection == .connected ? streams.signals(.direct) : nil
  }
}

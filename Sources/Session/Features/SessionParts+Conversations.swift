import Accounts
import AppEnvironment
import ConversationsFeature
import FeatureKit
import MastodonClient
import MastodonKit
import NavigationKit
import StatusKit
import TerminalKit

/// Conversations, as a list and as chats.
extension SessionParts {
  func createConversations() -> Conversations.Action {
    Conversations.Action(
      service: client.conversationService,
      shown: { [models = updates.models] in models.conversations.all },
      show: showing(.conversations),
      open: { [navigator] in navigator.push(.conversation($0)) },
      reply: composers.replying)
  }

  func createConversationList(_ options: TimelineOptions) -> Screen {
    var state = Conversations.state(me: context.me)
    state.options = options
    let model = Conversations.Model(state: state, service: client.conversationService, in: base.lists)
    updates.models.posts.add { [weak model] in model }
    updates.models.conversations.add { [weak model] in model }
    if let signals = directSignals { model.follow(signals) }
    return Conversations.screen(model: model, action: createConversations())
  }

  func createChat(_ reference: Reference) -> Screen {
    let (action, run) = (createConversations(), services.run)
    let model = Conversations.ChatModel(
      state: Conversations.Chat(reference),
      find: { try await Conversations.find($0, in: action.known()) },
      context: client.statusService.context, read: action.read, marksRead: { run.options.isShown })
    updates.models.posts.add { [weak model] in model }
    if let signals = directSignals { model.follow(signals) }
    return Conversations.screen(chat: model, action: action)
  }

  /// The stream of conversations, on the connection that is open anyhow; `nil` where there is none.
  private var directSignals: AsyncStream<StreamSignal>? {
    streams.isLive && streams.follower.phase == .connected ? streams.service.signals(.direct) : nil
  }
}

public import FeatureKit
public import MastodonKit
import StatusKit
public import TerminalKit

@MainActor extension Conversations {
  public static func plugin(action: Action) -> Plugin {
    Plugin(
      id: "conversations", title: "Conversations", symbol: "✉", verbs: [showVerb(action), manageVerb(action)],
      previews: { previews })
  }

  public static func screen(model: Model, action: Action) -> Screen { screen(model.list, model: model, action: action) }

  private static func screen(
    _ list: ListModel<Conversation>, model: Model? = nil, action: Action
  ) -> Screen {
    Screen(
      id: "conversations", model: model, label: { "conversations" }, document: { view(list.state, layout: $0) },
      verbs: { listVerbs(action, list) }, content: list.content { model?.fit($0) })
  }

  public static func screen(chat model: ChatModel, action: Action) -> Screen {
    screen(chat: { model.state }, model: model, action: action)
  }

  /// The screen of a chat over any source of its state, for previews.
  static func screen(chat: @escaping @MainActor () -> Chat, model: ChatModel? = nil, action: Action) -> Screen {
    Screen(
      id: "conversation",
      subject: Screen.Subject(
        id: { chat().reference.id }, post: { chat().last.map { Reference.status($0.displayed.id) } }, memento: { {} }),
      model: model,
      label: { chat().conversation.map { "chat with \($0.names)" } ?? "chat" },
      document: { view(chat(), layout: $0) },
      verbs: { chatVerbs(chat(), action, refresh: { try await model?.refresh() }, sent: { model?.invalidate() }) },
      content: Screen.Content(load: { await model?.load() }, failure: { chat().messages.error ?? chat().missing }))
  }

  public static var previews: [Preview] {
    Preview.all(of: Fixtures()) { (state: ListState<Conversation>) in
      screen(ListModel(fixture: state), action: .fixtures.none)
    }
      + Preview.all(of: ChatFixtures(), prefix: "chat") { (chat: Chat) in
        screen(chat: { chat }, action: .fixtures.none)
      }
  }
}

// MARK: - The commands

@MainActor extension Conversations {
  private static func showVerb(_ action: Action) -> Verb {
    Verb(
      "conversations", aliases: ["dms"], .pages, help: "Show your direct messages as conversations",
      discussion: """
        Unread ones are marked with •. open N shows one as a chat; what is shown on a terminal is marked as read. A new \
        conversation begins with post --visibility direct @NAME TEXT. \(ListRange.pagesDiscussion)
        """
    ) { range in try await action.show(TimelineOptions(range: range)) }
  }

  private static func manageVerb(_ action: Action) -> Verb {
    Verb(
      "conversation", .conversationRequest, help: "Open conversations, mark them as read, or delete them (asks first)",
      discussion: """
        N is the number of a conversation, or @NAME; alone, it is opened. delete takes them from your list; the messages \
        stay. Without N, lists them.
        """,
      completions: { $0.isEmpty ? ConversationRequest.words : [] }
    ) { request in
      switch request {
      case .show: try await action.show(TimelineOptions())
      case .open(let reference): try await open(reference, action)
      case .read(let references): try await read(references, action)
      case .delete(let references): try await delete(references, action)
      }
    }
  }

  private static func listVerbs(_ action: Action, _ list: ListModel<Conversation>) -> [Verb] {
    [
      Verb("open", Parameter<Reference>.reference(kinds: [.conversation, .account]), help: "Show a conversation") {
        try await open($0, action)
      },
      Verb("read", Parameter<[Reference]>.references(kinds: [.conversation, .account]), help: "Mark as read") {
        try await read($0, action)
      },
      Verb(
        "delete", Parameter<[Reference]>.references(kinds: [.conversation, .account]),
        help: "Take conversations from the list (asks first)"
      ) { try await delete($0, action) },
      Verb.reply { try await action.reply($0, $1, $2) },
      .refresh(help: "Fetch the conversations again", list.refresh), .older(of: "conversations", list.older),
      .newer(of: "conversations", list.newer),
    ]
  }

  private static func chatVerbs(
    _ chat: Chat, _ action: Action, refresh: @escaping () async throws -> Void, sent: @escaping @MainActor () -> Void
  ) -> [Verb] {
    [
      Verb(
        "reply", Parameter<Status.ID?>.leadingStatus, Parameter<PostOptions>.postOptions,
        Parameter<String?>.optionalText(), help: "Answer in this conversation",
        discussion: """
          Answers the last message, or message N. The answer is direct and names everybody who is in the conversation. \
          Without TEXT, the composer opens. The options are those of post; -- ends them, also before a text that begins \
          with a number.
          """
      ) { id, options, text in
        guard let id = id ?? chat.last?.displayed.id else {
          throw AppError.notFound("There is no message to answer.")
        }
        sent()
        return try await action.reply(id, text, options)
      }.writingText,
      .refresh(help: "Fetch the messages again", refresh),
    ]
  }

  private static func open(_ reference: Reference, _ action: Action) async throws -> Response {
    return try await action.open(reference)
  }

  private static func read(_ references: [Reference], _ action: Action) async throws -> Response {
    let ids = try await ids(references, action)
    return try await each(ids, action.read) { .toast(wasRead($0, ids)) }
  }

  private static func wasRead(_ count: Int, _ ids: [Conversation.ID]) -> Toast {
    Toast(.success, StyledText("Marked \(CountText.of(count, "conversation")) as read."), data: data(ids))
  }

  private static func delete(_ references: [Reference], _ action: Action) async throws -> Response {
    let ids = try await ids(references, action)
    let what = ids.count == 1 ? "this conversation" : "these \(ids.count) conversations"
    return .confirm(
      Confirmation("Take \(what) from your list? The messages stay. This can't be undone.") {
        try await each(ids, action.delete) { .toast(deleted($0, ids)) }
      })
  }

  private static func deleted(_ count: Int, _ ids: [Conversation.ID]) -> Toast {
    Toast(.success, StyledText("Deleted \(CountText.of(count, "conversation")) from your list."), data: data(ids))
  }

  private static func data(_ ids: [Conversation.ID]) -> [JSONValue.Member] {
    [JSONValue.Member("ids", .array(ids.map { .string($0.rawValue) }))]
  }

  /// Does the same to each; a failure says how many were done before it.
  private static func each(
    _ ids: [Conversation.ID], _ run: (Conversation.ID) async throws -> Void, done: (Int) -> Response
  ) async throws -> Response {
    var count = 0
    return try await Response.each(ids, typed: \.rawValue, done: { count == 0 ? nil : done(count) }) { id in
      try await run(id)
      count += 1
    }
  }

  /// The ids of the conversations that are meant.
  private static func ids(_ references: [Reference], _ action: Action) async throws -> [Conversation.ID] {
    guard references.contains(where: { $0.kind == .account }) else { return references.map { Conversation.ID($0.id) } }
    let known = try await action.known()
    return try references.map { $0.kind == .account ? try find($0, in: known).id : Conversation.ID($0.id) }
  }

  /// Finds a conversation among those that are known; an account stands for the latest one with it.
  ///
  /// - Throws: ``AppError/notFound(_:suggestion:)`` if it is not among the latest.
  public static func find(_ reference: Reference, in known: [Conversation]) throws -> Conversation {
    guard reference.kind == .account else {
      guard let found = known.first(where: { $0.id.rawValue == reference.id }) else {
        throw AppError.notFound(
          "That conversation is not among your latest.",
          suggestion: "Type conversations, and older for those before.")
      }
      return found
    }
    let with = known.filter { $0.accounts.contains { $0.id.rawValue == reference.id } }
    // One with this account alone is rather meant than one of many.
    guard let found = with.first(where: { $0.accounts.count == 1 }) ?? with.first else {
      throw AppError.notFound(
        "You have no conversation with this account.", suggestion: "Begin one: post --visibility direct @NAME TEXT.")
    }
    return found
  }
}

extension Parameter where Value == Status.ID? {
  /// A message by its number on the screen, if the words begin with one; anything else is text.
  @MainActor fileprivate static var leadingStatus: Parameter {
    let status = Parameter<Status.ID>.status
    let descriptions = status.descriptions.map { description in
      var description = description
      description.isOptional = true
      return description
    }
    return Parameter(group: descriptions) { reader in
      guard let word = reader.peek(), Int(word) != nil || [".", "-"].contains(word) || LineLabel(word) != nil,
        Int(word).map({ reader.context.shown($0) != nil }) ?? true
      else { return nil }
      return try await status.parse(reader)
    }
  }
}

/// What `conversation` is asked to do.
private enum ConversationRequest: Sendable {
  case show
  case open(Reference)
  case read([Reference])
  case delete([Reference])

  static let words = ["open", "read", "delete"]
}

extension Parameter where Value == ConversationRequest {
  @MainActor fileprivate static var conversationRequest: Parameter {
    let kinds: [Reference.Kind] = [.conversation, .account]
    let several = Parameter<[Reference]>.references(kinds: kinds)
    return Parameter(
      ParameterDescription(
        name: "\(ConversationRequest.words.joined(separator: "|")) N", form: .reference(kinds: kinds, many: true),
        isOptional: true)
    ) { reader in
      guard let word = reader.peek() else { return .show }
      if ConversationRequest.words.contains(word) { _ = reader.next() }
      let references = try await several.parse(reader)
      switch word {
      case "read": return .read(references)
      case "delete": return .delete(references)
      default:
        guard let only = references.first, references.count == 1 else {
          throw AppError.usage("Only one conversation can be opened.", suggestion: "Give one number.")
        }
        return .open(only)
      }
    }
  }
}

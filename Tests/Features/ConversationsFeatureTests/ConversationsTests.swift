import FeatureKit
import FeatureTestKit
import Foundation
import StatusKit
import Synchronization
import TerminalKit
import Testing

@testable import ConversationsFeature
@testable import MastodonKit

@MainActor @Suite(.timeLimit(.minutes(10))) struct ConversationsTests {

  private nonisolated static func message(
    _ id: Status.ID, by author: Account = Account.fixtures.rook, answering parent: Status.ID? = nil,
    visibility: Visibility = .direct
  ) -> Status {
    Status(
      id: id, createdAt: .fixture(minutesAgo: 5), account: author, content: "<p>\(id)</p>", visibility: visibility,
      inReplyToID: parent)
  }

  private nonisolated static let talk = Conversation(
    id: "7", unread: true, accounts: [Account.fixtures.rook], lastStatus: message("120", answering: "110"))
  private nonisolated static let other = Conversation(
    id: "6", accounts: [Account.fixtures.wren, Account.fixtures.rook], lastStatus: message("90"))

  private final class Server: Sendable {
    let log = Mutex<[String]>([])
    func note(_ words: String) { log.withLock { $0.append(words) } }

    var service: ConversationService {
      ConversationService(
        list: { [self] _ in
          note("list")
          return Page([ConversationsTests.talk, ConversationsTests.other])
        },
        markRead: { [self] id in
          note("read \(id)")
          var conversation = ConversationsTests.talk
          conversation.unread = false
          return conversation
        },
        delete: { [self] id in note("delete \(id)") })
    }
  }

  private let server = Server()

  @Test func pageHasWhatFitsTheTerminalAndOlderGoesOn() async throws {
    let all = (0..<12).map { number in
      Conversation(
        id: Conversation.ID("\(100 - number)"), accounts: [Account.fixtures.rook],
        lastStatus: Self.message(Status.ID("\(200 - number)")))
    }
    let service = ConversationService(list: { _ in Page(all) }, markRead: { _ in all[0] }, delete: { _ in })
    let model = Conversations.Model(service: service, in: .fixture())
    await model.list.load()
    var layout = Layout(width: 80, now: .fixtureNow)
    layout.height = 16
    func shown() -> [String] {
      model.fit(layout)
      return Conversations.view(model.state, layout: layout).items.compactMap(\.references.first?.id)
    }
    let first = shown()
    #expect(first.first == "100" && (2...6).contains(first.count), "\(first)")
    #expect(try await model.list.older())
    let second = shown()
    #expect(second.first == "\(100 - first.count)")
    #expect(try await model.list.newer())
    #expect(shown() == first)
    #expect(try await !model.list.newer())
    while try await model.list.older(), !Task.isCancelled { _ = shown() }
    #expect(shown().last == "89")
    let file = Conversations.Model(service: service, in: .fixture())
    await file.list.load()
    file.fit(Layout(width: 80, now: .fixtureNow))
    #expect(file.state.visible.count == 12, "a file has all")
  }

  private func action(_ models: [Conversations.Model] = []) -> Conversations.Action {
    let server = server
    return Conversations.Action(
      service: server.service, shown: { models },
      show: {
        server.note("show\($0.range.words.joined(separator: " "))")
        return .screen
      },
      open: {
        server.note("open \($0.kind) \($0.id)")
        return .screen
      },
      reply: { id, text, _ in
        server.note("reply \(id) \(text ?? "-")")
        return .nothing
      })
  }

  private func chat(_ action: Conversations.Action, marksRead: Bool = true) -> Conversations.ChatModel {
    Conversations.ChatModel(
      state: Conversations.Chat(.account(Account.fixtures.rook.id)),
      find: { try await Conversations.find($0, in: action.known()) },
      context: { [server] id in
        server.note("context \(id)")
        return StatusContext(
          ancestors: [Self.message("100", visibility: .public), Self.message("110", answering: "100")],
          descendants: [Self.message("130", by: Account.fixtures.you, answering: "120")])
      }, read: action.read, marksRead: { marksRead })
  }

  private func type(_ line: String, on screen: Screen, _ document: Document, _ plugin: Plugin) async throws -> Response
  {
    let context = ArgumentContext.showing(document) { _, _ in .account(Account.fixtures.rook.id) }
    return try await (screen.verbs() + plugin.verbs).type(line, in: context)
  }

  @Test(arguments: [
    ("conversations", ["show"]), ("dms", ["show"]), ("open 1", ["open conversation 7"]),
    ("conversation open 2", ["open conversation 6"]), ("conversation", ["show"]),
    ("conversation 2", ["open conversation 6"]),
    ("open @rook", ["open account \(Account.fixtures.rook.id)"]), ("read 1", ["read 7"]),
    ("conversation read @rook", ["read 7"]),
    ("reply 1 hello", ["reply 120 hello"]),
  ])
  func commandsOfTheListDoWhatTheySay(_ line: String, _ asked: [String]) async throws {
    let model = Conversations.Model(service: server.service, in: .fixture())
    await model.list.load()
    server.log.withLock { $0 = [] }
    let action = action([model])
    _ = try await type(
      line, on: Conversations.screen(model: model, action: action),
      Conversations.view(model.state, layout: Layout(width: 72, now: .fixtureNow)),
      Conversations.plugin(action: action))
    #expect(server.log.withLock(\.self) == asked)
    if line.contains("read") { #expect(model.state.visible.first?.unread == false) }
  }

  @Test func aRangeIsReadWithTheServersCursors() async {
    let asked = Mutex<[PageRequest]>([])
    let service = ConversationService(
      list: { request in
        asked.withLock { $0.append(request) }
        return request.position == .newest ? Page([Self.talk], older: "70") : Page([Self.other])
      }, markRead: { _ in Self.talk }, delete: { _ in })
    func list(_ range: ListRange) async -> ListState<Conversation> {
      var state = Conversations.state()
      state.options.range = range
      let model = Conversations.Model(state: state, service: service, in: .fixture())
      await model.list.load()
      return model.state
    }
    let first = await list(ListRange(limit: 1))
    #expect(asked.withLock { $0.map(\.limit) } == [1])
    #expect(Conversations.view(first, layout: Layout(now: .fixtureNow)).data.contains(.init("cursor", "70")))
    #expect(await list(ListRange(before: ListPlace("70"), isAll: true)).visible.map(\.id) == ["6"])
  }

  @Test func deletingAsksAndSaysWhatStays() async throws {
    let model = Conversations.Model(service: server.service, in: .fixture())
    await model.list.load()
    let action = action([model])
    let response = try await type(
      "conversation delete 1-2", on: Conversations.screen(model: model, action: action),
      Conversations.view(model.state, layout: Layout(width: 72, now: .fixtureNow)),
      Conversations.plugin(action: action))
    guard case .confirm(let confirmation) = response else {
      Issue.record("no question")
      return
    }
    #expect(
      confirmation.question == "Take these 2 conversations from your list? The messages stay. This can't be undone.")
    _ = try await confirmation.proceed()
    #expect(server.log.withLock(\.self) == ["list", "delete 7", "delete 6"])
    #expect(model.state.visible == [])
  }

  @Test func aChatIsItsDirectMessagesInOrderAndIsReadWhenShown() async {
    let model = chat(action())
    await model.load()
    #expect(model.state.messages.value?.map(\.id) == ["110", "120", "130"], "the public post it began with is none")
    #expect(server.log.withLock(\.self) == ["list", "context 120", "read 7"])
    await model.load()
    #expect(server.log.withLock(\.self).count == 3, "what is here is not fetched again")
  }

  @Test func answersToAnEarlierMessageBelongToTheChatToo() async {
    let action = action()
    let model = Conversations.ChatModel(
      state: Conversations.Chat(.account(Account.fixtures.rook.id)),
      find: { try await Conversations.find($0, in: action.known()) },
      context: { [server] id in
        server.note("context \(id)")
        var first = Self.message("110")
        first.repliesCount = 2
        if id == "110" {
          return StatusContext(
            descendants: [Self.message("115", answering: "110"), Self.message("120", answering: "110")])
        }
        return StatusContext(ancestors: [first])
      }, read: { _ in }, marksRead: { false })
    await model.load()
    #expect(model.state.messages.value?.map(\.id) == ["110", "115", "120"])
    #expect(server.log.withLock(\.self) == ["list", "context 120", "context 110"])
  }

  @Test func aScriptMarksNothingAsRead() async {
    let model = chat(action(), marksRead: false)
    await model.load()
    #expect(server.log.withLock(\.self) == ["list", "context 120"])
  }

  @Test(arguments: [
    ("reply See you there", "reply 130 See you there"), ("reply", "reply 130 -"), ("reply 1 yes", "reply 110 yes"),
    ("reply 9 o'clock", "reply 130 9 o'clock"),
  ])
  func anAnswerGoesToTheLastMessageUnlessOneIsNamed(_ line: String, _ asked: String) async throws {
    let action = action()
    let model = chat(action)
    await model.load()
    _ = try await type(
      line, on: Conversations.screen(chat: model, action: action),
      Conversations.view(model.state, layout: Layout(width: 72, now: .fixtureNow)),
      Conversations.plugin(action: action))
    #expect(server.log.withLock { $0.last } == asked)
    await model.load()
    #expect(server.log.withLock { $0.contains("context 130") }, "the answer is there at the next look")
  }

  @Test func newNotificationIsAddedInOrder() async {
    let model = chat(action())
    await model.load()
    model.apply(.update(Self.message("140", answering: "130")))
    model.apply(.update(Self.message("141", answering: "99")))
    model.apply(.update(Self.message("142", answering: "130", visibility: .public)))
    #expect(model.state.messages.value?.map(\.id) == ["110", "120", "130", "140"])
  }

  @Test func theStreamOfConversationsIsFollowedWhileTheyAreOpen() async {
    let (signals, continuation) = AsyncStream.makeStream(of: StreamSignal.self)
    let model = chat(action())
    await model.load()
    var news = Self.talk
    news.lastStatus = Self.message("150", answering: "130")
    model.follow(signals)
    continuation.yield(.event(.conversation(news)))
    while model.state.messages.value?.last?.id != "150", !Task.isCancelled { await Task.yield() }
    #expect(model.state.messages.value?.count == 4)
    continuation.finish()
  }

  @Test func aConversationWithANewMessageComesFirst() async {
    let model = Conversations.Model(service: server.service, in: .fixture())
    await model.list.load()
    var news = Self.other
    news.lastStatus = Self.message("150")
    model.apply(.conversation(news))
    #expect(model.state.visible.map(\.id) == ["6", "7"])
  }

  @Test(arguments: [
    (
      "<p><span class=\"h-card\" translate=\"no\"><a href=\"https://a.example/@you\" class=\"u-url mention\">@<span>you</span></a></span> Hello</p>",
      "<p>Hello</p>"
    ),
    ("<p>Hello <a href=\"https://a.example\">there</a></p>", "<p>Hello <a href=\"https://a.example\">there</a></p>"),
    ("<p><a href=\"https://a.example\">link</a></p>", "<p><a href=\"https://a.example\">link</a></p>"),
    (
      "<p><span class=\"h-card\"><a class=\"u-url mention\">@<span>you</span></a></span></p>",
      "<p><span class=\"h-card\"><a class=\"u-url mention\">@<span>you</span></a></span></p>"
    ),
  ])
  func theNamesAtTheStartAreLeftOut(_ html: String, _ shown: String) {
    #expect(ChatText.withoutNames(html) == shown)
  }
}

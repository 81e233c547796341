import FeatureKit
import FeatureTestKit
import MastodonKit
import NotificationsFeature
import StatusKit
import Synchronization
import TerminalKit
import Testing

@MainActor @Suite struct NotificationsVerbTests {
  /// The verbs' requests to the root.
  @MainActor final class Root {
    var asked: [String] = []
  }

  let server = Mailbox(MastodonKit.Notification.fixtures.list, lastRead: "89985")
  let root = Root()

  private func open() async -> (model: Notifications.Model, plugin: Plugin) {
    let model = server.model()
    await model.load()
    let root = root
    let plugin = Notifications.plugin(
      model: model,
      action: Notifications.Action(
        select: {
          root.asked.append("select")
          return .screen
        },
        accounts: { text, query, _ in
          root.asked.append("accounts \(text) \(query.types.map(\.rawValue))")
          return .screen
        },
        open: {
          root.asked.append("open \($0)")
          return .screen
        },
        profile: {
          root.asked.append("profile \($0)")
          return .screen
        },
        reply: { id, text, _ in
          root.asked.append("reply \(id) \(text ?? "-")")
          return .nothing
        }))
    return (model, plugin)
  }

  private func type(_ line: String) async throws -> String {
    let (model, plugin) = await open()
    let verbs = (plugin.tab?.verbs() ?? []) + plugin.verbs
    let document = Notifications.view(model.state, layout: .page)
    let context = ArgumentContext.showing(document) { _, _ in .account(Account.fixtures.rook.id) }
    return try await verbs.type(line, in: context).words
  }

  @Test(arguments: [
    ("open 1", "open \(Status.fixtures.own.id)"), ("open 10", "profile \(Account.fixtures.heron.id)"),
    ("open @rook", "profile \(Account.fixtures.rook.id)"), ("open id:115000000", "open 115000000"),
    ("reply 3", "reply \(Status.fixtures.reply.id) -"),
    ("reply 3 on Saturday", "reply \(Status.fixtures.reply.id) on Saturday"),
    ("profile 2", "profile \(Account.fixtures.wren.id)"), ("notifications", "select"),
    ("notifications --limit 5", "select"),
  ])
  func commandCallsTheRoot(_ line: String, _ asked: String) async throws {
    _ = try await type(line)
    #expect(root.asked == [asked])
  }

  @Test(arguments: [
    ("dismiss 1", "Dismiss all 4 notifications of this row? This can't be undone."),
    ("dismiss 1-2", "Dismiss all 5 notifications of these 2 rows? This can't be undone."),
    ("dismiss 2-3", "Dismissed 2 notifications."), ("dismiss 10", "Dismissed 1 notification."),
    ("read", "Marked 5 notifications as read."), ("refresh", "(screen)"),
    ("older", "No older notifications."), ("newer", "No newer notifications."),
    (
      "clear", "Delete all notifications, including older ones? This can't be undone."
    ),
  ])
  func commandAnswers(_ line: String, _ words: String) async throws {
    #expect(try await type(line) == words)
  }

  @Test(arguments: [
    ("reply 10", "Number 10 is a notification, not a post."), ("open 11", "No post 11 on this screen."),
    ("notifications --limit 0", "--limit takes a number from 1 to 1000000."),
    ("dismiss", "Which notification? Give a number from 1 to 10."),
  ])
  func commandIsRefused(_ line: String, _ words: String) async {
    do {
      _ = try await type(line)
      Issue.record("\(line) was accepted")
    } catch {
      #expect(AppError(error).message == words)
    }
    #expect(root.asked.isEmpty)
  }

  @Test(arguments: [
    ("notifications --unread", "list newest 20"), ("refresh", "list newest 20"), ("newer", "list newer"),
    ("read", "count"), ("dismiss 2", "dismiss "),
  ])
  func everyCommandIsOneRequest(line: String, request: String) async throws {
    let (_, plugin) = await open()
    server.log.withLock { $0 = [] }
    _ = try await #require(plugin.tab).type(line, and: plugin.verbs)
    #expect(server.log.withLock { $0.first?.hasPrefix(request) == true }, "\(server.log.withLock(\.self))")
  }

  @Test func dismissingARowOfSeveralNeedsConfirmation() async throws {
    let (model, plugin) = await open()
    let response = try await plugin.tab?.type("dismiss 1")
    #expect(model.state.notifications.count == 13)
    guard case .confirm(let question) = response else { throw AppError.cancelled }
    #expect(try await question.proceed().words == "Dismissed 4 notifications.")
    #expect(model.state.notifications.count == 9)
  }

  @Test func clearingNeedsConfirmation() async throws {
    let (model, plugin) = await open()
    let response = try await plugin.tab?.type("clear")
    #expect(model.state.notifications.count == 13)
    guard case .confirm(let question) = response else { throw AppError.cancelled }
    #expect(try await question.proceed().words == "Deleted all notifications.")
    #expect(model.state.notifications.isEmpty)
    #expect(
      try await plugin.tab?.type("clear").words
        == "No notifications.")
  }

  @Test func labelCountsNotificationsNotShown() async {
    let (model, plugin) = await open()
    #expect(plugin.tab?.label() == "notifications")
    model.apply(.notification(.made("99998")))
    model.apply(.notification(.made("99999")))
    #expect(plugin.tab?.label() == "notifications (2)")
  }

  @Test func failureDecidesTheExitCode() async {
    server.fail("list")
    let (_, plugin) = await open()
    #expect(plugin.tab?.failure() == AppError.fixtures.noConnection)
  }
}

import FeatureKit
import FeatureTestKit
import FilteredNotificationsFeature
import Foundation
import MastodonKit
import StatusKit
import Synchronization
import TerminalKit
import Testing

@MainActor @Suite struct FilteredNotificationsTests {
  /// A server that holds back the notifications of two accounts.
  final class Server: Sendable {
    let log = Mutex<[String]>([])
    let isMerged = Mutex(true)

    var service: NotificationPolicyService {
      NotificationPolicyService(
        policy: { NotificationPolicy(forNewAccounts: .drop) },
        update: { [self] edit in
          log.withLock {
            $0.append("update \(edit.privateMentions?.rawValue ?? "-") \(edit.notFollowing?.rawValue ?? "-")")
          }
          return NotificationPolicy(
            forNotFollowing: edit.notFollowing ?? .accept, forPrivateMentions: edit.privateMentions ?? .accept)
        },
        requests: { [self] request in
          log.withLock { $0.append("list") }
          if case .older = request.position { return Page([.made("28", Account.fixtures.moss)]) }
          return Page([.made("30", Account.fixtures.rook), .made("29", Account.fixtures.heron)], older: "29")
        },
        accept: { [self] ids in log.withLock { $0.append("accept \(ids.map(\.rawValue))") } },
        dismiss: { [self] ids in log.withLock { $0.append("dismiss \(ids.map(\.rawValue))") } },
        isMerged: { [self] in isMerged.withLock(\.self) })
    }
  }

  let server = Server()

  private func type(_ line: String) async throws -> (Response, FilteredNotifications.Model) {
    let model = FilteredNotifications.Model(service: server.service, in: .fixture())
    await model.load()
    server.log.withLock { $0 = [] }
    let log = server
    let action = FilteredNotifications.Action(
      service: server.service,
      show: { _ in
        log.log.withLock { $0.append("show") }
        return .screen
      },
      open: { id in
        log.log.withLock { $0.append("open \(id)") }
        return .screen
      },
      changed: { ids, arePassed in
        model.remove(ids)
        if arePassed { log.log.withLock { $0.append("passed") } }
      })
    let verbs =
      FilteredNotifications.screen(model: model, action: action).verbs()
      + FilteredNotifications.plugin(action: action).verbs
    let document = FilteredNotifications.view(model.state, layout: Layout(width: 72, now: .fixtureNow))
    let context = ArgumentContext.showing(document) { _, _ in .account(Account.fixtures.rook.id) }
    return (try await verbs.type(line, in: context), model)
  }

  private func words(_ response: Response) -> String {
    switch response {
    case .toast(let toast): toast.text.plain
    case .screen: "(screen)"
    case .document(let document): document.title?.text.plain ?? ""
    default: "(else)"
    }
  }

  @Test(arguments: [
    ("filtered", ["show"], "(screen)"),
    (
      "filtered accept 1-2", ["accept [\"30\", \"29\"]", "passed"],
      "Accepted the notifications of 2 senders. They are among your notifications."
    ),
    (
      "filtered accept @rook", ["list", "accept [\"30\"]", "passed"],
      "Accepted the notifications of 1 sender. They are among your notifications."
    ),
    ("filtered dismiss 2", ["dismiss [\"29\"]"], "Dismissed 1 sender."),
    ("filtered dismiss all", ["list", "dismiss [\"30\", \"29\"]"], "Dismissed 2 senders."),
    ("open 1", ["open \(Account.fixtures.rook.id)"], "(screen)"),
    ("filtered open 2", ["list", "open \(Account.fixtures.heron.id)"], "(screen)"),
    ("policy", [], "Notification policy"),
    (
      "policy private-mentions filter", ["update filter -"],
      "Unsolicited private mentions are filtered: filtered lists their senders."
    ),
    (
      "policy not-following drop", ["update - drop"],
      "Notifications from people you don't follow are dropped: they appear nowhere."
    ),
  ])
  func commandsDoWhatTheySay(_ line: String, _ requests: [String], _ answer: String) async throws {
    let (response, _) = try await type(line)
    #expect(server.log.withLock(\.self) == requests)
    #expect(words(response) == answer)
  }

  @Test func undoGivesBackThePolicy() async throws {
    guard case .toast(let changed) = try await type("policy private-mentions filter").0,
      case .toast(let same) = try await type("policy private-mentions accept").0
    else { throw AppError.cancelled }
    #expect(changed.undo == .command("policy private-mentions accept"))
    #expect(same.kind == .information && same.undo == nil)
  }

  @Test func conversationBeingMergedIsReported() async throws {
    server.isMerged.withLock { $0 = false }
    let (response, model) = try await type("filtered accept 1")
    #expect(words(response).hasSuffix("The server is adding them to your notifications."))
    #expect(model.state.visible.map(\.id) == ["29"], "an accepted sender is gone from the list")
  }

  @Test(arguments: [
    "filtered accept", "filtered accept 9", "policy private-mentions", "policy strangers drop", "filtered open 1-2",
  ])
  func incompleteInputIsRefusedAndSendsNothing(_ line: String) async {
    await #expect(throws: AppError.self) { _ = try await type(line) }
    #expect(server.log.withLock { !$0.contains { $0.hasPrefix("accept") || $0.hasPrefix("update") } })
  }

  @Test func aRangeIsReadToItsEnd() async {
    func senders(_ range: ListRange) async -> PagedList<NotificationRequest>? {
      var state = FilteredNotifications.state
      state.options.range = range
      let model = FilteredNotifications.Model(state, service: server.service, in: .fixture())
      await model.load()
      return model.state.page.value
    }
    let all = await senders(ListRange(isAll: true))
    #expect(all?.visible.map(\.id) == ["30", "29", "28"] && all?.older == nil)
    #expect(await senders(ListRange(before: ListPlace("29")))?.visible.map(\.id) == ["28"])
  }

  @Test func aRangeBelongsToTheListAlone() async {
    await #expect(throws: AppError.self) { _ = try await type("filtered accept 1 --limit 2") }
  }

  @Test func olderShowsTheNextPageOnceAndNewerTheOneBefore() async throws {
    let (response, model) = try await type("older")
    #expect(words(response) == "(screen)")
    #expect(model.state.visible.map(\.id) == ["28"])
    #expect(try await !model.older())
    #expect(try await model.newer())
    #expect(model.state.visible.map(\.id) == ["30", "29"])
  }

  @Test func controlSequencesOfStrangersAreNotPrinted() {
    for preview in FilteredNotifications.previews {
      for width in [40, 80] {
        let text = Renderer(
          format: .plain, width: width, theme: .mono, colors: .none, showsHint: true, hyperlinks: false
        ).render(preview.document(Layout(width: width, now: .fixtureNow)))
        #expect(!text.unicodeScalars.contains { $0.value < 0x20 && $0 != "\n" || (0x7F...0x9F).contains($0.value) })
      }
    }
  }
}

extension NotificationRequest {
  fileprivate static func made(_ id: ID, _ account: Account) -> NotificationRequest {
    NotificationRequest(
      id: id, createdAt: .fixture(minutesAgo: 9), updatedAt: .fixture(minutesAgo: 5), account: account,
      notificationsCount: 2)
  }
}

public import FeatureKit
public import MastodonKit
public import StatusKit
import TerminalKit

/// The notifications of several accounts as one list.
extension Notifications {
  /// Reads it: an account, `user@host`, is a source.
  public typealias Reader = MergeReader<String, MastodonKit.Notification>

  /// The screen before anything was requested.
  public static func state(of accounts: [String], limit: Int = 20) -> ListState<MastodonKit.Notification> {
    ListState(
      kind: "notifications", subject: accounts.joined(separator: ","),
      title: "Notifications · " + AccountsText.title(accounts),
      label: "notifications of \(AccountsText.count(accounts))", emptyText: "No notifications yet.",
      hint: ["open N", "reply N", "profile N"], data: [.init("unread", .null)], isDated: true, limit: limit,
      command: ["notifications", "--accounts", AccountsText.typed(accounts)])
  }

  /// The screen.
  ///
  /// - Parameter failures: The accounts that the list is without.
  @MainActor
  public static func screen(
    of accounts: [String], model: ListModel<MastodonKit.Notification>,
    failures: @escaping @MainActor () -> [Reader.Failure]
  ) -> Screen {
    let list = ListView<MastodonKit.Notification>(draw: row).screen(model)
    return Screen(
      id: list.id, subject: list.subject, model: model, label: list.label,
      document: { layout in
        var document = list.document(layout)
        for failure in failures() {
          document.blocks += [.blank, .paragraph(StyledText(AccountsText.warning(failure), .warning))]
        }
        document.data += [.init("skipped", .int(0))] + AccountsText.data(accounts, without: failures())
        return document
      }, verbs: list.verbs, load: list.load, prepare: list.prepare, failure: list.failure)
  }

  @Sendable
  private static func row(_ notification: MastodonKit.Notification, _ number: Int, _ layout: Layout) -> Item {
    let (row, account) = (Row(notifications: [notification.unidentified]), notification.id.accounts.first ?? "")
    // What was read is known to each account's own list.
    let state = State(lastRead: row.first.id)
    return AccountsText.row(item(row, number: number, state: state, layout: layout), of: account)
  }
}

extension MergeReader where Source == String, Element == MastodonKit.Notification {
  public convenience init(
    accounts: [String],
    read: @escaping @Sendable (String, PageRequest) async throws -> Page<MastodonKit.Notification>
  ) {
    self.init(
      sources: {
        Sources(accounts, name: \.self, place: { element, _, account, _ in Cursor(element.id.onServer(account)) })
      },
      read: { account, request in
        var page = try await read(account, request)
        page.elements = page.elements.map { $0.identified(on: account) }
        return page
      })
  }
}

extension Notifications {
  final class AccountsFixtures: Sendable {
    let loaded = AccountsFixtures.loaded(
      MastodonKit.Notification.fixtures.all.prefix(3).enumerated().map {
        $1.identified(on: AccountsFixtures.accounts[$0 % 2])
      })
    /// One account's server does not answer.
    let partial = AccountsFixtures.loaded(
      MastodonKit.Notification.fixtures.all.prefix(1).map { $0.identified(on: AccountsFixtures.accounts[0]) })
    let empty = AccountsFixtures.loaded([])

    static let accounts = ["wren@garden.example", "wren@a-quite-long-name.shore.example"]

    private static func loaded(
      _ notifications: [MastodonKit.Notification]
    ) -> ListState<MastodonKit.Notification> {
      Notifications.state(of: accounts).with(.loaded(PagedList(notifications, order: .server)))
    }
  }

  @MainActor static var accountsPreviews: [Preview] {
    Preview.all(of: AccountsFixtures(), prefix: "accounts") { (state: ListState<MastodonKit.Notification>) in
      screen(
        of: AccountsFixtures.accounts, model: ListModel(fixture: state),
        failures: {
          state.visible.count == 1
            ? [Reader.Failure(source: AccountsFixtures.accounts[1], error: .fixtures.timedOut)] : []
        })
    }
  }
}

public import FeatureKit
public import MastodonKit
public import StatusKit
import Synchronization
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
  /// - Parameters:
  ///   - markers: How far each account's own list was read.
  ///   - failures: The accounts that the list is without.
  @MainActor
  public static func screen(
    of accounts: [String], model: ListModel<MastodonKit.Notification>, markers: ReadMarkers,
    failures: @escaping @MainActor () -> [Reader.Failure]
  ) -> Screen {
    var screen = ListView<MastodonKit.Notification> { row($0, number: $1, layout: $2, markers) }.screen(
      model, verbs: { [] })
    screen.document = { [document = screen.document] layout in
      var document = document(layout)
      for failure in failures() {
        document.blocks += [.blank, .paragraph(StyledText(AccountsText.warning(failure), .warning))]
      }
      document.data += [.init("skipped", .int(0))] + AccountsText.data(accounts, without: failures())
      return document
    }
    return screen
  }

  private static func row(
    _ notification: MastodonKit.Notification, number: Int, layout: Layout, _ markers: ReadMarkers
  ) -> Item {
    let (row, account) = (Row(notifications: [notification.unidentified]), notification.id.accounts.first ?? "")
    // Where it is not known what was read, nothing is marked as new.
    let state = State(lastRead: markers.lastRead(of: account) ?? row.first.id)
    return AccountsText.row(item(row, number: number, state: state, layout: layout), of: account)
  }

  /// How far the list of each of several accounts was read, as its server says.
  public final class ReadMarkers: Sendable {
    private let all = Mutex<[String: MastodonKit.Notification.ID]>([:])

    public init() {}

    func lastRead(of account: String) -> MastodonKit.Notification.ID? { all.withLock { $0[account] } }

    /// Asks an account's server, before the first page of it is shown.
    fileprivate func load(of account: String, from service: NotificationService) async {
      // Not every server has markers.
      guard let id = try? await service.lastRead() ?? "" else { return }
      all.withLock { $0[account] = id }
    }
  }

  /// The notifications of a page, with those of one row as a group under the newest of them.
  static func grouped(_ page: [MastodonKit.Notification]) -> [MastodonKit.Notification] {
    State(notifications: page).rows.map { row in
      var notification = row.first
      guard row.notifications.count > 1, let last = row.notifications.last else { return notification }
      notification.group = MastodonKit.Notification.Group(
        key: notification.group?.key ?? "", count: row.count, accounts: row.accounts,
        oldest: last.group?.oldest ?? last.id)
      return notification
    }
  }
}

extension MergeReader where Source == String, Element == MastodonKit.Notification {
  /// Creates a reader of accounts that reads each one's notifications in groups, and how far they were read.
  public convenience init(
    accounts: [String], query: NotificationQuery, markers: Notifications.ReadMarkers,
    service: @escaping @Sendable (String) async throws -> NotificationService
  ) {
    self.init(
      sources: {
        Sources(
          accounts, name: \.self, accepts: { _ in true },
          place: { element, _, account, _ in Cursor((element.group?.oldest ?? element.id).onServer(account)) })
      },
      read: { account, request in
        let service = try await service(account)
        async let marker: Void = request.position == .newest ? markers.load(of: account, from: service) : ()
        var page = try await service.groups(request, query)
        await marker
        page.elements = Notifications.grouped(page.elements).map { $0.identified(on: account) }
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
        of: AccountsFixtures.accounts, model: ListModel(fixture: state), markers: ReadMarkers(),
        failures: {
          state.visible.count == 1
            ? [Reader.Failure(source: AccountsFixtures.accounts[1], error: .fixtures.timedOut)] : []
        })
    }
  }
}

public import FeatureKit
public import MastodonKit
public import StatusKit
import TerminalKit

/// The Home timelines of several accounts as one.
extension Home {
  /// Reads it: an account, `user@host`, is a source.
  public typealias Reader = MergeReader<String, Status>

  /// The screen before anything was requested.
  public static func state(of accounts: [String], limit: Int = 20) -> StatusTimeline.State {
    StatusTimeline.State(
      kind: "home", subject: accounts.joined(separator: ","), title: "Home · " + AccountsText.title(accounts),
      label: "home of \(AccountsText.count(accounts))", context: .home, emptyText: "No posts yet.", order: .server,
      isDated: true, limit: limit, command: ["home", "--accounts", AccountsText.typed(accounts)])
  }

  /// The screen.
  ///
  /// - Parameter failures: The accounts that the page is without.
  @MainActor
  public static func screen(
    of accounts: [String], model: StatusTimeline.Model, failures: @escaping @MainActor () -> [Reader.Failure],
    status: StatusAction
  ) -> Screen {
    StatusTimeline.screen(
      model: model, status: status,
      additions: {
        StatusTimeline.Additions(
          warnings: failures().map { AccountsText.warning($0) },
          data: [.init("timeline", .string("home")), .init("unread", .int(0))]
            + AccountsText.data(accounts, without: failures()))
      }, verbs: { [] })
  }
}

extension MergeReader where Source == String, Element == Status {
  public convenience init(
    accounts: [String], read: @escaping @Sendable (String, PageRequest) async throws -> Page<Status>
  ) {
    self.init(
      sources: {
        Sources(
          accounts, name: \.self, accepts: { _ in true },
          place: { status, _, account, _ in Cursor(status.id.onServer(account)) })
      },
      read: { account, request in
        var page = try await read(account, request)
        page.elements = page.elements.map { $0.identified(on: account) }
        return page
      })
  }
}

extension Home {
  public final class AccountsFixtures: Sendable {
    /// Posts of two servers, one of which came to both accounts.
    public let loaded = AccountsFixtures.loaded([
      Status.fixtures.plain.identified(on: AccountsFixtures.accounts[0]),
      Status.fixtures.boost.identified(on: AccountsFixtures.accounts.joined(separator: ",")),
      Status.fixtures.contentWarning.identified(on: AccountsFixtures.accounts[1]),
    ])
    /// One account's server does not answer.
    public let partial = AccountsFixtures.loaded([Status.fixtures.long.identified(on: AccountsFixtures.accounts[0])])
    public let empty = AccountsFixtures.loaded([])
    public let failed = Home.state(of: AccountsFixtures.accounts).with(.failed(.fixtures.timedOut))
    /// Posts that try to take over the terminal.
    public let hostile = AccountsFixtures.loaded([Status.fixtures.hostile.identified(on: AccountsFixtures.accounts[1])])

    public init() {}

    static let accounts = ["wren@garden.example", "wren@a-quite-long-name.shore.example"]

    private static func loaded(_ statuses: [Status]) -> StatusTimeline.State {
      Home.state(of: accounts).with(.loaded(PagedList(statuses, order: .server, older: "merged.1")))
    }
  }

  @MainActor static var accountsPreviews: [Preview] {
    Preview.all(of: AccountsFixtures(), prefix: "accounts") { (state: StatusTimeline.State) in
      screen(
        of: AccountsFixtures.accounts, model: StatusTimeline.Model(fixture: state),
        failures: {
          state.visible.count == 1 && state.visible[0].id.accounts.first == AccountsFixtures.accounts[0]
            ? [Reader.Failure(source: AccountsFixtures.accounts[1], error: .fixtures.timedOut)] : []
        }, status: StatusAction.fixtures.none)
    }
  }
}

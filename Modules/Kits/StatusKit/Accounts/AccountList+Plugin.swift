public import FeatureKit
import FoundationEssentials
import MastodonKit

extension AccountList {
  /// A feature that is one list of accounts: a command that opens it, and a preview of each way it can look.
  ///
  /// - Parameters:
  ///   - state: The list before anything was requested; its kind is the feature's id and command.
  ///   - symbol: The symbol beside the title.
  ///   - help: The command's line in the help.
  ///   - show: Opens the screen; of the options only the range is used.
  @MainActor
  public static func plugin(
    _ state: State, symbol: String, help: String, show: @escaping (TimelineOptions) async throws -> Void
  ) -> Plugin {
    Plugin(
      id: state.kind, title: state.heading.title, symbol: symbol, verbs: [verb(state, help: help, show: show)],
      previews: { previews(of: state) })
  }

  /// The command that opens a list.
  @MainActor
  public static func verb(
    _ state: State, help: String, show: @escaping (TimelineOptions) async throws -> Void
  ) -> Verb {
    Verb(state.kind, .pages, help: help, discussion: ListRange.pagesDiscussion) { range in
      try await show(TimelineOptions(range: range))
      return .screen
    }
  }

  /// A preview of each way that a list can look.
  @MainActor
  public static func previews(of state: State) -> [Preview] {
    Preview.all(of: StateFixtures(state)) { (state: State) in screen(state: { state }, action: .fixtures.none) }
  }

  /// One state of a list for each way it can look.
  public struct StateFixtures: Sendable {
    /// The page is on its way.
    public let loading: State
    /// The server does not answer.
    public let failed: State
    /// Nobody yet.
    public let empty: State
    /// A few accounts, and more.
    public let loaded: State
    /// The last page.
    public let last: State
    /// Accounts with reasons and relationships.
    public let reasons: State
    /// Another script.
    public let wideCharacters: State
    /// An account that tries to take over the terminal.
    public let hostile: State

    /// Makes the states of a list.
    public init(_ state: State) {
      func with(_ accounts: Loadable<PagedAccounts>, total: Int? = nil) -> State {
        var state = state
        state.accounts = accounts
        state.heading.total = total
        return state
      }
      func page(_ accounts: [Account], older: Cursor? = nil, start: Cursor? = nil, total: Int? = nil) -> State {
        with(.loaded(PagedAccounts(accounts.map { Row($0) }, start: start, older: older)), total: total)
      }
      let accounts = Account.fixtures
      var muted = accounts.tides
      muted.details = Account.Details(muteExpiresAt: Date.fixtureNow.addingTimeInterval(7200))
      loading = with(.loading)
      failed = with(.failed(.fixtures.timedOut))
      empty = page([])
      loaded = page([accounts.wren, accounts.heron, accounts.moss], older: "100", total: 132)
      last = page([accounts.juniper], start: "100")
      reasons = with(
        .loaded(
          PagedAccounts([
            Row(accounts.wren, reason: "followed by Rook Marsh", relationship: .fixtures.following), Row(muted),
          ])))
      wideCharacters = page([accounts.chinatsu, accounts.noura])
      hostile = page([accounts.hostile])
    }
  }
}

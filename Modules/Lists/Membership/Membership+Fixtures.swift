import FeatureKit
import MastodonKit

extension Lists.Membership.State {
  /// The screen in fixed states.
  static let fixtures = Fixtures()

  /// One state for each way that the screen can look.
  final class Fixtures: Sendable {
    /// The lists are being fetched.
    let loading = Fixtures.state(nil, .loading)
    /// The server cannot be reached.
    let offline = Fixtures.state(nil, .failed(.fixtures.noConnection))
    /// No list holds the account.
    let none = Fixtures.state(Account.fixtures.moss, .loaded([]))
    /// Two lists hold it.
    let some = Fixtures.state(Account.fixtures.rook, .loaded([List.fixtures.kitchens, List.fixtures.canal]))
    /// A name and a title with control sequences for the terminal.
    let hostile = Fixtures.state(
      Account.fixtures.hostile, .loaded([List(id: "666", title: "\u{1B}[31mmine\u{202E}\u{7}\nnow")]))

    private static func state(_ account: Account?, _ lists: Loadable<[List]>) -> Lists.Membership.State {
      Lists.Membership.State(id: account?.id ?? "1", account: account, lists: lists)
    }
  }
}

extension Lists.Membership.Action {
  /// Actions that do nothing.
  static var fixtures: Fixtures { Fixtures() }

  /// One action for previews.
  @MainActor
  struct Fixtures {
    /// Does nothing.
    let none = Lists.Membership.Action(show: { _ in .screen })
  }
}

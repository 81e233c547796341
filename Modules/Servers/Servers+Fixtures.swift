import FeatureKit
import MastodonKit
import StatusKit

extension Servers {
  /// The screen in fixed states.
  static let fixtures = Fixtures()

  /// One state for each way that the overview can look.
  struct Fixtures: Sendable {
    /// There are none.
    let empty = State(.loaded([]))
    /// One with a name of its own, one that is called as its host is.
    let loaded = State(.loaded(SavedServer.fixtures.all))
    /// One that tries to take over the terminal.
    let hostile = State(.loaded([SavedServer(id: "x", name: "\u{1B}[2Jmine\u{202E}", host: "\u{9B}31m.example")]))
  }

  /// One state for each way that the form can look.
  struct FormFixtures: Sendable {
    /// A new one.
    let new = Form.State("new server", form: Servers.form(nil))
    /// One that is kept.
    let kept = Form.State("server", form: Servers.form(SavedServer.fixtures.beekeepers))
  }

  /// One state for each way that a server's timeline can look.
  struct TimelineFixtures: Sendable {
    /// Some posts of people there.
    let loaded = Self.state(
      .loaded(
        PagedStatuses(
          [Status.fixtures.plain, Status.fixtures.edited].map {
            $0.qualified(with: "hive.example")
          })))
    /// The server shows its posts to nobody without an account.
    let closed = Self.state(.failed(.forbidden("hive.example does not show its posts to strangers.")))
    /// The server cannot be reached.
    let offline = Self.state(.failed(.fixtures.noConnection))

    private static func state(_ posts: Loadable<PagedStatuses>) -> StatusTimeline.State {
      var state = Servers.timelineState("1", limit: 20)
      (state.heading, state.posts) = (Servers.heading(SavedServer.fixtures.beekeepers), posts)
      return state
    }
  }
}

import FeatureKit
import MastodonKit
import StatusKit

extension Servers {
  static let fixtures = Fixtures()

  final class Fixtures: Sendable {
    let empty = State(.loaded([]))
    /// One server with a custom name, one without.
    let loaded = State(.loaded(SavedServer.fixtures.all))
    let hostile = State(.loaded([SavedServer(id: "x", name: "\u{1B}[2Jmine\u{202E}", host: "\u{9B}31m.example")]))
  }

  final class FormFixtures: Sendable {
    let new = Form.State("new server", form: Servers.form(nil))
    let saved = Form.State("server", form: Servers.form(SavedServer.fixtures.beekeepers))
  }

  final class TimelineFixtures: Sendable {
    let loaded = TimelineFixtures.state(
      .loaded(
        PagedList(
          [Status.fixtures.plain, Status.fixtures.edited].map {
            $0.qualified(with: "hive.example")
          })))
    /// The server does not show its posts without an account.
    let closed = TimelineFixtures.state(.failed(.forbidden("hive.example shows its posts only to signed-in users.")))
    let offline = TimelineFixtures.state(.failed(.fixtures.noConnection))

    private static func state(_ page: Loadable<PagedList<Status>>) -> StatusTimeline.State {
      var state = Servers.timelineState("1", limit: 20)
      (state.heading, state.page) = (Servers.heading(SavedServer.fixtures.beekeepers), page)
      return state
    }
  }
}

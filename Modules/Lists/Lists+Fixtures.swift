import FeatureKit
import MastodonKit
import StatusKit

extension Lists {
  static let fixtures = Fixtures()

  final class Fixtures: Sendable {
    let loading = State(.loading)
    let offline = State(.failed(.fixtures.noConnection))
    let empty = State(.loaded([]))
    let loaded = State(.loaded(List.fixtures.all))
    let hostile = State(.loaded([List(id: "666", title: "\u{1B}[31mmine\u{202E}\u{7}\nnow")]))
  }

  final class FormFixtures: Sendable {
    let new = Form.State("new list", form: Lists.form(nil, members: []))
    let saved = Form.State(
      "list", form: Lists.form(List.fixtures.kitchens, members: [Account.fixtures.pool, Account.fixtures.rook]))
    let refused = Form.State("list", form: FormFixtures.changed, phase: .refused(.fixtures.timedOut))
    let loading = Form.State("list", form: Lists.form(nil, members: []), phase: .loading)

    private static let changed: Form = {
      var form = Lists.form(List.fixtures.canal, members: [Account.fixtures.heron])
      do { try form.set(.title, to: ["Upper canal"]) } catch { return form }
      return form
    }()
  }

  final class TimelineFixtures: Sendable {
    let empty = TimelineFixtures.loaded([])
    /// Some posts, with older ones to fetch.
    let loaded = TimelineFixtures.loaded([Status.fixtures.threadRoot, Status.fixtures.plain], older: "100")
    /// The list was deleted.
    let gone = TimelineFixtures.state(.failed(.notFound("This list no longer exists.")))

    private static func state(_ page: Loadable<PagedList<Status>>) -> StatusTimeline.State {
      var state = Lists.timelineState("1", limit: 20)
      (state.heading, state.page) = (Lists.heading(List.fixtures.canal), page)
      return state
    }

    private static func loaded(_ statuses: [Status], older: Cursor? = nil) -> StatusTimeline.State {
      state(.loaded(PagedList(statuses, older: older)))
    }
  }

  final class MembersFixtures: Sendable {
    let none = Members(accounts: [])
    let some = Members(accounts: [Account.fixtures.rook, Account.fixtures.chinatsu, Account.fixtures.pool])
  }

  struct Members: Sendable {
    var accounts: [Account]
  }
}

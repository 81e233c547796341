import FeatureKit
import MastodonKit
import StatusKit

extension Lists {
  /// The screens in fixed states.
  static let fixtures = Fixtures()

  /// One state for each way that the overview can look.
  struct Fixtures: Sendable {
    /// They are on their way.
    let loading = State(.loading)
    /// The server cannot be reached.
    let offline = State(.failed(.fixtures.noConnection))
    /// There are none.
    let empty = State(.loaded([]))
    /// One of each kind.
    let loaded = State(.loaded(List.fixtures.all))
    /// One whose name tries to take over the terminal.
    let hostile = State(.loaded([List(id: "666", title: "\u{1B}[31mmine\u{202E}\u{7}\nnow")]))
  }

  /// One state for each way that the form can look.
  struct FormFixtures: Sendable {
    /// A new one.
    let new = Form.State("new list", form: Lists.form(nil, members: []))
    /// One with two members.
    let kept = Form.State(
      "list", form: Lists.form(List.fixtures.kitchens, members: [Account.fixtures.pool, Account.fixtures.rook]))
    /// Something was changed, and could not be kept.
    let refused = Form.State("list", form: Self.changed, phase: .refused(.fixtures.timedOut))
    /// What is to be changed is on its way.
    let loading = Form.State("list", form: Lists.form(nil, members: []), phase: .loading)

    private static let changed: Form = {
      var form = Lists.form(List.fixtures.canal, members: [Account.fixtures.heron])
      do { try form.set(.title, to: ["Upper canal"]) } catch { return form }
      return form
    }()
  }

  /// One state for each way that a list's timeline can look.
  struct TimelineFixtures: Sendable {
    /// Nobody has posted.
    let empty = Self.loaded([])
    /// Some posts, and older ones.
    let loaded = Self.loaded([Status.fixtures.threadRoot, Status.fixtures.plain], older: "100")
    /// The list is gone.
    let gone = Self.state(.failed(.notFound("That list is not there.")))

    private static func state(_ posts: Loadable<PagedStatuses>) -> StatusTimeline.State {
      var state = Lists.timelineState("1", limit: 20)
      (state.heading, state.posts) = (Lists.heading(List.fixtures.canal), posts)
      return state
    }

    private static func loaded(_ statuses: [Status], older: Cursor? = nil) -> StatusTimeline.State {
      state(.loaded(PagedStatuses(statuses, older: older)))
    }
  }

  /// One list of members for each way that it can look.
  struct MembersFixtures: Sendable {
    let none = Members(accounts: [])
    let some = Members(accounts: [Account.fixtures.rook, Account.fixtures.chinatsu, Account.fixtures.pool])
  }

  /// Who is in a list.
  struct Members: Sendable {
    var accounts: [Account]
  }
}

extension Lists.TimelineAction {
  /// Actions that do nothing.
  static var fixtures: Fixtures { Fixtures() }

  /// One action for previews.
  @MainActor
  struct Fixtures {
    /// Answers every request with a fixture and does nothing.
    let none = Lists.TimelineAction(
      members: { [Account.fixtures.rook] }, add: { _ in Account.fixtures.rook },
      remove: { _ in Account.fixtures.rook }, edit: {})
  }
}

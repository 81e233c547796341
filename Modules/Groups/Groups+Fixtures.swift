import FeatureKit
import MastodonKit
import StatusKit

extension Groups {
  /// The screen in fixed states.
  static let fixtures = Fixtures()

  /// One state for each way that the overview can look.
  struct Fixtures: Sendable {
    /// There are none.
    let empty = State(.loaded([]))
    /// One with a single tag, one with as many as there may be.
    let loaded = State(.loaded(TagGroup.fixtures.all))
    /// They cannot be read.
    let damaged = State(.failed(.storage(.damaged(path: "howdah.sqlite"))))
    /// One that tries to take over the terminal.
    let hostile = State(
      .loaded([TagGroup(id: "x", title: "\u{1B}[2Jmine\u{202E}", symbol: "\u{7}", tags: ["\u{1B}]0;x\u{7}"])]))
  }

  /// One state for each way that the form can look.
  struct FormFixtures: Sendable {
    /// A new one.
    let new = Form.State("new group", form: Groups.form(nil))
    /// One with as many tags as there may be.
    let kept = Form.State("group", form: Groups.form(TagGroup.fixtures.garden))
    /// The disk is full.
    let refused = Form.State(
      "group", form: Groups.form(TagGroup.fixtures.frost), phase: .refused(.fixtures.diskFull))
  }

  /// One state for each way that a group's timeline can look.
  struct TimelineFixtures: Sendable {
    /// Nobody has posted.
    let empty = Self.loaded([])
    /// Some posts.
    let loaded = Self.loaded([Status.fixtures.plain, Status.fixtures.wideCharacters])

    private static func loaded(_ statuses: [Status]) -> StatusTimeline.State {
      var state = Groups.timelineState("1", limit: 20)
      state.heading = Groups.heading(TagGroup.fixtures.garden)
      state.posts = .loaded(PagedStatuses(statuses))
      return state
    }
  }
}

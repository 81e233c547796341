import FeatureKit
import MastodonKit
import StatusKit

extension Groups {
  /// The screen in fixed states.
  static let fixtures = Fixtures()

  /// One state for each way that the list of groups can look.
  struct Fixtures: Sendable {
    /// No groups.
    let empty = State(.loaded([]))
    /// A group with one tag and one with the maximum number.
    let loaded = State(.loaded(TagGroup.fixtures.all))
    /// The database is damaged.
    let damaged = State(.failed(.storage(.damaged(path: "howdah.sqlite"))))
    /// Text with control sequences for the terminal.
    let hostile = State(
      .loaded([TagGroup(id: "x", title: "\u{1B}[2Jmine\u{202E}", symbol: "\u{7}", tags: ["\u{1B}]0;x\u{7}"])]))
  }

  /// One state for each way that the form can look.
  struct FormFixtures: Sendable {
    /// A new group.
    let new = Form.State("new group", form: Groups.form(nil))
    /// A saved group with the maximum number of tags.
    let saved = Form.State("group", form: Groups.form(TagGroup.fixtures.garden))
    /// The disk is full.
    let refused = Form.State(
      "group", form: Groups.form(TagGroup.fixtures.frost), phase: .refused(.fixtures.diskFull))
  }

  /// One state for each way that a group's timeline can look.
  struct TimelineFixtures: Sendable {
    /// No posts.
    let empty = Self.loaded([])
    /// Some posts.
    let loaded = Self.loaded([Status.fixtures.plain, Status.fixtures.wideCharacters])

    private static func loaded(_ statuses: [Status]) -> StatusTimeline.State {
      var state = Groups.timelineState("1", limit: 20)
      state.heading = Groups.heading(TagGroup.fixtures.garden)
      state.page = .loaded(PagedList(statuses))
      return state
    }
  }
}

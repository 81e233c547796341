import FeatureKit
import MastodonKit
import StatusKit

extension Groups {
  static let fixtures = Fixtures()

  final class Fixtures: Sendable {
    let empty = State(.loaded([]))
    /// A group with one tag, one with five, and one with a source of each kind.
    let loaded = State(.loaded(TagGroup.fixtures.all + [TagGroup.fixtures.boats]))
    let damaged = State(.failed(.storage(.damaged(path: "howdah.sqlite"))))
    let hostile = State(
      .loaded([
        TagGroup(
          id: "x", title: "\u{1B}[2Jmine\u{202E}", symbol: "\u{7}",
          sources: [.tag("\u{1B}]0;x\u{7}"), .list("\u{1B}[31mFriends")])
      ]))
  }

  final class FormFixtures: Sendable {
    let new = Form.State("new group", form: Groups.form(nil))
    /// A saved group with a source of each kind.
    let saved = Form.State("group", form: Groups.form(TagGroup.fixtures.boats))
    let refused = Form.State(
      "group", form: Groups.form(TagGroup.fixtures.frost), phase: .refused(.fixtures.diskFull))
  }

  final class TimelineFixtures: Sendable {
    let empty = TimelineFixtures.loaded([])
    let loaded = TimelineFixtures.loaded([Status.fixtures.plain, Status.fixtures.wideCharacters])
    /// Posts of several servers.
    let mixed = TimelineFixtures.loaded(
      [Status.fixtures.plain, Status.fixtures.edited.qualified(with: "shore.example").identified(on: "shore.example")],
      of: TagGroup.fixtures.boats, older: "merged.")

    private static func loaded(
      _ statuses: [Status], of group: TagGroup = TagGroup.fixtures.garden, older: Cursor? = nil
    ) -> StatusTimeline.State {
      var state = Groups.timelineState("1", group, limit: 20)
      state.heading = Groups.heading(group)
      state.page = .loaded(PagedList(statuses, order: state.order, older: older))
      return state
    }
  }
}

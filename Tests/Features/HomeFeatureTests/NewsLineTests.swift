import FeatureKit
import FoundationEssentials
import MastodonKit
import StatusKit
import TerminalKit
import Testing

@testable import HomeFeature

/// The line between the posts that are new since the last visit and those that are not.
@Suite struct NewsLineTests {
  private func line(own: Set<Int>, new: Int) -> String? {
    let me = Account.fixtures.you
    let statuses = (0..<5).map { index in
      var status = Status.fixtures.plain
      status.id = Status.ID("\(90_000 - index)")
      if own.contains(index) { status.account = me }
      return status
    }
    let blocks = StatusList(statuses).blocks(
      context: .home, layout: Layout(now: .fixtureNow), seenUpTo: statuses[new].id, me: me.id)
    let lines = blocks.compactMap { if case .paragraph(let text) = $0 { text.plain } else { nil } }
    return lines.first
  }

  @Test(
    arguments: [
      ([], 3, "Posts above are new since your last visit."), ([], 1, "The post above is new since your last visit."),
      ([], 0, nil), ([0], 1, nil), ([0, 1], 2, nil), ([0], 2, "1 post above is new since your last visit."),
    ] as [(Set<Int>, Int, String?)])
  func countsThePostsOfOthers(_ own: Set<Int>, _ new: Int, _ expected: String?) {
    #expect(line(own: own, new: new) == expected)
  }
}
